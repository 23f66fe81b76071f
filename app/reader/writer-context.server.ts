import type { CallContext } from "~/clients/client";
import { profileHeaderName } from "~/services/contracts/reader-profile";
import type { SignedIn } from "~/session/guard.server";
import { formOwnerHeader } from "~/ui/form-owner";

/**
 * The context of a call that the open reader writes with: for the child for whom the book was opened, whoever reads in the session by
 * now. The service proves that the child is the family's.
 */
export function writerContext(request: Request, { credentials }: SignedIn): CallContext {
  if (!request.headers.has(formOwnerHeader)) return credentials;
  return { ...credentials, profileId: request.headers.get(profileHeaderName) };
}
