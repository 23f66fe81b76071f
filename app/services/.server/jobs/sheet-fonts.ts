import { createRequire } from "node:module";
import type PDFKit from "pdfkit";

/** The product's letters on paper. Each file holds some letters only, so a text is written in runs, each by a file that has them. */

const require = createRequire(import.meta.url);
const file = (part: string) =>
  require.resolve(`@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-${part}-normal.woff`);

const fonts = {
  regular: ["latin-400", "latin-ext-400"],
  bold: ["latin-700", "latin-ext-700"],
} as const;

export type Weight = keyof typeof fonts;

export type TextStyle = { weight?: Weight; size: number; colour?: string };

type Document = typeof PDFKit extends new (...parts: never[]) => infer Made ? Made : PDFKit.PDFDocument;

export type { Document };

export function registerFonts(document: PDFKit.PDFDocument): void {
  for (const part of [...fonts.regular, ...fonts.bold]) document.registerFont(part, file(part));
}

/** Writes one line and cuts what is longer than `width` (points); what no font has becomes a question mark. */
export function writeLine(
  document: PDFKit.PDFDocument,
  text: string,
  x: number,
  y: number,
  { weight = "regular", size, colour = "#1C2430" }: TextStyle,
  width: number,
): void {
  let at = x;
  document.fontSize(size).fillColor(colour);
  for (const run of runsOf(document, text.normalize("NFC"), fonts[weight])) {
    document.font(run.font);
    const left = x + width - at;
    let shown = run.text;
    if (document.widthOfString(shown) > left) {
      while (shown && document.widthOfString(`${shown}…`) > left) shown = [...shown].slice(0, -1).join("");
      document.text(`${shown}…`, at, y, { lineBreak: false });
      return;
    }
    document.text(shown, at, y, { lineBreak: false });
    at += document.widthOfString(shown);
  }
}

type Run = { font: string; text: string };

function runsOf(document: PDFKit.PDFDocument, text: string, files: readonly string[]): Run[] {
  const runs: Run[] = [];
  for (const letter of text) {
    const font = files.find((name) => hasLetter(document, name, letter));
    const last = runs.at(-1);
    const shown = font ? letter : "?";
    const used = font ?? files[0] ?? "";
    if (last?.font === used) last.text += shown;
    else runs.push({ font: used, text: shown });
  }
  return runs;
}

function hasLetter(document: PDFKit.PDFDocument, font: string, letter: string): boolean {
  document.font(font);
  // The library keeps its open font to itself, and only that knows which letters there are.
  const opened = document as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } };
  return opened._font.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
}
