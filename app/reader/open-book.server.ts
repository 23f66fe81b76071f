import type { Credentials } from "../clients/client";
import { getWiring } from "../clients/wiring.server";
import type { BookOpening } from "../services/contracts/library";
import { ServiceError } from "../services/contracts/service-error";
import type { FaultKey } from "./book/book-fault";

export type OpenedBook =
  | { kind: "opened"; opening: BookOpening; headers: Record<string, string> }
  | { kind: "fault"; fault: FaultKey; status: number };

/**
 * Everything that the reader page needs, in one call; the headers hold the cookie that opens what documents load themselves.
 * A book that can't be had is an answer, not an error: the page says what is wrong and how to go on. Spec 2, sections 2 and 8.
 */
export async function openBook(bookId: string, credentials: Credentials): Promise<OpenedBook> {
  try {
    const { body, headers } = await getWiring().clients.library.openBook({ params: { id: bookId } }, credentials);
    return { kind: "opened", opening: body, headers: headers ?? {} };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { kind: "fault", fault: faultOf(error.status), status: error.status };
  }
}

function faultOf(status: number): FaultKey {
  if (status === 401 || status === 403) return "error_no_access";
  if (status === 404) return "error_not_found";
  return status === 502 ? "error_in_book_unknown" : "error_fault_in_book_message";
}

/** A fresh policy for a book that is open; its cookie comes in the headers. Spec 2, section 8. */
export async function renewPolicy(bookId: string, credentials: Credentials) {
  const { body, headers } = await getWiring().clients.library.getPolicy({ params: { id: bookId } }, credentials);
  return { policy: body.policy, headers: headers ?? {} };
}
