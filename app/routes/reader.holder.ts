import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import type { SessionHolder } from "~/offline/session-holder";
import { optionalUser } from "~/session/guard.server";

/** Whose downloaded books may be opened on this device; used by the offline page and the service worker. docs/product/reader.md#offline. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  const isActing = person.kind === "user" && person.user.isImpersonated;
  const holder = person.kind === "user" && !isActing ? { uid: person.user.uid, profileId: person.profileId } : null;
  const result: SessionHolder = { holder, isActing };
  return Response.json(result, { headers: { "Cache-Control": "no-store" } });
}
