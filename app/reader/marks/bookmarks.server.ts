import type { CallContext } from "~/clients/client";
import { getWiring } from "~/clients/wiring.server";
import { ServiceError } from "~/services/contracts/service-error";

/** The open reader's bookmarks, handed through as the service answers them, versions and refusals alike. docs/product/reader.md#calls. */

export async function loadBookmarks(bookId: string, credentials: CallContext): Promise<Response> {
  return answered(() => getWiring().clients.library.getBookmarks({ params: { id: bookId } }, credentials));
}

export async function saveBookmarks(bookId: string, request: Request, credentials: CallContext): Promise<Response> {
  const read = request.headers.get("if-match");
  const body = await request.json().catch(() => null);
  const headers = read === null ? {} : { "if-match": read };
  return answered(() =>
    getWiring().clients.library.setBookmarks({ params: { id: bookId }, headers, body }, credentials),
  );
}

async function answered(call: () => Promise<{ body: unknown; headers?: Record<string, string> }>): Promise<Response> {
  try {
    const { body, headers } = await call();
    return Response.json(body, { headers: { ETag: headers?.etag ?? "", "Cache-Control": "no-store" } });
  } catch (error) {
    if (error instanceof ServiceError) return Response.json(error, { status: error.status });
    throw error;
  }
}
