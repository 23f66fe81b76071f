import { expect, test } from "vitest";
import { type Ends, LastSeen, WheelPastEnd } from "./scroll-input";

const middle: Ends = { start: false, end: false };
const atEnd: Ends = { start: false, end: true };
const atStart: Ends = { start: true, end: false };
const short: Ends = { start: true, end: true };

type Turned = [delta: number, ends: Ends, now: number];

test.each<[string, Turned[], Array<1 | -1 | null>]>([
  ["within a document nothing happens", [[100, middle, 0]], [null]],
  ["a notch past the end goes on", [[100, atEnd, 0]], [1]],
  ["a notch before the start goes back", [[-100, atStart, 0]], [-1]],
  [
    "away from an end nothing happens",
    [
      [-100, atEnd, 0],
      [100, atStart, 500],
    ],
    [null, null],
  ],
  [
    "small moves add up",
    [
      [40, atEnd, 0],
      [40, atEnd, 16],
      [40, atEnd, 32],
    ],
    [null, null, 1],
  ],
  [
    "other ways don't",
    [
      [60, short, 0],
      [-60, short, 16],
      [60, short, 32],
    ],
    [null, null, null],
  ],
  [
    "a move inside begins anew",
    [
      [60, atEnd, 0],
      [60, middle, 16],
      [60, atEnd, 32],
    ],
    [null, null, null],
  ],
  [
    "its swing leads no further",
    [
      [120, atEnd, 0],
      [120, short, 50],
      [120, short, 150],
    ],
    [1, null, null],
  ],
  [
    "the next turn does",
    [
      [120, atEnd, 0],
      [120, short, 50],
      [120, short, 300],
    ],
    [1, null, 1],
  ],
  ["what does not move means nothing", [[0, short, 0]], [null]],
])("wheel beyond the end of a document: %s", (_, turned, expected) => {
  const wheel = new WheelPastEnd();
  expect(turned.map(([delta, ends, now]) => wheel.pull(delta, ends, now))).toEqual(expected);
});

test("a document that the wheel scrolled did not stand still, whether or not the move was reported", () => {
  const seen = new LastSeen("0 0");
  expect(seen.stoodStill("0 0", 10)).toBe(true);
  expect(seen.stoodStill("0 80", 10)).toBe(false);
  seen.moved("0 80", 20);
  expect(seen.stoodStill("0 80", 15)).toBe(false);
  expect(seen.stoodStill("0 80", 30)).toBe(true);
});
