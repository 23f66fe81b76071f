import type { ActionFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/composition/process-backend.server";
import { forwardEvents } from "~/reader/recording/activity.server";
import { optionalUser } from "~/session/guard.server";

/** Receives events of the open reader, by fetch or by a beacon when the page is left. docs/product/reader.md#events. */
export async function action({ request, context }: ActionFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return Response.json({ error: "unauthorized" }, { status: 401 });
  return forwardEvents(request, person);
}
