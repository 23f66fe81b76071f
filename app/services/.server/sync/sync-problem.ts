import type { SyncLogCode } from "~/services/contracts/sync";

/** An error that ends a run, other than errors of its source. */
export class SyncProblem extends Error {
  /** @param who name of the user whose import is running */
  constructor(
    readonly code: SyncLogCode,
    readonly who = "",
  ) {
    super(`The sync has ended: ${code}`);
    this.name = "SyncProblem";
  }
}
