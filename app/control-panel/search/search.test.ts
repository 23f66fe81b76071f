import { expect, it } from "vitest";
import { nearlyWritten } from "./search.server";

it.each([
  ["popy patel", "pop pat"],
  ["Begum, Isla", "Beg Isl"],
  ["bo ek", null],
  ["isl", null],
])("looks for %s by the beginnings of its words", (q, near) => {
  expect(nearlyWritten(q)).toBe(near);
});
