import type { ActionFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/composition/process-backend.server";
import { forwardReadingLog } from "~/reader/recording/reading-log.server";
import { optionalUser } from "~/session/guard.server";

/** Receives reading log entries of the open reader. docs/product/reader.md#reading-log. */
export async function action({ request, context }: ActionFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return Response.json({ error: "unauthorized" }, { status: 401 });
  return forwardReadingLog(request, person);
}
