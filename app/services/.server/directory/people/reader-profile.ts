import type { Databases } from "~/db/.server/connect";
import { regionOf } from "~/realms/realm";
import type { Caller } from "~/services/.server/directory/caller";
import { profileHeaderName } from "~/services/contracts/reader-profile";
import { notFound, unauthorized } from "~/services/contracts/service-error";
import { isUid } from "~/services/contracts/uid";
import { type FamilyProfile, findOwnProfile } from "./family-profiles";

/** The header of a parsed call whose contract names `profileHeaders`. */
export type CallForReader = { headers: { [profileHeaderName]?: string | undefined } };

/**
 * The value of `profile_id` for the account's owner, who is no child of the family: the nil UUID (RFC 9562, section 5.9), so
 * that the column is part of a primary key.
 */
export const noProfile = "00000000-0000-0000-0000-000000000000";

/** The reader's key in tables. `profileId` is `noProfile` for the account's owner. */
export type ReaderKey = { uid: string; profileId: string };

export type Reader = ReaderKey & { profile: FamilyProfile | undefined };

/**
 * The child for whom a call is made: the profile of the header `x-profile-id`; undefined without that header. An endpoint calls this in
 * `authorise`, before it reads or writes a reader's data.
 * @throws ServiceError 404 for an unknown profile or another family's, and for any profile if the caller is not a family; 401 without a
 * user. docs/product/choices.md#who-and-where
 */
export async function authoriseProfile(
  databases: Databases,
  { headers }: CallForReader,
  caller: Caller,
): Promise<FamilyProfile | undefined> {
  if (!caller.user) throw unauthorized();
  const id = headers[profileHeaderName];
  if (id === undefined) return undefined;
  const profile = isUid(id)
    ? await findOwnProfile(databases[regionOf(caller.realm)], { realm: caller.realm, uid: caller.user.uid }, id)
    : null;
  if (!profile) throw notFound("There is no such profile");
  return profile;
}

/**
 * The reader of a call as tables of readers name them: the caller's uid with the profile of `x-profile-id`, or with `noProfile`.
 * @throws ServiceError as `authoriseProfile`
 */
export async function authoriseReader(databases: Databases, input: CallForReader, caller: Caller): Promise<Reader> {
  const profile = await authoriseProfile(databases, input, caller);
  if (!caller.user) throw unauthorized();
  return { uid: caller.user.uid, profileId: profile?.id ?? noProfile, profile };
}
