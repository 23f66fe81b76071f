import { describe, expect, test } from "vitest";
import {
  type JobEvent,
  jobActions,
  jobEvents,
  publicState,
  type StoredState,
  sharesOf,
  statesBefore,
  storedStates,
  transition,
  verdictOf,
} from "./sync-job.machine";

/** All valid transitions; every other pair of state and event has none. docs/product/control-panel.md#sync. */
const table: Partial<Record<`${StoredState} ${JobEvent}`, StoredState>> = {
  "queued begin": "reading",
  "queued fail": "failed",
  "reading dry": "previewed",
  "reading hold": "held",
  "reading release": "released",
  "reading fail": "failed",
  "reading return": "queued",
  "previewed release": "released",
  "previewed refuse": "refused",
  "previewed supersede": "superseded",
  "held release": "released",
  "held refuse": "refused",
  "held supersede": "superseded",
};

describe.each(storedStates)("given a job that is %s", (state) => {
  test.each(jobEvents)("and the event %s, then the next state is the table's, or null", (event) => {
    expect(transition(state, event)).toBe(table[`${state} ${event}`] ?? null);
  });
});

test("statesBefore lists the states in which an event is valid", () => {
  expect(statesBefore("release")).toEqual(["reading", "previewed", "held"]);
});

test.each([
  ["nothing to compare with", { known: 0, matched: 0, updates: 0, deactivations: 0 }, "release"],
  ["10% deactivations", { known: 100, matched: 90, updates: 0, deactivations: 10 }, "release"],
  ["11% deactivations", { known: 100, matched: 89, updates: 0, deactivations: 11 }, "hold"],
  ["1 deactivation of 9", { known: 9, matched: 8, updates: 0, deactivations: 1 }, "hold"],
  ["75% updates", { known: 100, matched: 100, updates: 75, deactivations: 0 }, "release"],
  ["1 of 1 on a first run", { known: 0, matched: 1, updates: 1, deactivations: 0 }, "hold"],
  ["1 of 100 in a change", { known: 100, matched: 1, updates: 1, deactivations: 0 }, "release"],
  ["76% updates", { known: 100, matched: 100, updates: 76, deactivations: 0 }, "hold"],
] as const)(
  "given a run with %s, then the verdict follows the limits, and is always dry for a dry run",
  (_, compared, verdict) => {
    expect(verdictOf(compared, false)).toBe(verdict);
    expect(verdictOf(compared, true)).toBe("dry");
  },
);

test("sharesOf returns percentages of the people concerned", () => {
  expect(sharesOf({ known: 8, matched: 4, updates: 3, deactivations: 2 })).toEqual({
    deactivations: 25,
    updates: 37.5,
  });
});

test("given a released job, then the shown state is that of its import", () => {
  expect(publicState("held", "ready")).toBe("held");
  expect(publicState("released", "importing")).toBe("writing");
  expect(publicState("released", "imported")).toBe("done");
  expect(publicState("released", "undone")).toBe("undone");
  // Rows and import are deleted after 30 days.
  expect(publicState("released", null)).toBe("done");
});

test("given a job's state, expiry and rows, then offers release, refuse or undo", () => {
  const active = (found: Partial<Parameters<typeof jobActions>[0]>) => {
    const job = { state: "held", isExpired: false, applied: 0, rows: { toWrite: 1, undecided: 0 }, ...found } as const;
    return jobActions(job).flatMap((each) => (each.active ? [each.id] : []));
  };
  expect(active({})).toEqual(["release", "refuse"]);
  expect(active({ isExpired: true, rows: null })).toEqual(["refuse"]);
  expect(active({ state: "done", applied: 3 })).toEqual(["undo"]);
  expect(active({ state: "done" })).toEqual([]);
  expect(active({ state: "reading", rows: null })).toEqual([]);
  expect(active({ state: "previewed", rows: { toWrite: 0, undecided: 2 } }), "nothing without a choice").toEqual([
    "refuse",
  ]);
  expect(active({ state: "previewed", rows: { toWrite: 0, undecided: 0 } }), "nothing to approve").toEqual([]);
});
