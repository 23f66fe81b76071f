import { and, desc, eq, inArray, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { contractStatements, customers, earlyEndings, extensions, orders, refunds } from "./tables";

/** What super users pay back and how they extend paid time: decided in one transaction, carried out at the provider afterwards. */

export type RefundRow = typeof refunds.$inferSelect;
export type ExtensionRow = typeof extensions.$inferSelect;
type NewRefund = Omit<typeof refunds.$inferInsert, "state" | "createdAt" | "doneAt">;
type NewExtension = Omit<typeof extensions.$inferInsert, "state" | "createdAt" | "doneAt">;

/**
 * Whatever decides about a customer's money holds this lock, so that two decisions know of each other. Rows that refer to the customer may be
 * written meanwhile: waiting for them, while they wait for this lock, would be a deadlock.
 */
export async function lockCustomer(transaction: Transaction, id: string): Promise<void> {
  await transaction.select({ id: customers.id }).from(customers).where(eq(customers.id, id)).for("no key update");
}

export async function findRefund(within: Database | Transaction, id: string): Promise<RefundRow | null> {
  const [row] = await within.select().from(refunds).where(eq(refunds.id, id));
  return row ?? null;
}

export async function insertRefund(transaction: Transaction, refund: NewRefund): Promise<RefundRow> {
  const [made] = await transaction.insert(refunds).values(refund).returning();
  if (!made) throw new Error("the refund was not stored");
  return made;
}

/** Ends a refund that the provider has made or refused; false if that was stored before. */
export async function closeRefund(
  within: Database | Transaction,
  id: string,
  state: "done" | "failed",
): Promise<boolean> {
  const closed = await within
    .update(refunds)
    .set({ state, doneAt: sql`now()` })
    .where(and(eq(refunds.id, id), eq(refunds.state, "decided")))
    .returning({ id: refunds.id });
  return closed.length > 0;
}

/** A customer's refunds by super users, the newest first. */
export async function listRefunds(within: Database | Transaction, customerId: string): Promise<RefundRow[]> {
  return within.select().from(refunds).where(eq(refunds.customerId, customerId)).orderBy(desc(refunds.createdAt));
}

export async function listDecidedRefunds(database: Database, realm: Realm): Promise<RefundRow[]> {
  return database
    .select()
    .from(refunds)
    .where(and(eq(refunds.realm, realm), eq(refunds.state, "decided")));
}

/** What has been decided to be paid back and may not be at the provider yet, by super users, withdrawals and early ends. */
export type RefundClaims = {
  /** Changes with each decision: two readings with the same mark saw the same decisions. */
  mark: string;
  /** Sum in minor units that is claimed of a payment. */
  of(intentId: string): number;
};

export async function readClaims(within: Database | Transaction, customerId: string): Promise<RefundClaims> {
  const made = await within
    .select()
    .from(refunds)
    .where(and(eq(refunds.customerId, customerId), ne(refunds.state, "failed")));
  const withdrawals = await within
    .select({ id: contractStatements.id, status: contractStatements.status, refund: contractStatements.refund })
    .from(contractStatements)
    .innerJoin(orders, eq(orders.id, contractStatements.orderId))
    .where(and(eq(orders.customerId, customerId), isNotNull(contractStatements.refund)));
  // An early end that is not due yet takes off what was paid back before it.
  const ends = await within
    .select()
    .from(earlyEndings)
    .where(
      and(eq(earlyEndings.customerId, customerId), isNull(earlyEndings.doneAt), lte(earlyEndings.endsAt, sql`now()`)),
    );
  const planned = [
    ...ends.flatMap(({ refund }) => refund.refunds),
    ...made.filter(({ state }) => state === "decided"),
    ...withdrawals.filter(({ status }) => status === "received").flatMap(({ refund }) => refund?.refunds ?? []),
  ];
  return {
    mark: [...made, ...withdrawals]
      .map(({ id }) => id)
      .toSorted()
      .join(" "),
    of: (intentId) => planned.reduce((sum, each) => (each.intentId === intentId ? sum + each.amount : sum), 0),
  };
}

export async function findExtension(within: Database | Transaction, id: string): Promise<ExtensionRow | null> {
  const [row] = await within.select().from(extensions).where(eq(extensions.id, id));
  return row ?? null;
}

/** null if the id is taken, or another extension of the customer is not carried out yet. */
export async function insertExtension(within: Transaction, extension: NewExtension): Promise<ExtensionRow | null> {
  const [made] = await within.insert(extensions).values(extension).onConflictDoNothing().returning();
  return made ?? null;
}

/** Ends an extension that the provider has made or refused; false if that was stored before. */
export async function closeExtension(
  within: Database | Transaction,
  id: string,
  state: "done" | "failed",
): Promise<boolean> {
  const closed = await within
    .update(extensions)
    .set({ state, doneAt: sql`now()` })
    .where(and(eq(extensions.id, id), eq(extensions.state, "decided")))
    .returning({ id: extensions.id });
  return closed.length > 0;
}

/** A customer's extensions, the newest first. */
export async function listExtensions(within: Database | Transaction, customerId: string): Promise<ExtensionRow[]> {
  return within
    .select()
    .from(extensions)
    .where(eq(extensions.customerId, customerId))
    .orderBy(desc(extensions.createdAt));
}

export async function listDecidedExtensions(database: Database, realm: Realm): Promise<ExtensionRow[]> {
  return database
    .select()
    .from(extensions)
    .where(and(eq(extensions.realm, realm), eq(extensions.state, "decided")));
}

/** Days that a subscription was given for nothing. */
export async function extendedDays(within: Database | Transaction, subscriptionId: string): Promise<number> {
  const rows = await within
    .select({ days: extensions.days })
    .from(extensions)
    .where(and(eq(extensions.subscriptionId, subscriptionId), eq(extensions.state, "done")));
  return rows.reduce((sum, { days }) => sum + days, 0);
}

/** Removes what may say something about a person, when the family is purged; the sums stay for the accounts. */
export async function eraseReasons(transaction: Transaction, customerId: string): Promise<void> {
  await transaction.update(refunds).set({ reason: null }).where(eq(refunds.customerId, customerId));
  await transaction.update(extensions).set({ reason: null }).where(eq(extensions.customerId, customerId));
}

/** Statements about a customer's orders, the newest first. */
export async function listStatementsOf(database: Database, customerId: string) {
  return database
    .select({ statement: contractStatements, orderNumber: orders.number, currency: orders.currency })
    .from(contractStatements)
    .innerJoin(orders, eq(orders.id, contractStatements.orderId))
    .where(eq(orders.customerId, customerId))
    .orderBy(desc(contractStatements.receivedAt));
}

export type UnmatchedRow = typeof contractStatements.$inferSelect;

/** What somebody must read: a statement that matches no order, and the reason of an extraordinary cancellation. */
const isUnmatched = (realm: Realm) =>
  and(
    eq(contractStatements.realm, realm),
    or(
      inArray(contractStatements.status, ["unknown", "failed"]),
      sql`${contractStatements.status} in ('received', 'done', 'undone', 'replaced') and ${contractStatements.stated} ->> 'type' = 'extraordinary'`,
    ),
    isNotNull(contractStatements.stated),
  );

/** Statements for super users: they match no order, or could not be carried out; the newest first, those that nobody has dealt with before the others. */
export async function listUnmatched(database: Database, realm: Realm, limit: number): Promise<UnmatchedRow[]> {
  const of = (isReviewed: boolean) =>
    database
      .select()
      .from(contractStatements)
      .where(
        and(
          isUnmatched(realm),
          isReviewed ? isNotNull(contractStatements.reviewedAt) : isNull(contractStatements.reviewedAt),
        ),
      )
      .orderBy(desc(contractStatements.receivedAt))
      .limit(limit);
  return [...(await of(false)), ...(await of(true))];
}

/** How many of them nobody has dealt with. */
export async function countWaitingStatements(database: Database, realm: Realm): Promise<number> {
  const [row] = await database
    .select({ count: sql<number>`count(*)::int` })
    .from(contractStatements)
    .where(and(isUnmatched(realm), isNull(contractStatements.reviewedAt)));
  return row?.count ?? 0;
}

export async function findUnmatched(
  within: Database | Transaction,
  realm: Realm,
  id: string,
): Promise<UnmatchedRow | null> {
  const [row] = await within
    .select()
    .from(contractStatements)
    .where(and(isUnmatched(realm), eq(contractStatements.id, id)));
  return row ?? null;
}

/** Notes what was done about a statement; false if that was noted before. */
export async function writeReview(
  transaction: Transaction,
  id: string,
  { by, note }: { by: string; note: string },
): Promise<boolean> {
  const reviewed = await transaction
    .update(contractStatements)
    .set({ reviewedAt: sql`now()`, reviewedBy: by, reviewNote: note })
    .where(and(eq(contractStatements.id, id), isNull(contractStatements.reviewedAt)))
    .returning({ id: contractStatements.id });
  return reviewed.length > 0;
}
