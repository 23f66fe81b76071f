import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { withEntryProfile } from "~/browser-outbox/entry-profile";
import { changeSavedSettings } from "~/reader/settings/saved-settings.server";
import { ServiceError } from "~/services/contracts/service-error";
import { optionalUser } from "~/session/guard.server";

/** The open reader keeps its settings for the person's other devices. docs/product/choices.md#books. */
export async function action({ request }: ActionFunctionArgs) {
  const person = await optionalUser(request);
  if (person.kind !== "user") return Response.json({ error: "unauthorized" }, { status: 401 });
  try {
    await changeSavedSettings(request, withEntryProfile(request, person.credentials));
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof ServiceError) return Response.json(error, { status: error.status });
    throw error;
  }
}

export function loader(): Response {
  return redirect("/settings");
}
