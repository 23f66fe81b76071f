/** White backgrounds of a book, which would be a white block on the reader's paper. docs/product/reader.md#comfort. */

/** Marks elements whose white background gives way to the paper. */
const mark = "data-fabel-paper";
/** Set on the root once a document has been examined. */
const examined = "data-fabel-whites";
/** Least value of each colour channel that counts as white, of 255. */
const white = 250;
const kept = "img,picture,video,canvas,object,embed,iframe,svg,svg *,input,button,select,textarea";

/**
 * CSS that removes the marked backgrounds, except from a text while it is highlighted.
 * @param activeClasses the classes that highlight a text
 */
export function paperCss(paper: string, activeClasses: readonly string[]): string {
  // No element has this id; it only makes the rules stronger than a book's own.
  const strong = "#fabel-none";
  const active = activeClasses.map((name) => `,.${CSS.escape(name)}`).join("");
  return (
    `[${mark}]:not(:root,${strong}${active}){background-color:transparent!important}` +
    `:root[${mark}]:not(${strong}){background-color:${paper}!important}`
  );
}

/**
 * Marks white backgrounds that lie on nothing but the page, once per document and before the reader's own styles are in it: of the
 * root, the body and everything in them. White on a coloured background or a picture is part of the book's design and stays.
 */
export function markWhiteBackgrounds(content: Document): void {
  const root = content.documentElement;
  const view = content.defaultView;
  if (!view || root.hasAttribute(examined)) return;
  root.setAttribute(examined, "");
  const known = new Map<Element, Background>();
  const backgroundOf = (element: Element): Background => {
    const background = known.get(element) ?? readBackground(view.getComputedStyle(element));
    known.set(element, background);
    return background;
  };
  const liesOnPage = (element: Element) => {
    for (let around = element.parentElement; around; around = around.parentElement)
      if (backgroundOf(around).isDesigned) return false;
    return true;
  };
  for (const element of painted(content)) {
    if (!backgroundOf(element).isWhite || !liesOnPage(element)) continue;
    element.setAttribute(mark, "");
    // An important declaration in the element itself would win over every rule.
    const { style } = element as HTMLElement;
    if (style.getPropertyPriority("background-color") === "important") style.removeProperty("background-color");
  }
}

/** `isDesigned`: a colour other than white, or a picture, on which text and boxes were placed on purpose. */
type Background = { isWhite: boolean; isDesigned: boolean };

function readBackground({ backgroundColor, backgroundImage }: CSSStyleDeclaration): Background {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
  const isLight = Math.min(red, green, blue) >= white;
  return { isWhite: alpha > 0 && isLight, isDesigned: (alpha > 0 && !isLight) || backgroundImage !== "none" };
}

/** Elements that may have a background of their own, by the rules of the book's style sheets and their own attributes. */
function painted(content: Document): Element[] {
  const selectors = new Set(["html", "body", "[bgcolor]", "[style*=background]"]);
  for (const sheet of Array.from(content.styleSheets)) collect(sheet, selectors);
  const found = new Set<Element>();
  for (const selector of selectors) for (const element of elementsOf(content, selector)) found.add(element);
  return [...found].filter((element) => !element.matches(kept));
}

function collect(sheet: CSSStyleSheet | CSSGroupingRule, selectors: Set<string>): void {
  for (const rule of rulesOf(sheet)) {
    if ("styleSheet" in rule) {
      const imported = (rule as CSSImportRule).styleSheet;
      if (imported) collect(imported, selectors);
    } else if ("selectorText" in rule) {
      const { selectorText, style } = rule as CSSStyleRule;
      if (paints(style)) selectors.add(selectorText);
    } else if ("cssRules" in rule) collect(rule as CSSGroupingRule, selectors);
  }
}

/** Whether declarations set a colour; resets set none on nearly every element. A variable leaves the longhand of the shorthand empty. */
function paints({ backgroundColor, background }: CSSStyleDeclaration): boolean {
  if (backgroundColor === "") return background.includes("var(");
  return !/^(transparent|none|initial|inherit|unset|revert)$/.test(backgroundColor);
}

/** A style sheet of another origin has no readable rules. */
function rulesOf(sheet: CSSStyleSheet | CSSGroupingRule): CSSRule[] {
  try {
    return Array.from(sheet.cssRules);
  } catch {
    return [];
  }
}

/** None for a selector that scripts can't use, e.g. with a namespace. */
function elementsOf(content: Document, selector: string): Element[] {
  try {
    return Array.from(content.querySelectorAll(selector));
  } catch {
    return [];
  }
}
