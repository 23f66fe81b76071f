import { expect, test } from "vitest";
import { beginningOf } from "./scroll-axis";

test.each([
  ["down", 40],
  ["left", 300],
  ["right", 100],
] as const)("a box begins at its edge towards where reading begins: %s", (axis, expected) => {
  expect(beginningOf({ top: 40, left: 100, right: 500 }, axis, { width: 800, height: 600 })).toBe(expected);
});
