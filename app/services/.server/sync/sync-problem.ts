import type { SyncLogCode } from "~/services/contracts/sync";

/** What keeps a run from its end, beside its source. */
export class SyncProblem extends Error {
  /** @param who whom it waits for, by name */
  constructor(
    readonly code: SyncLogCode,
    readonly who = "",
  ) {
    super(`The sync has ended: ${code}`);
    this.name = "SyncProblem";
  }
}
