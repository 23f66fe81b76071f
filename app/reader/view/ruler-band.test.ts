import fc from "fast-check";
import { expect, test } from "vitest";
import { bandOver } from "./ruler-band";

/** The reading ruler's band between lines. docs/product/reader.md#comfort. */

const line = (top: number, height = 20) => ({ top, bottom: top + height });
const paragraph = [line(100), line(130), line(160), line(190)];

test("the band covers the nearest line and the next one on the side of the pointer, up to the middle of the gaps", () => {
  expect(bandOver(paragraph, 142)).toEqual({ top: 125, bottom: 185 });
  expect(bandOver(paragraph, 136)).toEqual({ top: 94, bottom: 155 });
});

test("at the first and last line the band covers the one beside it", () => {
  expect(bandOver(paragraph, 20)).toEqual({ top: 94, bottom: 155 });
  expect(bandOver(paragraph, 400)).toEqual({ top: 155, bottom: 216 });
});

test("a single line is covered alone, and none gives none", () => {
  expect(bandOver([line(100)], 300)).toEqual({ top: 94, bottom: 126 });
  expect(bandOver([], 300)).toBeNull();
});

test.each([
  [1, 142, { top: 125, bottom: 155 }],
  [3, 142, { top: 94, bottom: 185 }],
  [3, 60, { top: 94, bottom: 155 }],
  [5, 142, { top: 94, bottom: 216 }],
])("as line focus %i lines are clear, around %i px", (count, height, band) => {
  expect(bandOver(paragraph, height, count)).toEqual(band);
});

test("a superscript belongs to its line", () => {
  expect(bandOver([line(100), line(97, 12), line(130)], 110)).toEqual({ top: 91, bottom: 156 });
});

test("given any lines with gaps, then no edge of the band is within a line", () => {
  const gaps = fc.array(fc.record({ gap: fc.integer({ min: 1, max: 60 }), height: fc.integer({ min: 8, max: 60 }) }), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(gaps, fc.integer({ min: -50, max: 1500 }), (parts, height) => {
      let at = 0;
      const lines = parts.map((part) => {
        const top = at + part.gap;
        at = top + part.height;
        return { top, bottom: at };
      });
      const band = bandOver(lines, height);
      if (!band) throw new Error("there is a line");
      for (const { top, bottom } of lines) {
        expect(band.top > top && band.top < bottom).toBe(false);
        expect(band.bottom > top && band.bottom < bottom).toBe(false);
      }
    }),
  );
});
