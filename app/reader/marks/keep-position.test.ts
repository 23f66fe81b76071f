import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Position } from "~/epub/progress";
import { keepPosition, restTime } from "./keep-position";

const at = (charOffset: number): Position => ({ ncxRef: "", URI: "a.xhtml", timeOffset: "0.0", charOffset });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function keeper() {
  const told: Array<[number, boolean]> = [];
  return { told, ...keepPosition((position, isLast) => told.push([position.charOffset, isLast])) };
}

test("the place that a book opens at is no news", () => {
  const { told, save, flush } = keeper();
  save(at(0));
  vi.advanceTimersByTime(restTime * 2);
  flush();
  expect(told).toEqual([]);
});

test("of many turns only the page that the reader rests on is told", () => {
  const { told, save } = keeper();
  for (const place of [0, 1, 2, 3]) save(at(place));
  vi.advanceTimersByTime(restTime);
  save(at(3));
  vi.advanceTimersByTime(restTime);
  expect(told).toEqual([[3, false]]);
});

test("leaving tells what was not told yet, once", () => {
  const { told, save, flush } = keeper();
  save(at(0));
  save(at(9));
  flush();
  flush();
  vi.advanceTimersByTime(restTime);
  expect(told).toEqual([[9, true]]);
});

test("who turns back to the page that is known has nothing to tell", () => {
  const { told, save } = keeper();
  for (const place of [0, 1, 0]) save(at(place));
  vi.advanceTimersByTime(restTime);
  expect(told).toEqual([]);
});
