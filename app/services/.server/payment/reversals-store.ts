import { and, desc, eq, gt, isNull, notInArray, or, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Currency, Realm } from "~/realms/realm";
import type { CustomerRow } from "./customers-store";
import type { ProviderReversal } from "./stripe-port";
import { customers, reversals } from "./tables";

/** The ledger of refunds and disputes: a copy of the provider's. */

export type ReversalRow = typeof reversals.$inferSelect;

/** Writes what the provider has; a refund that it has no longer has failed. */
export async function writeReversals(
  transaction: Transaction,
  { id: customerId, realm }: Pick<CustomerRow, "id" | "realm">,
  all: readonly ProviderReversal[],
): Promise<void> {
  for (const reversal of all) {
    const { id, kind, status, amount, reason, invoiceId, intentId } = reversal;
    const values = { status, amount, reason, invoiceId, paymentIntentId: intentId };
    const made = { currency: reversal.currency.toUpperCase() as Currency, madeAt: new Date(reversal.createdAt * 1000) };
    await transaction
      .insert(reversals)
      .values({ realm, id, customerId, kind, ...made, ...values })
      .onConflictDoUpdate({
        target: [reversals.realm, reversals.id],
        set: { ...values, updatedAt: sql`now()` },
        setWhere: sql`${reversals.status} <> ${status} or ${reversals.amount} <> ${amount}`,
      });
  }
  const refunds = all.filter(({ kind }) => kind === "refund").map(({ id }) => id);
  await transaction
    .update(reversals)
    .set({ status: "failed", updatedAt: sql`now()` })
    .where(
      and(
        eq(reversals.customerId, customerId),
        eq(reversals.kind, "refund"),
        notInArray(reversals.status, ["failed", "canceled"]),
        refunds.length > 0 ? notInArray(reversals.id, refunds) : undefined,
      ),
    );
}

/** Lost disputes whose plan was not ended yet. */
export async function listUnhandledLosses(database: Database, customerId: string): Promise<ReversalRow[]> {
  return database
    .select()
    .from(reversals)
    .where(
      and(
        eq(reversals.customerId, customerId),
        eq(reversals.kind, "dispute"),
        eq(reversals.status, "lost"),
        isNull(reversals.handledAt),
      ),
    );
}

export async function noteHandled(database: Database, { realm, id }: Pick<ReversalRow, "realm" | "id">): Promise<void> {
  await database
    .update(reversals)
    .set({ handledAt: sql`now()` })
    .where(and(eq(reversals.realm, realm), eq(reversals.id, id)));
}

/** Days for which a refund or a decided dispute is shown to super users. */
const noticeDays = 30;
const openDispute = sql`${reversals.kind} = 'dispute' and ${reversals.status} ~ 'needs_response|under_review'`;

/**
 * What super users of a country are told: open disputes, and what was refunded or decided lately, newest first.
 * @param limit the most rows
 */
export async function listNotices(
  database: Database,
  realm: Realm,
  limit: number,
): Promise<Array<ReversalRow & { userUid: string | null }>> {
  const isRecent = gt(reversals.updatedAt, sql`now() - make_interval(days => ${noticeDays})`);
  const rows = await database
    .select({ reversal: reversals, userUid: customers.userUid })
    .from(reversals)
    .innerJoin(customers, eq(customers.id, reversals.customerId))
    .where(and(eq(reversals.realm, realm), or(openDispute, isRecent)))
    .orderBy(desc(openDispute), desc(reversals.madeAt))
    .limit(limit);
  return rows.map(({ reversal, userUid }) => ({ ...reversal, userUid }));
}
