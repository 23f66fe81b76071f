import { and, desc, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Realm } from "~/realms/realm";
import type { Consent } from "~/services/contracts/payment";
import type { OrderRow } from "./orders-store";
import { isPayable } from "./rules";
import { consents, customers, orders } from "./tables";

/**
 * What families asked for when they ordered: whether the plan starts before the time for withdrawal has passed. Rows outlive the account,
 * and name only the customer's row and the order.
 */

/** The record of an order; null if none was made, which counts as an empty box. */
export async function consentOf(within: Database | Transaction, orderId: string): Promise<Consent | null> {
  const [row] = await within.select().from(consents).where(eq(consents.orderId, orderId));
  return row ? consentIn(row) : null;
}

/** The records of a family, newest first. */
export async function listConsents(
  database: Database,
  { realm, userUid }: { realm: Realm; userUid: string },
): Promise<Consent[]> {
  const rows = await database
    .select({ consent: consents })
    .from(consents)
    .innerJoin(customers, eq(customers.id, consents.customerId))
    .where(and(eq(customers.realm, realm), eq(customers.userUid, userUid)))
    .orderBy(desc(consents.recordedAt));
  return rows.map(({ consent }) => consentIn(consent));
}

function consentIn({ orderId, version, consentedAt }: typeof consents.$inferSelect): Consent {
  return { orderId, version, consentedAt: consentedAt?.toISOString() ?? null };
}

/** Records the answer: until the order is paid the last one counts, after that the first one. */
export async function writeConsent(
  database: Database,
  { id: orderId, realm, customerId }: Pick<OrderRow, "id" | "realm" | "customerId">,
  { version, isConsented }: { version: string; isConsented: boolean },
): Promise<Consent> {
  return inTransaction(database, async (transaction) => {
    const [order] = await transaction
      .select({ status: orders.status })
      .from(orders)
      .where(eq(orders.id, orderId))
      .for("update");
    const answer = { version, consentedAt: isConsented ? sql`now()` : null, recordedAt: sql`now()` };
    const insert = transaction.insert(consents).values({ realm, customerId, orderId, ...answer });
    if (order && isPayable(order.status)) {
      await insert.onConflictDoUpdate({ target: [consents.customerId, consents.orderId], set: answer });
    } else await insert.onConflictDoNothing();
    const stored = await consentOf(transaction, orderId);
    if (!stored) throw new Error("the consent was not found");
    return stored;
  });
}
