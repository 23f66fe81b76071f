import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { isUid } from "~/services/contracts/uid";
import { payableStatuses } from "./rules";
import { customers, orders } from "./tables";

/** Orders, stored before the provider is called. A unique index allows one payable order for each family. */

export type OrderRow = typeof orders.$inferSelect;
export type NewOrder = Omit<typeof orders.$inferInsert, "id" | "status" | "createdAt" | "updatedAt">;

const isPayable = inArray(orders.status, payableStatuses);

/** Returns null if the family already has a payable order. */
export async function insertOrder(database: Database, order: NewOrder): Promise<OrderRow | null> {
  const [made] = await database.insert(orders).values(order).onConflictDoNothing().returning();
  return made ?? null;
}

/** The customer's payable order; null if there is none. */
export async function findPayableOrder(within: Database | Transaction, customerId: string): Promise<OrderRow | null> {
  const [row] = await within
    .select()
    .from(orders)
    .where(and(eq(orders.customerId, customerId), isPayable));
  return row ?? null;
}

/** An order of a user; null if it belongs to another, and for an id that is no UUID, which the column cannot be compared with. */
export async function findOrder(
  database: Database,
  { realm, id, userUid }: { realm: Realm; id: string; userUid: string },
): Promise<OrderRow | null> {
  if (!isUid(id)) return null;
  const [row] = await database
    .select({ order: orders })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(and(eq(orders.realm, realm), eq(orders.id, id), eq(customers.userUid, userUid)));
  return row?.order ?? null;
}

export async function findOrderById(within: Database | Transaction, id: string): Promise<OrderRow | null> {
  const [row] = await within.select().from(orders).where(eq(orders.id, id));
  return row ?? null;
}

/** The number of the order that a subscription was made for, and the coupon as it was typed; null if it is none of ours. */
export async function findOrderOf(
  within: Database | Transaction,
  realm: Realm,
  { id, orderId }: { id: string; orderId: string | null },
): Promise<Pick<OrderRow, "id" | "number" | "couponCode"> | null> {
  const isOrdered = orderId !== null && isUid(orderId) ? eq(orders.id, orderId) : eq(orders.subscriptionId, id);
  const [row] = await within
    .select({ id: orders.id, number: orders.number, couponCode: orders.couponCode })
    .from(orders)
    .where(and(eq(orders.realm, realm), isOrdered));
  return row ?? null;
}

export async function listOrders(within: Database | Transaction, customerId: string): Promise<OrderRow[]> {
  return within.select().from(orders).where(eq(orders.customerId, customerId)).orderBy(desc(orders.createdAt));
}

/** As `listOrders`, and nobody changes them until the transaction ends. */
export async function lockOrders(transaction: Transaction, customerId: string): Promise<OrderRow[]> {
  return transaction
    .select()
    .from(orders)
    .where(eq(orders.customerId, customerId))
    .orderBy(desc(orders.createdAt))
    .for("no key update");
}

type OrderChange = Partial<
  Pick<
    typeof orders.$inferInsert,
    | "status"
    | "name"
    | "email"
    | "message"
    | "subscriptionId"
    | "paymentIntentId"
    | "checkoutSessionId"
    | "error"
    | "amount"
  >
>;

/** Changes an order that is still payable; else returns null. */
export async function changePayableOrder(
  within: Database | Transaction,
  id: string,
  change: OrderChange,
): Promise<OrderRow | null> {
  const [changed] = await within
    .update(orders)
    .set({ ...change, updatedAt: sql`now()` })
    .where(and(eq(orders.id, id), isPayable))
    .returning();
  return changed ?? null;
}

/**
 * Cancels a payable order whose objects at the provider are those that were read.
 * @returns null if it is cancelled, or was not payable any more; else the order with the objects that it got meanwhile
 */
export async function cancelOrderAsRead(
  database: Database,
  { id, subscriptionId, checkoutSessionId }: OrderRow,
): Promise<OrderRow | null> {
  const isAsRead = sql`${orders.subscriptionId} is not distinct from ${subscriptionId}
    and ${orders.checkoutSessionId} is not distinct from ${checkoutSessionId}`;
  const cancelled = await database
    .update(orders)
    .set({ status: "canceled", updatedAt: sql`now()` })
    .where(and(eq(orders.id, id), isPayable, isAsRead))
    .returning({ id: orders.id });
  if (cancelled.length > 0) return null;
  const [row] = await database
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), isPayable));
  return row ?? null;
}

/** Cancels a family's payable order, if there is one. */
export async function cancelPayableOrder(
  within: Transaction,
  { realm, userUid }: { realm: Realm; userUid: string },
): Promise<void> {
  const own = within
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.realm, realm), eq(customers.userUid, userUid)));
  await within
    .update(orders)
    .set({ status: "canceled", updatedAt: sql`now()` })
    .where(and(inArray(orders.customerId, own), isPayable));
}

/** Stores the result of a settlement, whatever the order's state. */
export async function writeOrder(within: Transaction, id: string, change: OrderChange): Promise<void> {
  await within
    .update(orders)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(orders.id, id));
}

/** Customers whose order has been waiting for payment for at least the given minutes. */
export async function findWaitingCustomers(database: Database, minutes: number): Promise<string[]> {
  const rows = await database
    .selectDistinct({ id: orders.customerId })
    .from(orders)
    .where(and(isPayable, sql`${orders.updatedAt} < now() - make_interval(mins => ${minutes})`));
  return rows.map(({ id }) => id);
}
