import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { listSubmissions } from "~/reader/submissions/submissions.server";
import { optionalUser } from "~/session/guard.server";

/** Lists the submissions of a book for the open reader. docs/product/reader.md#calls. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return Response.json({ error: "unauthorized" }, { status: 401 });
  return listSubmissions(backendOf(context), request, person.credentials, person.locale);
}
