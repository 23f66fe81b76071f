import { languageOf } from "~/i18n/i18n";
import type { SignedIn } from "~/session/guard.server";
import { replyWith } from "./service-reply.server";

/** The next book on the user's shelf, for the open reader; service errors become the response. */
export async function findNextBook(bookId: string, { backend, credentials, locale }: SignedIn): Promise<Response> {
  return replyWith(async () => {
    const input = { params: { id: bookId }, query: { own: languageOf(locale) } };
    const { body } = await backend.clients.library.getNextBook(input, credentials);
    const next = body.next && {
      id: body.next.id,
      title: body.next.title,
      language: body.next.language,
      coverUrl: body.next.coverUrl,
    };
    return { body: { next } };
  });
}
