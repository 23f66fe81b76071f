import type { Backend } from "~/clients/backend";
import { saveFormDraft } from "~/forms/form-drafts.server";
import type { Realm } from "~/realms/realm";
import { secretBox } from "~/security/secret-box.server";
import { lastPersonCookieHeader, lastPersonOf, sessionIdOf } from "~/session/cookies.server";
import { restorableField } from "~/ui/form-owner";

/**
 * Stores a submitted form as a draft while its owner proves a second factor or signs in again. Decision 19. Only the
 * owner can restore it, on the same page, within a quarter of an hour.
 */

/** Maximum size of a stored form, in bytes. */
const sizeLimit = 64 * 1024;

/**
 * Stores the form of a user whose session has expired, or was ended elsewhere or in another tab.
 * @returns the page's path with the draft, or null if the owner is unknown or the page cannot restore the form
 */
export async function saveDraftAfterLogOut(backend: Backend, realm: Realm, request: Request): Promise<string | null> {
  const uid = await whoLeft(backend, realm, request);
  return uid === null ? null : saveSubmittedForm(backend, realm, uid, request);
}

/**
 * Stores the form of a user who must prove a second factor first.
 * @returns the page's path with the draft, or null if the page cannot restore the form
 */
export async function saveSubmittedForm(
  backend: Backend,
  realm: Realm,
  uid: string,
  request: Request,
): Promise<string | null> {
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
  if (!form?.has(restorableField)) return null;
  const { pathname } = new URL(request.url);
  const id = await saveFormDraft(backend, realm, uid, pathname, form);
  return `${pathname}?draft=${id}`;
}

/** The user of this browser's last session: from the ended session's row, or after signing out from a short-lived cookie. */
async function whoLeft(backend: Backend, realm: Realm, request: Request): Promise<string | null> {
  const session = await sessionIdOf(request);
  if (session !== null) return backend.sessionStore.whose(realm, session);
  const sealed = await lastPersonOf(request);
  const [ofRealm, uid] = (sealed && box(backend).open(Buffer.from(sealed, "base64url")))?.split(" ") ?? [];
  return ofRealm === realm && uid ? uid : null;
}

/** Set-Cookie value with the encrypted uid of the user who signed out in this browser. */
export function rememberLastPerson(backend: Backend, request: Request, realm: Realm, uid: string): Promise<string> {
  return lastPersonCookieHeader(request, box(backend).seal(`${realm} ${uid}`).toString("base64url"));
}

function box(backend: Backend) {
  return secretBox(backend.environment.sessionSecret, "who left");
}
