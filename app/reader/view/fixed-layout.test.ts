import { expect, test } from "vitest";
import type { Size, SpineItem } from "~/epub/book";
import { type FixedSpreadModel, placeFixed } from "./fixed-layout";

/** The size of enlarged fixed-layout pages. Decision 25. */

const page = { width: 1024, height: 768 };
const item = { index: 0, viewport: page, characters: 100 } as SpineItem;
const spread = { kind: "fixed", slots: { center: item, isHalf: false } } as unknown as FixedSpreadModel;

function enlarged(stage: Size) {
  const element = { dataset: {}, style: {} as { transform: string } };
  const elements = new Map([[item, element as unknown as HTMLIFrameElement]]);
  const { scale, bottom } = placeFixed(spread, elements, stage, 2);
  const [left, top, drawn] = (element.style.transform.match(/[\d.]+/g) ?? []).map(Number);
  return { times: Number(drawn) / scale, left, top, width: Number(drawn) * page.width, bottom };
}

test("given a phone in landscape, then an enlarged page is as wide as the window and pans vertically only", () => {
  expect(enlarged({ width: 844, height: 390 })).toEqual({
    times: expect.closeTo(1.623, 3),
    left: 0,
    top: 0,
    width: expect.closeTo(844, 6),
    bottom: expect.closeTo(633, 6),
  });
});

test("given a window in portrait, then the page is twice as large", () => {
  expect(enlarged({ width: 390, height: 844 }).times).toBeCloseTo(2);
});

test("given a window slightly wider than the page, then the page is twice as large", () => {
  expect(enlarged({ width: 560, height: 400 }).times).toBeCloseTo(2);
});

test("given a very wide window, then the page is at most twice as large", () => {
  expect(enlarged({ width: 1600, height: 390 }).times).toBeCloseTo(2);
});

test.each([
  ["a phone in portrait", { width: 390, height: 844 }, 64],
  ["a phone in portrait below a sign video", { width: 390, height: 634 }, 64],
  ["a small phone below a sign video, which leaves no room for the margin", { width: 360, height: 437 }, 0],
])("given %s, then the words below a page have room, and the page has a margin if it fits", (_, stage, top) => {
  const element = { dataset: {}, style: {} as { transform: string } };
  const { wordsTop } = placeFixed(spread, new Map([[item, element as unknown as HTMLIFrameElement]]), stage);
  expect(Number(element.style.transform.match(/[\d.]+/g)?.[1])).toBeCloseTo(top);
  expect(stage.height - Number(wordsTop)).toBeGreaterThan(160);
});
