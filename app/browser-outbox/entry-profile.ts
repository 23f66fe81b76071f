import { profileHeaderName } from "~/services/contracts/reader-profile";
import { formOwnerHeader } from "~/ui/form-owner";
import type { OutboxOwner } from "./outbox-entry";

/** The query parameter for what `x-profile-id` says elsewhere: a beacon carries no header. */
export const profileParameter = "profile";

/** The account's owner, where a child may read in the session by now. */
const owner = "none";

/** How an entry names the profile that it is of. */
export function namedProfile(profileId: string | null): string {
  return profileId ?? owner;
}

/** Headers of a call that is made for somebody: it is refused in anybody else's session. */
export function ownerHeaders({ uid, profileId }: OutboxOwner): Record<string, string> {
  return { [formOwnerHeader]: uid, [profileHeaderName]: namedProfile(profileId) };
}

/** For whom a request that sends entries makes its calls: the profile that it names, else the one that reads in the session. */
export function withEntryProfile<Credentials extends { profileId?: string | null }>(
  request: Request,
  credentials: Credentials,
): Credentials {
  const named = request.headers.get(profileHeaderName) ?? new URL(request.url).searchParams.get(profileParameter);
  if (named === null) return credentials;
  return { ...credentials, profileId: named === owner ? null : named };
}
