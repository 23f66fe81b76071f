import type { SpineItem } from "~/epub/book";
import { cfiOf } from "~/reader/book/cfi";
import type { BookPlace } from "~/reader/book/place";
import type { Annotation } from "~/services/contracts/annotations";
import { AnnotatedDocument } from "./place-annotation";

/** Where each annotation is in this version of the book, by id; null: nowhere. Those that are not looked for yet are missing. */
export type AnnotationPlaces = ReadonlyMap<string, BookPlace | null>;

/**
 * Finds annotations in the whole book: each in its own document, and if it is not there, in the others. Reports after each
 * document.
 * @param load a document in the displayed language; rejects if it cannot be loaded, and its annotations are then not reported
 */
export async function* locateAnnotations(
  spine: readonly SpineItem[],
  annotations: readonly Annotation[],
  load: (item: SpineItem) => Promise<Document>,
): AsyncGenerator<AnnotationPlaces> {
  const places = new Map<string, BookPlace | null>();
  const missed = new Set<string>();
  let isIncomplete = false;
  const read = async (item: SpineItem, wanted: readonly Annotation[]) => {
    try {
      const content = new AnnotatedDocument(await load(item));
      for (const { id, target } of wanted) {
        const place = content.placeOf(target);
        if (!place) missed.add(id);
        else {
          missed.delete(id);
          places.set(id, placeIn(item.index, place));
        }
      }
    } catch {
      isIncomplete = true;
    }
  };
  for (const item of spine) {
    const own = annotations.filter(({ target }) => target.source === item.href);
    if (own.length === 0) continue;
    await read(item, own);
    yield new Map(places);
  }
  const paths = new Set(spine.map(({ href }) => href));
  for (const { id, target } of annotations) if (!paths.has(target.source)) missed.add(id);
  for (const item of spine) {
    // A picture has no text by which it could be found elsewhere.
    const others = annotations.filter(
      ({ id, target }) => missed.has(id) && target.quote && target.source !== item.href,
    );
    if (others.length === 0) continue;
    await read(item, others.map(withoutCfi));
    yield new Map(places);
  }
  if (!isIncomplete) for (const id of missed) places.set(id, null);
  yield new Map(places);
}

/** The CFI counts in its own document only. */
function withoutCfi(annotation: Annotation): Annotation {
  return { ...annotation, target: { ...annotation.target, cfi: null } };
}

function placeIn(item: number, place: NonNullable<ReturnType<AnnotatedDocument["placeOf"]>>): BookPlace {
  return place.kind === "text"
    ? { item, at: { kind: "letters", from: place.from, to: place.to } }
    : { item, at: { kind: "cfi", cfi: cfiOf(place.element, item) } };
}
