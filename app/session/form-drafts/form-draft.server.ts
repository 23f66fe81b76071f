import { getWiring } from "~/clients/wiring.server";
import { secretFields } from "~/forms/secret-fields";
import type { Realm } from "~/realms/realm";
import { secretBox } from "~/security/secret-box.server";
import { lastPersonCookieHeader, lastPersonOf, sessionIdOf } from "~/session/cookies.server";
import { comesBackField, formerOwnerField, formOwnerField } from "~/ui/form-owner";

/**
 * Stores a form as a draft while its owner proves a second factor or signs in again. Decision 19. Only the owner gets it back, on the same
 * page, within a quarter of an hour.
 */

/** Fields that are never stored: secrets, and what each rendering makes anew. */
const leftOut = new Set<string>([
  ...secretFields,
  formOwnerField,
  formerOwnerField,
  comesBackField,
  "intent",
  "key",
  "card",
]);

/** Largest form that is stored, in bytes. */
const sizeLimit = 64 * 1024;

/** @returns the id to come back with, as `?draft=` */
export function saveFormDraft(realm: Realm, uid: string, path: string, form: FormData): Promise<string> {
  const fields: Record<string, string[]> = {};
  for (const [name, value] of form) {
    if (typeof value === "string" && !leftOut.has(name)) fields[name] = [...(fields[name] ?? []), value];
  }
  return getWiring().formDrafts.keep(realm, uid, path, fields);
}

/**
 * Stores the form of somebody whose session has expired, was ended elsewhere or in another tab.
 * @returns the page's path with the draft, or null where nobody knows whose it is or the form would not come back
 */
export async function saveDraftAfterLogOut(realm: Realm, request: Request): Promise<string | null> {
  const uid = await whoLeft(realm, request);
  return uid === null ? null : saveSubmittedForm(realm, uid, request);
}

/**
 * Stores the form of somebody who must prove a second factor first.
 * @returns the page's path with the draft, or null where the page could not fill the form again: not everything is a draft
 */
export async function saveSubmittedForm(realm: Realm, uid: string, request: Request): Promise<string | null> {
  const length = Number(request.headers.get("content-length") ?? 0);
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(
    request.headers.get("content-type") ?? "",
  );
  if (!isForm || length > sizeLimit || request.bodyUsed) return null;
  // The form's own action reports a body that cannot be read.
  const form = await request
    .clone()
    .formData()
    .catch(() => null);
  if (!form?.has(comesBackField)) return null;
  const { pathname } = new URL(request.url);
  const id = await saveFormDraft(realm, uid, pathname, form);
  return `${pathname}?draft=${id}`;
}

/**
 * The person whose session this browser held last: from the ended session's row, or after logging out from a short-lived cookie.
 */
async function whoLeft(realm: Realm, request: Request): Promise<string | null> {
  const session = await sessionIdOf(request);
  if (session !== null) return getWiring().sessionStore.whose(realm, session);
  const sealed = await lastPersonOf(request);
  const [ofRealm, uid] = (sealed && box().open(Buffer.from(sealed, "base64url")))?.split(" ") ?? [];
  return ofRealm === realm && uid ? uid : null;
}

/** Set-Cookie value that names, encrypted, who logged out in this browser. */
export function rememberLastPerson(request: Request, realm: Realm, uid: string): Promise<string> {
  return lastPersonCookieHeader(request, box().seal(`${realm} ${uid}`).toString("base64url"));
}

function box() {
  return secretBox(getWiring().environment.sessionSecret, "who left");
}
