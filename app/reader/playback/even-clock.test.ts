import { expect, test } from "vitest";
import { EvenClock } from "./even-clock";

const frame = 1 / 60;
/** Media milliseconds between frames, recorded in a browser at double speed and repeated. */
const reported = [28.1, 32.9, 37.6, 35.9, 33.7, 26.2, 47.6, 23.2, 33.5, 30.5, 37.5];

/** For each frame: the time that the browser reports, the true time of the sound and the frame's time, in seconds. */
function unevenPlay(frames: number): Array<{ reported: number; true: number; now: number }> {
  const mean = reported.reduce((sum, one) => sum + one, 0) / reported.length / 1000;
  let time = 10;
  return Array.from({ length: frames }, (_, index) => {
    time += (reported[index % reported.length] ?? 0) / 1000;
    return { reported: time, true: 10 + mean * (index + 1), now: index * frame };
  });
}

function worst(values: readonly number[]): number {
  return Math.max(...values.map(Math.abs));
}

test("a clock that is reported in jumps is smoothed to nearly the pace of its sound", () => {
  const clock = new EvenClock();
  const play = unevenPlay(200).map((one) => ({ ...one, read: clock.read(one.reported, one.now, 2) }));
  const settled = play.slice(20);
  expect(worst(settled.map((one) => one.reported - one.true))).toBeGreaterThan(0.008);
  const middle = settled.reduce((sum, one) => sum + one.read - one.true, 0) / settled.length;
  expect(worst(settled.map((one) => one.read - one.true - middle))).toBeLessThan(0.0075);
  expect(Math.abs(middle)).toBeLessThan(0.006);
});

test("an even clock is returned unchanged", () => {
  const clock = new EvenClock();
  for (let index = 0; index < 100; index += 1) {
    expect(clock.read(5 + index * frame, index * frame, 1)).toBeCloseTo(5 + index * frame, 6);
  }
});

test.each([
  ["a jump to another place", 42, 1],
  ["a jump back", 4.5, 1],
  ["a change of the playback rate", 6 + frame, 0.5],
])("%s is followed at once", (_, reported, rate) => {
  const clock = new EvenClock();
  for (let index = 0; index < 60; index += 1) clock.read(5 + index * frame, index * frame, 1);
  expect(clock.read(reported, 60 * frame, rate)).toBe(reported);
});

test.each([0.5, 1, 2])(
  "at rate %s a clock that paused for two frames is followed at once, so that no highlight is early",
  (rate) => {
    const clock = new EvenClock();
    for (let index = 0; index < 60; index += 1) clock.read(5 + index * frame * rate, index * frame, rate);
    const reported = 5 + 60 * frame * rate;
    expect(clock.read(reported, 62 * frame, rate)).toBe(reported);
  },
);
