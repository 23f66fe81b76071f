import { expect, test } from "vitest";
import type { Target } from "./clips";
import { errorOf } from "./measure-highlight";
import type { HighlightRecord } from "./recorder";

const target: Target = {
  clip: { smil: "s", text: { href: "EPUB/one.xhtml", id: "a" }, audio: { href: "EPUB/a.mp3", begin: 10, end: 12 } },
  begin: 10,
  end: 12,
};
const book = { meta: new Map([["media:active-class", "-epub-active"]]), spine: [] };

function highlightAt(time: number, more: Partial<HighlightRecord> = {}): HighlightRecord {
  const media = [{ path: "/content/x/EPUB/a.mp3", time, isSounding: true, isOver: false }];
  return { id: "a", path: "/content/x/EPUB/one.xhtml", classes: ["-epub-active"], gap: 16, media, ...more };
}

test("the error is the media time of the highlight minus the clip's begin, in milliseconds", () => {
  expect(errorOf([highlightAt(10.012)], target, book)?.error).toBeCloseTo(12);
  expect(errorOf([highlightAt(9.99)], target, book)?.error).toBeCloseTo(-10);
});

test("the reader's own class counts as a highlight, and an unrelated class does not", () => {
  expect(errorOf([highlightAt(10.02, { classes: ["fabel-spoken"] })], target, book)?.error).toBeCloseTo(20);
  expect(errorOf([highlightAt(10.02, { classes: ["hover"] })], target, book)).toBeNull();
});

test("a highlight with another text, document or audio file returns null", () => {
  expect(errorOf([highlightAt(10, { id: "b" })], target, book)).toBeNull();
  expect(errorOf([highlightAt(10, { path: "/content/x/EPUB/two.xhtml" })], target, book)).toBeNull();
  expect(
    errorOf(
      [highlightAt(10, { media: [{ path: "/x/b.mp3", time: 10, isSounding: true, isOver: false }] })],
      target,
      book,
    ),
  ).toBeNull();
});

test("a drawing's highlight is found in the page that the product makes around it", () => {
  const href = "EPUB/one.svg";
  const drawn = { ...target, clip: { ...target.clip, text: { href, id: "a" } } };
  const item = { index: 3, href, mediaType: "image/svg+xml", properties: [], spineProperties: [], fallback: null };
  const spine = [{ ...item, linear: true, overlay: null }];
  const highlight = highlightAt(10.012, { path: "/content/x/META-INF/fabel/pages/3.xhtml" });
  expect(errorOf([highlight], drawn, { ...book, spine })?.error).toBeCloseTo(12);
});

test("a highlight long before or after the clip is ignored", () => {
  expect(errorOf([highlightAt(8), highlightAt(12.5)], target, book)).toBeNull();
});

test("given two players of the same file, then the audible one is the clock", () => {
  const media = [
    { path: "/x/EPUB/a.mp3", time: 3, isSounding: false, isOver: true },
    { path: "/x/EPUB/a.mp3", time: 10.005, isSounding: true, isOver: false },
  ];
  expect(errorOf([highlightAt(0, { media })], target, book)?.error).toBeCloseTo(5);
});
