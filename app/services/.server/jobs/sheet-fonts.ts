import { createRequire } from "node:module";
import type { Font, openSync } from "fontkit";
import type PDFKit from "pdfkit";
import { type LineRun, lineRuns } from "./line-parts";

/**
 * Letters on paper: the product's own for what it has, and Noto Sans for the names of the world. Each file holds some letters only, so a
 * line is written in runs, each by a file that has them.
 */

const require = createRequire(import.meta.url);

/** Package and part of each file; the weight completes its name. In the order in which they are tried. */
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
export type Weight = keyof typeof weights;

export type TextStyle = { weight?: Weight; size: number; colour?: string };

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

/** Whole runs are shaped at once: letters join, and what is read from the right is drawn from the right. */
const shaping: PDFKit.Mixins.TextOptions = { lineBreak: false, features: [], baseline: "alphabetic" };

/** Writes one line below `y` and cuts what is longer than `width` (points); what no font has is left out, see `writable`. */
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
  // Fonts stand on one line, however high their letters reach.
  const baseline = y + ascentOf(families[weight][0]?.[0] ?? "", size);
  let at = x;
  for (const run of runs) {
    document.font(run.font).text(run.text, at, baseline, shaping);
    at += widthOf(document, [run]);
  }
}

/** The height of a line to the size of its letters. */
const leading = 1.2;
const smallest = 4;

/**
 * Writes what nothing may be missing of, such as names and what somebody has to type: in smaller letters and on several lines until all of
 * it stands in `width` by `height` (points). Only what is too long even in the smallest letters is cut.
 * @returns how much of the height it took
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
  const written = lines.length > most ? [...lines.slice(0, most - 1), lines.slice(most - 1).join("")] : lines;
  for (const [index, line] of written.entries()) {
    writeLine(document, line.trimEnd(), x, y + index * size * leading, { ...style, size }, width);
  }
  return written.length * size * leading;
}

/** A text in lines as full as may be, broken after words and hyphens; a word that is longer than a line is broken anywhere. */
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

/** What of a text the fonts can write, and whether that is all of it. */
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

/** The files are also opened here once, since pdfkit does not expose a font's glyphs and their height. */
/** Loaded with the first sheet: it takes a fifth of a second. */
let fontkit: { openSync: typeof openSync } | undefined;
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
