import type { ActionFunctionArgs } from "@remix-run/node";
import { withEntryProfile } from "~/browser-outbox/entry-profile";
import { backendOf } from "~/composition/process-backend.server";
import { submitLastMark } from "~/reader/last-mark.server";
import { optionalUser } from "~/session/guard.server";

/** Saves the position of the open reader. docs/product/reader.md#calls. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return Response.json({ error: "unauthorized" }, { status: 401 });
  return submitLastMark(
    backendOf(context),
    params.bookId ?? "",
    await request.json().catch(() => null),
    withEntryProfile(request, person.credentials),
  );
}
