import { type Caller, type CallerUser, requireUser } from "~/services/.server/dispatch/endpoint";
import { forbidden } from "~/services/contracts/service-error";

/**
 * Proves that the caller acts as nobody else: a person acting as another may change neither credentials nor addresses.
 * docs/security.md, line 27.
 * @throws ServiceError 401 without a token, 403 while acting
 */
export function authoriseInPerson(caller: Caller): { self: CallerUser } {
  const self = requireUser(caller);
  if (self.actor !== null) throw forbidden("Not while acting as somebody");
  return { self };
}
