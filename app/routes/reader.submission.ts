import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { readSubmission, submitSubmission } from "~/reader/submissions/submissions.server";
import { optionalUser } from "~/session/guard.server";

/** Reads and saves one submission for the open reader. docs/product/reader.md#calls. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await optionalUser(request);
  return person.kind === "user" ? readSubmission(params.id ?? "", person.credentials) : unauthorized();
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await optionalUser(request);
  return person.kind === "user" ? submitSubmission(params.id ?? "", request, person.credentials) : unauthorized();
}

function unauthorized(): Response {
  return Response.json({ error: "unauthorized" }, { status: 401 });
}
