import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { withEntryProfile } from "~/browser-outbox/entry-profile";
import { loadBookmarks, submitBookmarks } from "~/reader/marks/bookmarks.server";
import { optionalUser } from "~/session/guard.server";

/** Reads and saves bookmarks for the open reader. docs/product/reader.md#calls. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await optionalUser(request);
  if (person.kind !== "user") return unauthorized();
  return loadBookmarks(params.bookId ?? "", withEntryProfile(request, person.credentials));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await optionalUser(request);
  if (person.kind !== "user") return unauthorized();
  return submitBookmarks(params.bookId ?? "", request, withEntryProfile(request, person.credentials));
}

function unauthorized(): Response {
  return Response.json({ error: "unauthorized" }, { status: 401 });
}
