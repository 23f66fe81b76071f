import { getWiring } from "~/clients/wiring.server";
import { orRefuse } from "~/forms/service-errors.server";
import type { BookDetails, ShelfBook } from "~/services/contracts/library";
import type { SignedIn } from "~/session/guard.server";

export type BookPageData = { book: BookDetails; similar: ShelfBook[] };

/** @throws Response 404 for a book that the person may not open */
export async function loadBookPage(request: Request, bookId: string, { credentials }: SignedIn): Promise<BookPageData> {
  const { library } = getWiring().clients;
  const input = { params: { id: bookId } };
  const calls = Promise.all([library.getBook(input, credentials), library.getSimilarBooks(input, credentials)]);
  const [book, similar] = await orRefuse(calls, request);
  return { book: book.body, similar: similar.body.data };
}
