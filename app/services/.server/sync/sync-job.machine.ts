import type { ImportState } from "~/services/contracts/import-states";
import type { SyncJobAction, SyncJobState } from "~/services/contracts/sync";

/**
 * States of a sync job and their transitions. After the release the state of its import determines the job's state. Pure.
 * docs/product/control-panel.md#sync.
 */

export const storedStates = [
  "queued",
  "reading",
  "previewed",
  "held",
  "released",
  "refused",
  "superseded",
  "failed",
] as const;
export type StoredState = (typeof storedStates)[number];

export const jobEvents = ["begin", "dry", "hold", "release", "refuse", "supersede", "fail", "return"] as const;
export type JobEvent = (typeof jobEvents)[number];

const transitions: Record<StoredState, Partial<Record<JobEvent, StoredState>>> = {
  queued: { begin: "reading", fail: "failed" },
  reading: { dry: "previewed", hold: "held", release: "released", fail: "failed", return: "queued" },
  previewed: { release: "released", refuse: "refused", supersede: "superseded" },
  held: { release: "released", refuse: "refused", supersede: "superseded" },
  released: {},
  refused: {},
  superseded: {},
  failed: {},
};

/** The next state; null if the state does not allow the event. */
export function transition(state: StoredState, event: JobEvent): StoredState | null {
  return transitions[state][event] ?? null;
}

/** States that allow an event. */
export function statesBefore(event: JobEvent): StoredState[] {
  return storedStates.filter((state) => transition(state, event) !== null);
}

const statesOfImports: Partial<Record<ImportState, SyncJobState>> = {
  importing: "writing",
  imported: "done",
  stopped: "stopped",
  undoing: "undoing",
  undone: "undone",
};

/** The public state of a job. */
export function publicState(state: StoredState, ofImport: ImportState | null): SyncJobState {
  if (state !== "released") return state;
  return (ofImport && statesOfImports[ofImport]) ?? "done";
}

/** Numbers of people in a comparison. */
export type ComparisonCounts = {
  /** Existing people whom earlier runs created or matched. */
  known: number;
  /** Existing people in the source. */
  matched: number;
  updates: number;
  deactivations: number;
};

/** Percentages above which a user must confirm the run. docs/product/control-panel.md#sync. */
const maxDeactivations = 10;
const maxUpdates = 75;

/** Shares in percent; 0 if there are no people. */
export function sharesOf({ known, matched, updates, deactivations }: ComparisonCounts): {
  deactivations: number;
  updates: number;
} {
  const percent = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole);
  // A delta contains few of the known people, so updates are compared with the larger number.
  return { deactivations: percent(deactivations, known), updates: percent(updates, Math.max(known, matched)) };
}

/** Whether a run is so large a change that a user must confirm it. */
export function isAboveLimits(compared: ComparisonCounts): boolean {
  const shares = sharesOf(compared);
  return shares.deactivations > maxDeactivations || shares.updates > maxUpdates;
}

/** The next step after the source has been read to its end. */
export function verdictOf(compared: ComparisonCounts, isDryRun: boolean): "dry" | "hold" | "release" {
  if (isDryRun) return "dry";
  return isAboveLimits(compared) ? "hold" : "release";
}

/** Numbers of rows that a run would write now, and of those that it writes only after a choice. */
export type RowsToDecide = { toWrite: number; undecided: number };

/** Whether a dry run has nothing that somebody could approve or reject. */
export function isNothingToDecide({ toWrite, undecided }: RowsToDecide): boolean {
  return toWrite + undecided === 0;
}

/** Actions on a job, and whether each is currently available. @param job.rows null once they have been deleted */
export function jobActions(job: {
  state: SyncJobState;
  isExpired: boolean;
  applied: number;
  rows: RowsToDecide | null;
}): Array<{ id: SyncJobAction; active: boolean }> {
  const { state, isExpired, applied, rows } = job;
  const isWaiting = (state === "previewed" || state === "held") && !(rows && isNothingToDecide(rows));
  const hasEnded = state === "done" || state === "stopped";
  return [
    { id: "release", active: isWaiting && !isExpired && (rows?.toWrite ?? 0) > 0 },
    { id: "refuse", active: isWaiting },
    { id: "undo", active: hasEnded && !isExpired && applied > 0 },
  ];
}
