import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Position } from "~/epub/progress";
import { createPositionSaver, restTime } from "./save-position";

const at = (charOffset: number): Position => ({ ncxRef: "", URI: "a.xhtml", timeOffset: "0.0", charOffset });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function saver() {
  const sent: Array<[number, boolean]> = [];
  const send = async (position: Position, isLast: boolean) => {
    sent.push([position.charOffset, isLast]);
  };
  return { sent, ...createPositionSaver(send) };
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test("the place that a book opens at is known already", async () => {
  const { sent, save, flush } = saver();
  save(at(0));
  await pass(restTime * 2);
  await flush();
  expect(sent).toEqual([]);
});

test("of many turns only the page that the reader rests on is sent", async () => {
  const { sent, save } = saver();
  for (const place of [0, 1, 2, 3]) save(at(place));
  await pass(restTime);
  save(at(3));
  await pass(restTime);
  expect(sent).toEqual([[3, false]]);
});

test("leaving sends what was not sent yet, once, and says when it is saved", async () => {
  const { sent, save, flush } = saver();
  save(at(0));
  save(at(9));
  await flush();
  await flush();
  await pass(restTime);
  expect(sent).toEqual([[9, true]]);
});

test("a book of one spread opens at its end: that is sent, once, when a reader turns beyond it", async () => {
  const { sent, save } = saver();
  save(at(0));
  save(at(0), true);
  save(at(0));
  await pass(restTime);
  save(at(0), true);
  await pass(restTime);
  expect(sent).toEqual([[0, false]]);
});

test("who turns back to the page that is known has nothing to send", async () => {
  const { sent, save } = saver();
  for (const place of [0, 1, 0]) save(at(place));
  await pass(restTime);
  expect(sent).toEqual([]);
});
