import { and, eq, isNull, lte } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { isSubscriptionRunning } from "./rules";
import type { ProviderSubscription } from "./stripe-port";
import { earlyEndings } from "./tables";

/** Plans that end before their paid time, one row for a subscription. */

export type EarlyEnding = typeof earlyEndings.$inferSelect;
type Key = Pick<EarlyEnding, "realm" | "subscriptionId">;

const isRow = ({ realm, subscriptionId }: Key) =>
  and(eq(earlyEndings.realm, realm), eq(earlyEndings.subscriptionId, subscriptionId));

/** Writes the early end of a plan that is cancelled, in place of an earlier one. */
export async function writeEarlyEnding(database: Database, ending: EarlyEnding): Promise<void> {
  const { endsAt, refund, doneAt } = ending;
  const target = [earlyEndings.realm, earlyEndings.subscriptionId];
  await database.insert(earlyEndings).values(ending).onConflictDoUpdate({ target, set: { endsAt, refund, doneAt } });
}

export async function changeEarlyEnding(
  within: Database | Transaction,
  key: Key,
  change: Partial<Pick<EarlyEnding, "refund" | "doneAt">>,
): Promise<void> {
  await within.update(earlyEndings).set(change).where(isRow(key));
}

export async function deleteEarlyEnding(database: Database, key: Key): Promise<void> {
  await database.delete(earlyEndings).where(isRow(key));
}

/** The early end of a plan that is cancelled or has ended; null for one that goes on or ends with its paid time. */
export async function findEarlyEnding(
  within: Database | Transaction,
  realm: Realm,
  subscription: ProviderSubscription,
): Promise<EarlyEnding | null> {
  const { id, cancelAtPeriodEnd } = subscription;
  if (!cancelAtPeriodEnd && isSubscriptionRunning(subscription)) return null;
  const [row] = await within
    .select()
    .from(earlyEndings)
    .where(isRow({ realm, subscriptionId: id }));
  return row ?? null;
}

/** Early ends that are due and not carried out. */
export async function listDueEndings(database: Database, realm: Realm, now: Date): Promise<EarlyEnding[]> {
  const isDue = and(eq(earlyEndings.realm, realm), lte(earlyEndings.endsAt, now), isNull(earlyEndings.doneAt));
  return database.select().from(earlyEndings).where(isDue);
}
