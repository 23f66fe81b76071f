import fc from "fast-check";
import { expect, test } from "vitest";
import type { SpineItem } from "~/epub/book";
import { itemsOf, neighbourSpread, placePages, planSpreads, type Spread, spreadOfItem } from "./spreads";

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

function spine(...items: Partial<SpineItem>[]): SpineItem[] {
  return items.map((item, index) => ({
    index,
    id: `p${index}`,
    href: `p${index}.xhtml`,
    mediaType: "application/xhtml+xml",
    linear: true,
    layout: "pre-paginated",
    spread: "auto",
    orientation: "auto",
    flow: "auto",
    pageSpread: null,
    alignCenter: false,
    viewport: { width: 600, height: 800 },
    overlay: null,
    overlays: {},
    duration: null,
    characters: 0,
    ...item,
  }));
}

/** `0`: a single page; `1|2`: a left and a right page; `.`: an empty side; `~3`: a reflowable document. */
function inShort(spreads: Spread[]): string {
  const side = (item: SpineItem | null) => (item ? String(item.index) : ".");
  return spreads
    .map((spread) => {
      if (spread.kind === "flow") return `~${spread.item.index}`;
      return spread.slots.center
        ? String(spread.slots.center.index)
        : `${side(spread.slots.left)}|${side(spread.slots.right)}`;
    })
    .join(" ");
}

const L = { pageSpread: "left" } as const;
const R = { pageSpread: "right" } as const;
const C = { pageSpread: "center" } as const;

test.each([
  ["a cover, then pairs", spine({}, {}, {}, {}, {}), "ltr", "0 1|2 3|4"],
  ["a cover, then pairs from right to left", spine({}, {}, {}, {}), "rtl", "0 2|1 .|3"],
  ["pages on the sides that the book specifies", spine(R, L, R, L), "ltr", ".|0 1|2 3|."],
  ["two left pages leave a side empty", spine(L, L, R), "ltr", "0|. 1|2"],
  ["specified sides from right to left", spine(L, R, L), "rtl", "0|. 2|1"],
  ["a centre page is alone in its spread", spine(L, C, L, R), "ltr", "0|. 1 2|3"],
  ["pages without a side take the next free side", spine(L, {}, {}, {}), "ltr", "0|1 2|3"],
  [
    "a cover, then pairs, when the book requires spreads",
    spine(...Array(4).fill({ spread: "both" })),
    "ltr",
    "0 1|2 3|.",
  ],
  [
    "a cover, then pairs, when the book asks for spreads in landscape",
    spine(...Array(3).fill({ spread: "landscape" })),
    "ltr",
    "0 1|2",
  ],
  ["single pages when the book forbids spreads", spine({ spread: "none" }, { spread: "none" }), "ltr", "0 1"],
  ["a reflowable document separates a pair", spine(L, { layout: "reflowable" }, L, R), "ltr", "0|. ~1 2|3"],
  ["a non-linear page is alone in its spread", spine(L, R, { linear: false }, L), "ltr", "0|1 2 3|."],
] as const)("plans spreads: %s", (_, items, progression, expected) => {
  expect(inShort(planSpreads(items, progression, wide))).toBe(expected);
});

test("below 600 px every page is single, from 600 px on pages are paired", () => {
  const pages = spine(L, R);
  expect(inShort(planSpreads(pages, "ltr", narrow))).toBe("0 1");
  expect(inShort(planSpreads(pages, "ltr", { width: 599, height: 400 }))).toBe("0 1");
  expect(inShort(planSpreads(pages, "ltr", { width: 600, height: 900 }))).toBe("0|1");
});

test("spread landscape makes no pairs in a portrait window", () => {
  const pages = spine({ ...L, spread: "landscape" }, { ...R, spread: "landscape" });
  expect(inShort(planSpreads(pages, "ltr", { width: 820, height: 1180 }))).toBe("0 1");
  expect(inShort(planSpreads(pages, "ltr", wide))).toBe("0|1");
});

