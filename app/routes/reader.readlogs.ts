import type { ActionFunctionArgs } from "@remix-run/node";
import { withEntryProfile } from "~/browser-outbox/entry-profile";
import { backendOf } from "~/clients/backend-of.server";
import { acknowledge } from "~/reader/service-reply.server";
import { sentAtHeaderName } from "~/services/contracts/reading-log";
import { optionalUser } from "~/session/guard.server";

/**
 * Forwards reading log entries of the open reader to the library, or to the back end of READLOG_URL. They belong to the signed-in user, or to
 * the child named in the request, regardless of the current profile. docs/product/reader.md#reading-log.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return Response.json({ error: "unauthorized" }, { status: 401 });
  const { library, readingLog } = person.backend.clients;
  const sentAt = request.headers.get(sentAtHeaderName);
  const input = {
    headers: sentAt === null ? {} : { [sentAtHeaderName]: sentAt },
    body: await request.json().catch(() => null),
  };
  return acknowledge(() => (readingLog ?? library).addReadingLog(input, withEntryProfile(request, person.credentials)));
}
