import type { CallContext } from "~/clients/client";
import { getWiring } from "~/clients/wiring.server";
import { noted } from "./service-answer.server";

/** Saves where a person is in a book; what the service refuses is answered as it says. */
export async function saveLastMark(bookId: string, body: unknown, credentials: CallContext): Promise<Response> {
  const { position = "", age } =
    ((typeof body === "object" ? body : null) as { position?: unknown; age?: unknown }) ?? {};
  const mark = { position: String(position), ...(typeof age === "number" && { age }) };
  return noted(() => getWiring().clients.library.setLastMark({ params: { id: bookId }, body: mark }, credentials));
}
