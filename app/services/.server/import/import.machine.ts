import type { ImportAction } from "~/services/contracts/import-entity";
import type { ImportState } from "~/services/contracts/import-states";

/** States of an import and their transitions. Pure. docs/product/choices.md#own-calls. */

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
  // Retries the rows whose undo failed.
  undone: { undo: "undoing" },
};

/** The next state; null if the state does not allow the event. */
export function transition(state: ImportState, event: ImportEvent): ImportState | null {
  return transitions[state][event] ?? null;
}

/** States that allow an event. */
export function statesBefore(event: ImportEvent): ImportState[] {
  return (Object.keys(transitions) as ImportState[]).filter((state) => transition(state, event) !== null);
}

/** Actions on an import, and whether each is currently available. */
export function actionsOf(summary: {
  state: ImportState;
  isExpired: boolean;
  /** Rows of a sync cannot be started, cancelled or undone by themselves, only through its job. */
  isOfSync: boolean;
  /** Whether reading failed because of an internal error, not because of the file. */
  hasFailed: boolean;
  toWrite: number;
  /** Groups of the file that may be existing ones, without a choice. */
  undecidedGroups?: number;
  toCorrect: number;
  applied: number;
  /** Rows whose undo has failed. */
  notUndone: number;
  hasSlips: boolean;
}): Array<{ id: ImportAction; active: boolean }> {
  const { state, isExpired, isOfSync } = summary;
  const isReady = state === "ready" && !isExpired;
  const hasEnded = ["imported", "stopped"].includes(state);
  const isUndoable =
    (hasEnded && summary.applied + summary.notUndone > 0) || (state === "undone" && summary.notUndone > 0);
  return [
    { id: "refresh", active: (isReady || (state === "unreadable" && summary.hasFailed && !isExpired)) && !isOfSync },
    { id: "choose", active: isReady },
    { id: "start", active: isReady && !isOfSync && summary.toWrite > 0 && !summary.undecidedGroups },
    { id: "cancel", active: !isOfSync && ["reading", "ready", "unreadable", "importing"].includes(state) },
    { id: "corrections", active: !isExpired && !isOfSync && (isReady || hasEnded) && summary.toCorrect > 0 },
    // After an undo the people are deleted, so their passwords are of no use.
    { id: "slips", active: summary.hasSlips && hasEnded },
    { id: "undo", active: isUndoable && !isExpired && !isOfSync },
  ];
}
