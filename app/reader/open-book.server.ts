import type { Backend } from "~/clients/backend";
import type { CallContext } from "~/clients/client";

import type { Book } from "~/epub/book";
import { inLanguage } from "~/epub/book-labels";
import type { BookOpening } from "~/services/contracts/library";
import type { ReaderPreferences } from "~/services/contracts/reader-preferences";
import { notFound, ServiceError } from "~/services/contracts/service-error";
import { withheldCode } from "~/services/contracts/withheld-books";
import type { FaultKey } from "./book/book-fault";
import { packOnce } from "./book/packed-once";
import { openingLanguage } from "./settings/languages";

/** An opening as serialised loader data: the book is packed into one string, which the reader unpacks. */
export type PackedOpening = Omit<BookOpening, "book" | "first" | "documentPolicy"> & { book: string };

export type OpenedBook =
  | { kind: "opened"; opening: BookOpening; headers: Record<string, string> }
  | { kind: "fault"; fault: FaultKey; status: number };

/** Opens a book at the last-read position, or at its beginning regardless. */
export type OpenFrom = "mark" | "start";

/**
 * All data of the reader page, in one call; the headers hold the cookie that grants access to files that documents load
 * themselves. A book that the library does not have is requested from the alternative back end, if configured. A book
 * that cannot be opened is a result, not an error: the page explains the reason and what to do.
 * docs/product/reader.md#screens, #access, #errors.
 * @param fileUrl the book's signed URL, if the page's URL contains one
 */
export async function openBook(
  backend: Backend,
  bookId: string,
  from: OpenFrom,
  fileUrl: string | null,
  credentials: CallContext,
): Promise<OpenedBook> {
  const { clients, environment } = backend;
  const { library, bookBackEnd } = clients;
  const open = async (at: string | null): Promise<OpenedBook> => {
    const input = { params: { id: bookId }, query: { from, ...(at === null ? {} : { fileUrl: at }) } };
    const { body, headers } = await library.openBook(input, credentials);
    return { kind: "opened", opening: body, headers: headers ?? {} };
  };
  /** Opens the book at the back end with a new policy. */
  const openAnew = async (folder: string): Promise<OpenedBook> => {
    if (!bookBackEnd) throw notFound();
    const { body } = await bookBackEnd.getPolicy({ params: { book: bookId } }, credentials);
    return open(`${folder}?${body.policy}`);
  };
  const backEndBase = environment.bookBackendUrl?.replace(/\/?$/, "/") ?? null;
  const isAtBackEnd = fileUrl !== null && backEndBase !== null && fileUrl.startsWith(backEndBase);
  try {
    return await open(fileUrl);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (isAtBackEnd && error.status === 403) return afterRefusal(() => openAnew(fileUrl.split("?")[0] ?? ""));
    const isUnknown = fileUrl === null && error.status === 404 && backEndBase !== null;
    if (isUnknown) return openAnew(`${backEndBase}${encodeURIComponent(bookId)}/`).catch(faultBehind);
    return faultBehind(error);
  }
}

/** Retries once with a new policy after a refusal, before the page is rendered. docs/product/reader.md#errors. */
async function afterRefusal(openAnew: () => Promise<OpenedBook>): Promise<OpenedBook> {
  try {
    return await openAnew();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const isSecond = error.status === 403 && error.code === "book_back_end";
    if (isSecond) return { kind: "fault", fault: "error_logged_out", status: 403 };
    return { kind: "fault", fault: "error_fault_in_book_message", status: error.status };
  }
}

function faultBehind(error: unknown): OpenedBook {
  if (!(error instanceof ServiceError)) throw error;
  // An invalid `fileUrl` is an error of the link, not a missing book.
  const isAddress = error.details?.some(({ attribute }) => attribute === "fileUrl");
  const byStatus = error.code === withheldCode ? "error_withheld" : faultOf(error.status);
  const fault = isAddress ? "error_fault_in_book_message" : byStatus;
  return { kind: "fault", fault, status: error.status };
}

/** Leaves out the first documents and their policy, which are inlined in the page already. */
export function packOpening({ first: _, documentPolicy: _policy, book, ...opening }: BookOpening): PackedOpening {
  return { ...opening, book: packOnce(book) };
}

/** The book with title and contents in the language that it opens in. @param own the interface language */
export function labelledBook({ book }: BookOpening, preferences: ReaderPreferences | null, own: string): Book {
  return inLanguage(book, openingLanguage(book.languages, preferences?.preferredLanguage, own));
}

function faultOf(status: number): FaultKey {
  if (status === 401 || status === 403) return "error_no_access";
  if (status === 404 || status === 400) return "error_not_found";
  return status === 502 ? "error_in_book_unknown" : "error_fault_in_book_message";
}

/** The book that is open in a reader: a version of a library book (null for its newest), or a book of the back end. */
type OpenVersion = { isOfBackEnd: boolean; version: string | null };

/** A new policy for a book that is open; its cookie is in the headers. docs/product/reader.md#errors. */
export async function renewPolicy(
  backend: Backend,
  bookId: string,
  { isOfBackEnd, version }: OpenVersion,
  credentials: CallContext,
) {
  const { library, bookBackEnd } = backend.clients;
  if (isOfBackEnd) {
    if (!bookBackEnd) throw notFound();
    const { body } = await bookBackEnd.getPolicy({ params: { book: bookId } }, credentials);
    return { policy: body.policy, headers: {} };
  }
  const input = { params: { id: bookId }, query: version === null ? {} : { version } };
  const { body, headers } = await library.getPolicy(input, credentials);
  return { policy: body.policy, headers: headers ?? {} };
}
