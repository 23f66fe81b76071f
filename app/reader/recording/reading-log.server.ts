import { withEntryProfile } from "~/browser-outbox/entry-profile";
import { acknowledge } from "~/reader/service-reply.server";
import { sentAtHeaderName } from "~/services/contracts/reading-log";
import type { SignedIn } from "~/session/guard.server";

/**
 * Forwards entries of the reading log to the library, or to the back end of READLOG_URL. They belong to the signed-in
 * user, or to the child named in the request, regardless of the current profile.
 */
export async function forwardReadingLog(request: Request, { backend, credentials }: SignedIn): Promise<Response> {
  const { library, readingLog } = backend.clients;
  const sentAt = request.headers.get(sentAtHeaderName);
  const input = {
    headers: sentAt === null ? {} : { [sentAtHeaderName]: sentAt },
    body: await request.json().catch(() => null),
  };
  return acknowledge(() => (readingLog ?? library).addReadingLog(input, withEntryProfile(request, credentials)));
}