test("a reflowable document keeps the page side that it asks for, and scrolls with flow scrolled-doc", () => {
  const flow = { layout: "reflowable" } as const;
  const spreads = planSpreads(
    spine({ ...flow, ...R }, { ...flow, ...L }, { ...flow, flow: "scrolled-doc" }),
    "ltr",
    wide,
  );
  expect(
    spreads.map((spread) => spread.kind === "flow" && [spread.columns, spread.startsOn, spread.isScrolled]),
  ).toEqual([
    [2, "second", false],
    [2, "first", false],
    [1, "first", true],
  ]);
});

test("neighbourSpread skips non-linear pages and returns null at both ends", () => {
  const spreads = planSpreads(spine(C, { ...C, linear: false }, C), "ltr", wide);
  expect(neighbourSpread(spreads, 0, 1)).toBe(2);
  expect(neighbourSpread(spreads, 2, -1)).toBe(0);
  expect(neighbourSpread(spreads, 2, 1)).toBeNull();
  expect(neighbourSpread(spreads, 0, -1)).toBeNull();
});

const anyItem = fc.record({
  layout: fc.constantFrom("pre-paginated" as const, "reflowable" as const),
  spread: fc.constantFrom("auto" as const, "none" as const, "landscape" as const, "both" as const),
  pageSpread: fc.constantFrom(null, "left" as const, "right" as const, "center" as const),
  linear: fc.boolean(),
});

test("given any items, then each is on exactly one spread, in order", () => {
  fc.assert(
    fc.property(
      fc.array(anyItem, { maxLength: 30 }),
      fc.constantFrom("ltr" as const, "rtl" as const),
      fc.constantFrom(wide, narrow, { width: 820, height: 1180 }),
      (items, progression, window) => {
        const spreads = planSpreads(spine(...items), progression, window);
        expect(spreads.flatMap(itemsOf).map((item) => item.index)).toEqual(items.map((_, index) => index));
        expect(items.every((_, index) => spreadOfItem(spreads, index) >= 0)).toBe(true);
      },
    ),
  );
});

test("a cover before pairs is centred and as large as a page of a pair", () => {
  const spreads = planSpreads(spine({}, {}, {}), "ltr", wide);
  expect(spreads[0]).toMatchObject({ slots: { isHalf: true } });
  expect(planSpreads(spine({ spread: "none" }), "ltr", wide)[0]).not.toMatchObject({ slots: { isHalf: true } });
  const places = placePages({ center: { width: 400, height: 400 }, isHalf: true }, { width: 1000, height: 800 });
  expect(places.center).toEqual({ scale: 1.25, left: 250, top: 150 });
});

test("pages fill the stage, meet in the middle, keep their relative size and never overflow", () => {
  expect(placePages({ center: { width: 400, height: 800 } }, { width: 1000, height: 400 })).toEqual({
    center: { scale: 0.5, left: 400, top: 0 },
  });
  const both = placePages(
    { left: { width: 300, height: 400 }, right: { width: 600, height: 800 } },
    { width: 1200, height: 400 },
  );
  expect(both).toEqual({ left: { scale: 0.5, left: 450, top: 0 }, right: { scale: 0.5, left: 600, top: 0 } });
  const size = fc.record({ width: fc.integer({ min: 1, max: 4000 }), height: fc.integer({ min: 1, max: 4000 }) });
  fc.assert(
    fc.property(size, size, size, (left, right, stage) => {
      const places = placePages({ left, right }, stage);
      if (!places.left || !places.right) throw new Error("a page has no place");
      expect(places.left.left).toBeGreaterThanOrEqual(-1e-6);
      expect(places.right.left + right.width * places.right.scale).toBeLessThanOrEqual(stage.width + 1e-6);
      expect(places.left.scale).toBe(places.right.scale);
      expect(places.left.top).toBe(places.right.top);
      expect(Math.max(left.height, right.height) * places.left.scale).toBeLessThanOrEqual(stage.height + 1e-6);
    }),
  );
});
