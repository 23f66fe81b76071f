import type { LoaderFunctionArgs } from "@remix-run/node";
import { withEntryProfile } from "~/browser-outbox/entry-profile";
import { backendOf } from "~/clients/backend-of.server";
import { replyWith } from "~/reader/service-reply.server";
import { optionalUser } from "~/session/guard.server";

/** What dictionaries and its glossary say of the words in the open book. docs/product/reader.md#words. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { clients } = backendOf(context);
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return Response.json({ error: "unauthorized" }, { status: 401 });
  const { searchParams } = new URL(request.url);
  const to = searchParams.get("to");
  const query = { from: searchParams.get("from") ?? "", ...(to === null ? {} : { to }) };
  const input = { params: { id: params.bookId ?? "" }, query };
  return replyWith(() => clients.library.getBookWords(input, withEntryProfile(request, person.credentials)));
}
