import { useEffect, useRef, useState } from "react";
import { percentageOf, tocEntryAt } from "~/epub/progress";
import type { ReaderController } from "~/reader/controller/reader-controller.client";
import { parsedDocument } from "~/reader/search/parsed-document";
import type { Annotation } from "~/services/contracts/annotations";
import { type AnnotationPlaces, locateAnnotations } from "./locate-annotations";

/** Where the notes are: looked for while the list is open, document by document. */
export function useNotePlaces(controller: ReaderController, list: readonly Annotation[] | null): AnnotationPlaces {
  const [places, setPlaces] = useState<AnnotationPlaces>(new Map());
  // Each document is loaded once, however often a note changes.
  const documents = useRef(new Map<string, Promise<Document>>());
  useEffect(() => {
    if (!list) return;
    let isOver = false;
    const { language, source, book } = controller;
    const load = ({ href }: { href: string }) => {
      const key = `${language.displayed} ${href}`;
      const content = documents.current.get(key) ?? parsedDocument(source, href, language.displayed);
      documents.current.set(key, content);
      content.catch(() => documents.current.delete(key));
      return content;
    };
    void (async () => {
      for await (const found of locateAnnotations(book.spine, list, load)) {
        if (isOver) return;
        setPlaces(found);
      }
    })();
    return () => {
      isOver = true;
    };
  }, [controller, list]);
  return places;
}

function itemOf({ book }: ReaderController, { target }: Annotation): number | null {
  return book.spine.find(({ href }) => href === target.source)?.index ?? null;
}

/** The contents entry of a note. */
export function chapterOfNote(controller: ReaderController, note: Annotation, places: AnnotationPlaces): string | null {
  const item = places.get(note.id)?.item ?? itemOf(controller, note);
  return item === null ? null : (tocEntryAt(controller.language.labelledBook, item)?.label.trim() ?? null);
}

/** Where in the book a note is, in percent. */
export function percentOfNote(controller: ReaderController, note: Annotation): number | null {
  const item = itemOf(controller, note);
  return item === null ? null : Math.round(percentageOf(controller.book.spine, item, note.target.progression) * 100);
}
