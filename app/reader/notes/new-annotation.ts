import { newId } from "~/browser-outbox/new-id";
import { type AnnotationStyle, quoteLength } from "~/services/contracts/annotation-values";
import type { Annotation } from "~/services/contracts/annotations";
import type { PageNotes } from "./page-notes.client";
import type { SelectedText } from "./selected-text";

/**
 * A new annotation of what is selected.
 * @returns null if more text is selected than an annotation can quote
 */
export function newAnnotation(page: PageNotes, selected: SelectedText, style: AnnotationStyle): Annotation | null {
  const { frame, element, from, to } = selected;
  if (to - from > quoteLength) return null;
  const read = page.documentOf(frame.document);
  const target = element ? read.targetOfElement(element, frame.item) : read.targetOf({ from, to }, frame.item);
  const now = new Date().toISOString();
  return { id: newId(), version: 0, style, note: "", target, created: now, modified: now };
}

/** A changed annotation. */
export function changedAnnotation(
  annotation: Annotation,
  change: Partial<Pick<Annotation, "style" | "note">>,
): Annotation {
  return { ...annotation, ...change, modified: new Date().toISOString() };
}
