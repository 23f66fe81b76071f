import { type Realm, regionOf } from "~/realms/realm";
import { type Caller, requireCaller } from "~/services/.server/directory/caller";
import { authoriseInPerson, requireFamilyOf } from "~/services/.server/directory/own-rights";
import { type Family, findFamily } from "~/services/.server/directory/people/families";
import { browserSessionHeader } from "~/services/contracts/browser-session";
import { paymentMessages } from "~/services/contracts/payment-errors";
import { notFound, type ServiceError, unauthorized } from "~/services/contracts/service-error";
import { customerAtProvider, findCustomer, type KnownCustomer } from "./customers-store";
import type { PaymentParts } from "./deps";

/** Authorises payments: only a family itself may pay, not a user acting as it. docs/security.md, line 27. */

type FamilyProof = { family: Family };

type Deps = Pick<PaymentParts, "databases" | "registrations">;
type SessionHeaders = { [browserSessionHeader]?: string | undefined };

/**
 * The caller as a family.
 * @throws ServiceError 401 without a token; 403 if the caller is not a family, or while another user acts as one
 */
export async function authoriseFamily({ databases }: Deps, caller: Caller): Promise<FamilyProof> {
  const { self } = authoriseInPerson(caller);
  const family = await findFamily(databases[caller.region], caller.realm, { uid: self.uid });
  return { family: requireFamilyOf(family) };
}

/**
 * The caller as a family, or, before its first login, the family that the browser session registered.
 * @throws ServiceError like `authoriseFamily`; 401 without a token and without such a session
 */
export async function authoriseBuyer(deps: Deps, headers: SessionHeaders, caller: Caller): Promise<FamilyProof> {
  if (caller.user) return authoriseFamily(deps, caller);
  const browserSession = headers[browserSessionHeader];
  const uid =
    browserSession === undefined ? null : await deps.registrations.findRegistered(caller.realm, browserSession);
  const family = uid === null ? null : await findFamilyIn(deps, caller.realm, uid);
  if (family?.status !== "active") throw unauthorized("A valid access token or browser session is required");
  return { family };
}

/** Like `authoriseBuyer`, for an order by its id: 404 for callers who may not see it. */
export async function authoriseOrderReader(deps: Deps, headers: SessionHeaders, caller: Caller): Promise<FamilyProof> {
  if (!caller.user && headers[browserSessionHeader] === undefined) throw orderNotFound();
  if (caller.user) requireCaller(caller);
  return authoriseBuyer(deps, headers, caller).catch((error: ServiceError) => {
    throw error.status === 401 || error.status === 403 ? orderNotFound() : error;
  });
}

export function orderNotFound(): ServiceError {
  return notFound(paymentMessages.orderNotFound);
}

function findFamilyIn({ databases }: Deps, realm: Realm, uid: string): Promise<Family | null> {
  return findFamily(databases[regionOf(realm)], realm, { uid });
}

/** The family as a customer of the provider; null before it is one. */
export async function knownCustomer(
  { databases }: Pick<Deps, "databases">,
  family: Family,
  { realm, region }: Caller,
): Promise<KnownCustomer | null> {
  return customerAtProvider(await findCustomer(databases[region], realm, { userUid: family.uid }));
}
