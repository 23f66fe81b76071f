import { ServiceError } from "../contracts/service-error";
import type { Caller } from "./endpoint";

/** Acts that need a secure login ask here, at the act itself: what the token says came back, never what was asked for. */

/** Seconds that a proof of who one is counts as fresh. Security 17. */
export const freshSeconds = 5 * 60;

/** A super user, or somebody who proved a second factor. Spec 1, section 6. */
export function isSecureLogin({ realm, user }: Caller): boolean {
  if (!user) return false;
  return user.acr === "secure" || user.scopes.includes(`ilt.user.${realm}.write`);
}

/** @throws ServiceError 403 `secure_login_needed`; security 18 */
export function requireSecureLogin(caller: Caller): void {
  if (isSecureLogin(caller)) return;
  throw new ServiceError(403, "secure_login_needed", "A secure login is needed to do this");
}

/**
 * For changes of what one signs in with or is reached by: the sign-in itself, or a step-up, was minutes ago.
 * @throws ServiceError 403 `fresh_login_needed`; security 17
 */
export function requireFreshLogin({ user }: Caller, now = Date.now()): void {
  const age = now / 1000 - (user?.authTime ?? 0);
  if (user && user.actor === null && age <= freshSeconds) return;
  throw new ServiceError(403, "fresh_login_needed", "Log in again to do this");
}
