import { expect, test } from "vitest";
import { paperColours } from "~/reader/view/frame-style";
import { clampTextSize, comfortCss, defaultComfort, isChanged, papers, readComfort, scaledSize } from "./comfort";

test("the defaults leave the book's styles unchanged", () => {
  expect(comfortCss(defaultComfort)).toBe("");
  expect(scaledSize("1.5em", defaultComfort)).toBe("1.5em");
});

test("each choice adds only its own rule, which overrides the book's", () => {
  const font = comfortCss({ ...defaultComfort, typeface: "opendyslexic" });
  expect(font).toContain('font-family:"OpenDyslexic",system-ui,sans-serif!important');
  expect(font).not.toMatch(/line-height|spacing/);
  expect(comfortCss({ ...defaultComfort, lineSpacing: 1.8 })).toContain("line-height:1.8!important");
  expect(comfortCss({ ...defaultComfort, wordSpacing: 0.16 })).toContain("word-spacing:0.16em!important");
  expect(scaledSize("1.5em", { textSize: 150 })).toBe("calc(1.5em*1.5)");
});

test("letter spacing does not apply to languages with joined letters", () => {
  expect(comfortCss({ ...defaultComfort, letterSpacing: 0.12 })).toMatch(
    /:not\(:lang\(ar\).*\)\{letter-spacing:0\.12em!important\}/,
  );
});

test("an invalid value is replaced by its default, and text sizes are clamped", () => {
  expect(readComfort(null)).toEqual(defaultComfort);
  expect(readComfort({ typeface: "papyrus", paper: "cream", lineSpacing: 9, ruler: "yes" })).toEqual({
    ...defaultComfort,
    paper: "cream",
  });
  expect([10, 96, 1000, Number.NaN, "big"].map(clampTextSize)).toEqual([70, 100, 250, 100, 100]);
  expect(isChanged(defaultComfort)).toBe(false);
  expect(isChanged({ ...defaultComfort, textSize: 110 })).toBe(true);
});

test.each(papers)("on %s, text and highlighted words have a contrast of 7:1, and links of 4.5:1", (paper) => {
  const { paper: ground, ink, link, spoken, spokenInk } = paperColours[paper];
  expect(contrast(ground, ink)).toBeGreaterThanOrEqual(7);
  expect(contrast(spoken, spokenInk)).toBeGreaterThanOrEqual(7);
  expect(contrast(ground, link)).toBeGreaterThanOrEqual(4.5);
});

/** WCAG 2.2, contrast ratio. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
