import { expect, test } from "vitest";
import { boardActionOf, clampCurtain, otherVoice } from "./board-keys";

const press = (key: string, more: { isBlack?: boolean; isCurtainDrawn?: boolean; ctrlKey?: boolean } = {}) => {
  const { ctrlKey = false, isBlack = false, isCurtainDrawn = false } = more;
  return boardActionOf({ key, ctrlKey, altKey: false, metaKey: false }, { isBlack, isCurtainDrawn });
};

test.each([
  ["Escape", "leave"],
  ["F5", "nothing"],
  [".", "black"],
  ["p", "pointer"],
  ["P", "pointer"],
  ["c", "curtain"],
  ["v", "voice"],
  ["PageDown", null],
  ["PageUp", null],
  ["ArrowRight", null],
  [" ", null],
  ["ArrowDown", null],
])("%s is %s", (key, action) => {
  expect(press(key)).toBe(action);
});

test("given the curtain, then the arrows move it", () => {
  expect([press("ArrowDown", { isCurtainDrawn: true }), press("ArrowUp", { isCurtainDrawn: true })]).toEqual([
    "curtain_down",
    "curtain_up",
  ]);
});

test("given a black screen, then every key ends it, also one that turns pages, and Escape does not leave the board", () => {
  for (const key of [".", "PageDown", "Escape", "c", "F5"]) expect(press(key, { isBlack: true })).toBe("light");
  expect(press("Shift", { isBlack: true })).toBeNull();
});

test("the browser's own shortcuts stay the browser's", () => {
  expect(press("p", { ctrlKey: true })).toBeNull();
});

test("the curtain stays within the window", () => {
  expect([clampCurtain(-0.1), clampCurtain(1.04), clampCurtain(0.1 + 0.2)]).toEqual([0, 1, 0.3]);
});

test("one key goes to and fro between two languages", () => {
  expect(otherVoice(["sv"], "sv", null)).toBeNull();
  expect(otherVoice(["sv", "ar"], "sv", null)).toBe("ar");
  expect(otherVoice(["sv", "ar"], "ar", "sv")).toBe("sv");
  expect(otherVoice(["sv", "ar", "so"], "sv", "so")).toBe("so");
  expect(otherVoice(["sv", "ar", "so"], "so", "so")).toBe("sv");
});
