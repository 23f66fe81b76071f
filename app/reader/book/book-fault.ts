/** Message keys of what can go wrong with a book. docs/product/reader.md#screens, #errors. */
export type FaultKey =
  | "error_fault_in_book_message"
  | "error_logged_out"
  | "error_no_access"
  | "error_not_found"
  | "error_in_book_unknown";

/** A book, or a part of it, could not be had. `key` names the translated message. */
export class BookFault extends Error {
  override readonly name = "BookFault";

  constructor(
    readonly key: FaultKey,
    message: string,
  ) {
    super(message);
  }
}

/** The fault behind an error that was met while a document was opened. */
export function faultOf(error: unknown): BookFault {
  return error instanceof BookFault ? error : new BookFault("error_fault_in_book_message", String(error));
}

/** The fault behind an HTTP status; null where the status is none. docs/product/reader.md#errors. */
export function faultOfStatus(status: number): FaultKey | null {
  if (status >= 200 && status < 300) return null;
  if (status === 401) return "error_no_access";
  if (status === 403) return "error_logged_out";
  if (status === 404) return "error_not_found";
  if (status === 502) return "error_in_book_unknown";
  return "error_fault_in_book_message";
}
