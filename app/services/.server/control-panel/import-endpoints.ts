import { sql } from "drizzle-orm";
import type { Database, Databases } from "~/db/.server/connect";
import { regionOf } from "~/realms/realm";
import { relationToOrganization } from "~/services/.server/directory/access";
import { authoriseCaller, authoriseOrganization, type CallerProof } from "~/services/.server/directory/authorisation";
import { mayOnOrganization } from "~/services/.server/directory/permissions";
import { type Caller, type Endpoints, endpoint } from "~/services/.server/endpoint";
import { correctionsOf } from "~/services/.server/import/corrections";
import { nextState } from "~/services/.server/import/import.machine";
import {
  findImport,
  holdImports,
  listImports,
  move,
  runningImport,
  type StoredImport,
} from "~/services/.server/import/imports-store";
import { chooseRows, listRows } from "~/services/.server/import/shown-rows";
import { askToCancel, type ImportAsked, insertJob, readFilePart } from "~/services/.server/jobs/job-store";
import type { JobQueue } from "~/services/.server/jobs/queue";
import { fillMessage, formMessages } from "~/services/contracts/form-messages";
import {
  type Import,
  type ImportContracts,
  importActions,
  importContracts,
  largestWorkbook,
  rowOutcomes,
  rowResults,
  undoResults,
} from "~/services/contracts/imports";
import { conflict, forbidden, notFound, ServiceError, validationError } from "~/services/contracts/service-error";

/** Imports of people: who may, which states allow what, and the work that is asked for. docs/product/control-panel.md#validation. */

export type ImportEndpointDeps = { databases: Databases; queue: Pick<JobQueue, "send"> };

type ImportProof = CallerProof & { found: StoredImport };

const partSize = 256 * 1024;

