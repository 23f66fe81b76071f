import { expect, test } from "vitest";
import { foldedAfterDrag, isDrag } from "./sheet-drag";

/** The handle of the sheet that holds a submission on a phone. docs/product/reader.md#screens (Submissions panel). */

test.each([
  ["dragged down", false, 60, true],
  ["dragged up", true, -60, false],
  ["dragged down while folded", true, 60, true],
  ["moved slightly", false, 10, false],
  ["moved slightly while folded", true, -10, true],
])("given a handle that is %s, folded %s by %s px, then it is folded: %s", (_, isFolded, by, expected) => {
  expect(foldedAfterDrag(isFolded, by)).toBe(expected);
});

test("a short movement is a press", () => {
  expect(isDrag(-8)).toBe(false);
  expect(isDrag(-40)).toBe(true);
});
