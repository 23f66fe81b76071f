import type { Realm } from "~/realms/realm";
import { type Access, accessOfPerson } from "~/services/.server/directory/access";
import type { IdentityDirectory } from "~/services/.server/directory/identity";
import { unauthorized } from "~/services/contracts/service-error";

/** The user who started a job, and the security level of their login. */
export type Starter = {
  realm: Realm;
  startedBy: string;
  /** uid of the user who impersonated them; null if nobody did. */
  actor: string | null;
  isSecure: boolean;
};

/**
 * The starter's current permissions, which the user or the impersonating user may have lost since. docs/security.md, line 21.
 * @throws ServiceError 401 if either no longer has access
 */
export async function accessOfStarter(
  { identity }: { identity: IdentityDirectory },
  { realm, startedBy, actor, isSecure }: Starter,
  requestId: string,
): Promise<Access> {
  const person = await identity.findByUid(realm, startedBy);
  if (person?.status !== "active") throw unauthorized();
  if (actor && !(await identity.mayActAs(realm, actor, startedBy))) throw unauthorized();
  const own = accessOfPerson(person);
  return { ...own, actorUid: actor, isSecure: own.isSuper || isSecure, requestId };
}
