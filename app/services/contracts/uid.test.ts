import { expect, test } from "vitest";
import { isUid } from "./uid";

test.each([
  ["6a6d2b1e-58a5-4c11-9f0b-2f3a4d5e6f70", true],
  ["6A6D2B1E-58A5-4C11-9F0B-2F3A4D5E6F70", true],
  ["6a6d2b1e-58a5-4c11-9f0b-2f3a4d5e6f7", false],
  ["6a6d2b1e58a54c119f0b2f3a4d5e6f70", false],
  ["6a6d2b1e-58a5-4c11-9f0b-2f3a4d5e6f70\n", false],
  ["-".repeat(36), false],
  ["", false],
  [7, false],
  [undefined, false],
])("%j is a uid: %s", (value, expected) => expect(isUid(value)).toBe(expected));
