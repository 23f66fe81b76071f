import { expect, test } from "vitest";
import type { NavEntry, SpineItem } from "~/epub/book";
import { minutesOf, paceAfter, timeLeft } from "./time-left";

const item = (index: number, more: Partial<SpineItem> = {}) =>
  ({
    index,
    href: `${index}.xhtml`,
    linear: true,
    layout: "reflowable",
    overlay: null,
    overlays: {},
    duration: null,
    characters: 900,
    ...more,
  }) as SpineItem;
const entry = (href: string): NavEntry => ({ label: href, href, children: [] });
const silent = { spine: [0, 1, 2, 3].map((index) => item(index)), toc: [entry("0.xhtml"), entry("2.xhtml#a")] };
const voiced = {
  ...silent,
  spine: silent.spine.map((each, index) => ({ ...each, overlay: "a.smil", duration: 60 * (index + 1) })),
};
const reading = { kind: "reading", lettersPerMinute: 900 } as const;

test("by reading pace, a chapter ends at the next entry of the contents in a later document", () => {
  expect(timeLeft(silent, { index: 0, fraction: 0.5 }, reading)).toEqual({ chapter: 90, book: 210 });
  expect(timeLeft(silent, { index: 3, fraction: 1 }, reading)).toEqual({ chapter: 0, book: 0 });
});

test("a page with its text in three languages counts only one of them", () => {
  const spine = [item(0, { overlays: { sv: "sv.smil", en: "en/sv.smil", de: "de/sv.smil" } })];
  expect(timeLeft({ spine, toc: [] }, { index: 0, fraction: 0 }, reading)?.book).toBe(20);
});

test("when listening, the book's durations and the playback rate count", () => {
  expect(timeLeft(voiced, { index: 0, fraction: 0 }, { kind: "listening", rate: 1 })).toEqual({
    chapter: 180,
    book: 600,
  });
  expect(timeLeft(voiced, { index: 2, fraction: 0.5 }, { kind: "listening", rate: 2 })?.book).toBe(165);
});

test("non-linear documents take no time, and an empty book returns null", () => {
  const spine = [item(0), item(1, { linear: false })];
  expect(timeLeft({ spine, toc: [] }, { index: 0, fraction: 0 }, reading)?.book).toBe(60);
  expect(timeLeft({ spine: [], toc: [] }, { index: 0, fraction: 0 }, reading)).toBeNull();
});

test.each([
  [0, 0, 1],
  [89, 0, 1],
  [3600, 1, 0],
  [5400, 1, 30],
])("minutesOf(%d) returns %d h %d min", (seconds, hours, minutes) => {
  expect(minutesOf(seconds)).toEqual({ hours, minutes });
});

test("the pace changes slowly, and implausible pages are ignored", () => {
  expect(paceAfter(null, { letters: 600, seconds: 60 })).toBe(600);
  expect(paceAfter(600, { letters: 1100, seconds: 60 })).toBe(700);
  for (const page of [
    { letters: 600, seconds: 1 },
    { letters: 600, seconds: 900 },
    { letters: 20, seconds: 30 },
  ]) {
    expect(paceAfter(800, page)).toBe(800);
  }
});
