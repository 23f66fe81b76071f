import type { Book, Size } from "~/epub/book";
import type { ServiceTheme } from "~/reader/service-theme";
import { type Comfort, comfortCss, type Paper, scaledSize } from "~/reader/settings/comfort";
import { layoutCss, type MarginWidth, type ReadingLayout } from "~/reader/settings/reading-layout";
import { type TextStyle, textStyleCss } from "~/reader/settings/text-style";
import { releasedSizesCss } from "./absolute-sizes";
import { decorationCss, decorations } from "./decorations";
import { tablesCss } from "./fit-tables";
import { hiddenPartsCss } from "./hidden-parts";

/** The reader's styles on top of a book's own. docs/product/reader.md#screens, #states, #limits. */

export type ReadingStyle = {
  isDark: boolean;
  /** Theme by service; one of them has larger text. */
  service: ServiceTheme;
  /** @font-face rules of the reading font; empty until it is loaded. */
  fontRule: string;
  /** The user's text settings for reflowable books. */
  comfort: Comfort;
  /** The user's layout of reflowable books, and the contrast of the highlight. */
  layout: ReadingLayout;
  /** epub:type values that the user leaves out. */
  hidden: readonly string[];
  textStyle: TextStyle;
};

/** Used if the book names no active class, or has no style for it. */
export const ownActiveClass = "fabel-active";

/** Margins (docs/product/reader.md#screens): 64 px above and below, for the bars; 32 px below on phones, which have less room. */
export const topMargin = 64;
const smallDevice = 600;

function bottomMargin(window: Size): number {
  return Math.min(window.width, window.height) < smallDevice ? 32 : 64;
}

/** 1.5em; 1.7em for one service theme; on small devices 1.1em landscape, 1.2em otherwise. docs/product/reader.md#limits. */
function fontSize(window: Size, style: Pick<ReadingStyle, "service">): string {
  if (Math.min(window.width, window.height) < smallDevice) return window.width > window.height ? "1.1em" : "1.2em";
  return style.service === "large" ? "1.7em" : "1.5em";
}

type Colours = { paper: string; ink: string; link: string; spoken: string; spokenInk: string };

const dark: Colours = { paper: "#14181f", ink: "#f3eee4", link: "#7fd8d3", spoken: "#5a4a12", spokenInk: "#fbf8f3" };
const light: Colours = { paper: "#fbf8f3", ink: "#1c2430", link: "#085656", spoken: "#ffe08a", spokenInk: "#1c2430" };

/** Colours of the papers in the light theme; ink has a contrast of at least 7 to 1 on each of them and on the spoken highlight. */
export const paperColours: Record<Paper, Colours> = {
  plain: light,
  white: { ...light, paper: "#ffffff", ink: "#000000", spokenInk: "#000000" },
  cream: { ...light, paper: "#faf0d2", ink: "#2b2418", spoken: "#ffd259", spokenInk: "#2b2418" },
  peach: { ...light, paper: "#fde3d0", ink: "#2b1d14", spoken: "#ffc95c", spokenInk: "#2b1d14" },
  green: { ...light, paper: "#dcefdc", ink: "#16261a", spoken: "#ffe27a", spokenInk: "#16261a" },
  blue: { ...light, paper: "#dbe9f8", ink: "#12213a", spoken: "#ffe27a", spokenInk: "#12213a" },
  grey: { ...light, paper: "#d8d8d4", ink: "#17181a", link: "#064646", spoken: "#ffdf6b", spokenInk: "#17181a" },
};

/** Colours of the selected paper, or of the dark theme. */
export function coloursOf({ isDark, comfort }: Pick<ReadingStyle, "isDark" | "comfort">): Colours {
  return isDark ? dark : paperColours[comfort.paper];
}

/** Whether the pages have a paper that overrides the book's own colours. */
function isPapered({ isDark, comfort }: ReadingStyle): boolean {
  return isDark || comfort.paper !== "plain";
}

/** Highlight colour of the light theme; drawings use it in the dark theme too. */
export const spokenColour = light.spoken;

/**
 * Colours of spoken text. A strong highlight is the page's colours exchanged, which also stands out from the page by more than 3 to 1; a soft
 * one is half way to the paper.
 */
export function spokenColours(style: Pick<ReadingStyle, "isDark" | "comfort" | "layout">): {
  spoken: string;
  spokenInk: string;
} {
  const { paper, ink, spoken, spokenInk } = coloursOf(style);
  const { highlightContrast } = style.layout;
  if (highlightContrast === "strong") return { spoken: ink, spokenInk: paper };
  return { spoken: highlightContrast === "soft" ? mixed(spoken, paper) : spoken, spokenInk };
}

