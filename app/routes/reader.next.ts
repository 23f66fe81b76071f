import type { LoaderFunctionArgs } from "@remix-run/node";
import { findNextBook } from "~/reader/next-book.server";
import { optionalUser } from "~/session/guard.server";

/** The next book on the shelf, for the end of a book in the open reader. docs/product/choices.md#books. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await optionalUser(request);
  if (person.kind !== "user") return Response.json({ error: "unauthorized" }, { status: 401 });
  return findNextBook(params.bookId ?? "", person);
}
