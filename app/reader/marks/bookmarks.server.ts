import type { Backend } from "~/clients/backend";
import type { CallContext } from "~/clients/client";
import { readVersion, replyWith } from "~/reader/service-reply.server";

/** The user's bookmarks in the open book, passed through from the service with versions and errors. docs/product/reader.md#calls. */

export async function loadBookmarks(backend: Backend, bookId: string, credentials: CallContext): Promise<Response> {
  return replyWith(() => backend.clients.library.getBookmarks({ params: { id: bookId } }, credentials));
}

export async function submitBookmarks(
  backend: Backend,
  bookId: string,
  request: Request,
  credentials: CallContext,
): Promise<Response> {
  const body = await request.json().catch(() => null);
  const headers = readVersion(request);
  return replyWith(() => backend.clients.library.setBookmarks({ params: { id: bookId }, headers, body }, credentials));
}
