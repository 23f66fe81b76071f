import type { Database } from "~/db/.server/connect";
import type { Region } from "~/realms/realm";
import type { Access } from "~/services/.server/directory/access";
import { claimRow, type HeldClaim, holdClaim } from "~/services/.server/jobs/claims";
import { accessOfStarter } from "~/services/.server/jobs/job-access";
import { formMessages } from "~/services/contracts/form-messages";
import { ServiceError } from "~/services/contracts/service-error";
import { endRun } from "./end-run";
import type { ImportDeps } from "./import-deps";
import { changeImport, importWork, moveImport, readImport, type StoredImport } from "./import-store";
import { printAgain } from "./password-sheets";
import { previewImport } from "./preview";
import { ConcurrentImportError } from "./row-store";
import { runImport } from "./run-import";
import { undoImport } from "./undo-import";

/** Continues one import from its current state; gives it back if the process is stopping. */
export async function continueImport(
  deps: ImportDeps,
  region: Region,
  id: string,
  isStopping: () => boolean,
): Promise<void> {
  const database = deps.databases[region];
  const claim = await claimRow(database, importWork, id);
  const stored = claim && (await readImport(database, id));
  if (!stored) return;
  const startedBy = stored.state === "undoing" ? (stored.undoneBy ?? stored.startedBy) : stored.startedBy;
  const accessNow = () => accessOfStarter(deps, { ...stored, startedBy }, `import ${id}`);
  await holdClaim({
    ...{ database, table: importWork, claim, isStopping, report: deps.report },
    work: ({ mustStop }) => workOn(deps, database, stored, accessNow, mustStop),
    async failed(error) {
      const isExpected = error instanceof ServiceError && error.status < 500;
      if (!isExpected) deps.report(error);
      await endBroken(deps, region, stored, isExpected ? error : null, accessNow);
    },
  });
}

/** @returns whether it is finished */
async function workOn(
  deps: ImportDeps,
  database: Database,
  stored: StoredImport,
  accessNow: () => Promise<Access>,
  mustStop: HeldClaim["mustStop"],
): Promise<boolean> {
  const { state } = stored;
  if (state === "reading") return previewImport(deps, database, stored, await accessNow(), mustStop);
  if (state === "imported" || state === "stopped") await printAgain(deps, database, stored);
  if (state !== "importing" && state !== "undoing") return true;
  try {
    return await (state === "undoing" ? undoImport : runImport)(deps, database, stored, accessNow, mustStop);
  } catch (error) {
    // The process that holds the import now continues it.
    if (error instanceof ConcurrentImportError) return true;
    throw error;
  }
}

/**
 * Ends an import after an error. Rows already imported stay, and can be undone.
 * @param refusal the error, if it means that the starter has lost the right; else null
 */
async function endBroken(
  deps: ImportDeps,
  region: Region,
  stored: StoredImport,
  refusal: ServiceError | null,
  accessNow: () => Promise<Access>,
): Promise<void> {
  const database = deps.databases[region];
  const { id, state } = stored;
  const error = refusal?.code ?? "internal_error";
  if (state === "importing") {
    const access = await accessNow().catch(() => null);
    const rest = refusal
      ? { result: "refused" as const, reason: formMessages.insufficientPermission }
      : { result: "failed" as const, reason: formMessages.stoppedBefore };
    return endRun(deps, database, stored, access, { state: "stopped", error, rest });
  }
  await changeImport(database, id, { error });
  if (state === "reading")
    await moveImport(database, id, ["reading"], "unreadable", { problem: "internal_error", error });
  else await moveImport(database, id, [state], "stopped", { error });
}
