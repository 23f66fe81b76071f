import type { Caller } from "~/services/.server/directory/caller";
import { endUnpaidFamilies, findUnconfirmedFamilies } from "~/services/.server/directory/people/families";
import { ServiceError } from "~/services/contracts/service-error";
import { type AccountDeps, databaseOf } from "./deps";
import { deleteRegistrations, registeredAmong } from "./registrations-store";

/**
 * Ends sign-ups with an address that somebody has just confirmed, unless they were confirmed or paid for themselves: whoever signed up does
 * not get the address's mail, and would keep its owner from signing up. docs/product/choices.md#sign-up.
 */
export async function endUnconfirmedSignUps(deps: AccountDeps, caller: Caller, email: string): Promise<void> {
  const { realm, requestId, ipAddress } = caller;
  const database = databaseOf(deps, caller);
  const unconfirmed = await findUnconfirmedFamilies(database, realm, email);
  const signUps = await registeredAmong(
    database,
    realm,
    unconfirmed.map(({ uid }) => uid),
  );
  for (const uid of signUps) {
    try {
      // Before the account ends, so that nobody pays for an account that has ended.
      await deps.giveUpOrders(realm, uid, { requestId, ipAddress });
      await endUnpaidFamilies(database, realm, [uid]);
      await deleteRegistrations(database, realm, [uid]);
    } catch (error) {
      // The address is confirmed in any case. What has been paid stays; without the provider the sign-up ends after its 30 days.
      const isPaid = error instanceof ServiceError && error.status === 409;
      if (!isPaid) deps.report(error);
    }
  }
}
