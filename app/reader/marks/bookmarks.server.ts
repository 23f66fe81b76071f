import type { CallContext } from "~/clients/client";
import { getWiring } from "~/clients/wiring.server";
import { readVersion, replyWith } from "~/reader/service-reply.server";

/** The user's bookmarks in the open book, passed through from the service with versions and errors. docs/product/reader.md#calls. */

export async function loadBookmarks(bookId: string, credentials: CallContext): Promise<Response> {
  return replyWith(() => getWiring().clients.library.getBookmarks({ params: { id: bookId } }, credentials));
}

export async function submitBookmarks(bookId: string, request: Request, credentials: CallContext): Promise<Response> {
  const body = await request.json().catch(() => null);
  const headers = readVersion(request);
  return replyWith(() =>
    getWiring().clients.library.setBookmarks({ params: { id: bookId }, headers, body }, credentials),
  );
}
