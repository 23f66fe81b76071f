import type { NavEntry } from "./book";
import { type Resolve, resolvePath, resolveReference } from "./paths";
import { attribute, childElements, descendants, firstDescendant, localNameOf, textOf, tokens } from "./xml";

export type Navigation = { toc: NavEntry[]; pageList: NavEntry[]; landmarks: NavEntry[] };

export const noNavigation: Navigation = { toc: [], pageList: [], landmarks: [] };

/**
 * The navigation document of an EPUB 3. EPUB 3.3, section 7.
 * @param path path of the document, for its relative links
 * @param resolve finds the file that a link means
 */
export function navigationOf(document: Document, path: string, resolve: Resolve = resolvePath): Navigation {
  const lists = new Map<string, NavEntry[]>();
  for (const nav of descendants(document, "nav")) {
    const list = childElements(nav, "ol")[0];
    if (!list) continue;
    for (const type of tokens(attribute(nav, "type"))) {
      if (!lists.has(type)) lists.set(type, entriesOf(list, path, resolve));
    }
  }
  return {
    toc: lists.get("toc") ?? [],
    pageList: lists.get("page-list") ?? [],
    landmarks: lists.get("landmarks") ?? [],
  };
}

function entriesOf(list: Element, path: string, resolve: Resolve): NavEntry[] {
  return childElements(list, "li").flatMap((item) => {
    const heading = childElements(item, "a")[0] ?? childElements(item, "span")[0];
    const nested = childElements(item, "ol")[0];
    if (!heading) return nested ? entriesOf(nested, path, resolve) : [];
    const address = attribute(heading, "href");
    return [
      {
        label: labelOf(heading),
        href: address === null ? null : resolveReference(path, address, resolve),
        children: nested ? entriesOf(nested, path, resolve) : [],
      },
    ];
  });
}

/** Elements that are not part of a label, e.g. ruby text, which repeats the heading as pronunciation. */
const unreadInLabels = new Set(["rt", "rp", "script", "style", "annotation", "annotation-xml"]);

/**
 * Text of a heading; elements without text contribute their alt, else their title. EPUB 3.3, section 7.3: a label is never empty; EPUB
 * Reading Systems 3.3, navigation: alt before title.
 */
function labelOf(heading: Element): string {
  let label = "";
  const walk = (node: Node) => {
    for (let child = node.firstChild; child; child = child.nextSibling) {
      if (child.nodeType === 3) label += child.nodeValue ?? "";
      else if (child.nodeType === 1) {
        const element = child as Element;
        if (unreadInLabels.has(localNameOf(element))) continue;
        const alternative = attribute(element, "alt") || attribute(element, "alttext");
        if (alternative) label += ` ${alternative} `;
        else if (element.textContent?.trim()) walk(element);
        else if (element.firstChild && descendants(element, "*").some((one) => attribute(one, "alt"))) walk(element);
        else label += ` ${attribute(element, "title") ?? attribute(element, "aria-label") ?? ""} `;
      }
    }
  };
  walk(heading);
  return label.replace(/\s+/g, " ").trim() || attribute(heading, "title")?.trim() || "";
}

/** The NCX of an EPUB 2. */
export function ncxNavigationOf(document: Document, path: string, resolve: Resolve = resolvePath): Navigation {
  const map = firstDescendant(document, "navMap");
  const pages = firstDescendant(document, "pageList");
  return {
    toc: map ? navPointsOf(map, path, resolve) : [],
    pageList: pages ? childElements(pages, "pageTarget").map((target) => navPointOf(target, path, resolve)) : [],
    landmarks: [],
  };
}

function navPointsOf(parent: Element, path: string, resolve: Resolve): NavEntry[] {
  return childElements(parent, "navPoint").map((point) => navPointOf(point, path, resolve));
}

function navPointOf(point: Element, path: string, resolve: Resolve): NavEntry {
  const content = childElements(point, "content")[0];
  const source = content ? attribute(content, "src") : null;
  return {
    label: textOf(childElements(point, "navLabel")[0]),
    href: source === null ? null : resolveReference(path, source, resolve),
    children: navPointsOf(point, path, resolve),
  };
}
