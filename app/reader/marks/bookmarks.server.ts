import type { CallContext } from "~/clients/client";
import { getWiring } from "~/clients/wiring.server";
import { answered, readVersion } from "~/reader/service-answer.server";

/** The open reader's bookmarks, handed through as the service answers them, versions and refusals alike. docs/product/reader.md#calls. */

export async function loadBookmarks(bookId: string, credentials: CallContext): Promise<Response> {
  return answered(() => getWiring().clients.library.getBookmarks({ params: { id: bookId } }, credentials));
}

export async function saveBookmarks(bookId: string, request: Request, credentials: CallContext): Promise<Response> {
  const body = await request.json().catch(() => null);
  const headers = readVersion(request);
  return answered(() =>
    getWiring().clients.library.setBookmarks({ params: { id: bookId }, headers, body }, credentials),
  );
}
