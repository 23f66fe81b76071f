import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";
import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { regionOf } from "~/realms/realm";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import {
  authoriseEmployee,
  authoriseOrganization,
  type OrganizationProof,
  readUid,
} from "~/services/.server/directory/authorisation";
import { type Caller, type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { versionOf } from "~/services/.server/dispatch/entity-tag";
import { findWriter, moveImport, readImport } from "~/services/.server/import/import-store";
import { limited, writerOfParts } from "~/services/.server/import/stored-file";
import type { AuditAction } from "~/services/contracts/audit-actions";
import { fillMessage, formMessages } from "~/services/contracts/form-messages";
import { conflict, notFound, staleVersion, validationError } from "~/services/contracts/service-error";
import {
  syncContracts as contracts,
  largestRoster,
  type SyncBody,
  type SyncContracts,
  syncFields,
} from "~/services/contracts/sync";
import { findJob, lastJobs, listJobs, listLogs, log, moveJob, type StoredJob, startJob } from "./job-store";
import { presentJobs, presentSync } from "./present-sync";
import { releaseJob } from "./run-sync";
import type { SyncDeps } from "./sync-deps";
import {
  clearFile,
  deleteSource,
  findSource,
  listSources,
  readSettings,
  type StoredSource,
  wasDeletedSourceOf,
  writeFilePart,
  writeSettings,
  writeSource,
} from "./sync-store";

/** Endpoints of roster sync, for administrators of the organisation and above. docs/product/choices.md#default-permissions. */

type OrganizationInput = { params: { orgId: string } };
type SourceProof = OrganizationProof & { source: StoredSource };
type JobProof = OrganizationProof & { job: StoredJob };

export function createSyncEndpoints(
  deps: Pick<SyncDeps, "databases" | "secrets" | "wake" | "checkSource">,
): Endpoints<SyncContracts> {
  const ofOrganization = ({ params }: OrganizationInput, caller: Caller): Promise<OrganizationProof> =>
    authoriseOrganization(authoriseEmployee(deps, caller), params.orgId, "SyncUsers");

  async function ofSource(input: { params: { orgId: string; syncId: string } }, caller: Caller): Promise<SourceProof> {
    const proof = await ofOrganization(input, caller);
    const source = await findSource(proof.database, readUid(input.params.syncId));
    if (source?.organizationId !== proof.organization.id) throw notFound();
    return { ...proof, source };
  }

  async function ofJob({ params }: { params: { jobId: string } }, caller: Caller): Promise<JobProof> {
    const proof = authoriseEmployee(deps, caller);
    const job = await findJob(proof.database, readUid(params.jobId));
    if (job?.realm !== proof.access.realm) throw notFound();
    return { ...(await authoriseOrganization(proof, job.organizationUid, "SyncUsers")), job };
  }

  async function present(database: Database, id: string) {
    const job = await findJob(database, id);
    const [data] = await presentJobs(database, job ? [job] : []);
    if (!data) throw notFound();
    return { status: 200 as const, body: { data } };
  }

  const starterOf = ({ uid, actorUid, isSecure }: Access) => ({ startedBy: uid, actor: actorUid, isSecure });

  return {
    getSyncSettings: endpoint({
      contract: contracts.getSyncSettings,
      authorise: ofOrganization,
      async handle(_, { database, organization }) {
        return { status: 200, body: await readSettings(database, organization.id) };
      },
    }),

    putSyncConfig: endpoint({
      contract: contracts.putSyncConfig,
      authorise: ofOrganization,
      async handle({ headers, body: { config } }, proof) {
        return { status: 200, body: await changeSettings(proof, config, expectedIn(headers)) };
      },
    }),

    putSyncSetting: endpoint({
      contract: contracts.putSyncSetting,
      authorise: ofOrganization,
      async handle({ params: { field }, headers, body }, proof) {
        if (!syncFields.some((name) => name === field)) throw notFound();
        const others = Object.keys(body).filter((name) => name !== field);
        const isMissing = !(field in body);
        if (isMissing || others.length > 0) {
          throw validationError([
            ...(isMissing ? [{ attribute: field, reason: formMessages.required }] : []),
            ...others.map((attribute) => ({ attribute, reason: formMessages.incorrectFormat })),
          ]);
        }
        return { status: 200, body: await changeSettings(proof, body, expectedIn(headers)) };
      },
    }),

    getSyncs: endpoint({
      contract: contracts.getSyncs,
      authorise: ofOrganization,
      async handle(_, { database, organization }) {
        const sources = await listSources(database, organization.id);
        const jobs = await presentJobs(database, await lastJobs(database, organization.id));
        const data = sources.map((source) =>
          presentSync(source, jobs.find(({ syncId }) => syncId === source.id) ?? null),
        );
        return { status: 200, body: { data } };
      },
    }),

    putSync: endpoint({
      contract: contracts.putSync,
      async authorise(input, caller) {
        const proof = await ofOrganization(input, caller);
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
          await audit(within, access, organization.uid, "sync.source_changed", { sync: id, attributes });
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
        const proof = await ofOrganization(input, caller);
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
          await audit(within, access, organization.uid, "sync.source_deleted", { sync: source.id });
        });
        return { status: 204, body: undefined };
      },
    }),

    checkSync: endpoint({
      contract: contracts.checkSync,
      async authorise(input, caller) {
        const proof = await ofSource(input, caller);
        if (proof.source.address === null) throw conflict(formMessages.conflict);
        return proof;
      },
      handle: async (_, { source }) => ({ status: 200, body: await deps.checkSource(source) }),
    }),

    putSyncFile: endpoint({
      contract: contracts.putSyncFile,
      authorise: ofSource,
      async handle({ body }, { database, source }) {
        if (source.address !== null) throw conflict(formMessages.conflict);
        await inTransaction(database, async (within) => {
          await clearFile(within, source.id);
          const writer = writerOfParts((place, bytes) => writeFilePart(within, source.id, place, bytes));
          await pipeline(Readable.fromWeb(body as NodeStream<Uint8Array>), limited(largestRoster), writer);
          if (writer.bytesStored === 0) throw validationError([{ attribute: "file", reason: "empty" }]);
        });
        return { status: 204, body: undefined };
      },
    }),

    triggerSync: endpoint({
      contract: contracts.triggerSync,
      authorise: ofSource,
      async handle(_, { database, access, organization, source }) {
        const { dryRun: isDryRun } = await readSettings(database, organization.id);
        const { realm } = access;
        const { id } = await inTransaction(database, async (within) => {
          const of = { realm, organizationId: organization.id, syncId: source.id, isBySchedule: false, isDryRun };
          const started = await startJob(within, { ...of, ...starterOf(access) });
          if (started.isNew) {
            const details = { sync: source.id, job: started.id };
            await audit(within, access, organization.uid, "sync.started", details);
          }
          return started;
        });
        await deps.wake(regionOf(realm), id, "sync");
        return { status: 200, body: { jobId: id } };
      },
    }),

    getSyncJobs: endpoint({
      contract: contracts.getSyncJobs,
      authorise: ofSource,
      async handle({ query }, { database, source }) {
        const { jobs, total } = await listJobs(database, source.id, query);
        return { status: 200, body: { data: await presentJobs(database, jobs), meta: { totalCount: total } } };
      },
    }),

    getSyncJob: endpoint({
      contract: contracts.getSyncJob,
      authorise: ofJob,
      handle: (_, { database, job }) => present(database, job.id),
    }),

    getSyncLogs: endpoint({
      contract: contracts.getSyncLogs,
      authorise: ofJob,
      async handle(_, { database, job }) {
        return { status: 200, body: { data: await listLogs(database, job.id) } };
      },
    }),

    releaseSyncJob: endpoint({
      contract: contracts.releaseSyncJob,
      authorise: ofJob,
      async handle(_, { database, access, organization, job }) {
        const outcome = await releaseJob(deps, database, job, {
          ...starterOf(access),
          audit: (within) => audit(within, access, organization.uid, "sync.released", { job: job.id }),
        });
        if (typeof outcome === "object") throw conflict(fillMessage("importRuns", { name: outcome.busy }));
        // A repeated call changes nothing.
        if (outcome === "elsewhere" && job.state !== "released") throw conflict(formMessages.conflict);
        return present(database, job.id);
      },
    }),

    refuseSyncJob: endpoint({
      contract: contracts.refuseSyncJob,
      authorise: ofJob,
      async handle(_, { database, access, organization, job }) {
        const isMoved = await inTransaction(database, async (within) => {
          if (!(await moveJob(within, job.id, "refuse"))) return false;
          if (job.importId) await moveImport(within, job.importId, ["ready"], "discarded");
          await log(within, job.id, "info", "refused");
          await audit(within, access, organization.uid, "sync.refused", { job: job.id });
          return true;
        });
        if (!isMoved && job.state !== "refused") throw conflict(formMessages.conflict);
        return present(database, job.id);
      },
    }),

    undoSyncJob: endpoint({
      contract: contracts.undoSyncJob,
      authorise: ofJob,
      async handle(_, { database, access, job }) {
        const { importId } = job;
        if (importId === null) throw conflict(formMessages.conflict);
        await inTransaction(database, async (within) => {
          const stored = await readImport(within, importId);
          if (!stored) throw conflict(formMessages.conflict);
          const writer = await findWriter(within, stored.rootId, importId);
          if (writer !== null) throw conflict(fillMessage("importRuns", { name: writer }));
          const changes = { ...starterOf(access), error: null };
          const isMoved =
            !stored.isExpired && (await moveImport(within, importId, ["imported", "stopped"], "undoing", changes));
          if (!isMoved && !["undoing", "undone"].includes(stored.state)) throw conflict(formMessages.conflict);
        });
        await deps.wake(regionOf(access.realm), importId, "import");
        return present(database, job.id);
      },
    }),
  };

  async function changeSettings(
    { database, access, organization }: OrganizationProof,
    settings: Parameters<typeof writeSettings>[3],
    expected: number | undefined,
  ) {
    return inTransaction(database, async (within) => {
      const saved = await writeSettings(within, access.realm, organization.id, settings, expected);
      if (!saved) throw staleVersion();
      const attributes = Object.keys(settings);
      await audit(within, access, organization.uid, "sync.settings_changed", { attributes });
      return saved;
    });
  }
}

/** The revision that the client has read; undefined to overwrite any. */
function expectedIn(headers: { "if-match"?: string | undefined }): number | undefined {
  return headers["if-match"] === undefined ? undefined : versionOf(headers["if-match"]);
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

async function audit(
  within: Transaction,
  access: Access,
  organizationUid: string,
  action: AuditAction,
  details: Record<string, unknown>,
): Promise<void> {
  const subject = { subjectType: "organization", subjectUid: organizationUid } as const;
  await writeAudit(within, access, [{ action, ...subject, organizationUid, details }]);
}
