import { type DocumentText, textOfDocument } from "~/epub/document-text";
import { foldWithOffsets } from "~/reader/search/fold";
import { pointAt } from "~/reader/view/document-text";
import { contextLength } from "~/services/contracts/annotation-values";
import type { Annotation, AnnotationTarget } from "~/services/contracts/annotations";
import { cfiOfElement, cfiOfText, elementOfCfi, textOfCfi } from "./cfi-range";

/** Finds the places of annotations in a document, and describes places. Decision 100. */

/** Offsets in the document's text, or an element, e.g. a picture. */
export type AnnotationPlace = { kind: "text"; from: number; to: number } | { kind: "element"; element: Element };

/** Letters before and after a quotation that are stored with it. */
const context = 32;

type Folded = ReturnType<typeof foldWithOffsets>;

/** A document with what is read from it once, for all its annotations. */
export class AnnotatedDocument {
  readonly text: DocumentText;
  private readonly starts: Map<Text, number>;
  private folded: Folded | null = null;

  constructor(readonly content: Document) {
    this.text = textOfDocument(content);
    this.starts = new Map(this.text.nodes.map(({ node, from }) => [node, from]));
  }

  /**
   * The place of an annotation: that of the CFI if it has the quoted text, else that of the quotation.
   * @returns null if the document has neither
   */
  placeOf({ cfi, quote, progression }: AnnotationTarget): AnnotationPlace | null {
    if (!quote) {
      const element = cfi === null ? null : elementOfCfi(this.content, cfi);
      return element && { kind: "element", element };
    }
    const place = (cfi !== null && this.byCfi(cfi, quote.exact)) || this.byQuote(quote, progression);
    return place && { kind: "text", ...place };
  }

  private byCfi(cfi: string, exact: string): { from: number; to: number } | null {
    const points = textOfCfi(this.content, cfi);
    const [start, end] = [this.starts.get(points?.start.node as Text), this.starts.get(points?.end.node as Text)];
    if (!points || start === undefined || end === undefined) return null;
    const [from, to] = [start + points.start.offset, end + points.end.offset];
    return from < to && foldedText(this.text.text.slice(from, to)) === foldedText(exact) ? { from, to } : null;
  }

  private byQuote(quote: NonNullable<AnnotationTarget["quote"]>, progression: number) {
    this.folded ??= foldWithOffsets(this.text.text);
    return findQuotation(this.folded, quote, progression);
  }

  /** Describes a picture. */
  targetOfElement(element: Element, item: { href: string; index: number }): AnnotationTarget {
    const before = this.text.nodes.findLast(({ node }) => node.compareDocumentPosition(element) & 4);
    const length = Math.max(1, this.text.text.length);
    const cfi = cfiOfElement(element, item.index);
    return { source: item.href, cfi, quote: null, progression: (before?.from ?? 0) / length };
  }

  /** Describes a place of the text. @param item the document in the book */
  targetOf({ from, to }: { from: number; to: number }, item: { href: string; index: number }): AnnotationTarget {
    const { text } = this.text;
    const [start, last] = [pointAt(this.text, from), pointAt(this.text, to - 1)];
    return {
      source: item.href,
      cfi: start && last && cfiOfText({ start, end: { node: last.node, offset: last.offset + 1 } }, item.index),
      quote: {
        exact: text.slice(from, to),
        prefix: contextOf(text.slice(Math.max(0, from - contextLength), from), (part, length) => part.slice(-length)),
        suffix: contextOf(text.slice(to, to + contextLength), (part, length) => part.slice(0, length)),
      },
      progression: text.length > 0 ? from / text.length : 0,
    };
  }
}

/** As much of a text as has `context` letters without its white space, which may be long between two blocks. */
function contextOf(around: string, cut: (part: string, length: number) => string): string {
  let length = Math.min(context, around.length);
  while (length < around.length && cut(around, length).replace(/\s+/g, " ").trim().length < context) length += 1;
  return cut(around, length);
}

const foldedText = (text: string) => foldWithOffsets(text).text.trim();

