import type { SpineItem } from "~/epub/book";
import { type Context, contextOf, findInText, readSearchQuery } from "./find-in-text";

/** Searches a book's documents one after another. docs/product/reader.md#comfort. */

/** `from` and `to`: offsets in the document's text. */
export type Hit = Context & { item: number; from: number; to: number };

export type Progress = {
  hits: readonly Hit[];
  /** Number of documents searched so far. */
  done: number;
  of: number;
  /** A document failed to load. */
  isIncomplete: boolean;
  /** There are more hits than are listed. */
  isCut: boolean;
};

/** Maximum number of hits; for more, the user can refine the query. */
const maxHits = 300;
/** Documents loaded in parallel. */
const ahead = 4;

/**
 * Yields the matches after each document, in the order of the book.
 * @param load a document's text; rejects if it cannot be loaded
 * @param signal ends the search: nothing is yielded after
 */
export async function* searchBook(
  spine: readonly SpineItem[],
  wanted: string,
  load: (item: SpineItem) => Promise<string>,
  signal: AbortSignal,
): AsyncGenerator<Progress> {
  const query = readSearchQuery(wanted);
  if (!query) return;
  const hits: Hit[] = [];
  let isIncomplete = false;
  const loads = new Map<number, Promise<string | null>>();
  const start = (at: number) => {
    const item = spine[at];
    if (item && !loads.has(at))
      loads.set(
        at,
        load(item).catch(() => null),
      );
  };
  for (const [at, item] of spine.entries()) {
    for (let next = at; next < at + ahead; next += 1) start(next);
    const text = await loads.get(at);
    loads.delete(at);
    if (signal.aborted) return;
    if (typeof text === "string") {
      const matches = findInText(text, query, maxHits - hits.length);
      hits.push(...matches.map((place) => ({ ...place, ...contextOf(text, place), item: item.index })));
    } else isIncomplete = true;
    const isCut = hits.length >= maxHits;
    yield { hits: [...hits], done: isCut ? spine.length : at + 1, of: spine.length, isIncomplete, isCut };
    if (isCut) return;
  }
}
