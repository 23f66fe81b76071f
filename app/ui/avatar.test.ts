import { expect, test } from "vitest";
import { initialsOf } from "./avatar";

test.each([
  ["Astrid Lind", "AL"],
  ["Astrid Maria Lind", "AL"],
  ["  Åsa  ", "Å"],
  ["émile zola", "ÉZ"],
  ["𝒜da", "𝒜"],
  ["", ""],
])("%s has the initials %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
