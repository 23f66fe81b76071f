import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TextPlace } from "~/reader/view/text-place";
import { DelayedHighlight } from "./delayed-highlight";

const [first, second] = [{ id: "first" }, { id: "second" }] as unknown as TextPlace[];

function delayedBy(milliseconds: number) {
  const shown: Array<TextPlace | null> = [];
  const highlight = { show: (place: TextPlace | null) => void shown.push(place), markPlaying: () => undefined };
  return { shown, delayed: new DelayedHighlight(highlight, () => milliseconds) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("without a delay, texts are highlighted at once", () => {
  const { shown, delayed } = delayedBy(0);
  delayed.show(first ?? null);
  expect(shown).toEqual([first]);
});

test("with a delay, texts that follow each other faster are each highlighted later by it", () => {
  const { shown, delayed } = delayedBy(300);
  delayed.show(first ?? null);
  vi.advanceTimersByTime(200);
  delayed.show(second ?? null);
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(shown).toEqual([first]);
  vi.advanceTimersByTime(200);
  expect(shown).toEqual([first, second]);
});

test("when playback stops, the highlight goes at once, and nothing that waited comes", () => {
  const { shown, delayed } = delayedBy(300);
  delayed.show(first ?? null);
  delayed.show(null);
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual([null]);
});
