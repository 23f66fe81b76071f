import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/composition/process-backend.server";
import { findNextBook } from "~/reader/next-book.server";
import { optionalUser } from "~/session/guard.server";

/** The next book on the shelf, for the end of a book in the open reader. docs/product/choices.md#books. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return Response.json({ error: "unauthorized" }, { status: 401 });
  return findNextBook(params.bookId ?? "", person);
}