/** The colour half way between two, each as `#rrggbb`. */
function mixed(one: string, other: string): string {
  const part = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const between = [1, 3, 5].map((at) => Math.round((part(one, at) + part(other, at)) / 2));
  return `#${between.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Colours the stage around the pages of a reflowable book like its paper. */
export function paintStage(stage: HTMLElement, layout: Book["layout"], style: ReadingStyle): void {
  const { paper } = coloursOf(style);
  const colour = layout === "reflowable" ? paper : "";
  stage.style.backgroundColor = colour;
  // Scaled down between the bars, the page would otherwise have visible edges, like a narrow page.
  stage.style.boxShadow = colour && `0 0 0 100vmax ${colour}`;
}

/**
 * The highlight on spoken text: soft, with rounded ends, without effect on the layout.
 * @param bookClass the package's active class if the book has a style for it, which is then used
 */
export function highlightCss(style: ReadingStyle, bookClass: string | null): string {
  const { spoken, spokenInk } = spokenColours(style);
  const isStrong = style.layout.highlightContrast === "strong";
  const isCovered = isPapered(style) || style.layout.highlightContrast !== "normal";
  const own = `.${ownActiveClass}{background-color:${spoken}!important;${isCovered ? `color:${spokenInk}!important;` : ""}outline:.16em solid ${spoken}!important;outline-offset:-.05em!important;border-radius:.2em!important;-webkit-box-decoration-break:clone;box-decoration-break:clone}`;
  const classes = [ownActiveClass, ...(bookClass ? [bookClass] : [])].map((name) => `.${CSS.escape(name)}`);
  const covered =
    isCovered && bookClass
      ? `:root:root:root .${CSS.escape(bookClass)}{background-color:${spoken}!important;color:${spokenInk}!important;box-shadow:0 0 0 .12em ${spoken}!important}`
      : "";
  return `${own}${covered}${pictureCss(style)}${isStrong ? strongCss(classes) : ""}[data-fabel-tap]{cursor:pointer}${decorationCss({ isDark: style.isDark, spoken, spokenInk })}${isStrong ? unmarkedCss(classes) : ""}`;
}

/** Everything in text with a strong highlight has its colours, also links and pieces that the book colours. */
function strongCss(classes: readonly string[]): string {
  return `:root:root:root :is(${classes.join()}) :not(img,svg,svg *,video){color:inherit!important;background-color:transparent!important}`;
}

/** A note's colour over exchanged colours would be hard to read: only its line is drawn while the text is spoken. */
function unmarkedCss(classes: readonly string[]): string {
  return decorations
    .filter((name) => name.startsWith("fabel-note-"))
    .map((name) => `:is(${classes.join()},:is(${classes.join()}) *)::highlight(${name}){background-color:transparent}`)
    .join("");
}

/** A picture hides the background of its highlight, so its edge is strong enough to be seen: 3 to 1 on each paper. */
function pictureCss({ isDark }: Pick<ReadingStyle, "isDark">): string {
  const edge = isDark ? light.spoken : "#a15c00";
  return `:is(img,svg).${ownActiveClass}{outline:.2em solid ${edge}!important;outline-offset:.1em!important}`;
}

/** Colours of the selected paper, or of the dark theme, over the book's own. */
function coveringCss(style: ReadingStyle): string {
  const { paper, ink, link } = coloursOf(style);
  return (
    `:root{color-scheme:${style.isDark ? "dark" : "light"};background:${paper}!important;color:${ink}!important}` +
    `body,body *:not(img):not(svg):not(svg *):not(video):not([class~="${ownActiveClass}"]){color:inherit!important;background-color:transparent!important;border-color:${style.isDark ? "#4b5563" : "currentColor"}!important}` +
    `a[href],a[href] *{color:${link}!important}`
  );
}

function plainCss(): string {
  const { paper, ink } = light;
  return `:where(:root){background:${paper};color:${ink}}`;
}

function colourCss(style: ReadingStyle): string {
  return isPapered(style) ? coveringCss(style) : plainCss();
}

const media =
  "img,svg,video,object{max-width:100%;object-fit:contain;break-inside:avoid;box-sizing:border-box}" +
  `${tablesCss}pre{white-space:pre-wrap}` +
  // Lists of a navigation document have no numbers unless the book's own styles add them. EPUB 3.3, section 7.
  ":where(nav[*|type] ol){list-style:none}";

export type FlowGeometry = {
  page: Size;
  columns: 1 | 2;
  isVertical: boolean;
  isCentred: boolean;
  /** An empty first column, so that the text begins on the spread's second page. */
  hasEmptyStart: boolean;
  /** An empty last column, so that the last spread is complete. */
  hasEmptyEnd: boolean;
  /** Whether its single page would become two if it were centred. */
  isTooWideAlone: boolean;
};

/** Longest line in CSS px, and factor of the least margin, of each width of margins. */
const margins: Record<MarginWidth, { line: number; least: number }> = {
  book: { line: 680, least: 1 },
  narrow: { line: 920, least: 0.6 },
  wide: { line: 580, least: 1.5 },
  wider: { line: 480, least: 2 },
};

/** Side margin of a page: comfortable reading, room for the page arrows from 960 px on, and without a choice lines of 70 letters at most. */
function gutter(width: number, window: Size, { margin }: Pick<ReadingLayout, "margin">): number {
  const least = window.width >= 960 ? 88 : width < 480 ? 24 : 32;
  const { line, least: factor } = margins[margin];
  // Wide margins leave more than half of the page to the text.
  return Math.round(Math.max(Math.min(least * factor, Math.max(least, width * 0.22)), (width - line) / 2));
}

/**
 * Styles of a paginated reflowable document: columns as wide as a page, so that the n-th page begins at n page widths.
 * In vertical writing the columns follow each other downwards.
 */
export function flowCss(geometry: FlowGeometry, style: ReadingStyle): string {
  const { page, columns, isVertical, isCentred } = geometry;
  const width = page.width / columns;
  const side = gutter(width, page, style.layout);
  const bottom = bottomMargin(page);
  const inner = page.height - topMargin - bottom;
  const important = (rules: Record<string, string>) =>
    Object.entries(rules)
      .map(([name, value]) => `${name}:${value}!important`)
      .join(";");
  const root = important({
    "box-sizing": "border-box",
    margin: "0",
    padding: isVertical ? `0 ${side}px` : `${topMargin}px 0 ${bottom}px`,
    // Not those of the window: one that is resized would move the text before the place to keep is known.
    width: `${page.width}px`,
    "min-width": "0",
    "max-width": "none",
    height: `${page.height}px`,
    "min-height": "0",
    "max-height": "none",
    "column-width": isVertical ? `${page.height}px` : `${width}px`,
    "column-count": "auto",
    "column-gap": "0",
    "column-fill": "auto",
    overflow: "hidden",
    "font-size": scaledSize(fontSize(page, style), style.comfort),
  });
  const body = important({
    "box-sizing": "border-box",
    position: "static",
    float: "none",
    margin: "0",
    padding: isVertical ? `${topMargin}px 0 ${bottom}px` : `0 ${side}px`,
    width: "auto",
    // In vertical writing the lines are stacked across the page, so centring a page means centring its lines.
    "min-width": isVertical && isCentred ? `${page.width - 2 * side}px` : "0",
    "align-content": isVertical && isCentred ? "center" : "normal",
    "max-width": "none",
    height: "auto",
    "min-height": "0",
    "max-height": "none",
    columns: "auto",
    overflow: "visible",
    "overflow-wrap": "break-word",
  });
  const largest = `img,svg,video{max-height:${inner}px!important}`;
  const empty = (edge: string, rule: string) => `:root::${edge}{content:"";display:block;height:1px;${rule}:column}`;
  return [
    `:root{${root}}body{${body}}${media}${largest}`,
    style.fontRule,
    `:where(body){line-height:1.5;font-family:"Atkinson Hyperlegible Next Variable",system-ui,sans-serif}`,
    isCentred && !isVertical
      ? "body{text-align:center}body>*{margin-left:auto!important;margin-right:auto!important}"
      : "",
    geometry.hasEmptyStart ? empty("before", "break-after") : "",
    geometry.hasEmptyEnd ? empty("after", "break-before") : "",
    colourCss(style),
    hiddenPartsCss(style.hidden),
    releasedSizesCss(style.comfort),
    comfortCss(style.comfort),
    isCentred ? layoutCss({ ...style.layout, align: "book" }) : layoutCss(style.layout),
    textStyleCss(style.textStyle),
  ].join("");
}

/** Styles of a document that the book declares as scrolled. */
export function scrollCss(window: Size, style: ReadingStyle, isSideways: boolean): string {
  const side = gutter(window.width, window, style.layout);
  const way = isSideways
    ? "overflow-x:auto!important;overflow-y:hidden!important;height:100vh!important"
    : "overflow-y:auto!important;overflow-x:hidden!important;height:auto!important";
  return (
    style.fontRule +
    `:where(body){font-family:"Atkinson Hyperlegible Next Variable",system-ui,sans-serif}` +
    `:root{font-size:${scaledSize(fontSize(window, style), style.comfort)}!important;${way}}` +
    `body{box-sizing:border-box;margin:0!important;padding:${topMargin}px ${side}px ${bottomMargin(window) * 2}px!important;overflow-wrap:break-word;line-height:1.5}` +
    media +
    colourCss(style) +
    hiddenPartsCss(style.hidden) +
    releasedSizesCss(style.comfort) +
    comfortCss(style.comfort) +
    layoutCss(style.layout) +
    textStyleCss(style.textStyle)
  );
}

/** Fixed-layout pages keep their own appearance; overflow is cut off. EPUB 3, "Initial containing block". */
export function fixedCss(): string {
  // Two fingers zoom the pages instead of the window.
  return ":root{overflow:hidden!important;touch-action:pan-x pan-y}:where(body){margin:0}";
}
