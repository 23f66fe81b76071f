import { describe, expect, test } from "vitest";
import {
  accessTo,
  afterCheck,
  checkEvery,
  daysLeft,
  isCheckDue,
  longestOffline,
  type OfflineBook,
} from "./offline-book";

const day = 24 * 60 * 60 * 1000;
const checkedAt = Date.UTC(2026, 4, 1);
const holder = { uid: "u-1", profileId: null };
const book = { ...holder, state: "ready", checkedAt } as OfflineBook;

describe("offline book", () => {
  test.each([
    ["on the day of the check", 0, "open"],
    ["almost thirty days later", longestOffline - 1, "open"],
    ["thirty days later", longestOffline, "ask"],
    ["when the clock is a day behind", -day, "open"],
    ["when the clock is a day ahead", day, "open"],
    ["when the clock was set back by weeks", -21 * day, "ask"],
  ] as const)("opens or requires a new check %s", (_when, since, access) => {
    expect(accessTo(book, holder, checkedAt + since)).toBe(access);
  });

  test.each([
    ["another user", { uid: "u-2", profileId: null }],
    ["a child of the same family", { uid: "u-1", profileId: "p-1" }],
    ["a visitor", null],
  ])("is hidden from %s", (_who, other) => {
    expect(accessTo(book, other, checkedAt)).toBe("hidden");
  });

  test("is hidden while it is loading", () => {
    expect(accessTo({ ...book, state: "loading" }, holder, checkedAt)).toBe("hidden");
  });

  test("is due for a check after a day, and when the clock was set back by weeks", () => {
    expect(isCheckDue(book, checkedAt + checkEvery - 1)).toBe(false);
    expect(isCheckDue(book, checkedAt + checkEvery)).toBe(true);
    expect(isCheckDue(book, checkedAt - 21 * day)).toBe(true);
  });

  test("returns the number of days left, at least 0", () => {
    expect(daysLeft(book, checkedAt)).toBe(30);
    expect(daysLeft(book, checkedAt + 29.5 * day)).toBe(1);
    expect(daysLeft(book, checkedAt + 40 * day)).toBe(0);
  });
});

test.each([
  [200, "stay"],
  [403, "remove"],
  [404, "remove"],
  [401, "later"],
  [429, "later"],
  [502, "later"],
] as const)("given a %i response to the check, then the result is %s", (status, meant) => {
  expect(afterCheck(status)).toBe(meant);
});
