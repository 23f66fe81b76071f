import type { ActionFunctionArgs } from "@remix-run/node";
import { forwardReadingLog } from "~/reader/recording/reading-log.server";
import { optionalUser } from "~/session/guard.server";

/** Receives reading log entries of the open reader. docs/product/reader.md#reading-log. */
export async function action({ request }: ActionFunctionArgs) {
  const person = await optionalUser(request);
  if (person.kind !== "user") return Response.json({ error: "unauthorized" }, { status: 401 });
  return forwardReadingLog(request, person);
}