export function createImportEndpoints(deps: ImportEndpointDeps): Endpoints<ImportContracts> {
  /** @throws ServiceError 404 out of scope, 403 without the right to import there */
  async function authoriseImport({ params }: { params: { id: string } }, caller: Caller): Promise<ImportProof> {
    const proof = authoriseCaller(deps, caller);
    const found = await findImport(proof.database, proof.access.realm, params.id);
    const relation = found
      ? relationToOrganization(proof.access, { id: found.organizationId, above: found.organization.above })
      : "none";
    if (!found || relation === "none") throw notFound();
    if (!mayOnOrganization(relation, "ImportUsers")) throw forbidden(formMessages.insufficientPermission);
    return { ...proof, found };
  }

  const reply = async (proof: ImportProof) => {
    const again = await findImport(proof.database, proof.access.realm, proof.found.id);
    if (!again) throw notFound();
    return { status: 200 as const, body: { data: shownImport(proof, again) } };
  };

  /** Begins work on an import: its state moves and its job is stored together, unless somebody's import is at work there. */
  async function begin(
    { database, access, found }: ImportProof,
    step: ImportAsked["step"],
    event: "refresh" | "start" | "undo",
    caller: Caller,
    also = sql``,
  ): Promise<void> {
    // Whoever repeats the call finds it done.
    if (
      found.state === nextState("ready", event) ||
      (event === "undo" && (found.state === "undoing" || found.state === "undone"))
    )
      return;
    if (event === "start" && found.state === "imported") return;
    if (nextState(found.state, event) === null)
      throw conflict(formMessages.conflict, [{ attribute: "state", reason: formMessages.conflict }]);
    const job = await insertJob(database, {
      realm: access.realm,
      asked: { kind: "import", importId: found.id, step },
      startedBy: access.uid,
      actor: access.actorUid,
      isSecure: access.isSecure,
      origin: caller.origin,
    });
    await database.transaction(async (within) => {
      await holdImports(within, found.organizationId);
      const other = await runningImport(within, found.organizationId, found.id);
      if (other) throw runs(other.name);
      const isMoved = await move(within, found.id, event, sql`, job_id = ${job.id}, error = null ${also}`);
      if (!isMoved) throw conflict(formMessages.conflict, [{ attribute: "state", reason: formMessages.conflict }]);
    });
    await deps.queue.send(regionOf(access.realm), job.id);
  }

  return {
    createImport: endpoint({
      contract: importContracts.createImport,
      async authorise({ params, query }, caller) {
        const proof = await authoriseOrganization(authoriseCaller(deps, caller), params.id, "ImportUsers");
        if (!/\.xlsx$/i.test(query.fileName))
          throw validationError([{ attribute: "file", reason: formMessages.incorrectFormat }]);
        const other = await runningImport(proof.database, proof.organization.id, null);
        if (other) throw runs(other.name);
        return proof;
      },
      async handle({ query, body }, { database, access, organization }, caller) {
        const { rows } = await database.execute<{ id: string }>(sql`
          insert into imports.imports (realm, organization_id, file_name, started_by)
          values (${access.realm}, ${organization.id}, ${query.fileName}, ${access.uid}) returning id`);
        const id = String(rows[0]?.id);
        try {
          const size = await storeFile(database, id, body);
          const job = await insertJob(database, {
            realm: access.realm,
            asked: { kind: "import", importId: id, step: "read" },
            startedBy: access.uid,
            actor: access.actorUid,
            isSecure: access.isSecure,
            origin: caller.origin,
          });
          await database.transaction(async (within) => {
            await holdImports(within, organization.id);
            const other = await runningImport(within, organization.id, id);
            if (other) throw runs(other.name);
            await within.execute(
              sql`update imports.imports set file_size = ${size}, job_id = ${job.id} where id = ${id}`,
            );
          });
          await deps.queue.send(regionOf(access.realm), job.id);
        } catch (error) {
          // An upload that breaks off leaves nothing behind.
          await database.execute(sql`delete from imports.imports where id = ${id}`);
          throw error;
        }
        const found = await findImport(database, access.realm, id);
        if (!found) throw notFound();
        return { status: 201, body: { data: shownImport({ access }, found) } };
      },
    }),

    getImports: endpoint({
      contract: importContracts.getImports,
      authorise: ({ params }, caller) => authoriseOrganization(authoriseCaller(deps, caller), params.id, "ImportUsers"),
      async handle({ query }, proof) {
        const { imports, total } = await listImports(proof.database, proof.organization.id, query);
        const data = imports.map((found) => shownImport(proof, found));
        return { status: 200, body: { data, meta: { totalCount: total } } };
      },
    }),

    getImport: endpoint({
      contract: importContracts.getImport,
      authorise: authoriseImport,
      handle: async (_, proof) => ({ status: 200, body: { data: shownImport(proof, proof.found) } }),
    }),

    getImportRows: endpoint({
      contract: importContracts.getImportRows,
      authorise: authoriseImport,
      async handle({ query }, { database, access, found }) {
        const { rows, total } = await listRows(database, access, found.id, query);
        return { status: 200, body: { data: rows, meta: { totalCount: total } } };
      },
    }),

    refreshImport: endpoint({
      contract: importContracts.refreshImport,
      authorise: authoriseImport,
      async handle(_, proof, caller) {
        await begin(proof, "plan", "refresh", caller);
        return reply(proof);
      },
    }),

    putImportChoices: endpoint({
      contract: importContracts.putImportChoices,
      authorise: authoriseImport,
      async handle({ body }, proof) {
        if (proof.found.state !== "ready") throw conflict(formMessages.conflict);
        await chooseRows(proof.database, proof.access, proof.found, body);
        return reply(proof);
      },
    }),

    startImport: endpoint({
      contract: importContracts.startImport,
      async authorise(input, caller) {
        const proof = await authoriseImport(input, caller);
        const { passwords, sheets } = input.body;
        if (passwords !== "none" && proof.access.actorUid) throw forbidden(formMessages.insufficientPermission);
        if (passwords === "generated" && !sheets)
          throw validationError([{ attribute: "sheets", reason: formMessages.required }]);
        return proof;
      },
      async handle({ body }, proof, caller) {
        const sheets = body.sheets ? JSON.stringify(body.sheets) : null;
        const also = sql`, imported_by = ${proof.access.uid}, passwords = ${body.passwords}, sheet_words = ${sheets}::jsonb`;
        await begin(proof, "write", "start", caller, also);
        return reply(proof);
      },
    }),

    cancelImport: endpoint({
      contract: importContracts.cancelImport,
      authorise: authoriseImport,
      async handle(_, { database, found }) {
        if (found.jobId) await askToCancel(database, found.jobId);
        if (found.state !== "importing" && (await move(database, found.id, "cancel"))) {
          await database.execute(sql`delete from imports.rows where import_id = ${found.id}`);
          await database.execute(sql`delete from imports.file_parts where import_id = ${found.id}`);
        }
        return { status: 204, body: undefined };
      },
    }),

    getImportCorrections: endpoint({
      contract: importContracts.getImportCorrections,
      authorise: authoriseImport,
      async handle({ query }, { database, access, found }) {
        const content = await correctionsOf(database, access, found, query);
        const name = found.fileName.replace(/\.xlsx$/i, "-2.xlsx");
        const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
        return { status: 200, body: { data: { name, type, content: content.toString("base64") } } };
      },
    }),

    getImportSlips: endpoint({
      contract: importContracts.getImportSlips,
      async authorise(input, caller) {
        const proof = await authoriseImport(input, caller);
        const { found, access } = proof;
        // Whoever acts as somebody must not come by what signs others in. docs/security.md, line 27.
        if (access.actorUid !== null) throw forbidden(formMessages.insufficientPermission);
        if (found.importedBy !== access.uid || !found.job?.fileName || !found.jobId) throw notFound();
        return { ...proof, jobId: found.jobId, name: found.job.fileName, size: found.job.fileSize ?? 0 };
      },
      async handle({ query }, { database, jobId, name, size }) {
        const part = await readFilePart(database, jobId, query.part);
        if (!part) throw notFound();
        const content = part.bytes.toString("base64");
        return { status: 200, body: { data: { name, type: "application/pdf", size, content, isLast: part.isLast } } };
      },
    }),

    undoImport: endpoint({
      contract: importContracts.undoImport,
      authorise: authoriseImport,
      async handle(_, proof, caller) {
        if (proof.found.isExpired) throw conflict(formMessages.conflict);
        await begin(proof, "undo", "undo", caller);
        return reply(proof);
      },
    }),
  };
}

