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
] as const)("%s goes %s page in a book from left to right, %s in one from right to left", (key, ltr, rtl) => {
  expect([press(key, "ltr"), press(key, "rtl")]).toEqual([ltr, rtl]);
});

test("with alt the arrows are shortcuts of the reader", () => {
  expect(press("ArrowUp", "ltr", true)).toBeNull();
});
