import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Position } from "~/epub/progress";
import { createPositionSaver, firstPause, restTime } from "./save-position";

const at = (charOffset: number): Position => ({ ncxRef: "", URI: "a.xhtml", timeOffset: "0.0", charOffset });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function saver() {
  const sent: Array<[number, boolean]> = [];
  const network = { isDown: false };
  const send = async (position: Position, isLast: boolean) => {
    sent.push([position.charOffset, isLast]);
    if (network.isDown) throw new TypeError("Failed to fetch");
  };
  return { sent, network, ...createPositionSaver(send) };
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

test("who turns back to the page that is known has nothing to send", async () => {
  const { sent, save } = saver();
  for (const place of [0, 1, 0]) save(at(place));
  await pass(restTime);
  expect(sent).toEqual([]);
});

test("a place that was not saved is sent again by itself, later each time", async () => {
  const { sent, network, save } = saver();
  network.isDown = true;
  save(at(0));
  save(at(4));
  await pass(restTime);
  expect(sent).toHaveLength(1);
  await pass(firstPause);
  expect(sent).toHaveLength(2);
  await pass(firstPause);
  expect(sent).toHaveLength(2);
  network.isDown = false;
  await pass(firstPause);
  expect(sent).toEqual([
    [4, false],
    [4, false],
    [4, false],
  ]);
  await pass(firstPause * 100);
  expect(sent).toHaveLength(3);
});

test("a place that was not saved goes at once when the network is back, and a later place takes its turn", async () => {
  const { sent, network, save, retry } = saver();
  retry();
  network.isDown = true;
  save(at(0));
  save(at(4));
  await pass(restTime);
  network.isDown = false;
  retry();
  await pass(0);
  expect(sent).toEqual([
    [4, false],
    [4, false],
  ]);
  network.isDown = true;
  save(at(5));
  await pass(restTime);
  save(at(6));
  network.isDown = false;
  await pass(restTime);
  expect(sent.slice(2)).toEqual([
    [5, false],
    [6, false],
  ]);
});

test("who turns back to a page that was saved before a failure sends nothing more", async () => {
  const { sent, network, save } = saver();
  save(at(0));
  network.isDown = true;
  save(at(4));
  await pass(restTime);
  save(at(0));
  await pass(firstPause * 4);
  expect(sent).toEqual([[4, false]]);
});
