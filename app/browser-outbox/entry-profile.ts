import { profileHeaderName } from "~/services/contracts/reader-profile";
import { formOwnerHeader } from "~/ui/form-owner";
import type { OutboxOwner } from "./outbox-entry";

/** Query parameter equivalent to the header `x-profile-id`, because a beacon carries no headers. */
export const profileParameter = "profile";

/** Value for the account's owner, as opposed to a child who may be reading in the session by now. */
const owner = "none";

/** Header value for an entry's profile. */
export function namedProfile(profileId: string | null): string {
  return profileId ?? owner;
}

/** Headers that bind a request to its owner: it is refused in any other session. */
export function ownerHeaders({ uid, profileId }: OutboxOwner): Record<string, string> {
  return { [formOwnerHeader]: uid, [profileHeaderName]: namedProfile(profileId) };
}

/** The call context for queued entries: the profile named by the request, else the session's current one. */
export function withEntryProfile<Credentials extends { profileId?: string | null }>(
  request: Request,
  credentials: Credentials,
): Credentials {
  const named = request.headers.get(profileHeaderName) ?? new URL(request.url).searchParams.get(profileParameter);
  if (named === null) return credentials;
  return { ...credentials, profileId: named === owner ? null : named };
}
