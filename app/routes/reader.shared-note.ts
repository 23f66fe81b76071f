import type { ActionFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { acknowledge, replyWith } from "~/reader/service-reply.server";
import { optionalUser } from "~/session/guard.server";

/** Shares one of the pupil's notes with the pupil's teachers (PUT), or takes it back (DELETE). docs/product/reader.md#notes-for-a-class. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { library } = backendOf(context).clients;
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return Response.json({ error: "unauthorized" }, { status: 401 });
  const input = { params: { id: params.bookId ?? "", noteId: params.noteId ?? "" } };
  switch (request.method) {
    case "PUT":
      return replyWith(() => library.shareNote(input, person.credentials));
    case "DELETE":
      return acknowledge(() => library.unshareNote(input, person.credentials));
    default:
      return new Response(null, { status: 405 });
  }
}
