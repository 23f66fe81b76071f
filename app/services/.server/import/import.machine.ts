import type { ImportState } from "~/services/contracts/imports";

/** What leads an import from state to state. Pure. docs/product/control-panel.md#validation. */

export const importEvents = [
  "previewed",
  "rejected",
  "refresh",
  "start",
  "written",
  "broken-off",
  "cancel",
  "undo",
  "taken-back",
] as const;
export type ImportEvent = (typeof importEvents)[number];

const table: Record<ImportState, Partial<Record<ImportEvent, ImportState>>> = {
  reading: { previewed: "ready", rejected: "unreadable", "broken-off": "unreadable", cancel: "discarded" },
  ready: { refresh: "reading", start: "importing", cancel: "discarded" },
  unreadable: {},
  discarded: {},
  // Whoever cancels asks the work to end; it breaks off when it hears of it.
  importing: { written: "imported", "broken-off": "stopped", cancel: "importing" },
  imported: { undo: "undoing" },
  stopped: { undo: "undoing" },
  undoing: { "taken-back": "undone", "broken-off": "stopped" },
  undone: {},
};

/** The state after an event; null where the event has no place in this state. */
export function nextState(state: ImportState, event: ImportEvent): ImportState | null {
  return table[state][event] ?? null;
}

/** States in which an event has a place. */
export function statesBefore(event: ImportEvent): ImportState[] {
  return (Object.keys(table) as ImportState[]).filter((state) => table[state][event] !== undefined);
}
