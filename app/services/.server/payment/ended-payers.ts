import { eq } from "drizzle-orm";
import { inTransaction } from "~/db/.server/transaction";
import { dayIn, type Realm, regionOf } from "~/realms/realm";
import { ServiceError } from "~/services/contracts/service-error";
import { findLatestContract, findStatement } from "./contract-statements-store";
import { customerAtProvider, findCustomer, type KnownCustomer, noteRemovedMethod } from "./customers-store";
import type { PaymentParts } from "./deps";
import type { Orders } from "./orders";
import { isSubscriptionRunning } from "./rules";
import type { Cause } from "./settlement";
import { eraseReasons } from "./support-acts-store";
import { customers, orders } from "./tables";
import { lastWithdrawalDay } from "./withdrawal-rules";

/** What happens to payments when a person is deleted, and when they are purged. docs/decisions/0089-deleted-families.md. */

type Deps = Pick<PaymentParts, "databases" | "stripe" | "settlement">;

/**
 * For a family that deletes its account: cancels its unpaid order, removes its cards and ends its plan. What fails is repeated at night.
 * @throws errors of the provider or database
 */
export async function endPayments(
  deps: Deps & { orders: Pick<Orders, "giveUp"> },
  realm: Realm,
  uid: string,
  cause: Cause,
): Promise<void> {
  const customer = customerAtProvider(await findCustomer(deps.databases[regionOf(realm)], realm, { userUid: uid }));
  if (!customer || !deps.stripe.has(realm)) return;
  await deps.orders.giveUp(realm, { uid }, cause).catch((error: unknown) => {
    // An order that is being paid or was paid has a subscription, which ends below.
    if (!(error instanceof ServiceError && error.status === 409)) throw error;
  });
  await endPlan(deps, customer, cause);
}

/** An order's number, and the last day on which the family may withdraw from it, ISO 8601; null once it may not, and where nothing was paid. */
export type Purchase = { orderNumber: string; withdrawBy: string | null };

/** What a family bought last, as the mail about its deletion names it; null if it bought nothing. Asks the database only. */
export async function purchaseOf(
  { databases }: Pick<Deps, "databases">,
  realm: Realm,
  uid: string,
): Promise<Purchase | null> {
  const database = databases[regionOf(realm)];
  const customer = await findCustomer(database, realm, { userUid: uid });
  const order = customer && (await findLatestContract(database, customer.id));
  if (!order) return null;
  const lastDay = lastWithdrawalDay(realm, dayIn(realm, order.createdAt));
  // Without a payment there is nothing to get back, and the plan has ended with the account.
  const isOver =
    order.amount === 0 ||
    dayIn(realm, new Date()) > lastDay ||
    (await findStatement(database, "withdrawal", order.id)) !== null;
  return { orderNumber: order.number, withdrawBy: isOver ? null : lastDay };
}

/** Removes a customer's cards, ends its subscriptions at once and stores that. Nothing is paid back. */
export async function endPlan(deps: Deps, customer: KnownCustomer, cause: Cause): Promise<void> {
  const database = deps.databases[regionOf(customer.realm)];
  const port = deps.stripe.of(customer.realm);
  // Cards first: a subscription that still runs is how the nightly run finds what an interrupted call left.
  for (const { id } of await port.listMethods(customer.stripeId)) {
    await noteRemovedMethod(database, customer.id, id);
    await port.removeMethod(id, `end-card-${id}`);
  }
  for (const subscription of await port.listSubscriptions(customer.stripeId)) {
    if (!isSubscriptionRunning(subscription) && subscription.status !== "incomplete") continue;
    await port.cancelSubscription(subscription.id, `end-${subscription.id}`);
  }
  await deps.settlement.settle(customer, cause);
}

/**
 * Erases people: ends their subscriptions at the provider first, so that nobody is charged again, and deletes the provider's customer, whose
 * invoices the provider keeps. Orders, receipts and consents stay for the accounts, without personal data.
 */
export function erasePayers(deps: Deps): (realm: Realm, uids: string[]) => Promise<void> {
  return async (realm, uids) => {
    const database = deps.databases[regionOf(realm)];
    for (const uid of uids) {
      const customer = await findCustomer(database, realm, { userUid: uid });
      if (!customer) continue;
      const known = customerAtProvider(customer);
      const isClosed = known !== null && deps.stripe.has(realm);
      if (isClosed) await closeCustomer(deps, known);
      await inTransaction(database, async (transaction) => {
        await transaction
          .update(orders)
          .set({ name: null, email: null, message: null })
          .where(eq(orders.customerId, customer.id));
        await eraseReasons(transaction, customer.id);
        const change = isClosed ? { userUid: null, stripeId: null } : { userUid: null };
        await transaction.update(customers).set(change).where(eq(customers.id, customer.id));
      });
    }
  };
}

async function closeCustomer(deps: Deps, customer: KnownCustomer): Promise<void> {
  const port = deps.stripe.of(customer.realm);
  // An interrupted purge may have deleted it before.
  if ((await port.findCustomer(customer.stripeId)) === null) return;
  await endPlan(deps, customer, { requestId: "purge", ipAddress: null });
  await port.deleteCustomer(customer.stripeId);
}
