import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { withEntryProfile } from "~/browser-outbox/entry-profile";
import { backendOf } from "~/composition/process-backend.server";
import { loadBookmarks, submitBookmarks } from "~/reader/marks/bookmarks.server";
import { optionalUser } from "~/session/guard.server";

/** Reads and saves bookmarks for the open reader. docs/product/reader.md#calls. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return unauthorized();
  return loadBookmarks(backendOf(context), params.bookId ?? "", withEntryProfile(request, person.credentials));
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return unauthorized();
  return submitBookmarks(
    backendOf(context),
    params.bookId ?? "",
    request,
    withEntryProfile(request, person.credentials),
  );
}

function unauthorized(): Response {
  return Response.json({ error: "unauthorized" }, { status: 401 });
}
