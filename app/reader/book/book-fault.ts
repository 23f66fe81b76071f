/** Message keys of the errors that a book can cause. docs/product/reader.md#screens, #errors. */
export type FaultKey =
  | "error_fault_in_book_message"
  | "error_logged_out"
  | "error_no_access"
  | "error_withheld"
  | "error_not_found"
  | "error_in_book_unknown";

/** A book, or part of it, could not be loaded. `key` names the translated message. */
export class BookFault extends Error {
  override readonly name = "BookFault";

  constructor(
    readonly key: FaultKey,
    message: string,
  ) {
    super(message);
  }
}

/** Whether a message replaces the whole book, and not just the page. Decision 42. */
export function isRightLost(key: FaultKey | null): boolean {
  return key === "error_logged_out" || key === "error_no_access" || key === "error_withheld";
}

/** Whether signing in again can help. It can't where a parent has chosen other books. */
export function mayHelpToLogIn(key: FaultKey): boolean {
  return key !== "error_withheld";
}

/** Converts any error thrown while a document is opened into a BookFault. */
export function faultOf(error: unknown): BookFault {
  return error instanceof BookFault ? error : new BookFault("error_fault_in_book_message", String(error));
}

/** Message key for an HTTP status; null for 2xx. docs/product/reader.md#errors. */
export function faultOfStatus(status: number): FaultKey | null {
  if (status >= 200 && status < 300) return null;
  if (status === 401) return "error_no_access";
  if (status === 403) return "error_logged_out";
  if (status === 404) return "error_not_found";
  if (status === 502) return "error_in_book_unknown";
  return "error_fault_in_book_message";
}
