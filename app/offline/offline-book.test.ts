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

describe("a kept book", () => {
  test.each([
    ["on the day of the check", 0, "open"],
    ["almost thirty days later", longestOffline - 1, "open"],
    ["thirty days later", longestOffline, "ask"],
    ["when the clock is a day behind", -day, "open"],
    ["when the clock is a day ahead", day, "open"],
    ["when the clock was put back by weeks", -21 * day, "ask"],
  ] as const)("%s", (_when, since, access) => {
    expect(accessTo(book, holder, checkedAt + since)).toBe(access);
  });

  test.each([
    ["another person's", { uid: "u-2", profileId: null }],
    ["a child of the same family", { uid: "u-1", profileId: "p-1" }],
    ["nobody", null],
  ])("is hidden from %s", (_who, other) => {
    expect(accessTo(book, other, checkedAt)).toBe("hidden");
  });

  test("that is not whole is hidden", () => {
    expect(accessTo({ ...book, state: "loading" }, holder, checkedAt)).toBe("hidden");
  });

  test("is checked once a day, and when the clock tells nothing", () => {
    expect(isCheckDue(book, checkedAt + checkEvery - 1)).toBe(false);
    expect(isCheckDue(book, checkedAt + checkEvery)).toBe(true);
    expect(isCheckDue(book, checkedAt - 21 * day)).toBe(true);
  });

  test("says how many days are left", () => {
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
] as const)("an answer of %i to the check means %s", (status, meant) => {
  expect(afterCheck(status)).toBe(meant);
});
