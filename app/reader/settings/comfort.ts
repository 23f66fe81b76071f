/**
 * Settings for the text of reflowable books. Defaults leave the book's own styles unchanged.
 * docs/product/reader.md#comfort. Without zod, because the first-page program imports this file and must be small.
 */

/** `own`: a file that the reader keeps in this browser. */
export const typefaces = ["book", "atkinson", "lexend", "opendyslexic", "own"] as const;
export type Typeface = (typeof typefaces)[number];

export const papers = ["plain", "white", "cream", "peach", "green", "blue", "grey"] as const;
export type Paper = (typeof papers)[number];

export type Comfort = {
  /** Percent of the reader's default size. */
  textSize: number;
  typeface: Typeface;
  /** Multiple of the font size; null: the book's own. */
  lineSpacing: number | null;
  /** Fraction of the font size that is added; 0: the book's own. */
  letterSpacing: number;
  wordSpacing: number;
  /** Paper of the light theme; dark pages have one of their own. */
  paper: Paper;
  /** Whether a band marks the line being read. */
  ruler: boolean;
};

export const textSizes = { least: 70, most: 250, step: 10 };
export const lineSpacings = [null, 1.5, 1.8, 2.2] as const;
/** The third step of both is the spacing that WCAG 2.2, 1.4.12, requires text to support. */
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

/** Parses a stored value: invalid fields fall back to their default, numbers are limited to their range. */
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

/** Percent: the least size of text that is read from the back of a classroom. */
const boardTextSize = 160;

/** The same settings for a board in front of a class. */
export function onBoard(comfort: Comfort): Comfort {
  return { ...comfort, textSize: Math.max(comfort.textSize, boardTextSize) };
}

/** Rounds to whole steps of ten percent, within the limits. */
export function clampTextSize(size: unknown): number {
  if (typeof size !== "number" || !Number.isFinite(size)) return defaultComfort.textSize;
  const { least, most, step } = textSizes;
  return Math.min(most, Math.max(least, Math.round(size / step) * step));
}

function isBetween(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && value >= least && value <= most;
}

/** Names of the font families, as in their @font-face rules. */
export const faceNames: Record<Exclude<Typeface, "book">, string> = {
  atkinson: "Atkinson Hyperlegible Next Variable",
  lexend: "Lexend Variable",
  opendyslexic: "OpenDyslexic",
  own: "Fabel own font",
};

/** Text elements; formulas, drawings, code and ruby annotations keep their own style. */
const words = "body,body :not(math,math *,svg,svg *,code,pre,kbd,samp,rt,rp)";
/** Languages whose letters join: spacing between them would break words. */
export const joinedLanguages = ["ar", "fa", "ur", "ckb", "ps", "ug"];
const joined = joinedLanguages.map((language) => `:lang(${language})`).join();

/** The font-family of a chosen typeface; null: the book's own. */
export function fontFamilyOf(typeface: Typeface): string | null {
  if (typeface === "book") return null;
  // On a device without the file, and for letters that it lacks.
  const instead = typeface === "own" ? `"${faceNames.atkinson}",` : "";
  return `"${faceNames[typeface]}",${instead}system-ui,sans-serif`;
}

/** CSS for a reflowable document; empty without any changes by the user. */
export function comfortCss(comfort: Comfort): string {
  const { typeface, lineSpacing, letterSpacing, wordSpacing } = comfort;
  const family = fontFamilyOf(typeface);
  const rules = [
    family !== null && `font-family:${family}!important`,
    lineSpacing !== null && `line-height:${lineSpacing}!important`,
    wordSpacing > 0 && `word-spacing:${wordSpacing}em!important`,
  ].filter((rule) => rule !== false);
  const letters = letterSpacing > 0 ? `:is(${words}):not(${joined}){letter-spacing:${letterSpacing}em!important}` : "";
  return (rules.length > 0 ? `:is(${words}){${rules.join(";")}}` : "") + letters;
}

/** @param size the reader's size, e.g. `1.5em` */
export function scaledSize(size: string, { textSize }: Pick<Comfort, "textSize">): string {
  return textSize === 100 ? size : `calc(${size}*${textSize / 100})`;
}

/** Whether any setting differs from its default. */
export function isChanged(comfort: Comfort): boolean {
  return JSON.stringify(readComfort(comfort)) !== JSON.stringify(defaultComfort);
}
