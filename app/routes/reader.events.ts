import type { ActionFunctionArgs } from "@remix-run/node";
import { withEntryProfile } from "~/browser-outbox/entry-profile";
import { backendOf } from "~/clients/backend-of.server";
import { acknowledge } from "~/reader/service-reply.server";
import { streamOrigin } from "~/services/contracts/activity";
import { optionalUser, type SignedIn } from "~/session/guard.server";

/** Receives events of the open reader, by fetch or by a beacon when the page is left. docs/product/reader.md#events. */
export async function action({ request, context }: ActionFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return Response.json({ error: "unauthorized" }, { status: 401 });
  return forwardEvents(request, person);
}

/**
 * Forwards events to the activity stream with the user's token, which a beacon can't carry. `session_started` is
 * extended by userId, roles, organisations, subscriptionType. docs/product/reader.md#events.
 */
async function forwardEvents(request: Request, person: SignedIn): Promise<Response> {
  const { activity } = person.backend.clients;
  const url = new URL(request.url);
  const body: unknown = await request.json().catch(() => null);
  return acknowledge(async () => {
    const events = Array.isArray(body) && body.some(isSessionStart) ? await withIdentity(body, person) : body;
    const input = { params: { origin: streamOrigin(url.host) }, body: events as never };
    await activity.addEvents(input, withEntryProfile(request, person.credentials));
  });
}

async function withIdentity(events: unknown[], { backend, user, credentials }: SignedIn): Promise<unknown[]> {
  const { body } = await backend.clients.account.getMyOrganizations({ query: {} }, credentials);
  const identity = {
    userId: user.uid,
    roles: user.roles,
    organisations: body.data.map(({ uid }) => uid),
    subscriptionType: user.subscriptions[0]?.type ?? null,
  };
  return events.map((event) => (isSessionStart(event) ? { ...event, ...identity } : event));
}

function isSessionStart(event: unknown): event is object {
  return typeof event === "object" && event !== null && "name" in event && event.name === "session_started";
}
