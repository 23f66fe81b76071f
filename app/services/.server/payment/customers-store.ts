import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { customers, removedMethods } from "./tables";

/** Database access for customers: one row per family, created before the provider's customer. */

export type CustomerRow = typeof customers.$inferSelect;
/** A customer who exists at the provider. */
export type KnownCustomer = CustomerRow & { stripeId: string };

/** Null for a customer who does not exist at the provider yet. */
export function customerAtProvider(customer: CustomerRow | null): KnownCustomer | null {
  return customer && customer.stripeId !== null ? { ...customer, stripeId: customer.stripeId } : null;
}

export async function findCustomer(
  within: Database | Transaction,
  realm: Realm,
  by: { userUid: string } | { stripeId: string },
): Promise<CustomerRow | null> {
  const isWanted = "userUid" in by ? eq(customers.userUid, by.userUid) : eq(customers.stripeId, by.stripeId);
  const [row] = await within
    .select()
    .from(customers)
    .where(and(eq(customers.realm, realm), isWanted));
  return row ?? null;
}

export async function findCustomerById(within: Database | Transaction, id: string): Promise<CustomerRow | null> {
  const [row] = await within.select().from(customers).where(eq(customers.id, id));
  return row ?? null;
}

/** The family's row; created if missing. */
export async function ensureCustomerRow(database: Database, realm: Realm, userUid: string): Promise<CustomerRow> {
  await database.insert(customers).values({ realm, userUid }).onConflictDoNothing();
  const customer = await findCustomer(database, realm, { userUid });
  if (!customer) throw new Error("the new customer was not found");
  return customer;
}

/** Stores the provider's id unless there is one already; concurrent calls agree on the first. */
export async function setStripeId(database: Database, id: string, stripeId: string): Promise<KnownCustomer> {
  await database
    .update(customers)
    .set({ stripeId, updatedAt: sql`now()` })
    .where(and(eq(customers.id, id), isNull(customers.stripeId)));
  const customer = await findCustomerById(database, id);
  if (!customer?.stripeId) throw new Error("the customer has no provider's id");
  return { ...customer, stripeId: customer.stripeId };
}

/** Returns a number for a read of the provider that begins now; it is higher than that of any read that began before. */
export async function beginProviderRead(database: Database, id: string): Promise<number> {
  const [begun] = await database
    .update(customers)
    .set({ looks: sql`${customers.looks} + 1` })
    .where(eq(customers.id, id))
    .returning({ looks: customers.looks });
  if (!begun) throw new Error("there is no such customer");
  return begun.looks;
}

export async function noteRemovedMethod(database: Database, customerId: string, stripeId: string): Promise<void> {
  await database.insert(removedMethods).values({ customerId, stripeId }).onConflictDoNothing();
}

export async function isRemovedMethod(database: Database, customerId: string, stripeId: string): Promise<boolean> {
  const rows = await database
    .select({ id: removedMethods.stripeId })
    .from(removedMethods)
    .where(and(eq(removedMethods.customerId, customerId), eq(removedMethods.stripeId, stripeId)));
  return rows.length > 0;
}
