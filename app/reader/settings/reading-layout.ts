/**
 * How flowing books are laid out, and how the spoken sentence is marked. Nothing is changed until somebody chooses it. Kept beside `comfort`,
 * so that a reader of an older version leaves it alone. docs/product/reader.md#comfort. Without zod, as comfort.ts.
 */

export const pageModes = ["book", "one", "two", "scrolled"] as const;
export type PageMode = (typeof pageModes)[number];

export const marginWidths = ["book", "narrow", "wide", "wider"] as const;
export type MarginWidth = (typeof marginWidths)[number];

export const alignments = ["book", "start", "justify"] as const;
export type Alignment = (typeof alignments)[number];

export const hyphenations = ["book", "on", "off"] as const;
export type Hyphenation = (typeof hyphenations)[number];

export const highlightContrasts = ["soft", "normal", "strong"] as const;
export type HighlightContrast = (typeof highlightContrasts)[number];

/** Numbers of lines that line focus leaves clear; 0: off. */
export const focusedLines = [0, 1, 3, 5] as const;
export type FocusedLines = (typeof focusedLines)[number];

export type ReadingLayout = {
  /** `book`: as the book declares; two columns need a window of 600 px. */
  pages: PageMode;
  margin: MarginWidth;
  align: Alignment;
  hyphens: Hyphenation;
  /** The only one that applies to fixed-layout pages too. */
  highlightContrast: HighlightContrast;
  focusedLines: FocusedLines;
};

export const defaultLayout: ReadingLayout = {
  pages: "book",
  margin: "book",
  align: "book",
  hyphens: "book",
  highlightContrast: "normal",
  focusedLines: 0,
};

/** Parses a stored value: invalid fields fall back to their default. */
export function readLayout(stored: unknown): ReadingLayout {
  const from = (typeof stored === "object" && stored !== null ? stored : {}) as Record<keyof ReadingLayout, unknown>;
  return {
    pages: pageModes.find((one) => one === from.pages) ?? defaultLayout.pages,
    margin: marginWidths.find((one) => one === from.margin) ?? defaultLayout.margin,
    align: alignments.find((one) => one === from.align) ?? defaultLayout.align,
    hyphens: hyphenations.find((one) => one === from.hyphens) ?? defaultLayout.hyphens,
    highlightContrast:
      highlightContrasts.find((one) => one === from.highlightContrast) ?? defaultLayout.highlightContrast,
    focusedLines: focusedLines.find((one) => one === from.focusedLines) ?? defaultLayout.focusedLines,
  };
}

export function isLayoutChanged(layout: ReadingLayout): boolean {
  return JSON.stringify(readLayout(layout)) !== JSON.stringify(defaultLayout);
}

/** Running text. What stands apart keeps its own alignment: headings, quotations, captions, tables. */
const runningText = ":is(body,p,li,dd):not(:is(blockquote,figure,header,hgroup,nav,table,pre) *)";

/** CSS of alignment and hyphenation for a reflowable document; empty without a choice. */
export function layoutCss({ align, hyphens }: Pick<ReadingLayout, "align" | "hyphens">): string {
  // Text in a block that the book centres, such as a title page, inherits that.
  const aligned =
    align === "book" ? "" : `:root,body{text-align:${align}!important}${runningText}{text-align:inherit!important}`;
  const broken = hyphens === "on" ? "auto" : "none";
  const hyphenated =
    hyphens === "book" ? "" : `:is(body,body *){-webkit-hyphens:${broken}!important;hyphens:${broken}!important}`;
  return aligned + hyphenated + (hyphens === "on" ? noHyphens : "");
}

/** Words that are broken badly or copied: headings, code, formulas. */
const noHyphens =
  ":is(h1,h2,h3,h4,h5,h6,code,kbd,samp,pre,math,svg),:is(h1,h2,h3,h4,h5,h6,code,pre) *{-webkit-hyphens:none!important;hyphens:none!important}";
