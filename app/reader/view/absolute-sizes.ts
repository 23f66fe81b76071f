import type { Comfort } from "~/reader/settings/comfort";

/** Support for books with font sizes in pixels or points, which ignore the reader's font size on the root element. */

/** Maximum number of text elements that are sampled. */
const samples = 8;
const ofReleased = ":root[data-fabel-released]";

/** CSS for such books once the user has changed the text size: text inherits the reader's size, headings are larger by the usual steps. */
export function releasedSizesCss({ textSize }: Pick<Comfort, "textSize">): string {
  if (textSize === 100) return "";
  const excluded = "h1,h2,h3,h4,h5,h6,sup,sub,small,rt,rp,svg,svg *,math,math *";
  const headings = [
    ["h1", 1.75],
    ["h2", 1.5],
    ["h3", 1.25],
    [":is(h4,h5,h6)", 1.1],
  ] as const;
  return (
    `${ofReleased} body{font-size:1rem!important}${ofReleased} body :not(${excluded}){font-size:inherit!important}` +
    headings.map(([heading, size]) => `${ofReleased} ${heading}{font-size:${size}em!important}`).join("")
  );
}

/** Detects once per document whether it has absolute sizes, and marks its root element. */
export function releaseSizes(content: Document, { textSize }: Pick<Comfort, "textSize">): void {
  const root = content.documentElement;
  if (textSize === 100 || root.hasAttribute("data-fabel-sized")) return;
  root.setAttribute("data-fabel-sized", "");
  root.toggleAttribute("data-fabel-released", hasAbsoluteSizes(content));
}

/** Whether most text keeps its size when the root's changes. */
function hasAbsoluteSizes(content: Document): boolean {
  const view = content.defaultView;
  const words = Array.from(content.querySelectorAll("p, li, dd, blockquote, td, div"))
    .filter((element) => Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.nodeValue?.trim()))
    .slice(0, samples);
  if (!view || words.length === 0) return false;
  const sizes = () => words.map((element) => view.getComputedStyle(element).fontSize);
  const before = sizes();
  const { style } = content.documentElement;
  style.setProperty("font-size", "7px", "important");
  const after = sizes();
  style.removeProperty("font-size");
  return before.filter((size, index) => size === after[index]).length > words.length / 2;
}
