import { redirect } from "@remix-run/node";
import { getWiring } from "~/clients/wiring.server";
import type { FamilyProfile } from "~/services/contracts/family-profiles";
import { parentLoginPath } from "~/session/guard.server";
import { accountOwner } from "./account-owner";
import { requireFamily } from "./profiles.server";

/** Who reads in a family: chosen after the log-in, changed from the navigation. docs/product/choices.md#who-and-where. */

export type WhoIsReadingData = {
  children: FamilyProfile[];
  /** The child who reads now; null for the account's owner. */
  current: string | null;
};

/** Where whoever was chosen reads. */
const shelfPath = "/bookshelf";

export async function loadWhoIsReading(request: Request): Promise<WhoIsReadingData> {
  const { person, profiles } = await requireFamily(request);
  return { children: profiles, current: person.profileId };
}

/**
 * A child takes the session over from whoever reads. The owner takes it back from a child by the password alone.
 * @throws Response 404 for a profile that is not the family's
 */
export async function chooseReader(request: Request): Promise<Response> {
  const { person, profiles } = await requireFamily(request);
  const { realm, sessionId, profileId, user } = person;
  const chosen = (await request.formData()).get("profile");
  const { sessionStore } = getWiring();
  if (chosen === accountOwner) {
    if (profileId !== null && !user.isImpersonated) return redirect(parentLoginPath(person, shelfPath));
    await sessionStore.chooseProfile(realm, sessionId, null);
    return redirect(shelfPath);
  }
  const child = profiles.find(({ id }) => id === chosen);
  if (!child) throw new Response(null, { status: 404 });
  await sessionStore.chooseProfile(realm, sessionId, child.id);
  return redirect(shelfPath);
}
