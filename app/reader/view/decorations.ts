import { type AnnotationStyle, annotationStyles } from "~/services/contracts/annotation-values";

/**
 * What the reader draws on a book's text: one list, in which later entries lie over earlier ones. They are drawn by the CSS
 * Custom Highlight API, which leaves the document as it is, and whose ranges follow each change of the layout. The spoken
 * element is no decoration: its class is the book's own (highlight.ts). Decision 100.
 */
export const decorations = [
  ...annotationStyles.map((style) => `fabel-note-${style}` as const),
  /** The line under what a teacher has noted for the class, beside its style. */
  "fabel-class-note",
  /** Words that are explained. */
  "fabel-word",
  /** Text that is spoken without an element of its own. */
  "fabel-spoken",
  /** The result of a search. */
  "fabel-found",
] as const;
export type Decoration = (typeof decorations)[number];

export const decorationOf = (style: AnnotationStyle) => `fabel-note-${style}` as const;

/** Colours of notes, with a different line for each, so that they differ without colour. */
const noteColours: Record<Exclude<AnnotationStyle, "underline">, { rgb: string; line: string }> = {
  yellow: { rgb: "255 235 59", line: "none" },
  orange: { rgb: "255 152 0", line: "underline dotted 2px" },
  pink: { rgb: "244 114 160", line: "underline dashed 1px" },
  green: { rgb: "102 187 106", line: "underline double 1px" },
  blue: { rgb: "66 165 245", line: "underline wavy 1px" },
  purple: { rgb: "171 120 255", line: "underline overline solid 1px" },
};

/** So faint that ink has a contrast of 7 to 1 on each paper, also over the spoken highlight. */
const strength = { light: 0.42, dark: 0.24 };

/** The background and line of a style, also for its sample in bars and lists. */
export function lookOf(style: AnnotationStyle, isDark: boolean): { background: string; line: string } {
  if (style === "underline") return { background: "transparent", line: "underline solid 2px" };
  const { rgb, line } = noteColours[style];
  return { background: `rgb(${rgb} / ${isDark ? strength.dark : strength.light})`, line };
}

/** Around a picture with a note. */
function outlineOf(style: AnnotationStyle): string {
  if (style === "underline") return "solid currentColor";
  const kind = { yellow: "solid", orange: "dotted", pink: "dashed", green: "double", blue: "groove", purple: "ridge" };
  return `${kind[style]} rgb(${noteColours[style].rgb})`;
}

type DecorationColours = { isDark: boolean; spoken: string; spokenInk: string };

/** Style rules of all decorations. Vendor-neutral properties that `::highlight()` permits: colours and lines. */
export function decorationCss({ isDark, spoken, spokenInk }: DecorationColours): string {
  const notes = annotationStyles.map((style) => {
    const { background, line } = lookOf(style, isDark);
    return `::highlight(${decorationOf(style)}){background-color:${background};text-decoration:${line}}`;
  });
  return [
    ...notes,
    ...annotationStyles.map(
      (style) => `[data-fabel-note="${style}"]{outline:4px ${outlineOf(style)}!important;outline-offset:2px}`,
    ),
    `::highlight(fabel-class-note){text-decoration:underline solid 3px ${isDark ? "#5cc8c8" : "#0b6e6e"}}`,
    "::highlight(fabel-word){text-decoration:underline dotted 2px}",
    `::highlight(fabel-spoken){background-color:${spoken};color:${spokenInk}}`,
    "::highlight(fabel-found){background-color:#ff9d3c;color:#14181f}",
    "@media (forced-colors:active){::highlight(fabel-spoken),::highlight(fabel-found){background-color:Highlight;color:HighlightText}}",
    // Otherwise a selection is grey and hard to read while the focus is outside the document, e.g. in the bar beside it.
    "::selection{background-color:#1a5fb4;color:#ffffff}",
  ].join("");
}

type DrawingWindow = Window & typeof globalThis;

/** Whether the browser can draw decorations in a document. */
export function drawsDecorations(content: Document): boolean {
  const view = content.defaultView as DrawingWindow | null;
  return view?.CSS?.highlights !== undefined && "Highlight" in view;
}

/**
 * Replaces what is drawn as one decoration in a document.
 * @returns false if the browser can't draw it
 */
export function decorate(content: Document, name: Decoration, ranges: readonly AbstractRange[]): boolean {
  const view = content.defaultView as DrawingWindow | null;
  if (!view || !drawsDecorations(content)) return false;
  if (ranges.length === 0) {
    view.CSS.highlights.delete(name);
    return true;
  }
  const highlight = new view.Highlight(...ranges);
  highlight.priority = decorations.indexOf(name);
  view.CSS.highlights.set(name, highlight);
  return true;
}