/**
 * Finds a quotation in a text, whatever its white space, case and accents. Of several the one with the same text around it
 * counts, then the nearest.
 * @returns offsets in the original text; null if it is not there, or if nothing tells which of several it is
 */
export function findQuotation(
  folded: Folded,
  quote: NonNullable<AnnotationTarget["quote"]>,
  progression: number,
): { from: number; to: number } | null {
  const [exact, prefix, suffix] = [quote.exact, quote.prefix, quote.suffix].map((part) => foldedText(part)) as [
    string,
    string,
    string,
  ];
  const { text } = folded;
  if (exact === "") return null;
  let best: { at: number; context: number; distance: number } | null = null;
  let count = 0;
  for (let at = text.indexOf(exact); at >= 0; at = text.indexOf(exact, at + 1)) {
    count += 1;
    const end = at + exact.length;
    const before = text.slice(Math.max(0, at - contextLength), at).trimEnd();
    const after = text.slice(end, end + contextLength).trimStart();
    const score = sharedEnd(before, prefix) + sharedStart(after, suffix);
    const distance = Math.abs(at / text.length - progression);
    const isBetter = !best || score > best.context || (score === best.context && distance < best.distance);
    if (isBetter) best = { at, context: score, distance };
  }
  if (!best) return betweenContexts(folded, { exact, prefix, suffix });
  const isUncertain = count > 1 && best.context === 0 && prefix + suffix !== "";
  return isUncertain ? null : originalOf(folded, best.at, best.at + exact.length);
}

/** Letters of context that identify a place without the quotation itself. */
const enough = 16;

/** The text between the same words before and after, if the quoted text itself was changed a little. */
function betweenContexts(folded: Folded, { exact, prefix, suffix }: { exact: string; prefix: string; suffix: string }) {
  if (prefix.length < enough || suffix.length < enough) return null;
  const before = folded.text.indexOf(prefix);
  if (before < 0) return null;
  const from = before + prefix.length;
  const to = folded.text.indexOf(suffix, from);
  const length = to - from;
  return to > from && length < 2 * exact.length + enough && 2 * length + enough > exact.length
    ? originalOf(folded, from, to)
    : null;
}

function originalOf({ text, at }: Folded, from: number, to: number): { from: number; to: number } {
  let [first, end] = [from, to];
  while (first < end && text[first] === " ") first += 1;
  while (end > first && text[end - 1] === " ") end -= 1;
  return { from: at[first] ?? 0, to: at[end - 1] === undefined ? 0 : endOfLetter(at, end) };
}

/** Where the original of a folded letter ends: several folded letters may come from one. */
function endOfLetter(at: Uint32Array, end: number): number {
  const last = at[end - 1] ?? 0;
  let next = end;
  while (next < at.length && at[next] === last) next += 1;
  // White space and invisible letters after the word are not part of it.
  return Math.min(at[next] ?? last + 1, last + 1);
}

function sharedEnd(one: string, other: string): number {
  let count = 0;
  while (count < Math.min(one.length, other.length) && one.at(-1 - count) === other.at(-1 - count)) count += 1;
  return count;
}

function sharedStart(one: string, other: string): number {
  let count = 0;
  while (count < Math.min(one.length, other.length) && one[count] === other[count]) count += 1;
  return count;
}

/** Sorts annotations in reading order, by document and progression; documents that the book does not have come last. */
export function inBookOrder<Item extends Pick<Annotation, "target" | "created">>(
  spine: ReadonlyArray<{ href: string; index: number }>,
  annotations: readonly Item[],
): Item[] {
  const order = new Map(spine.map(({ href, index }) => [href, index]));
  const indexOf = ({ target }: Item) => order.get(target.source) ?? Number.POSITIVE_INFINITY;
  return [...annotations].sort((one, other) => {
    const [first, second] = [indexOf(one), indexOf(other)];
    if (first !== second) return first < second ? -1 : 1;
    return one.target.progression - other.target.progression || one.created.localeCompare(other.created);
  });
}
