import type { LoaderFunctionArgs } from "@remix-run/node";
import { listSubmissions } from "~/reader/submissions/submissions.server";
import { optionalUser } from "~/session/guard.server";

/** Lists the submissions of a book for the open reader. docs/product/reader.md#calls. */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await optionalUser(request);
  if (person.kind !== "user") return Response.json({ error: "unauthorized" }, { status: 401 });
  return listSubmissions(request, person.credentials, person.locale);
}
