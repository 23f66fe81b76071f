import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { sql } from "drizzle-orm";
import { inTransaction } from "~/db/.server/transaction";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { statesBefore } from "~/services/.server/import/import.machine";
import {
  changeImport,
  findRunningImporter,
  insertImport,
  moveImport,
  type StoredImport,
  writeGroupChoices,
} from "~/services/.server/import/import-store";
import { writeChoices } from "~/services/.server/import/row-store";
import { limited, partsWriter } from "~/services/.server/import/stored-file";
import { formMessages } from "~/services/contracts/form-messages";
import { largestWorkbook, type SheetChoice } from "~/services/contracts/import-sheets";
import { type ImportContracts, importContracts } from "~/services/contracts/imports";
import { conflict, validationError } from "~/services/contracts/service-error";
import { authoriseImport, authoriseImports, authoriseWorkbook, type ImportEndpointDeps } from "./import-rights";
import { importBody, refuseDuringImport, wakeImport } from "./import-steps";

type Calls = Pick<ImportContracts, "createImport" | "refreshImport" | "putImportChoices">;

/** Endpoints before anything is written: upload a workbook, read it again, choose what to do with rows. */
export function importPreparationEndpoints(deps: ImportEndpointDeps): Endpoints<Calls> {
  return {
    createImport: endpoint({
      contract: importContracts.createImport,
      authorise: (input, caller) => authoriseImports(deps, input, caller),
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
        await wakeImport(deps, proof, id);
        const headers = { location: `/services/control-panel/v1/imports/${id}` };
        return { status: 201, body: await importBody(proof, id), headers };
      },
    }),

    refreshImport: endpoint({
      contract: importContracts.refreshImport,
      authorise: (input, caller) => authoriseWorkbook(deps, input, caller),
      async handle({ body }, proof) {
        const { database, access, stored } = proof;
        const { isSecure, actorUid: actor, uid: startedBy } = access;
        const sheetChoices = body?.sheets;
        // While the file is read its sheets are unknown, and a choice would be lost.
        if (sheetChoices && stored.state === "reading") throw conflict(formMessages.conflict);
        requireNotStarted(stored);
        if (sheetChoices) requireSheets(stored, sheetChoices);
        // An invalid file stays invalid, so reading it again would be pointless.
        const isHopeless = stored.state === "unreadable" && stored.problem !== "internal_error";
        const changes = {
          ...{ isSecure, actor, startedBy, problem: null, error: null },
          ...(sheetChoices ? { sheetChoices } : {}),
        };
        const isMoved =
          !isHopeless && (await moveImport(database, stored.id, statesBefore("refresh"), "reading", changes));
        if (!isMoved && (sheetChoices || stored.state !== "reading")) throw conflict(formMessages.conflict);
        await wakeImport(deps, proof, stored.id);
        return { status: 200, body: await importBody(proof, stored.id) };
      },
    }),

    putImportChoices: endpoint({
      contract: importContracts.putImportChoices,
      authorise: (input, caller) => authoriseImport(deps, input, caller),
      async handle({ body: { choices, rest, groups, restGroups } }, proof) {
        const { database, stored } = proof;
        requireNotStarted(stored);
        if (stored.state !== "ready" || stored.isExpired) throw conflict(formMessages.conflict);
        const isReadAgain = await inTransaction(database, async (within) => {
          const updated = await writeChoices(within, stored.id, choices, rest);
          if (updated < choices.length) throw validationError([{ attribute: "choices", reason: formMessages.gone }]);
          if (groups.length === 0 && !restGroups) return false;
          const outcome = await writeGroupChoices(within, stored.id, groups, restGroups);
          if (outcome === "unknown") throw validationError([{ attribute: "groups", reason: formMessages.gone }]);
          return outcome === "otherGroups" && moveImport(within, stored.id, ["ready"], "reading");
        });
        // The rows of a chosen group show what becomes of them.
        if (isReadAgain) await wakeImport(deps, proof, stored.id);
        return { status: 200, body: await importBody(proof, stored.id) };
      },
    }),
  };
}

/** Only sheets with headings can be read. @throws ServiceError 400 */
function requireSheets({ workbookSheets }: StoredImport, choices: readonly SheetChoice[]): void {
  const isThere = ({ name }: SheetChoice) => workbookSheets.some((sheet) => sheet.hasHeadings && sheet.name === name);
  if (!choices.every(isThere)) throw validationError([{ attribute: "sheets", reason: formMessages.gone }]);
}

/** Choices made in another tab count no longer once the import has started. @throws ServiceError 409 */
function requireNotStarted({ state }: StoredImport): void {
  if (!["importing", "imported", "stopped", "undoing", "undone"].includes(state)) return;
  const reason = formMessages.alreadyStarted;
  throw conflict(reason, [{ attribute: "choices", reason }]);
}
