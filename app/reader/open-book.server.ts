import type { CallContext } from "~/clients/client";
import { getWiring } from "~/clients/wiring.server";

import type { Book } from "~/epub/book";
import { inLanguage } from "~/epub/book-labels";
import type { ReaderPreferences } from "~/services/contracts/account";
import type { BookOpening } from "~/services/contracts/library";
import { ServiceError } from "~/services/contracts/service-error";
import type { FaultKey } from "./book/book-fault";
import { packOnce } from "./book/packed-once";
import { openingLanguage } from "./settings/languages";

/** An opening as it is written into the page: the book packed as text, since a long one is text to the page long before it is objects. */
export type WrittenOpening = Omit<BookOpening, "book" | "first" | "documentPolicy"> & { book: string };

export type OpenedBook =
  | { kind: "opened"; opening: BookOpening; headers: Record<string, string> }
  | { kind: "fault"; fault: FaultKey; status: number };

/** Where a book opens: at the place that was left, or at its beginning all the same. */
export type OpenFrom = "mark" | "start";

/**
 * Everything that the reader page needs, in one call; the headers hold the cookie that opens what documents load themselves.
 * A book that can't be had is an answer, not an error: the page says what is wrong and how to go on. docs/product/reader.md#screens, #errors.
 */
export async function openBook(bookId: string, from: OpenFrom, credentials: CallContext): Promise<OpenedBook> {
  try {
    const input = { params: { id: bookId }, query: { from } };
    const { body, headers } = await getWiring().clients.library.openBook(input, credentials);
    return { kind: "opened", opening: body, headers: headers ?? {} };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { kind: "fault", fault: faultOf(error.status), status: error.status };
  }
}

/** The first documents are not in it: they stand in the page already. */
export function writtenOpening({ first: _, documentPolicy: _policy, book, ...opening }: BookOpening): WrittenOpening {
  return { ...opening, book: packOnce(book) };
}

/** The book with its title and contents in the language that it opens in. @param own the language of the pages around it */
export function labelledBook({ book }: BookOpening, kept: ReaderPreferences | null, own: string): Book {
  return inLanguage(book, openingLanguage(book.languages, kept?.preferredLanguage, own));
}

function faultOf(status: number): FaultKey {
  if (status === 401 || status === 403) return "error_no_access";
  if (status === 404 || status === 400) return "error_not_found";
  return status === 502 ? "error_in_book_unknown" : "error_fault_in_book_message";
}

/**
 * A fresh policy for a book that is open; its cookie comes in the headers. docs/product/reader.md#errors.
 * @param version the one that is open; null for the book's own
 */
export async function renewPolicy(bookId: string, version: string | null, credentials: CallContext) {
  const input = { params: { id: bookId }, query: version === null ? {} : { version } };
  const { body, headers } = await getWiring().clients.library.getPolicy(input, credentials);
  return { policy: body.policy, headers: headers ?? {} };
}
