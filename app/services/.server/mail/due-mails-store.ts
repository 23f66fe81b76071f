import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { dueMails } from "./tables";

/** Database access for sending due mails. Several processes may send: a claim says which of them sends a mail. */

export type DueMailRow = typeof dueMails.$inferSelect;

/** Minutes after which a claim is lost, because its process has died: sending one mail takes half a minute at most. */
const lostAfter = 10;

/** Attempts to send a mail; with the pauses between them they take about three days. */
export const mostAttempts = 20;
/** The longest pause between two attempts, in minutes. */
const longestPause = 6 * 60;

/** Days for which a mail to somebody without an account is stored, for super users. */
const daysWithoutPerson = 90;

/**
 * Claims the mail that has been due longest.
 * @param of its person; null for any
 * @returns null if no mail is due that no other process is sending
 */
export async function claimDueMail(
  database: Database,
  of: { realm: Realm; uid: string } | null,
): Promise<DueMailRow | null> {
  const isOfPerson = of === null ? sql`true` : sql`m.realm = ${of.realm} and m.uid = ${of.uid}`;
  const next = sql`(select m.id from ${dueMails} m
    where m.state = 'due' and m.due_at <= now() and ${isOfPerson}
      and (m.claimed_at is null or m.claimed_at < now() - make_interval(mins => ${lostAfter}))
    order by m.due_at, m.created_at limit 1 for update skip locked)`;
  const [claimed] = await database
    .update(dueMails)
    .set({ claimedAt: sql`now()`, attempts: sql`${dueMails.attempts} + 1` })
    .where(eq(dueMails.id, next))
    .returning();
  return claimed ?? null;
}

/** Ends a mail. @param isForgotten whether its values are removed */
export async function closeDueMail(
  database: Database,
  id: string,
  state: "sent" | "withheld" | "undeliverable" | "failed",
  { isForgotten = false } = {},
): Promise<void> {
  const sent = state === "sent" ? { sentAt: sql`now()` } : {};
  await database
    .update(dueMails)
    .set({ state, claimedAt: null, ...sent, ...(isForgotten ? { values: {} } : {}) })
    .where(eq(dueMails.id, id));
}

/** Gives a mail back, to be sent after a pause that doubles with each attempt: 1, 2, 4 minutes, up to six hours. */
export async function postponeDueMail(database: Database, id: string): Promise<void> {
  const minutes = sql`least(power(2, ${dueMails.attempts} - 1), ${longestPause})::int`;
  await database
    .update(dueMails)
    .set({ claimedAt: null, dueAt: sql`now() + make_interval(mins => ${minutes})` })
    .where(eq(dueMails.id, id));
}

/** A person's mails, the newest first, at most `limit`. */
export async function listMailsOf(
  database: Database,
  { realm, uid }: { realm: Realm; uid: string },
  limit: number,
): Promise<DueMailRow[]> {
  return database
    .select()
    .from(dueMails)
    .where(and(eq(dueMails.realm, realm), eq(dueMails.uid, uid)))
    .orderBy(desc(dueMails.createdAt))
    .limit(limit);
}

/** Deletes the mails of people who are purged. */
export async function deleteMailsOf(database: Database, realm: Realm, uids: string[]): Promise<void> {
  if (uids.length === 0) return;
  await database.delete(dueMails).where(and(eq(dueMails.realm, realm), inArray(dueMails.uid, uids)));
}

/** Deletes old mails to people without an account. */
export async function purgeMailsWithoutPerson(database: Database): Promise<void> {
  await database.delete(dueMails).where(
    sql`${dueMails.uid} is null and ${dueMails.state} not in ('due', 'withheld')
        and ${dueMails.createdAt} < now() - make_interval(days => ${daysWithoutPerson})`,
  );
}
