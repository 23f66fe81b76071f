import { expect, test } from "vitest";
import { stepOf } from "./position-slider";

const press = (key: string, direction: "ltr" | "rtl", altKey = false) =>
  stepOf({ key, altKey, ctrlKey: false, metaKey: false }, direction);

test.each([
  ["ArrowRight", 1, -1],
  ["ArrowLeft", -1, 1],
  ["ArrowUp", 1, 1],
  ["ArrowDown", -1, -1],
  ["Home", null, null],
  ["m", null, null],
] as const)("%s moves by %s page in a left-to-right book, and by %s in a right-to-left book", (key, ltr, rtl) => {
  expect([press(key, "ltr"), press(key, "rtl")]).toEqual([ltr, rtl]);
});

test("with Alt the arrow keys are shortcuts of the reader, so the slider ignores them", () => {
  expect(press("ArrowUp", "ltr", true)).toBeNull();
});
