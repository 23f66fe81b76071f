import type { Book } from "~/epub/book";
import { textOfDocument } from "~/epub/document-text";
import { resolvePath } from "~/epub/paths";
import { type Position, placeAt } from "~/epub/progress";
import type { ContentSource } from "~/reader/book/content-source";
import { parsedDocument } from "~/reader/search/parsed-document";

/** What shows a place to a child: the picture of its page, or the words that stand there. Each null if there is none. */
export type PlacePicture = { source: string | null; words: string | null };

/** Letters of the words that are shown in place of a picture. */
const wordsLength = 90;

/**
 * The picture of a fixed page, or in a text the last one before the place; and the words at the place.
 * @throws BookFault if the document cannot be loaded
 */
export async function pictureOfPlace(
  book: Book,
  source: ContentSource,
  position: Position,
  language: string,
): Promise<PlacePicture> {
  const place = placeAt(book, position);
  const item = place && book.spine[place.index];
  if (!item) return { source: null, words: null };
  const content = await parsedDocument(source, item.href, language);
  const { text, nodes } = textOfDocument(content);
  const isFixed = item.layout === "pre-paginated";
  const at = isFixed ? 0 : Math.round(place.fraction * text.length);
  const here = nodes.findLast(({ from }) => from <= at)?.node ?? null;
  const pictures = [...content.querySelectorAll("img[src], svg image")];
  const isBefore = (picture: Element) =>
    here === null || (picture.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const picture = isFixed ? pictures[0] : pictures.findLast(isBefore);
  const address = ["src", "href", "xlink:href"].map((name) => picture?.getAttribute(name)).find(Boolean);
  const path = address ? resolvePath(item.href, address) : null;
  // From the beginning of a word.
  const words = text
    .slice(at)
    .replace(at === 0 ? /^/ : /^\S*/, "")
    .replace(/\s+/g, " ")
    .trim();
  return { source: path === null ? null : source.url(path), words: words.slice(0, wordsLength) || null };
}
