import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { replyWith } from "~/reader/service-reply.server";
import { optionalUser } from "~/session/guard.server";

/** What the user leads now. docs/product/reader.md#reading-together. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return unauthorized();
  const { library } = backendOf(context).clients;
  return replyWith(() => library.getUserLedReadings({ params: { id: person.user.uid } }, person.credentials));
}

/** Begins to lead a book (`bookId`), or joins by a code (`code`). */
export async function action({ request, context }: ActionFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return unauthorized();
  const { library } = backendOf(context).clients;
  const { bookId, code = "" } = ((await request.json().catch(() => null)) ?? {}) as { bookId?: string; code?: string };
  return replyWith(() =>
    bookId === undefined
      ? library.joinLedReading({ body: { code } }, person.credentials)
      : library.startLedReading({ params: { id: bookId } }, person.credentials),
  );
}

function unauthorized(): Response {
  return Response.json({ error: "unauthorized" }, { status: 401 });
}
