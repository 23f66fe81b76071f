import { type Caller, requireCaller } from "~/services/.server/directory/caller";
import { ServiceError } from "~/services/contracts/service-error";

/** Seconds for which a sign-in, or a proved second factor, counts as fresh. docs/security.md, line 17. */
export const freshSeconds = 300;

/** @param authTime seconds since 1970 */
export function isFresh(authTime: number): boolean {
  return Date.now() / 1000 - authTime <= freshSeconds;
}

/**
 * For accounts without a password, a recent sign-in proves the caller's identity.
 * @throws ServiceError 401 without a token, 403 reauthentication_required
 */
export function requireFreshSignIn(caller: Caller): void {
  if (isFresh(requireCaller(caller).authTime)) return;
  throw new ServiceError(403, "reauthentication_required", "Log in again first");
}
