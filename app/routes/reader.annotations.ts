import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { withEntryProfile } from "~/browser-outbox/entry-profile";
import { backendOf } from "~/clients/backend-of.server";
import { replyWith } from "~/reader/service-reply.server";
import { optionalUser } from "~/session/guard.server";

/** The user's highlights and notes in the open book, passed through from the service. docs/product/reader.md#highlights-and-notes. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { clients } = backendOf(context);
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return unauthorized();
  const input = { params: { id: params.bookId ?? "" } };
  return replyWith(() => clients.library.getAnnotations(input, withEntryProfile(request, person.credentials)));
}

/** Changes them. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { clients } = backendOf(context);
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return unauthorized();
  const body = await request.json().catch(() => null);
  const input = { params: { id: params.bookId ?? "" }, body };
  return replyWith(() => clients.library.changeAnnotations(input, withEntryProfile(request, person.credentials)));
}

function unauthorized(): Response {
  return Response.json({ error: "unauthorized" }, { status: 401 });
}
