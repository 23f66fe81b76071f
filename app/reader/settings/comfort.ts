/**
 * Settings for the text of reflowable books. Defaults leave the book's own styles unchanged. docs/product/reader.md#comfort.
 * Without zod: the first-page program reads it too, and is small.
 */

export const typefaces = ["book", "atkinson", "lexend", "opendyslexic"] as const;
export type Typeface = (typeof typefaces)[number];

export const papers = ["plain", "white", "cream", "peach", "green", "blue", "grey"] as const;
export type Paper = (typeof papers)[number];

export type Comfort = {
  /** Percent of the size that the reader gives by itself. */
  textSize: number;
  typeface: Typeface;
  /** Times the letters' size; null: as the book has it. */
  lineSpacing: number | null;
  /** Parts of the letters' size that are added; 0: as the book has it. */
  letterSpacing: number;
  wordSpacing: number;
  /** Of pages by day; dark pages have a paper of their own. */
  paper: Paper;
  /** A band that keeps the eye in its line. */
  ruler: boolean;
};

export const textSizes = { least: 70, most: 250, step: 10 };
export const lineSpacings = [null, 1.5, 1.8, 2.2] as const;
/** The third step of both is what WCAG 2.2, 1.4.12, requires text to support. */
export const letterSpacings = [0, 0.06, 0.12, 0.18] as const;
export const wordSpacings = [0, 0.16, 0.3, 0.5] as const;

export const defaultComfort: Comfort = {
  textSize: 100,
  typeface: "book",
  lineSpacing: null,
  letterSpacing: 0,
  wordSpacing: 0,
  paper: "plain",
  ruler: false,
};

/** Whatever is broken in a stored value falls back by itself; numbers come out within their bounds. */
export function readComfort(stored: unknown): Comfort {
  const from = (typeof stored === "object" && stored !== null ? stored : {}) as Record<keyof Comfort, unknown>;
  return {
    textSize: clampTextSize(from.textSize),
    typeface: typefaces.find((one) => one === from.typeface) ?? defaultComfort.typeface,
    lineSpacing: isBetween(from.lineSpacing, 1, 3) ? from.lineSpacing : null,
    letterSpacing: isBetween(from.letterSpacing, 0, 0.5) ? from.letterSpacing : 0,
    wordSpacing: isBetween(from.wordSpacing, 0, 1) ? from.wordSpacing : 0,
    paper: papers.find((one) => one === from.paper) ?? defaultComfort.paper,
    ruler: from.ruler === true,
  };
}

/** Whole steps of ten percent. */
export function clampTextSize(size: unknown): number {
  if (typeof size !== "number" || !Number.isFinite(size)) return defaultComfort.textSize;
  const { least, most, step } = textSizes;
  return Math.min(most, Math.max(least, Math.round(size / step) * step));
}

function isBetween(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && value >= least && value <= most;
}

/** Names of the faces as the rules that bring them have them. */
export const faceNames: Record<Exclude<Typeface, "book">, string> = {
  atkinson: "Atkinson Hyperlegible Next Variable",
  lexend: "Lexend Variable",
  opendyslexic: "OpenDyslexic",
};

/** What carries words: formulas, drawings, code and the small reading aids over words keep a look of their own. */
const words = "body,body :not(math,math *,svg,svg *,code,pre,kbd,samp,rt,rp)";
/** Letters of these scripts join, so a space between them breaks a word. */
const joined = ":lang(ar),:lang(fa),:lang(ur),:lang(ckb),:lang(ps),:lang(ug)";

/** The rules that bring a person's choices into a flowing document; empty where nothing was chosen. */
export function comfortCss(comfort: Comfort): string {
  const { typeface, lineSpacing, letterSpacing, wordSpacing } = comfort;
  const rules = [
    typeface !== "book" && `font-family:"${faceNames[typeface]}",system-ui,sans-serif!important`,
    lineSpacing !== null && `line-height:${lineSpacing}!important`,
    wordSpacing > 0 && `word-spacing:${wordSpacing}em!important`,
  ].filter((rule) => rule !== false);
  const letters = letterSpacing > 0 ? `:is(${words}):not(${joined}){letter-spacing:${letterSpacing}em!important}` : "";
  return (rules.length > 0 ? `:is(${words}){${rules.join(";")}}` : "") + letters;
}

/** @param size as the reader gives it, e.g. `1.5em` */
export function scaledSize(size: string, { textSize }: Pick<Comfort, "textSize">): string {
  return textSize === 100 ? size : `calc(${size}*${textSize / 100})`;
}

/** Whether there is anything to take back. */
export function isChanged(comfort: Comfort): boolean {
  return JSON.stringify(readComfort(comfort)) !== JSON.stringify(defaultComfort);
}
