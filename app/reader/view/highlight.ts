import { decorate } from "./decorations";
import { ownActiveClass, spokenColour } from "./frame-style";
import { isRange, type TextPlace } from "./text-place";

const svgNamespace = "http://www.w3.org/2000/svg";

/** Properties with which a class can visibly change an SVG element. */
const visibleInSvg = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "opacity",
  "filter",
  "visibility",
  "text-decoration",
];

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

/** Highlights one text at a time, and marks the documents being played. */
export class Highlight {
  private highlighted: { place: TextPlace; remove(): void } | null = null;
  private playing = new Set<Element>();

  constructor(
    private readonly bookClass: string | null,
    private readonly playingClass: string | null,
  ) {}

  /** Moves the highlight to a text; null removes it. */
  show(place: TextPlace | null): void {
    if (this.highlighted?.place === place) return;
    this.highlighted?.remove();
    this.highlighted = place && {
      place,
      remove: isRange(place) ? highlightRange(place) : this.highlightElement(place),
    };
  }

  private highlightElement(element: Element): () => void {
    const name = activeClassFor(element.ownerDocument, this.bookClass);
    const before = isDrawn(element) ? drawnLook(element) : null;
    element.classList.add(name);
    const isUnseen = isDrawn(element) && drawnLook(element) === before;
    const unmark = isUnseen ? markDrawn(element, spokenColour) : null;
    return () => {
      element.classList.remove(name);
      unmark?.();
    };
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

/** By the CSS Custom Highlight API, which leaves the book's elements alone; a browser without it shows no highlight there. */
function highlightRange(range: Range): () => void {
  const content = range.startContainer.ownerDocument;
  if (!content || !decorate(content, "fabel-spoken", [range])) return () => undefined;
  return () => decorate(content, "fabel-spoken", []);
}

/** Computed appearance of an element and its descendants; compared before and after a class is set. */
function drawnLook(element: Element): string {
  const view = element.ownerDocument.defaultView;
  // A group's appearance is that of its children; the first few usually show whether the class applies.
  const drawn = [element, ...Array.from(element.querySelectorAll("*")).slice(0, 8)];
  return drawn
    .map((one) => {
      const style = view?.getComputedStyle(one);
      return visibleInSvg.map((name) => style?.getPropertyValue(name)).join(" ");
    })
    .join("|");
}

/** Whether an element is inside a drawing; a whole drawing has a box like any picture. */
function isDrawn(element: Element): element is SVGGraphicsElement {
  return element.namespaceURI === svgNamespace && "getBBox" in element && element.parentElement?.closest("svg") != null;
}

/**
 * Draws a marker over an SVG element, in which CSS backgrounds and outlines have no effect, blended by multiplication so that the text
 * remains dark. EPUB 3.3, media overlays in SVG.
 * @returns a function that removes it
 */
function markDrawn(element: SVGGraphicsElement, colour: string): () => void {
  const rect = element.ownerDocument.createElementNS(svgNamespace, "rect");
  const { x, y, width, height } = element.getBBox();
  const room = Math.min(height * 0.1, 8);
  const place = { x: x - room, y: y - room, width: width + 2 * room, height: height + 2 * room, rx: room * 2 };
  for (const [name, value] of Object.entries(place)) rect.setAttribute(name, String(value));
  rect.setAttribute("data-fabel-highlight", "");
  rect.setAttribute("style", `fill:${colour};stroke:none;mix-blend-mode:multiply;pointer-events:none`);
  // A tspan is positioned by its text element, so that element's transform is used.
  const whole = element.closest("text") ?? element;
  const transform = whole.getAttribute("transform");
  if (transform !== null) rect.setAttribute("transform", transform);
  whole.after(rect);
  return () => rect.remove();
}
