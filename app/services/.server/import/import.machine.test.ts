import { describe, expect, it } from "vitest";
import { importStates } from "~/services/contracts/imports";
import { importEvents, nextState, statesBefore } from "./import.machine";

/** Every state and every event; what is not named here has no place. */
const moves: Record<string, string> = {
  "reading previewed": "ready",
  "reading rejected": "unreadable",
  "reading broken-off": "unreadable",
  "reading cancel": "discarded",
  "ready refresh": "reading",
  "ready start": "importing",
  "ready cancel": "discarded",
  "importing written": "imported",
  "importing broken-off": "stopped",
  "importing cancel": "importing",
  "imported undo": "undoing",
  "stopped undo": "undoing",
  "undoing taken-back": "undone",
  "undoing broken-off": "stopped",
};

describe("an import", () => {
  it.each(importStates.flatMap((state) => importEvents.map((event) => [state, event] as const)))(
    "that is %s, at %s",
    (state, event) => {
      expect(nextState(state, event)).toBe(moves[`${state} ${event}`] ?? null);
      expect(statesBefore(event).includes(state)).toBe(`${state} ${event}` in moves);
    },
  );
});
