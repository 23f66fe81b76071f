import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { languageOf } from "~/i18n/i18n";
import { replyWith } from "~/reader/service-reply.server";
import { optionalUser } from "~/session/guard.server";

/** The next book on the shelf, for the end of a book in the open reader. docs/product/choices.md#books. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return Response.json({ error: "unauthorized" }, { status: 401 });
  const { backend, credentials, locale } = person;
  return replyWith(async () => {
    const input = { params: { id: params.bookId ?? "" }, query: { own: languageOf(locale) } };
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
