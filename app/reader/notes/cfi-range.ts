import type { TextPoint } from "~/reader/view/document-text";

/**
 * Ranges inside a document as EPUB canonical fragment identifiers, numbered as EPUB CFI 1.1 does, since other reading
 * programs read them: elements have even numbers, the text between them odd ones. epub.js numbers text otherwise
 * (decision 38), so positions of the reader (`reader/book/cfi.ts`) are not made here. Decision 100.
 */

/** `end`: after the last letter. */
export type TextPoints = { start: TextPoint; end: TextPoint };

type Step = { number: number; id: string | null };
/** `offset`: in code units; null for an element. */
type Path = { steps: Step[]; offset: number | null };

const isPlainId = (id: string | null) => id !== null && /^[\w.-]+$/.test(id);
const isText = (node: Node | null): node is Text => node?.nodeType === 3 || node?.nodeType === 4;
/** The reader's own marker over drawn text, which the book does not have. */
const isOwn = (node: Node) => node.nodeType === 1 && (node as Element).hasAttribute("data-fabel-highlight");
const isElement = (node: Node | null): node is Element => node?.nodeType === 1 && !isOwn(node);

/**
 * @param spineIndex index of the document in the book's spine
 * @returns e.g. `epubcfi(/6/4!/4/2[intro],/1:4,/3:12)`
 */
export function cfiOfText({ start, end }: TextPoints, spineIndex: number): string {
  const [from, to] = [pathTo(start.node, start.offset), pathTo(end.node, end.offset)];
  let shared = 0;
  // The last steps stay in both parts, since an offset needs its text.
  const most = Math.min(from.steps.length, to.steps.length) - 1;
  while (shared < most && from.steps[shared]?.number === to.steps[shared]?.number) shared += 1;
  const parent = written({ steps: from.steps.slice(0, shared), offset: null });
  const part = ({ steps, offset }: Path) => written({ steps: steps.slice(shared), offset });
  return `epubcfi(/6/${(spineIndex + 1) * 2}!${parent},${part(from)},${part(to)})`;
}

/** @returns e.g. `epubcfi(/6/4!/4/2[picture])` */
export function cfiOfElement(element: Element, spineIndex: number): string {
  return `epubcfi(/6/${(spineIndex + 1) * 2}!${written(pathTo(element, null))})`;
}

function pathTo(node: Node, offset: number | null): Path {
  const steps: Step[] = [];
  let before = 0;
  for (let at: Node = node; at.parentNode && at.parentNode.nodeType !== 9; at = at.parentNode) {
    let elements = 0;
    for (let sibling = at.previousSibling; sibling; sibling = sibling.previousSibling) {
      if (isElement(sibling)) elements += 1;
      // Adjacent text nodes are one text.
      else if (at === node && isText(at) && isText(sibling) && elements === 0) before += sibling.length;
    }
    const id = at.nodeType === 1 ? (at as Element).getAttribute("id") : null;
    steps.unshift({ number: elements * 2 + (isText(at) ? 1 : 2), id: isPlainId(id) ? id : null });
  }
  return { steps, offset: offset === null ? null : before + offset };
}

function written({ steps, offset }: Path): string {
  const path = steps.map(({ number, id }) => `/${number}${id ? `[${id}]` : ""}`).join("");
  return offset === null ? path : `${path}:${offset}`;
}

/** The text of a CFI's range. @returns null for an invalid CFI, one without a range, and one that doesn't resolve */
export function textOfCfi(content: Document, cfi: string): TextPoints | null {
  const parts = partsOf(cfi);
  if (parts?.length !== 3) return null;
  const [parent = "", from = "", to = ""] = parts;
  const start = textAt(content, parsed(parent + from), false);
  const end = textAt(content, parsed(parent + to), true);
  return start && end ? { start, end } : null;
}

/** The element of a CFI, e.g. a picture. @returns null for an invalid CFI, one of text, and one that doesn't resolve */
export function elementOfCfi(content: Document, cfi: string): Element | null {
  const [path, ...others] = partsOf(cfi) ?? [];
  const steps = path !== undefined && others.length === 0 ? parsed(path) : null;
  const node = steps?.offset === null ? nodeAt(content, steps) : null;
  return isElement(node) ? node : null;
}

/** The parts of `parent,start,end` behind the document's own path. */
function partsOf(cfi: string): string[] | null {
  const inner = /^epubcfi\((.*)\)$/s.exec(cfi.trim())?.[1];
  if (inner === undefined) return null;
  const parts = [""];
  let isQuoted = false;
  for (let at = 0; at < inner.length; at += 1) {
    const letter = inner[at] ?? "";
    if (letter === "^") parts[parts.length - 1] += letter + (inner[++at] ?? "");
    else {
      if (letter === "[" || letter === "]") isQuoted = letter === "[";
      if (letter === "," && !isQuoted) parts.push("");
      else if (letter === "!" && !isQuoted) parts[parts.length - 1] = "";
      else parts[parts.length - 1] += letter;
    }
  }
  return parts;
}

function parsed(path: string): Path | null {
  const steps: Step[] = [];
  let offset: number | null = null;
  const part = /\/(\d+)(\[(?:\^.|[^\]^])*\])?|:(\d+)(\[(?:\^.|[^\]^])*\])?/gy;
  let end = 0;
  for (let match = part.exec(path); match; match = part.exec(path)) {
    end = part.lastIndex;
    if (match[3] !== undefined) offset = Number(match[3]);
    else steps.push({ number: Number(match[1]), id: match[2]?.slice(1, -1).replace(/\^(.)/g, "$1") ?? null });
  }
  return end === path.length && steps.length > 0 ? { steps, offset } : null;
}

/** The first node of a path: an element, or the first text node of a text; null if the path doesn't resolve. */
function nodeAt(content: Document, { steps }: Path): Node | null {
  let node: Node | null = content.documentElement;
  for (const { number, id } of steps) {
    if (!node) return null;
    const found: Node | null = number % 2 === 0 ? childElement(node, number / 2) : firstText(node, (number - 1) / 2);
    // An id is more reliable than the number in a changed document.
    const isOther: boolean = id !== null && (found as Element | null)?.getAttribute?.("id") !== id;
    node = isOther && id !== null && number % 2 === 0 ? (content.getElementById(id) ?? found) : found;
  }
  return node;
}

function childElement(parent: Node, number: number): Element | null {
  let count = 0;
  for (let child = parent.firstChild; child; child = child.nextSibling) {
    if (isElement(child)) count += 1;
    if (count === number && isElement(child)) return child;
  }
  return null;
}

function firstText(parent: Node, elementsBefore: number): Text | null {
  let count = 0;
  for (let child = parent.firstChild; child; child = child.nextSibling) {
    if (isElement(child)) count += 1;
    else if (isText(child) && count === elementsBefore) return child;
  }
  return null;
}

/** @param isEnd whether the point is behind a letter: at the end of a text node it stays there */
function textAt(content: Document, path: Path | null, isEnd: boolean): TextPoint | null {
  const first = path && nodeAt(content, path);
  if (!path || path.offset === null || !isText(first)) return null;
  let left = path.offset;
  for (let node: Node | null = first; node && !isElement(node); node = node.nextSibling) {
    if (!isText(node)) continue;
    if (left < node.length || (isEnd && left === node.length)) return { node, offset: left };
    left -= node.length;
  }
  return null;
}
