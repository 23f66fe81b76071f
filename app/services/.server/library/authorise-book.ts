import type { Caller, CallerUser } from "~/services/.server/endpoint";
import type { CallForReader, Reader } from "~/services/.server/reader-profile";
import type { StoredBook } from "./store";

/**
 * Proves that a caller may open a book, for the child whom the call names.
 * @throws ServiceError 404 for a book that the reader may not open
 */
export type AuthoriseBook = (
  call: CallForReader,
  caller: Caller,
  bookId: string,
) => Promise<{ self: CallerUser; reader: Reader; book: StoredBook }>;
