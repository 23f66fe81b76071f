import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Position } from "~/epub/progress";
import { createPositionSaver, saveDelay } from "./save-position";

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

test("the position at which a book opens is not sent", async () => {
  const { sent, save, flush } = saver();
  save(at(0));
  await pass(saveDelay * 2);
  await flush();
  expect(sent).toEqual([]);
});

test("given many page turns, then only the page on which the reader rests is sent", async () => {
  const { sent, save } = saver();
  for (const place of [0, 1, 2, 3]) save(at(place));
  await pass(saveDelay);
  save(at(3));
  await pass(saveDelay);
  expect(sent).toEqual([[3, false]]);
});

test("flush sends an unsent position once, marked as the last", async () => {
  const { sent, save, flush } = saver();
  save(at(0));
  save(at(9));
  await flush();
  await flush();
  await pass(saveDelay);
  expect(sent).toEqual([[9, true]]);
});

test("flush resolves only when a running request has ended", async () => {
  let end = (): void => undefined;
  const { save, flush } = createPositionSaver(
    () =>
      new Promise((resolve) => {
        end = resolve;
      }),
  );
  save(at(0));
  save(at(9));
  let isSaved = false;
  const flushed = flush().then(() => {
    isSaved = true;
  });
  await pass(saveDelay);
  expect(isSaved).toBe(false);
  end();
  await flushed;
  expect(isSaved).toBe(true);
});

test("given a book of one spread, then its end is sent once, when the reader turns beyond it", async () => {
  const { sent, save } = saver();
  save(at(0));
  save(at(0), true);
  save(at(0));
  await pass(saveDelay);
  save(at(0), true);
  await pass(saveDelay);
  expect(sent).toEqual([[0, false]]);
});

test("turning back to the page that the server knows sends nothing", async () => {
  const { sent, save } = saver();
  for (const place of [0, 1, 0]) save(at(place));
  await pass(saveDelay);
  expect(sent).toEqual([]);
});
