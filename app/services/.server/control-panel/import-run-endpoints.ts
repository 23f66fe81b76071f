import { inTransaction } from "~/db/.server/transaction";
import { requireInPerson } from "~/services/.server/directory/own-rights";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { statesBefore } from "~/services/.server/import/import.machine";
import {
  findImport,
  findRunningImporter,
  moveImport,
  requestStop,
  type StoredImport,
} from "~/services/.server/import/import-store";
import { countImportRows } from "~/services/.server/import/row-store";
import { clearFailedUndos } from "~/services/.server/import/undo-store";
import { withLoginAddress } from "~/services/.server/jobs/sheet-address";
import { formMessages } from "~/services/contracts/form-messages";
import type { PasswordPolicy } from "~/services/contracts/import-entity";
import { type ImportContracts, importContracts } from "~/services/contracts/imports";
import { conflict, validationError } from "~/services/contracts/service-error";
import { authoriseWorkbook, type ImportEndpointDeps } from "./import-rights";
import { importBody, refuseDuringImport, wakeImport } from "./import-steps";

type Calls = Pick<ImportContracts, "startImport" | "cancelImport" | "undoImport">;

/** Endpoints that have an import written, stopped and undone. */
export function importRunEndpoints(deps: ImportEndpointDeps): Endpoints<Calls> {
  return {
    startImport: endpoint({
      contract: importContracts.startImport,
      async authorise(input, caller) {
        const proof = await authoriseWorkbook(deps, input, caller);
        // Credentials of others must not be issued while impersonating. docs/security.md, line 27.
        if (input.body.passwords !== "none") requireInPerson(proof.access, formMessages.insufficientPermission);
        return proof;
      },
      async handle({ body: { passwords, sheets } }, proof, { origin }) {
        const { database, access, stored } = proof;
        if (passwords === "generated" && !sheets)
          throw validationError([{ attribute: "sheets", reason: formMessages.required }]);
        if (stored.state === "ready" && stored.groupQuestions.some(({ choice }) => choice === null))
          throw validationError([{ attribute: "groups", reason: formMessages.undecidedClasses }]);
        await inTransaction(database, async (within) => {
          await refuseDuringImport(await findRunningImporter(within, stored.rootId, stored.id));
          const { isSecure, actorUid: actor, uid: startedBy } = access;
          const sheetWords = sheets ? { ...sheets, words: withLoginAddress(sheets.words, origin) } : null;
          const changes = { passwords, sheetWords, isSecure, actor, startedBy, error: null };
          const isMoved =
            !stored.isExpired && (await moveImport(within, stored.id, statesBefore("start"), "importing", changes));
          if (!isMoved) requireSameStart(await findImport(within, stored.realm, stored.id), passwords);
        });
        await wakeImport(deps, proof, stored.id);
        return { status: 200, body: await importBody(proof, stored.id) };
      },
    }),

    cancelImport: endpoint({
      contract: importContracts.cancelImport,
      authorise: (input, caller) => authoriseWorkbook(deps, input, caller),
      async handle(_, { database, stored }) {
        await moveImport(database, stored.id, statesBefore("discard"), "discarded");
        await requestStop(database, stored.id);
        return { status: 204, body: undefined };
      },
    }),

    undoImport: endpoint({
      contract: importContracts.undoImport,
      authorise: (input, caller) => authoriseWorkbook(deps, input, caller),
      async handle(_, proof) {
        const { database, access, stored } = proof;
        await inTransaction(database, async (within) => {
          await refuseDuringImport(await findRunningImporter(within, stored.rootId, stored.id));
          const { isSecure, actorUid: actor, uid: undoneBy } = access;
          const changes = { isSecure, actor, undoneBy, error: null };
          const { undo } = await countImportRows(within, stored.id);
          const isDone = stored.state === "undone" && undo.failed === 0;
          const isMoved =
            !stored.isExpired &&
            !isDone &&
            (await moveImport(within, stored.id, statesBefore("undo"), "undoing", changes));
          if (isMoved) await clearFailedUndos(within, stored.id);
          if (!isMoved && !["undoing", "undone"].includes(stored.state)) throw conflict(formMessages.conflict);
        });
        await wakeImport(deps, proof, stored.id);
        return { status: 200, body: await importBody(proof, stored.id) };
      },
    }),
  };
}

/** What a second start is told if it asks for other passwords than the one that counted. */
const startedWith: Record<PasswordPolicy, string> = {
  none: formMessages.startedWithoutPasswords,
  generated: formMessages.startedWithNewPasswords,
  file: formMessages.startedWithPasswordsOfFile,
};

/**
 * A repeated start has no effect; one with another choice, as from a second tab, is refused.
 * @throws ServiceError 409 that names the choice that counts
 */
function requireSameStart(started: StoredImport | null, passwords: PasswordPolicy): void {
  if (!started || !["importing", "imported"].includes(started.state)) throw conflict(formMessages.conflict);
  const reason = startedWith[started.passwords ?? "none"];
  if (started.passwords !== passwords) throw conflict(reason, [{ attribute: "passwords", reason }]);
}
