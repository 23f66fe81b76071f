import { createRequire } from "node:module";
import type { Font, openSync } from "fontkit";
import type PDFKit from "pdfkit";
import { type LineRun, lineRuns } from "./line-parts";

/**
 * Fonts of printed sheets: the product's own where it has the letters, and Noto Sans for all other names. Each file covers a subset of
 * letters, so a line is drawn in runs, each with a file that has its letters.
 */

const require = createRequire(import.meta.url);

/** Package and subset of each file in order of preference; the weight completes the name. */
const product = ["atkinson-hyperlegible-next/latin", "atkinson-hyperlegible-next/latin-ext"];
const world = [
  ...["latin", "latin-ext", "vietnamese", "cyrillic", "cyrillic-ext", "greek", "greek-ext", "devanagari"].map(
    (part) => `noto-sans/${part}`,
  ),
  "noto-sans-arabic/arabic",
  "noto-sans-hebrew/hebrew",
  "noto-sans-ethiopic/ethiopic",
  "noto-sans-georgian/georgian",
  "noto-sans-armenian/armenian",
  "noto-sans-thai/thai",
];

const weights = { regular: 400, bold: 700 } as const;
type Weight = keyof typeof weights;

type TextStyle = { weight?: Weight; size: number; colour?: string };

const familiesOf = (weight: Weight) =>
  [product, world].map((parts) => parts.map((part) => `${part}-${weights[weight]}`));
const families = { regular: familiesOf("regular"), bold: familiesOf("bold") };

function fileOf(font: string): string {
  const [family = "", part = ""] = font.split("/");
  return require.resolve(`@fontsource/${family}/files/${family}-${part}-normal.woff`);
}

export async function registerFonts(document: PDFKit.PDFDocument): Promise<void> {
  fontkit ??= await import("fontkit");
  for (const font of [...families.regular, ...families.bold].flat()) document.registerFont(font, fileOf(font));
}

/** Runs are shaped as a whole, so that letters join and right-to-left text is drawn correctly. */
const shaping: PDFKit.Mixins.TextOptions = { lineBreak: false, features: [], baseline: "alphabetic" };

/** Draws one line below `y`, truncated to `width` (points); letters without a font are omitted, see `writable`. */
export function writeLine(
  document: PDFKit.PDFDocument,
  text: string,
  x: number,
  y: number,
  { weight = "regular", size, colour = "#1C2430" }: TextStyle,
  width: number,
): void {
  document.fontSize(size).fillColor(colour);
  let runs = lineRuns(text, families[weight], hasLetter);
  let letters = [...text];
  while (letters.length > 1 && widthOf(document, runs) > width) {
    letters = letters.slice(0, -1);
    runs = lineRuns(`${letters.join("").trimEnd()}…`, families[weight], hasLetter);
  }
  // All fonts share one baseline, whatever their ascent.
  const baseline = y + ascentOf(families[weight][0]?.[0] ?? "", size);
  let at = x;
  for (const run of runs) {
    document.font(run.font).text(run.text, at, baseline, shaping);
    at += widthOf(document, [run]);
  }
}

/** Line height relative to the font size. */
const leading = 1.2;
const smallest = 4;

/**
 * Draws text that must not be truncated, such as names and credentials: reduces the font size and wraps until it fits into `width` by
 * `height` (points). Truncated only if it does not fit in the smallest size.
 * @returns the height used, in points
 */
export function writeWhole(
  document: PDFKit.PDFDocument,
  text: string,
  x: number,
  y: number,
  style: TextStyle,
  width: number,
  height: number,
): number {
  let size = style.size;
  let lines = linesOf(document, text, { ...style, size }, width);
  while (lines.length > 1 && lines.length * size * leading > height && size > smallest) {
    size -= 0.5;
    lines = linesOf(document, text, { ...style, size }, width);
  }
  const most = Math.max(1, Math.floor(height / (size * leading)));
  const fitted = lines.length > most ? [...lines.slice(0, most - 1), lines.slice(most - 1).join("")] : lines;
  for (const [index, line] of fitted.entries()) {
    writeLine(document, line.trimEnd(), x, y + index * size * leading, { ...style, size }, width);
  }
  return fitted.length * size * leading;
}

/** Wraps a text after spaces and hyphens; a word longer than a line is broken anywhere. */
function linesOf(
  document: PDFKit.PDFDocument,
  text: string,
  { weight = "regular", size }: TextStyle,
  width: number,
): string[] {
  document.fontSize(size);
  const isWithin = (line: string) => widthOf(document, lineRuns(line.trimEnd(), families[weight], hasLetter)) <= width;
  const lines: string[] = [];
  const add = (part: string) => {
    const last = lines.at(-1);
    if (last !== undefined && isWithin(last + part)) lines[lines.length - 1] = last + part;
    else lines.push(part);
  };
  for (const word of text.split(/(?<=[\s-])/)) {
    if (isWithin(word)) add(word);
    else for (const letter of word) add(letter);
  }
  return lines;
}

/** The part of a text that the fonts can draw, and whether it is complete. */
export function writable(text: string): { text: string; isWhole: boolean } {
  const letters = [...text.normalize("NFC")];
  const known = letters.filter((letter) =>
    families.regular.some((fonts) => fonts.some((font) => hasLetter(font, letter))),
  );
  return { text: known.join("").replace(/\s+/g, " ").trim(), isWhole: known.length === letters.length };
}

function widthOf(document: PDFKit.PDFDocument, runs: LineRun<string>[]): number {
  return runs.reduce((sum, run) => sum + document.font(run.font).widthOfString(run.text, shaping), 0);
}

/** Loaded with the first sheet: it takes a fifth of a second. */
let fontkit: { openSync: typeof openSync } | undefined;
/** Files are also opened here, once, since pdfkit does not expose a font's glyphs and ascent. */
const openFonts = new Map<string, Font>();

function openFont(font: string): Font {
  const known = openFonts.get(font);
  if (known) return known;
  if (!fontkit) throw new Error("fonts are registered before anything is written");
  const opened = fontkit.openSync(fileOf(font));
  if (!("hasGlyphForCodePoint" in opened)) throw new Error(`${font} is a collection of fonts`);
  openFonts.set(font, opened);
  return opened;
}

/** In points. */
function ascentOf(font: string, size: number): number {
  const { ascent, unitsPerEm } = openFont(font);
  return (ascent / unitsPerEm) * size;
}

function hasLetter(font: string, letter: string): boolean {
  return openFont(font).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
}
