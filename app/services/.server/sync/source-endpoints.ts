import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { inTransaction } from "~/db/.server/transaction";
import { readUid } from "~/services/.server/directory/authorisation";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { expectedIn } from "~/services/.server/dispatch/entity-tag";
import { limited, writerOfParts } from "~/services/.server/import/stored-file";
import { formMessages } from "~/services/contracts/form-messages";
import { conflict, notFound, staleVersion, validationError } from "~/services/contracts/service-error";
import {
  syncContracts as contracts,
  largestRoster,
  type SyncBody,
  type SyncContracts,
} from "~/services/contracts/sync";
import { newestJobs } from "./job-store";
import { presentSync, presentSyncJobs } from "./present-sync";
import { auditSync } from "./sync-audit";
import type { SyncDeps } from "./sync-deps";
import { authoriseSource, authoriseSync } from "./sync-rights";
import {
  clearSourceFile,
  deleteSource,
  findSource,
  listSources,
  type StoredSource,
  wasDeletedSourceOf,
  writeSource,
  writeSourceFilePart,
} from "./sync-store";

type Names = "getSyncs" | "putSync" | "deleteSync" | "checkSync" | "putSyncFile";

/** Endpoints of roster sources: their addresses, and the uploaded file of a source without one. */
export function sourceEndpoints(
  deps: Pick<SyncDeps, "databases" | "secrets" | "checkSource">,
): Endpoints<Pick<SyncContracts, Names>> {
  return {
    getSyncs: endpoint({
      contract: contracts.getSyncs,
      authorise: (input, caller) => authoriseSync(deps, input, caller),
      async handle(_, { database, organization }) {
        const sources = await listSources(database, organization.id);
        const jobs = await presentSyncJobs(database, await newestJobs(database, organization.id));
        const data = sources.map((source) =>
          presentSync(source, jobs.find(({ syncId }) => syncId === source.id) ?? null),
        );
        return { status: 200, body: { data } };
      },
    }),

    putSync: endpoint({
      contract: contracts.putSync,
      async authorise(input, caller) {
        const proof = await authoriseSync(deps, input, caller);
        const id = readUid(input.params.syncId);
        const known = await findSource(proof.database, id);
        // An id of another organisation's source counts as not found.
        if (known && known.organizationId !== proof.organization.id) throw notFound();
        return { ...proof, id, known };
      },
      async handle({ headers, body }, { database, access, organization, id, known }) {
        const expected = expectedIn(headers);
        if (expected !== undefined && known && known.revision !== expected) throw staleVersion();
        const { secret, ...draft } = body;
        const missing = missingIn(body, known);
        if (missing.length > 0)
          throw validationError(missing.map((attribute) => ({ attribute, reason: formMessages.required })));
        const sealed = typeof secret === "string" ? deps.secrets.seal(secret) : secret;
        const outcome = await inTransaction(database, async (within) => {
          const stored = { ...draft, secret: sealed, configuredBy: access.uid };
          const saved = await writeSource(within, access.realm, organization.id, id, stored, expected);
          if (!saved) throw expected === undefined ? notFound() : staleVersion();
          const attributes = Object.keys(body);
          await auditSync(within, access, organization.uid, "sync.source_changed", { sync: id, attributes });
          return saved;
        });
        const source = await findSource(database, id);
        if (!source) throw notFound();
        return { status: outcome === "made" ? 201 : 200, body: { data: presentSync(source, null) } };
      },
    }),

    deleteSync: endpoint({
      contract: contracts.deleteSync,
      async authorise(input, caller) {
        const proof = await authoriseSync(deps, input, caller);
        const id = readUid(input.params.syncId);
        const source = await findSource(proof.database, id);
        const isOwn = source
          ? source.organizationId === proof.organization.id
          : await wasDeletedSourceOf(proof.database, proof.organization.uid, id);
        if (!isOwn) throw notFound();
        return { ...proof, source };
      },
      async handle(_, { database, access, organization, source }) {
        // A repeated call gets the first response.
        if (!source) return { status: 204, body: undefined };
        await inTransaction(database, async (within) => {
          await deleteSource(within, source.id);
          await auditSync(within, access, organization.uid, "sync.source_deleted", { sync: source.id });
        });
        return { status: 204, body: undefined };
      },
    }),

    checkSync: endpoint({
      contract: contracts.checkSync,
      async authorise(input, caller) {
        const proof = await authoriseSource(deps, input, caller);
        if (proof.source.address === null) throw conflict(formMessages.conflict);
        return proof;
      },
      handle: async (_, { source }) => ({ status: 200, body: await deps.checkSource(source) }),
    }),

    putSyncFile: endpoint({
      contract: contracts.putSyncFile,
      authorise: (input, caller) => authoriseSource(deps, input, caller),
      async handle({ body }, { database, source }) {
        if (source.address !== null) throw conflict(formMessages.conflict);
        await inTransaction(database, async (within) => {
          await clearSourceFile(within, source.id);
          const writer = writerOfParts((place, bytes) => writeSourceFilePart(within, source.id, place, bytes));
          await pipeline(Readable.fromWeb(body as NodeStream<Uint8Array>), limited(largestRoster), writer);
          if (writer.bytesStored === 0) throw validationError([{ attribute: "file", reason: "empty" }]);
        });
        return { status: 204, body: undefined };
      },
    }),
  };
}

/** Required fields that are missing to read the source. */
function missingIn(body: SyncBody, known: StoredSource | null): ("address" | "tokenAddress" | "secret")[] {
  if (body.address === null) return body.type === "oneroster" ? [] : ["address"];
  const isElsewhere = known?.address !== body.address || known?.tokenAddress !== body.tokenAddress;
  // A stored secret is reused only for the address that it was entered for.
  const isStored = Boolean(known?.secret) && body.secret === undefined && !isElsewhere;
  return [
    ...(body.clientId !== null && body.tokenAddress === null ? (["tokenAddress"] as const) : []),
    ...(!isStored && !body.secret ? (["secret"] as const) : []),
  ];
}
