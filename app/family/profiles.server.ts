import type { Backend } from "~/clients/backend";
import { nullIfUnavailable } from "~/clients/null-if-unavailable";
import { requirePaidFamily } from "~/payment/unpaid-family.server";
import type { FamilyProfile } from "~/services/contracts/family-profiles";
import { ServiceError } from "~/services/contracts/service-error";
import { requireParent, requireUser, type SignedIn } from "~/session/guard.server";
import type { ShellChild } from "~/shell/shell-data";

/** Children of a family. docs/product/choices.md#who-and-where. */

/** All children; for a device joined to a child, only this one. */
export async function fetchProfiles({ backend, credentials, isJoinedDevice }: SignedIn): Promise<FamilyProfile[]> {
  const { account } = backend.clients;
  if (isJoinedDevice) return [(await account.getJoinedProfile({}, credentials)).body.data];
  return (await account.getProfiles({}, credentials)).body.data;
}

/**
 * The child profile selected in the session; null for the account's owner. Without name and picture while the service is unavailable.
 * Cached for display, since every page needs it; the family's writes invalidate it.
 */
export async function findReadingChild(person: SignedIn): Promise<ShellChild | null> {
  const { realm, profileId, user, isJoinedDevice } = person;
  if (profileId === null) return null;
  const key = isJoinedDevice ? `joined profile ${realm} ${profileId}` : `profiles ${realm}`;
  const cached = person.backend.displayCache.find(key, user.uid, () => fetchProfiles(person));
  const profiles = await nullIfUnavailable(cached);
  const child = profiles?.find(({ id }) => id === profileId);
  return { id: profileId, name: child?.name ?? "", avatar: child?.avatar ?? null };
}

type FamilyContext = { person: SignedIn; profiles: FamilyProfile[] };

/** @throws Response 404 if the user is not a family; a redirect if the family has not paid or its subscription has ended */
export async function requireFamily(backend: Backend, request: Request): Promise<FamilyContext> {
  return familyContextOf(await requireUser(backend, request));
}

/** The same for parents only. @throws Response as above, and a redirect to the login page while a child profile is selected */
export async function requireFamilyParent(backend: Backend, request: Request): Promise<FamilyContext> {
  return familyContextOf(await requireParent(backend, request));
}

async function familyContextOf(person: SignedIn): Promise<FamilyContext> {
  await requirePaidFamily(person);
  try {
    return { person, profiles: await fetchProfiles(person) };
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) throw new Response(null, { status: 404 });
    throw error;
  }
}
