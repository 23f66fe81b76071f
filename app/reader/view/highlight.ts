import { drawnLook, isDrawn, markDrawn } from "./drawn-highlight";
import { ownActiveClass, spokenColour } from "./frame-style";

/**
 * The class that highlights an element: the book's own if its style sheets contain it, else ours.
 * docs/product/reader.md#states; EPUB 3, media:active-class.
 */
function activeClassFor(content: Document, bookClass: string | null): string {
  return bookClass && hasRuleFor(content, bookClass) ? bookClass : ownActiveClass;
}

const known = new WeakMap<Document, Map<string, boolean>>();

function hasRuleFor(content: Document, name: string): boolean {
  const results = known.get(content) ?? new Map<string, boolean>();
  known.set(content, results);
  const result = results.get(name) ?? styleSheetsName(content, name);
  results.set(name, result);
  return result;
}

function styleSheetsName(content: Document, name: string): boolean {
  const selector = `.${name}`;
  const names = (rules: CSSRuleList): boolean =>
    Array.from(rules).some((rule) => {
      if ("selectorText" in rule && (rule as CSSStyleRule).selectorText.includes(selector)) return true;
      if ("styleSheet" in rule) return sheetNames((rule as CSSImportRule).styleSheet);
      return "cssRules" in rule && names((rule as CSSGroupingRule).cssRules);
    });
  const sheetNames = (sheet: CSSStyleSheet | null): boolean => {
    try {
      return sheet !== null && names(sheet.cssRules);
    } catch {
      return false;
    }
  };
  return Array.from(content.styleSheets).some(
    (sheet) => !(sheet.ownerNode as Element | null)?.hasAttribute?.("data-fabel") && sheetNames(sheet),
  );
}

/** Highlights one element at a time, and marks the documents being played. */
export class Highlight {
  private highlighted: { element: Element; name: string; unmark: (() => void) | null } | null = null;
  private playing = new Set<Element>();

  constructor(
    private readonly bookClass: string | null,
    private readonly playingClass: string | null,
  ) {}

  /** Moves the highlight to an element; null removes it. */
  show(element: Element | null): void {
    if (this.highlighted?.element === element) return;
    this.highlighted?.element.classList.remove(this.highlighted.name);
    this.highlighted?.unmark?.();
    this.highlighted = null;
    if (!element) return;
    const name = activeClassFor(element.ownerDocument, this.bookClass);
    const before = isDrawn(element) ? drawnLook(element) : null;
    element.classList.add(name);
    const isUnseen = isDrawn(element) && drawnLook(element) === before;
    this.highlighted = { element, name, unmark: isUnseen ? markDrawn(element, spokenColour) : null };
  }

  /** Sets media:playback-active-class on the root elements while the book is read aloud. */
  markPlaying(documents: readonly Document[], isPlaying: boolean): void {
    if (!this.playingClass) return;
    for (const root of this.playing) root.classList.remove(this.playingClass);
    this.playing.clear();
    if (!isPlaying) return;
    for (const { documentElement } of documents) {
      documentElement.classList.add(this.playingClass);
      this.playing.add(documentElement);
    }
  }
}
