import { expect, it } from "vitest";
import { importStates } from "~/services/contracts/import-states";
import { actionsOf, type ImportEvent, transition } from "./import.machine";

/** All states and events of an import. docs/product/choices.md#own-calls. */

const events: ImportEvent[] = [
  "read",
  "unreadable",
  "refresh",
  "start",
  "discard",
  "ended",
  "stopped",
  "undo",
  "undone",
];
const allowed: Record<string, string> = {
  "reading read": "ready",
  "reading unreadable": "unreadable",
  "reading discard": "discarded",
  "ready refresh": "reading",
  "ready start": "importing",
  "ready discard": "discarded",
  "unreadable refresh": "reading",
  "unreadable discard": "discarded",
  "importing ended": "imported",
  "importing stopped": "stopped",
  "imported undo": "undoing",
  "stopped undo": "undoing",
  "undoing undone": "undone",
  "undone undo": "undoing",
};
it.each(importStates.flatMap((state) => events.map((event) => [state, event] as const)))(
  "given %s, when %s, then the next state is the table's, or null",
  (state, event) => {
    expect(transition(state, event)).toBe(allowed[`${state} ${event}`] ?? null);
  },
);

const ready = {
  state: "ready",
  isExpired: false,
  isOfSync: false,
  hasFailed: false,
  toWrite: 3,
  undecided: 0,
  toCorrect: 1,
  applied: 0,
  notUndone: 0,
  hasSlips: false,
} as const;
const activeOf = (found: Parameters<typeof actionsOf>[0]) =>
  actionsOf(found).flatMap(({ id, active }) => (active ? [id] : []));

it("offers the actions that the state allows, and none for an expired import", () => {
  expect(activeOf(ready)).toEqual(["refresh", "choose", "start", "cancel", "corrections"]);
  expect(activeOf({ ...ready, toWrite: 0, toCorrect: 0 })).toEqual(["refresh", "choose", "cancel"]);
  expect(activeOf({ ...ready, state: "imported", applied: 2, hasSlips: true })).toEqual([
    "corrections",
    "slips",
    "undo",
  ]);
  expect(activeOf({ ...ready, state: "imported", applied: 2, isExpired: true })).toEqual([]);
  expect(activeOf({ ...ready, state: "undone", applied: 2, hasSlips: true })).toEqual([]);
  // The run of a sync is released, refused and undone by the sync's own endpoints.
  expect(activeOf({ ...ready, isOfSync: true })).toEqual(["choose"]);
  expect(activeOf({ ...ready, isOfSync: true, state: "imported", applied: 2 })).toEqual([]);
});
