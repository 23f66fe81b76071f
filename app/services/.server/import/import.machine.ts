import type { ImportAction, ImportState } from "~/services/contracts/imports";

/** The states of an import and what leads from one to the other. Pure. docs/product/choices.md#own-calls. */

export type ImportEvent =
  | "read"
  | "unreadable"
  | "refresh"
  | "start"
  | "discard"
  | "ended"
  | "stopped"
  | "undo"
  | "undone";

const transitions: Record<ImportState, Partial<Record<ImportEvent, ImportState>>> = {
  reading: { read: "ready", unreadable: "unreadable", discard: "discarded" },
  ready: { refresh: "reading", start: "importing", discard: "discarded" },
  unreadable: { refresh: "reading", discard: "discarded" },
  discarded: {},
  importing: { ended: "imported", stopped: "stopped" },
  imported: { undo: "undoing" },
  stopped: { undo: "undoing" },
  undoing: { undone: "undone" },
  // What failed is tried again.
  undone: { undo: "undoing" },
};

/** The next state; null for an event that the state does not allow. */
export function transition(state: ImportState, event: ImportEvent): ImportState | null {
  return transitions[state][event] ?? null;
}

/** States from which an event leads on. */
export function statesBefore(event: ImportEvent): ImportState[] {
  return (Object.keys(transitions) as ImportState[]).filter((state) => transition(state, event) !== null);
}

/** Work goes on in these: only one import of a tree may be in them. */
export const writingStates: readonly ImportState[] = ["importing", "undoing"];

/** What may be done with an import now, by what it holds. */
export function actionsOf(found: {
  state: ImportState;
  isExpired: boolean;
  /** Its run, and not its rows, is released, called off and taken back. */
  isOfSync: boolean;
  /** Whether a file could not be read by no fault of its own. */
  hasFailed: boolean;
  toWrite: number;
  undecided: number;
  toCorrect: number;
  written: number;
  /** Rows whose undo has failed. */
  notUndone: number;
  hasSlips: boolean;
}): Array<{ id: ImportAction; active: boolean }> {
  const { state, isExpired, isOfSync } = found;
  const isReady = state === "ready" && !isExpired;
  const hasEnded = ["imported", "stopped"].includes(state);
  const isUndoable = (hasEnded && found.written + found.notUndone > 0) || (state === "undone" && found.notUndone > 0);
  return [
    { id: "refresh", active: (isReady || (state === "unreadable" && found.hasFailed && !isExpired)) && !isOfSync },
    { id: "choose", active: isReady },
    { id: "start", active: isReady && !isOfSync && found.toWrite > 0 },
    { id: "cancel", active: !isOfSync && ["reading", "ready", "unreadable", "importing"].includes(state) },
    { id: "corrections", active: !isExpired && !isOfSync && (isReady || hasEnded) && found.toCorrect > 0 },
    // The people of an import that was taken back are gone, and their passwords with them.
    { id: "slips", active: found.hasSlips && hasEnded },
    { id: "undo", active: isUndoable && !isExpired && !isOfSync },
  ];
}
