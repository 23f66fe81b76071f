import type { Region } from "~/realms/realm";
import { accessOfStarter } from "~/services/.server/jobs/job-access";
import { ServiceError } from "~/services/contracts/service-error";
import type { ImportDeps } from "./import-deps";
import { changeImport, claimImport, moveImport, type StoredImport } from "./import-store";
import { previewImport } from "./preview";
import { ConcurrentImportError } from "./row-store";
import { runImport } from "./run-import";
import { undoImport } from "./undo-import";

/** Continues one import from its current state; releases the claim if the process is stopping. */
export async function continueImport(
  deps: ImportDeps,
  region: Region,
  id: string,
  isStopping: () => boolean,
): Promise<void> {
  const database = deps.databases[region];
  const stored = await claimImport(database, id);
  if (!stored) return;
  const startedBy = stored.state === "undoing" ? (stored.undoneBy ?? stored.startedBy) : stored.startedBy;
  const accessNow = () => accessOfStarter(deps, { ...stored, startedBy }, `import ${id}`);
  try {
    const isDone =
      stored.state === "reading"
        ? await previewImport(deps, database, stored, await accessNow(), isStopping)
        : await (stored.state === "undoing" ? undoImport : runImport)(deps, database, stored, accessNow, isStopping);
    if (!isDone) await moveImport(database, id, [stored.state], stored.state);
  } catch (error) {
    // The process that holds the import now continues it.
    if (error instanceof ConcurrentImportError) return;
    const isExpected = error instanceof ServiceError && error.status < 500;
    if (!isExpected) deps.report(error);
    await endBroken(deps, region, stored, isExpected ? error.code : "internal_error");
  }
}

/** Ends an import after an error. Rows already imported stay, and can be undone. */
async function endBroken(deps: ImportDeps, region: Region, { id, state }: StoredImport, error: string): Promise<void> {
  const database = deps.databases[region];
  await changeImport(database, id, { error });
  if (state === "reading")
    await moveImport(database, id, ["reading"], "unreadable", { problem: "internal_error", error });
  else await moveImport(database, id, [state], "stopped", { error });
}
