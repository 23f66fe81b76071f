import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { readForm } from "~/forms/read-form";
import type { FamilyProfile } from "~/services/contracts/family-profiles";
import { parentPath } from "~/session/guard.server";
import { accountOwner } from "./account-owner";
import { requireFamily } from "./profiles.server";

/** Selection of the reader in a family: after sign-in, and later from the navigation. docs/product/choices.md#who-and-where. */

type WhoIsReadingData = {
  children: FamilyProfile[];
  /** The child profile currently selected; null for the account's owner. */
  current: string | null;
};

/** Redirect target after the selection. */
const shelfPath = "/bookshelf";

export async function loadWhoIsReading(backend: Backend, request: Request): Promise<WhoIsReadingData> {
  const { person, profiles } = await requireFamily(backend, request);
  return { children: profiles, current: person.profileId };
}

/** A child's id, or `accountOwner`. */
const readerForm = z.object({ profile: z.string() });

/**
 * Selects a child's profile for the session. Switching back from a child to the owner needs the PIN or the password.
 * @throws Response 404 for a profile of another family
 */
export async function chooseReader(backend: Backend, request: Request): Promise<Response> {
  const { person, profiles } = await requireFamily(backend, request);
  const { realm, sessionId, profileId, user } = person;
  const { profile: chosen } = readForm(await request.formData(), readerForm).values;
  const { sessionStore } = backend;
  if (chosen === accountOwner) {
    if (profileId !== null && !user.isImpersonated) return redirect(await parentPath(person, shelfPath));
    await sessionStore.chooseProfile(realm, sessionId, null);
    return redirect(shelfPath);
  }
  const child = profiles.find(({ id }) => id === chosen);
  if (!child) throw new Response(null, { status: 404 });
  await sessionStore.chooseProfile(realm, sessionId, child.id);
  return redirect(shelfPath);
}
