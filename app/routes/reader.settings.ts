import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { withEntryProfile } from "~/browser-outbox/entry-profile";
import { backendOf } from "~/clients/backend-of.server";
import { acknowledge } from "~/reader/service-reply.server";
import { changeSavedSettings } from "~/reader/settings/saved-settings.server";
import { optionalUser } from "~/session/guard.server";

/** Saves the reader's settings for the user's other devices. docs/product/choices.md#books. */
export async function action({ request, context }: ActionFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return Response.json({ error: "unauthorized" }, { status: 401 });
  return acknowledge(() =>
    changeSavedSettings(backendOf(context), request, withEntryProfile(request, person.credentials)),
  );
}

export function loader(): Response {
  return redirect("/settings");
}
