import { expect, test } from "vitest";
import { enteredBefore } from "./row-notes";

/** What was probably entered before a spreadsheet made a date of it. */

const now = new Date(Date.UTC(2026, 7, 20));

test.each([
  ["2026-01-02", "se", "1-2"],
  ["2026-02-01", "no", "1-2"],
  ["2026-02-01", "us", "2-1"],
  ["46024", "se", "1-2"],
  ["2025-12-11", "de", "11-12"],
  ["2010-05-12", "se", null],
  ["12:30", "se", null],
] as const)("%s in %s was %s", (date, realm, entered) => {
  expect(enteredBefore(date, realm, now)).toBe(entered);
});