function runs(name: string): ServiceError {
  const reason = fillMessage("importRuns", { name });
  return conflict(reason, [{ attribute: "organization", reason }]);
}

/** Bytes in parts, as they arrive. @throws ServiceError 413 for a file that is too large */
async function storeFile(database: Database, id: string, file: ReadableStream<Uint8Array>): Promise<number> {
  let waiting: Uint8Array[] = [];
  let waitingSize = 0;
  let size = 0;
  let place = 0;
  const flush = async () => {
    if (waitingSize === 0) return;
    const bytes = Buffer.concat(waiting);
    [waiting, waitingSize] = [[], 0];
    await database.execute(
      sql`insert into imports.file_parts (import_id, place, bytes) values (${id}, ${place}, ${bytes})`,
    );
    place += 1;
  };
  for await (const chunk of file as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > largestWorkbook) throw new ServiceError(413, "too_large", "The file is too large");
    waiting.push(chunk);
    waitingSize += chunk.length;
    if (waitingSize >= partSize) await flush();
  }
  await flush();
  if (size === 0) throw validationError([{ attribute: "file", reason: formMessages.required }]);
  return size;
}

const counted = <Name extends string>(names: readonly Name[], counts: Record<string, number>) =>
  Object.fromEntries(names.map((name) => [name, counts[name] ?? 0])) as Record<Name, number>;

function shownImport({ access }: Pick<CallerProof, "access">, found: StoredImport): Import {
  const {
    id,
    state,
    organization,
    fileName,
    fileSize,
    startedBy,
    problem,
    sheets,
    columns,
    ignoredHeadings,
    undecided,
  } = found;
  const outcomes = counted(rowOutcomes, found.outcomes);
  const results = counted(rowResults, found.results);
  const slips =
    found.importedBy === access.uid && found.job?.fileName
      ? { name: found.job.fileName, size: found.job.fileSize ?? 0 }
      : null;
  const isActive: Record<(typeof importActions)[number], boolean> = {
    refresh: state === "ready",
    choose: state === "ready" && outcomes.likely > 0,
    start: state === "ready" && outcomes.new + outcomes.changed + outcomes.likely > 0,
    cancel: nextState(state, "cancel") !== null,
    corrections:
      !found.isExpired &&
      ["ready", "imported", "stopped"].includes(state) &&
      outcomes.wrong +
        outcomes.refused +
        outcomes.duplicate +
        undecided +
        results.failed +
        results.edited +
        results.refused >
        0,
    slips: slips !== null && access.actorUid === null,
    undo: !found.isExpired && nextState(state, "undo") !== null && results.created + results.changed > 0,
  };
  return {
    ...{
      id,
      state,
      organization: { id: organization.id, name: organization.name },
      fileName,
      fileSize,
      startedBy,
      problem,
    },
    progress: { done: found.job?.done ?? 0, total: found.job?.total ?? null },
    ...{ sheets, columns, ignoredHeadings, outcomes, results, undo: counted(undoResults, found.undo), undecided },
    ...{ newGroups: found.newGroups, hasPasswords: found.hasPasswords, needsSecureLogin: found.needsSecureLogin },
    ...{ passwords: found.passwords, slips, reasons: found.reasons, error: found.error },
    ...{
      createdAt: found.createdAt,
      importedAt: found.importedAt,
      undoneAt: found.undoneAt,
      expiresAt: found.expiresAt,
    },
    actions: importActions.map((action) => ({ id: action, active: isActive[action] })),
  };
}
