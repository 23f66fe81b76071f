import type { ActionFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { acknowledge, replyWith } from "~/reader/service-reply.server";
import { optionalUser } from "~/session/guard.server";

/**
 * One set of a teacher's notes in the open book: PUT saves title, class and day, POST changes notes, PATCH is the pupil's choice to
 * see it, DELETE deletes it. docs/product/reader.md#notes-for-a-class.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { library } = backendOf(context).clients;
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return Response.json({ error: "unauthorized" }, { status: 401 });
  const { bookId = "", setId = "" } = params;
  const { credentials } = person;
  const body = await request.json().catch(() => null);
  const of = { params: { id: setId } };
  switch (request.method) {
    case "PUT":
      return replyWith(() => library.saveNoteSet({ params: { id: bookId, setId }, body }, credentials));
    case "POST":
      return replyWith(() => library.changeNoteSetNotes({ ...of, body }, credentials));
    case "PATCH":
      return acknowledge(() => library.hideNoteSet({ ...of, body }, credentials));
    case "DELETE":
      return acknowledge(() => library.deleteNoteSet(of, credentials));
    default:
      return new Response(null, { status: 405 });
  }
}
