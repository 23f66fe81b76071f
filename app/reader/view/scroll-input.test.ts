import { expect, test } from "vitest";
import { LastSeen, type VisibleEnds, WheelPastEnd } from "./scroll-input";

const middle: VisibleEnds = { start: false, end: false };
const atEnd: VisibleEnds = { start: false, end: true };
const atStart: VisibleEnds = { start: true, end: false };
const short: VisibleEnds = { start: true, end: true };

type Turned = [delta: number, ends: VisibleEnds, now: number];

test.each<[string, Turned[], Array<1 | -1 | null>]>([
  ["given a turn within the document, then the page stays", [[100, middle, 0]], [null]],
  ["given a notch past the end, then the next page is shown", [[100, atEnd, 0]], [1]],
  ["given a notch before the start, then the previous page is shown", [[-100, atStart, 0]], [-1]],
  [
    "given turns away from an end, then the page stays",
    [
      [-100, atEnd, 0],
      [100, atStart, 500],
    ],
    [null, null],
  ],
  [
    "given small turns past the end, then their sum counts",
    [
      [40, atEnd, 0],
      [40, atEnd, 16],
      [40, atEnd, 32],
    ],
    [null, null, 1],
  ],
  [
    "given turns in alternating directions, then they are not added",
    [
      [60, short, 0],
      [-60, short, 16],
      [60, short, 32],
    ],
    [null, null, null],
  ],
  [
    "given a turn within the document between two past the end, then the sum restarts",
    [
      [60, atEnd, 0],
      [60, middle, 16],
      [60, atEnd, 32],
    ],
    [null, null, null],
  ],
  [
    "given turns within 150 ms of a page turn, then they are ignored",
    [
      [120, atEnd, 0],
      [120, short, 50],
      [120, short, 150],
    ],
    [1, null, null],
  ],
  [
    "given a turn 250 ms after the last one, then it counts again",
    [
      [120, atEnd, 0],
      [120, short, 50],
      [120, short, 300],
    ],
    [1, null, 1],
  ],
  ["given a turn of 0 px, then the page stays", [[0, short, 0]], [null]],
])("wheel at the ends of a document: %s", (_, turned, expected) => {
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
