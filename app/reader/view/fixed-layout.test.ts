import { describe, expect, test } from "vitest";
import type { Size, SpineItem } from "~/epub/book";
import { type FixedSpreadModel, placeFixed } from "./fixed-layout";

/** The size of enlarged fixed-layout pages. Decision 25. */

const page = { width: 1024, height: 768 };
const item = { index: 0, viewport: page, characters: 100 } as SpineItem;
const spread = { kind: "fixed", slots: { center: item, isHalf: false } } as unknown as FixedSpreadModel;

function enlarged(stage: Size) {
  const element = { dataset: {}, style: {} as { transform: string } };
  const elements = new Map([[item, element as unknown as HTMLIFrameElement]]);
  const { scale, bottom } = placeFixed(spread, elements, stage, { times: 2, isExact: false });
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

describe("pages without a size of their own, e.g. of device-width", () => {
  const stage = { width: 1200, height: 800 };
  const own = { index: 0, viewport: null, characters: 0 } as unknown as SpineItem;
  const sized = { index: 1, viewport: { width: 500, height: 500 }, characters: 0 } as unknown as SpineItem;
  const places = (slots: object) => {
    const elements = new Map([own, sized].map((one) => [one, { dataset: {}, style: {} as Record<string, string> }]));
    const { scale } = placeFixed(
      { kind: "fixed", slots } as FixedSpreadModel,
      elements as unknown as ReadonlyMap<SpineItem, HTMLIFrameElement>,
      stage,
    );
    const styleOf = (one: SpineItem) => {
      const { width, height, transform } = elements.get(one)?.style ?? {};
      return `${width} ${height} ${transform}`;
    };
    return { scale, own: styleOf(own), sized: styleOf(sized) };
  };

  test("given a cover before pairs, then it is as wide as one page of a pair, in its full size", () => {
    const drawn = places({ center: own, isHalf: true });
    expect(drawn.scale).toBe(1);
    expect(drawn.own).toBe("600px 800px translate(300px, 0px) scale(1)");
  });

  test("given a single page, then it fills the stage", () => {
    expect(places({ center: own }).own).toBe("1200px 800px translate(0px, 0px) scale(1)");
  });

  test("given a page with a size beside it, then each fills its side, and neither changes the other", () => {
    const drawn = places({ left: own, right: sized });
    expect(drawn.own).toBe("600px 800px translate(0px, 0px) scale(1)");
    expect(drawn.sized).toBe("500px 500px translate(600px, 100px) scale(1.2)");
  });
});
