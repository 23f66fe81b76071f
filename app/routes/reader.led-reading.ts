import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { acknowledge, replyWith } from "~/reader/service-reply.server";
import { optionalUser } from "~/session/guard.server";

/** A led reading that the user follows. docs/product/reader.md#reading-together. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return unauthorized();
  const { library } = backendOf(context).clients;
  return replyWith(() => library.getFollowedReading({ params: { id: params.id ?? "" } }, person.credentials));
}

/** Leads it to a place (PUT), or ends it (DELETE). */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return unauthorized();
  const { library } = backendOf(context).clients;
  const input = { params: { id: params.id ?? "" } };
  if (request.method === "DELETE") return acknowledge(() => library.endLedReading(input, person.credentials));
  const body = await request.json().catch(() => null);
  return acknowledge(() => library.turnLedReading({ ...input, body }, person.credentials));
}

function unauthorized(): Response {
  return Response.json({ error: "unauthorized" }, { status: 401 });
}
