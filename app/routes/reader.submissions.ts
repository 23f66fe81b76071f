import type { LoaderFunctionArgs } from "@remix-run/node";
import { listSubmissions } from "~/reader/submissions/submissions.server";
import { optionalUser } from "~/session/guard.server";

/** The open reader asks which submissions belong to its book. docs/product/reader.md#calls. */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await optionalUser(request);
  if (person.kind !== "user") return Response.json({ error: "unauthorized" }, { status: 401 });
  return listSubmissions(request, person.credentials, person.locale);
}
