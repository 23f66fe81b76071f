import type { Database } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import type { RowResult } from "~/services/contracts/import-states";
import type { ImportDeps } from "./import-deps";
import { moveImport, type StoredImport, unprinted } from "./import-store";
import { printSlips } from "./password-sheets";
import { clearSecrets, countApplied, countImportRows, endWaitingRows } from "./row-store";

/** Ends the writing of an import, whether it was finished, stopped by a user, or broken off by an error. */

export type RunEnd = {
  state: "imported" | "stopped";
  /** The error that ended the writing; null if none did. */
  error: string | null;
  /** The result of rows that were not reached; null if all were. */
  rest: { result: RowResult; reason: string } | null;
};

/**
 * Hands out the generated passwords of the people written so far, and gives each remaining row a result.
 * @param access for the audit log; null if the starter has lost access: their writes are in the log by person
 */
export async function endRun(
  deps: ImportDeps,
  database: Database,
  stored: StoredImport,
  access: Access | null,
  { state, error, rest }: RunEnd,
): Promise<void> {
  const isPrinted = await printSlips(deps, database, stored);
  await inTransaction(database, async (within) => {
    const changes = { error: isPrinted ? error : unprinted };
    if (!(await moveImport(within, stored.id, ["importing"], state, changes))) return;
    if (rest) await endWaitingRows(within, stored.id, rest);
    const counts = await countImportRows(within, stored.id);
    if (stored.syncJob) await deps.syncEnded?.(within, { importId: stored.id, jobId: stored.syncJob, state });
    if (isPrinted) await clearSecrets(within, stored.id);
    // A nightly run without changes is not logged.
    if (!access || (stored.syncJob && countApplied(counts) === 0)) return;
    const { created, deactivated } = counts.results;
    await writeAudit(within, access, [
      {
        action: "people.imported",
        subjectType: "organization",
        subjectUid: stored.organizationUid,
        organizationUid: stored.organizationUid,
        details: {
          created,
          changed: countApplied(counts) - created - deactivated,
          ...(deactivated > 0 ? { deactivated } : {}),
          import: stored.id,
        },
      },
    ]);
  });
  deps.changed(stored.startedBy);
}
