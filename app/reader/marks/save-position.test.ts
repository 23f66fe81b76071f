import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Position } from "~/epub/progress";
import { createPositionSaver, restTime } from "./save-position";

const at = (charOffset: number): Position => ({ ncxRef: "", URI: "a.xhtml", timeOffset: "0.0", charOffset });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function keeper() {
  const sent: Array<[number, boolean]> = [];
  return { sent, ...createPositionSaver((position, isLast) => sent.push([position.charOffset, isLast])) };
}

test("the place that a book opens at is no news", () => {
  const { sent, save, flush } = keeper();
  save(at(0));
  vi.advanceTimersByTime(restTime * 2);
  flush();
  expect(sent).toEqual([]);
});

test("of many turns only the page that the reader rests on is told", () => {
  const { sent, save } = keeper();
  for (const place of [0, 1, 2, 3]) save(at(place));
  vi.advanceTimersByTime(restTime);
  save(at(3));
  vi.advanceTimersByTime(restTime);
  expect(sent).toEqual([[3, false]]);
});

test("leaving tells what was not told yet, once", () => {
  const { sent, save, flush } = keeper();
  save(at(0));
  save(at(9));
  flush();
  flush();
  vi.advanceTimersByTime(restTime);
  expect(sent).toEqual([[9, true]]);
});

test("who turns back to the page that is known has nothing to tell", () => {
  const { sent, save } = keeper();
  for (const place of [0, 1, 0]) save(at(place));
  vi.advanceTimersByTime(restTime);
  expect(sent).toEqual([]);
});
