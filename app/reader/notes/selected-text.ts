import { offsetsOfRange } from "~/reader/view/document-text";
import type { BookFrame } from "~/reader/view/frame";
import type { Annotation } from "~/services/contracts/annotations";
import type { AnnotatedDocument, AnnotationPlace } from "./place-annotation";

/** Text of a displayed document that was selected, or a picture. */
export type SelectedText = {
  frame: BookFrame;
  /** A picture; `text` is then its description. */
  element: Element | null;
  from: number;
  to: number;
  text: string;
  /** In the window's px. */
  box: { left: number; top: number; right: number; bottom: number };
};

/** The text selected in a document, without the white space at its ends; null if there is none. */
export function selectedText(frame: BookFrame, read: AnnotatedDocument): SelectedText | null {
  const selection = frame.document.getSelection();
  const range = selection && !selection.isCollapsed && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
  const offsets = range && offsetsOfRange(read.text, range);
  if (!range || !offsets) return null;
  const whole = read.text.text.slice(offsets.from, offsets.to);
  const from = offsets.from + (whole.length - whole.trimStart().length);
  const text = whole.trim();
  return text === ""
    ? null
    : { frame, element: null, from, to: from + text.length, text, box: boxInWindow(frame, range) };
}

/** A picture of a displayed document. */
export function selectedPicture(frame: BookFrame, element: Element): SelectedText {
  const range = frame.document.createRange();
  range.selectNode(element);
  const text = element.getAttribute("alt") ?? element.getAttribute("aria-label") ?? "";
  return { frame, element, from: 0, to: 0, text, box: boxInWindow(frame, range) };
}

/** The visible part of a range, in the window's px. */
export function boxInWindow({ element }: BookFrame, range: Range): SelectedText["box"] {
  const place = element.getBoundingClientRect();
  const scale = element.offsetWidth > 0 ? place.width / element.offsetWidth : 1;
  const boxes = Array.from(range.getClientRects()).filter(
    ({ left, right, top, bottom, width }) =>
      width > 0 && right > 0 && left < element.offsetWidth && bottom > 0 && top < element.offsetHeight,
  );
  const all = boxes.length > 0 ? boxes : [range.getBoundingClientRect()];
  return {
    left: place.left + scale * Math.min(...all.map(({ left }) => left)),
    right: place.left + scale * Math.max(...all.map(({ right }) => right)),
    top: place.top + scale * Math.min(...all.map(({ top }) => top)),
    bottom: place.top + scale * Math.max(...all.map(({ bottom }) => bottom)),
  };
}

/** The note that the whole selection is in, if there is one: the shortest of several. */
export function noteAround(
  placed: ReadonlyArray<{ annotation: Annotation; place: AnnotationPlace }>,
  { from, to, element = null }: { from: number; to: number; element?: Element | null },
): Annotation | null {
  if (element) {
    return placed.find(({ place }) => place.kind === "element" && place.element === element)?.annotation ?? null;
  }
  let found: { annotation: Annotation; length: number } | null = null;
  for (const { annotation, place } of placed) {
    if (place.kind !== "text" || place.from > from || place.to < to) continue;
    const length = place.to - place.from;
    if (!found || length < found.length) found = { annotation, length };
  }
  return found?.annotation ?? null;
}
