import type { ReaderController } from "~/reader/controller/reader-controller.client";
import { decorate, decorationOf, drawsDecorations } from "~/reader/view/decorations";
import { rangeIn } from "~/reader/view/document-text";
import type { BookFrame } from "~/reader/view/frame";
import { annotationStyles } from "~/services/contracts/annotation-values";
import type { Annotation, AnnotationTarget } from "~/services/contracts/annotations";
import { AnnotatedDocument, type AnnotationPlace } from "./place-annotation";

/** Marks the element of a note about a picture. */
const elementMark = "data-fabel-note";

export type PlacedNote = { annotation: Annotation; place: AnnotationPlace };

/** The notes on the loaded pages: where they are, and their drawing. */
export class PageNotes {
  private list: readonly Annotation[] = [];
  /** Teachers' notes, which the reader cannot change. */
  private ofTeachers: readonly Annotation[] = [];
  private documents = new WeakMap<Document, AnnotatedDocument>();
  /** Places by target, which stays the same object while only colour or note change. */
  private places = new WeakMap<Document, Map<AnnotationTarget, AnnotationPlace | null>>();
  private language: string;
  private readonly stop: Array<() => void>;

  constructor(private readonly controller: ReaderController) {
    this.language = controller.language.displayed;
    const opened = (frame: BookFrame) => this.draw(frame);
    controller.frameListeners.add(opened);
    this.stop = [() => controller.frameListeners.delete(opened), controller.subscribe(() => this.languageShown())];
  }

  /** Shows notes on all loaded pages. @param ofTeachers notes for the reader's class, drawn with a line of their own */
  show(list: readonly Annotation[], ofTeachers: readonly Annotation[]): void {
    this.list = list;
    this.ofTeachers = ofTeachers;
    for (const frame of this.controller.view.openFrames) this.draw(frame);
  }

  destroy(): void {
    for (const stop of this.stop) stop();
    this.show([], []);
  }

  /** The text of a loaded document in the displayed language. */
  documentOf(content: Document): AnnotatedDocument {
    const known = this.documents.get(content);
    if (known) return known;
    const made = new AnnotatedDocument(content);
    this.documents.set(content, made);
    return made;
  }

  /** A part of a loaded document's text. */
  rangeOf(content: Document, { from, to }: { from: number; to: number }): Range | null {
    return rangeIn(this.documentOf(content).text, from, to);
  }

  /** The reader's own notes on a loaded page. */
  notesOn(frame: BookFrame): PlacedNote[] {
    return this.placed(frame, this.list);
  }

  /** Teachers' notes on a loaded page. */
  teachersNotesOn(frame: BookFrame): PlacedNote[] {
    return this.placed(frame, this.ofTeachers);
  }

  private placed(frame: BookFrame, notes: readonly Annotation[]): PlacedNote[] {
    return notes
      .filter(({ target }) => target.source === frame.item.href)
      .flatMap((annotation) => {
        const place = this.placeOf(frame.document, annotation.target);
        return place ? [{ annotation, place }] : [];
      });
  }

  private placeOf(content: Document, target: AnnotationTarget): AnnotationPlace | null {
    const known = this.places.get(content) ?? new Map<AnnotationTarget, AnnotationPlace | null>();
    this.places.set(content, known);
    const before = known.get(target);
    if (before !== undefined) return before;
    const place = this.documentOf(content).placeOf(target);
    known.set(target, place);
    return place;
  }

  /** Other blocks of the documents are shown. */
  private languageShown(): void {
    if (this.controller.language.displayed === this.language) return;
    this.language = this.controller.language.displayed;
    this.documents = new WeakMap();
    this.places = new WeakMap();
    this.show(this.list, this.ofTeachers);
  }

  private draw(frame: BookFrame): void {
    const { document: content } = frame;
    const isFirst = !this.places.has(content);
    const all = [...this.list, ...this.ofTeachers];
    if (isFirst && !all.some(({ target }) => target.source === frame.item.href)) return;
    const ofTeachers = this.teachersNotesOn(frame);
    const placed = [...this.notesOn(frame), ...ofTeachers];
    for (const element of Array.from(content.querySelectorAll(`[${elementMark}]`)))
      element.removeAttribute(elementMark);
    const rangesOf = (notes: readonly PlacedNote[]) =>
      notes.flatMap(({ place }) =>
        place.kind === "text" ? (rangeIn(this.documentOf(content).text, place.from, place.to) ?? []) : [],
      );
    const isDrawn = drawsDecorations(content);
    if (isDrawn) decorate(content, "fabel-class-note", rangesOf(ofTeachers));
    for (const style of annotationStyles) {
      const ofStyle = placed.filter(({ annotation }) => annotation.style === style);
      if (isDrawn) decorate(content, decorationOf(style), rangesOf(ofStyle));
      for (const { place } of ofStyle) if (place.kind === "element") place.element.setAttribute(elementMark, style);
    }
  }
}
