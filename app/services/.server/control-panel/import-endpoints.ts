import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { sql } from "drizzle-orm";
import type { Database, Databases } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { regionOf } from "~/realms/realm";
import type { SecretBox } from "~/security/secret-box.server";
import {
  authoriseEmployee,
  authoriseOrganization,
  type CallerProof,
  type OrganizationProof,
  readUid,
} from "~/services/.server/directory/authorisation";
import { requireInPerson } from "~/services/.server/directory/own-rights";
import { findPeople } from "~/services/.server/directory/people/people-store";
import { type Caller, type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { writeCorrections } from "~/services/.server/import/corrections";
import { statesBefore } from "~/services/.server/import/import.machine";
import {
  askToStop,
  changeImport,
  findImport,
  findRunningImporter,
  insertImport,
  listImports,
  moveImport,
  type StoredImport,
} from "~/services/.server/import/import-store";
import { type PeopleOfRows, presentImport, presentImports, presentRow } from "~/services/.server/import/present-import";
import { countRows, listRows, writeChoices } from "~/services/.server/import/row-store";
import { limited, partsWriter, storedPart } from "~/services/.server/import/stored-file";
import { clearFailedUndos } from "~/services/.server/import/undo-store";
import { fileTypes } from "~/services/.server/jobs/people-export";
import type { JobQueue } from "~/services/.server/jobs/queue";
import { safeFileName } from "~/services/.server/jobs/rules";
import { fillMessage, formMessages } from "~/services/contracts/form-messages";
import { type ImportContracts, importContracts, largestWorkbook } from "~/services/contracts/imports";
import { conflict, notFound, validationError } from "~/services/contracts/service-error";

/** Endpoints for imports of people, for administrators of the organisation or an ancestor. docs/product/choices.md#default-permissions. */

export type ImportEndpointDeps = { databases: Databases; queue: Pick<JobQueue, "send">; secrets: SecretBox };

type ImportProof = OrganizationProof & { stored: StoredImport };

export function createImportEndpoints(deps: ImportEndpointDeps): Endpoints<ImportContracts> {
  const ofOrganization = ({ params }: { params: { id: string } }, caller: Caller): Promise<OrganizationProof> =>
    authoriseOrganization(authoriseEmployee(deps, caller), params.id, "ImportUsers");

  async function ofImport({ params }: { params: { id: string } }, caller: Caller): Promise<ImportProof> {
    const proof = authoriseEmployee(deps, caller);
    const stored = await findImport(proof.database, proof.access.realm, readUid(params.id));
    if (!stored) throw notFound();
    return { ...(await authoriseOrganization(proof, stored.organizationUid, "ImportUsers")), stored };
  }

  /** Runs of a sync can only be released, cancelled and undone by the sync's own calls. */
  async function ofWorkbook(input: { params: { id: string } }, caller: Caller): Promise<ImportProof> {
    const proof = await ofImport(input, caller);
    if (proof.stored.syncJob !== null) throw conflict(formMessages.conflict);
    return proof;
  }

  const wake = ({ access }: CallerProof, id: string) => deps.queue.send(regionOf(access.realm), id, "import");

  async function present({ database, access }: CallerProof, id: string) {
    const stored = await findImport(database, access.realm, id);
    if (!stored) throw notFound();
    return { data: await presentImport(database, stored, access) };
  }

  return {
    createImport: endpoint({
      contract: importContracts.createImport,
      authorise: ofOrganization,
      async handle({ query, body }, proof) {
        const { database, access, organization } = proof;
        // In a transaction of its own: an upload can take minutes and must not hold the tree's lock.
        await inTransaction(database, async (within) => {
          const { rows } = await within.execute<{ root: number }>(
            sql`select directory.root_of(${organization.id}) as root`,
          );
          await refuseDuringImport(await findRunningImporter(within, rows[0]?.root ?? organization.id, null));
        });
        const id = await inTransaction(database, async (within) => {
          const { realm, uid: startedBy, actorUid: actor, isSecure } = access;
          const draft = {
            realm,
            organizationId: organization.id,
            fileName: query.fileName,
            startedBy,
            actor,
            isSecure,
          };
          const made = await insertImport(within, draft);
          const writer = partsWriter(within, deps.secrets, made, "file");
          await pipeline(Readable.fromWeb(body as NodeStream<Uint8Array>), limited(largestWorkbook), writer);
          if (writer.bytesStored === 0) throw validationError([{ attribute: "file", reason: "empty" }]);
          await changeImport(within, made, { fileSize: writer.bytesStored });
          return made;
        });
        await wake(proof, id);
        const headers = { location: `/services/control-panel/v1/imports/${id}` };
        return { status: 201, body: await present(proof, id), headers };
      },
    }),

    getImports: endpoint({
      contract: importContracts.getImports,
      authorise: ofOrganization,
      async handle({ query }, { database, access, organization }) {
        const { imports, total } = await listImports(database, organization.id, query);
        const data = await presentImports(database, imports, access);
        return { status: 200, body: { data, meta: { totalCount: total } } };
      },
    }),

    getImport: endpoint({
      contract: importContracts.getImport,
      authorise: ofImport,
      async handle(_, { database, access, stored }) {
        return { status: 200, body: { data: await presentImport(database, stored, access) } };
      },
    }),

    getImportRows: endpoint({
      contract: importContracts.getImportRows,
      authorise: ofImport,
      async handle({ query }, { database, access, stored }) {
        const { outcome, result, undo, undecided, ...paging } = query;
        const filter = {
          ...(outcome ? { outcome } : {}),
          ...(result ? { result } : {}),
          ...(undo ? { undo } : {}),
          undecided: undecided === "true",
        };
        const { rows, total } = await listRows(database, stored.id, filter, paging);
        const people = await peopleOf(
          database,
          access.userId,
          rows.flatMap(({ personId }) => personId ?? []),
        );
        return { status: 200, body: { data: rows.map((row) => presentRow(row, people)), meta: { totalCount: total } } };
      },
    }),

    refreshImport: endpoint({
      contract: importContracts.refreshImport,
      authorise: ofWorkbook,
      async handle(_, proof) {
        const { database, access, stored } = proof;
        const { isSecure, actorUid: actor, uid: startedBy } = access;
        // An invalid file stays invalid, so reading it again would be pointless.
        const isHopeless = stored.state === "unreadable" && stored.problem !== "internal_error";
        const changes = { isSecure, actor, startedBy, problem: null, error: null };
        const isMoved =
          !isHopeless && (await moveImport(database, stored.id, statesBefore("refresh"), "reading", changes));
        if (!isMoved && stored.state !== "reading") throw conflict(formMessages.conflict);
        await wake(proof, stored.id);
        return { status: 200, body: await present(proof, stored.id) };
      },
    }),

    putImportChoices: endpoint({
      contract: importContracts.putImportChoices,
      authorise: ofImport,
      async handle({ body: { choices, rest } }, proof) {
        const { database, stored } = proof;
        if (stored.state !== "ready" || stored.isExpired) throw conflict(formMessages.conflict);
        await inTransaction(database, async (within) => {
          const updated = await writeChoices(within, stored.id, choices, rest);
          if (updated < choices.length) throw validationError([{ attribute: "choices", reason: formMessages.gone }]);
        });
        return { status: 200, body: await present(proof, stored.id) };
      },
    }),

    startImport: endpoint({
      contract: importContracts.startImport,
      async authorise(input, caller) {
        const proof = await ofWorkbook(input, caller);
        // Credentials of others must not be issued while impersonating. docs/security.md, line 27.
        if (input.body.passwords !== "none") requireInPerson(proof.access, formMessages.insufficientPermission);
        return proof;
      },
      async handle({ body: { passwords, sheets } }, proof) {
        const { database, access, stored } = proof;
        if (passwords === "generated" && !sheets)
          throw validationError([{ attribute: "sheets", reason: formMessages.required }]);
        await inTransaction(database, async (within) => {
          await refuseDuringImport(await findRunningImporter(within, stored.rootId, stored.id));
          const { isSecure, actorUid: actor, uid: startedBy } = access;
          const changes = { passwords, sheetWords: sheets ?? null, isSecure, actor, startedBy, error: null };
          const isMoved =
            !stored.isExpired && (await moveImport(within, stored.id, statesBefore("start"), "importing", changes));
          if (!isMoved && !["importing", "imported"].includes(stored.state)) throw conflict(formMessages.conflict);
        });
        await wake(proof, stored.id);
        return { status: 200, body: await present(proof, stored.id) };
      },
    }),

    cancelImport: endpoint({
      contract: importContracts.cancelImport,
      authorise: ofWorkbook,
      async handle(_, { database, stored }) {
        await moveImport(database, stored.id, statesBefore("discard"), "discarded");
        await askToStop(database, stored.id);
        return { status: 204, body: undefined };
      },
    }),

    getImportCorrections: endpoint({
      contract: importContracts.getImportCorrections,
      authorise: ofImport,
      async handle({ query }, { database, stored }) {
        if (stored.isExpired) throw notFound();
        const { name, content } = await writeCorrections(database, stored, query.language, query.words);
        const data = {
          name: `${query.name ? safeFileName(query.name) : name}.xlsx`,
          type: fileTypes.xlsx,
          content: content.toString("base64"),
        };
        return { status: 200, body: { data } };
      },
    }),

    getImportSlips: endpoint({
      contract: importContracts.getImportSlips,
      async authorise(input, caller) {
        const proof = await ofImport(input, caller);
        const { access, stored } = proof;
        if (stored.startedBy !== access.uid || stored.slipsName === null || stored.isExpired) throw notFound();
        requireInPerson(access, formMessages.insufficientPermission);
        return { ...proof, fileName: stored.slipsName };
      },
      async handle({ query }, { database, stored, fileName }) {
        const part = await storedPart(database, deps.secrets, stored.id, "slips", query.part);
        if (!part) throw notFound();
        const content = part.bytes.toString("base64");
        const file = { name: fileName, type: "application/pdf", size: stored.slipsSize ?? 0 };
        return { status: 200, body: { data: { ...file, content, isLast: part.isLast } } };
      },
    }),

    undoImport: endpoint({
      contract: importContracts.undoImport,
      authorise: ofWorkbook,
      async handle(_, proof) {
        const { database, access, stored } = proof;
        await inTransaction(database, async (within) => {
          await refuseDuringImport(await findRunningImporter(within, stored.rootId, stored.id));
          const { isSecure, actorUid: actor, uid: undoneBy } = access;
          const changes = { isSecure, actor, undoneBy, error: null };
          const { undo } = await countRows(within, stored.id);
          const isDone = stored.state === "undone" && undo.failed === 0;
          const isMoved =
            !stored.isExpired &&
            !isDone &&
            (await moveImport(within, stored.id, statesBefore("undo"), "undoing", changes));
          if (isMoved) await clearFailedUndos(within, stored.id);
          if (!isMoved && !["undoing", "undone"].includes(stored.state)) throw conflict(formMessages.conflict);
        });
        await wake(proof, stored.id);
        return { status: 200, body: await present(proof, stored.id) };
      },
    }),
  };
}

/** Allows one import per organisation tree at a time. @throws ServiceError 409 with the importing user's name */
async function refuseDuringImport(name: string | null): Promise<void> {
  if (name === null) return;
  const reason = fillMessage("importRuns", { name });
  throw conflict(reason, [{ attribute: "file", reason }]);
}

async function peopleOf(database: Database, callerId: number, ids: number[]): Promise<PeopleOfRows> {
  const people = await findPeople(database, [...new Set(ids)], callerId);
  return new Map(people.map(({ uid, type, name, username }) => [uid, { id: uid, type, name, username }]));
}
