import type { ImportState } from "~/services/contracts/imports";
import type { JobState, SyncJobAction } from "~/services/contracts/sync";

/**
 * The states of a sync's job and what leads from one to the other. From its release on, the import of its rows says where it stands. Pure.
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

export const jobEvents = ["begin", "dry", "hold", "release", "refuse", "supersede", "fail", "put-back"] as const;
export type JobEvent = (typeof jobEvents)[number];

const transitions: Record<StoredState, Partial<Record<JobEvent, StoredState>>> = {
  queued: { begin: "reading", fail: "failed" },
  reading: { dry: "previewed", hold: "held", release: "released", fail: "failed", "put-back": "queued" },
  previewed: { release: "released", refuse: "refused", supersede: "superseded" },
  held: { release: "released", refuse: "refused", supersede: "superseded" },
  released: {},
  refused: {},
  superseded: {},
  failed: {},
};

/** The next state; null for an event that the state does not allow. */
export function transition(state: StoredState, event: JobEvent): StoredState | null {
  return transitions[state][event] ?? null;
}

/** States from which an event leads on. */
export function statesBefore(event: JobEvent): StoredState[] {
  return storedStates.filter((state) => transition(state, event) !== null);
}

const statesOfImports: Partial<Record<ImportState, JobState>> = {
  importing: "writing",
  imported: "done",
  stopped: "stopped",
  undoing: "undoing",
  undone: "undone",
};

/** What a job says of itself. */
export function shownState(state: StoredState, ofImport: ImportState | null): JobState {
  if (state !== "released") return state;
  return (ofImport && statesOfImports[ofImport]) ?? "done";
}

/** People of a dry run. */
export type Compared = {
  /** Whom the source has brought before and who are there. */
  known: number;
  /** Whom the source has and who are there. */
  matched: number;
  updates: number;
  deactivations: number;
};

/** Percent above which a person's word is needed. docs/product/control-panel.md#sync. */
export const mostDeactivations = 10;
export const mostUpdates = 75;

/** In percent; 0 of nobody is 0. */
export function sharesOf({ known, matched, updates, deactivations }: Compared): {
  deactivations: number;
  updates: number;
} {
  const percent = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole);
  // A change names few of those who are known.
  return { deactivations: percent(deactivations, known), updates: percent(updates, Math.max(known, matched)) };
}

/** What follows when the source has been read to its end. */
export function verdictOf(compared: Compared, isDryRun: boolean): "dry" | "hold" | "release" {
  if (isDryRun) return "dry";
  const shares = sharesOf(compared);
  return shares.deactivations > mostDeactivations || shares.updates > mostUpdates ? "hold" : "release";
}

/** What may be done with a job now. */
export function jobActions(found: {
  state: JobState;
  isExpired: boolean;
  written: number;
}): Array<{ id: SyncJobAction; active: boolean }> {
  const { state, isExpired, written } = found;
  const isWaiting = state === "previewed" || state === "held";
  const hasEnded = state === "done" || state === "stopped";
  return [
    { id: "release", active: isWaiting && !isExpired },
    { id: "refuse", active: isWaiting },
    { id: "undo", active: hasEnded && !isExpired && written > 0 },
  ];
}
