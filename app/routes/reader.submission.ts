import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { readSubmission, submitSubmission } from "~/reader/submissions/submissions.server";
import { optionalUser } from "~/session/guard.server";

/** Reads and saves one submission for the open reader. docs/product/reader.md#calls. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  return person.kind === "user"
    ? readSubmission(backendOf(context), params.id ?? "", person.credentials)
    : unauthorized();
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  return person.kind === "user"
    ? submitSubmission(backendOf(context), params.id ?? "", request, person.credentials)
    : unauthorized();
}

function unauthorized(): Response {
  return Response.json({ error: "unauthorized" }, { status: 401 });
}
