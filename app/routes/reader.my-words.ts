import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { withEntryProfile } from "~/browser-outbox/entry-profile";
import { backendOf } from "~/clients/backend-of.server";
import { replyWith } from "~/reader/service-reply.server";
import { optionalUser } from "~/session/guard.server";

/** The user's saved words, passed through from the service. docs/product/reader.md#words. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { clients } = backendOf(context);
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return unauthorized();
  const input = { params: { id: person.user.uid } };
  return replyWith(() => clients.library.getSavedWords(input, withEntryProfile(request, person.credentials)));
}

/** Adds and removes some. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { clients } = backendOf(context);
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return unauthorized();
  const body = await request.json().catch(() => null);
  const input = { params: { id: person.user.uid }, body };
  return replyWith(() => clients.library.changeSavedWords(input, withEntryProfile(request, person.credentials)));
}

function unauthorized(): Response {
  return Response.json({ error: "unauthorized" }, { status: 401 });
}
