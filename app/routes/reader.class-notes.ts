import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { replyWith } from "~/reader/service-reply.server";
import { optionalUser } from "~/session/guard.server";

/** Teachers' notes in the open book, and those that the pupil shares, from the service. docs/product/reader.md#notes-for-a-class. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { clients } = backendOf(context);
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return Response.json({ error: "unauthorized" }, { status: 401 });
  const input = { params: { id: params.bookId ?? "" } };
  return replyWith(() => clients.library.getClassNotes(input, person.credentials));
}
