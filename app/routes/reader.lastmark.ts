import type { ActionFunctionArgs } from "@remix-run/node";
import { withEntryProfile } from "~/browser-outbox/entry-profile";
import { submitLastMark } from "~/reader/last-mark.server";
import { optionalUser } from "~/session/guard.server";

/** Saves the position of the open reader. docs/product/reader.md#calls. */
export async function action({ request, params }: ActionFunctionArgs) {
  const person = await optionalUser(request);
  if (person.kind !== "user") return Response.json({ error: "unauthorized" }, { status: 401 });
  return submitLastMark(
    params.bookId ?? "",
    await request.json().catch(() => null),
    withEntryProfile(request, person.credentials),
  );
}
