import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { readSubmission, saveSubmission } from "~/reader/submissions/submissions.server";
import { optionalUser } from "~/session/guard.server";

/** The open reader reads and saves one submission. docs/product/reader.md#calls. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await optionalUser(request);
  return person.kind === "user" ? readSubmission(params.id ?? "", person.credentials) : unauthorized();
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await optionalUser(request);
  return person.kind === "user" ? saveSubmission(params.id ?? "", request, person.credentials) : unauthorized();
}

function unauthorized(): Response {
  return Response.json({ error: "unauthorized" }, { status: 401 });
}
