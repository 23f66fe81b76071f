import { expect, test } from "vitest";
import type { SyncJob } from "~/services/contracts/sync";
import { endingSoon, syncStateOf } from "./school-state.server";

const today = "2026-03-01";
const period = (uid: string, type: string, start: string, end: string | null) => ({
  ...{ uid, legacyId: Number(uid), name: "", type, label: type, start, end, trial: false },
  active: start <= today && (end === null || end >= today),
});

test.each([
  ["a period that ends in three weeks", [period("1", "school", "2025-01-01", "2026-03-22")], ["2026-03-22"]],
  ["a period that ends today", [period("1", "school", "2025-01-01", today)], [today]],
  ["a period that ends in two months", [period("1", "school", "2025-01-01", "2026-05-01")], []],
  ["a period that has ended", [period("1", "school", "2025-01-01", "2026-02-28")], []],
  ["a period without end", [period("1", "school", "2025-01-01", null)], []],
  [
    "a period followed by another of its type",
    [period("1", "school", "2025-01-01", "2026-03-22"), period("2", "school", "2026-03-23", "2027-03-22")],
    [],
  ],
  [
    "periods of two types",
    [period("1", "school", "2025-01-01", "2026-03-22"), period("2", "preschool", "2025-01-01", "2026-03-10")],
    ["2026-03-10", "2026-03-22"],
  ],
])(
  "given %s, then endingSoon returns those that end within the notice period, in order (case %#)",
  (_what, periods, ends) => {
    expect(endingSoon(periods, today).map(({ end }) => end)).toEqual(ends);
  },
);

const run = (syncName: string, state: SyncJob["state"], createdAt: string) =>
  ({ jobId: syncName, syncName, state, createdAt, endedAt: null }) as SyncJob;

test.each([
  ["no run", [], [], null],
  [
    "a held run and a later finished run of another source",
    [run("register", "held", "2026-03-01T01:30:00Z"), run("municipality", "done", "2026-03-02T01:30:00Z")],
    ["register"],
    "municipality",
  ],
  [
    "a failed run after a held one",
    [run("register", "failed", "2026-03-02T01:30:00Z"), run("register", "held", "2026-03-01T01:30:00Z")],
    ["register"],
    "register",
  ],
  ["a failed run", [run("register", "failed", "2026-03-01T01:30:00Z")], [], "register"],
])("given %s, then syncStateOf returns the held syncs and the last one", (_what, runs, held, last) => {
  const state = syncStateOf(runs);
  expect(state.heldSyncs.map(({ name }) => name)).toEqual(held);
  expect(state.lastSync?.name ?? null).toBe(last);
});
