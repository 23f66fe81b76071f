import { expect, test } from "vitest";
import { beginningOf, isInWindow } from "./scroll-axis";

test.each([
  ["down", 40],
  ["left", 300],
  ["right", 100],
] as const)("a box begins at its edge in the reading direction %s", (axis, expected) => {
  expect(beginningOf({ top: 40, left: 100, right: 500 }, axis, { width: 800, height: 600 })).toBe(expected);
});

test.each([
  ["wholly in the window", 100, 200, true],
  ["ending at the window's edge", 400, 200, true],
  ["ending below the window", 500, 200, false],
  ["beginning above the window", -10, 100, false],
  ["longer than the window, beginning near its top", 80, 900, true],
  ["longer than the window, beginning at its middle", 300, 900, false],
])("isInWindow accepts a whole element, or the start of one longer than the window: %s", (_, top, height, expected) => {
  const box = { top, height, left: 0, right: 300, width: 300 } as DOMRect;
  expect(isInWindow(box, "down", { width: 390, height: 600 })).toBe(expected);
});
