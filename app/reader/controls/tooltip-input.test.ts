import { expect, it } from "vitest";
import { isKeyboard, mayShowOnFocus, mayShowOnHover } from "./tooltip-input";

/** Tooltips name keys: they show for a keyboard or a mouse, not for a finger. */

it.each([
  ["nothing yet, on a device with hover", null, true, true],
  ["nothing yet, on a device without hover", null, false, false],
  ["a finger, on a device without hover", "touch", false, false],
  ["a finger, on a device that also has a mouse", "touch", true, false],
  ["a key, on a tablet with a keyboard", "key", false, true],
  ["a key, on a device with hover", "key", true, true],
] as const)(
  "given a button that gets the focus after %s, then mayTellOnFocus(%s, %s) is %s",
  (_what, last, canHover, isShown) => {
    expect(mayShowOnFocus(last, { canHover })).toBe(isShown);
  },
);

it.each([
  ["mouse", true, true],
  ["mouse", false, false],
  ["touch", true, false],
  ["pen", true, false],
])(
  "given a button under a %s, and a device with a mouse: %s, then its tooltip is told: %s",
  (pointerType, hasMouse, isShown) => {
    expect(mayShowOnHover(pointerType, { hasMouse })).toBe(isShown);
  },
);

it.each([
  ["a", true, false],
  ["Enter", true, false],
  ["Tab", true, true],
  ["ArrowRight", false, true],
])("given the key %s, in a field: %s, then it counts as a keyboard: %s", (key, isInField, counts) => {
  expect(isKeyboard(key, isInField)).toBe(counts);
});
