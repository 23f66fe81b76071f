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
  ["one that ends today", [period("1", "school", "2025-01-01", today)], [today]],
  ["one that ends in two months", [period("1", "school", "2025-01-01", "2026-05-01")], []],
  ["one that has ended", [period("1", "school", "2025-01-01", "2026-02-28")], []],
  ["one without end", [period("1", "school", "2025-01-01", null)], []],
  [
    "one that another of its type follows",
    [period("1", "school", "2025-01-01", "2026-03-22"), period("2", "school", "2026-03-23", "2027-03-22")],
    [],
  ],
  [
    "one beside another type, the first to end first",
    [period("1", "school", "2025-01-01", "2026-03-22"), period("2", "preschool", "2025-01-01", "2026-03-10")],
    ["2026-03-10", "2026-03-22"],
  ],
])("given %s, then endingSoon returns the right periods (case %#)", (_what, periods, ends) => {
  expect(endingSoon(periods, today).map(({ end }) => end)).toEqual(ends);
});

const run = (syncName: string, state: SyncJob["state"], createdAt: string) =>
  ({ jobId: syncName, syncName, state, createdAt, endedAt: null }) as SyncJob;

test.each([
  ["no run", [], [], null],
  [
    "a run that is held and a later one of another source that is done",
    [run("register", "held", "2026-03-01T01:30:00Z"), run("municipality", "done", "2026-03-02T01:30:00Z")],
    ["register"],
    "municipality",
  ],
  [
    "a run that failed after one that waits",
    [run("register", "failed", "2026-03-02T01:30:00Z"), run("register", "held", "2026-03-01T01:30:00Z")],
    ["register"],
    "register",
  ],
  ["a run that failed", [run("register", "failed", "2026-03-01T01:30:00Z")], [], "register"],
])("given %s, then syncStateOf returns the held syncs and the last one", (_what, runs, held, last) => {
  const state = syncStateOf(runs);
  expect(state.heldSyncs.map(({ name }) => name)).toEqual(held);
  expect(state.lastSync?.name ?? null).toBe(last);
});
