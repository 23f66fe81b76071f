import { documentPolicy } from "~/services/.server/library/content";
import type { BookOpening } from "~/services/contracts/library";
import type { BackEndBooks } from "./back-end-books";
import type { BackEndPlace } from "./back-end-files";
import { servedFolder } from "./serve-back-end";

/** Opens a book at the alternative book back end. No mark is stored for a book that is not in the library. */
export async function backEndOpening(
  bookId: string,
  place: BackEndPlace,
  origin: string,
  books: BackEndBooks,
  mayUseOnlineVoices: boolean,
): Promise<BookOpening> {
  const { book } = await books.open(place);
  const folder = servedFolder(origin, place.folder);
  return {
    bookId,
    version: "back-end",
    resourcesUrl: folder,
    policy: place.policy,
    book,
    locations: null,
    lastMark: null,
    knownMark: null,
    otherMark: null,
    keepsPlace: false,
    mayUseOnlineVoices,
    // Only the texts of stored books are known.
    mayUseWords: false,
    // Every document is loaded by its address, because the response sets the cookie for the document's own resources.
    first: { documents: [], styles: {} },
    documentPolicy: documentPolicy(folder),
    isOfBackEnd: true,
  };
}
