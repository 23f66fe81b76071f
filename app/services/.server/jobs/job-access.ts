import type { Realm } from "~/realms/realm";
import { type Access, accessOfPerson } from "~/services/.server/directory/access";
import type { IdentityDirectory } from "~/services/.server/directory/identity";
import { unauthorized } from "~/services/contracts/service-error";

/** The person who started a job, and how they were signed in then. */
export type Starter = {
  realm: Realm;
  startedBy: string;
  /** Who acted as them. */
  actor: string | null;
  isSecure: boolean;
};

/**
 * The starter's current rights: the person, or the one who acted as them, may have lost them since. docs/security.md, line 21.
 * @throws ServiceError 401 where either is no longer there
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
