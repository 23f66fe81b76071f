import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { tokenDigest } from "~/security/secret-box.server";
import { registrations } from "./tables";

/** Registered accounts, and the browser session that may act for each before its first login. */

/** Hours for which a browser session may act for the account it registered. */
const sessionHours = 24;

/** Days after which an account that was never paid for is deleted. docs/product/choices.md#sign-up. */
const unpaidDays = 30;

/** Stores a sign-up, and moves the browser session to this account. */
export async function noteRegistration(
  within: Database | Transaction,
  realm: Realm,
  uid: string,
  browserSession: string | undefined,
): Promise<void> {
  const digest = browserSession === undefined ? null : tokenDigest(browserSession);
  if (digest !== null) {
    await within
      .update(registrations)
      .set({ browserSession: null })
      .where(and(eq(registrations.realm, realm), eq(registrations.browserSession, digest)));
  }
  const values = { browserSession: digest, updatedAt: sql`now()` };
  await within
    .insert(registrations)
    .values({ realm, uid, ...values })
    .onConflictDoUpdate({ target: [registrations.realm, registrations.uid], set: values });
}

/** uid of the account that a browser session registered in the last 24 hours; null if none. */
export async function findRegistered(database: Database, realm: Realm, browserSession: string): Promise<string | null> {
  const [row] = await database
    .select({ uid: registrations.uid })
    .from(registrations)
    .where(
      and(
        eq(registrations.realm, realm),
        eq(registrations.browserSession, tokenDigest(browserSession)),
        sql`${registrations.updatedAt} > now() - make_interval(hours => ${sessionHours})`,
      ),
    );
  return row?.uid ?? null;
}

/** Those of the people who signed up themselves. */
export async function registeredAmong(database: Database, realm: Realm, uids: string[]): Promise<string[]> {
  if (uids.length === 0) return [];
  const rows = await database
    .select({ uid: registrations.uid })
    .from(registrations)
    .where(and(eq(registrations.realm, realm), inArray(registrations.uid, uids)));
  return rows.map(({ uid }) => uid);
}

/** Accounts registered more than `unpaidDays` before `now`, whether paid for or not. */
export async function findOldRegistrations(
  database: Database,
  now: Date,
): Promise<Array<{ realm: Realm; uid: string }>> {
  const before = new Date(now.getTime() - unpaidDays * 24 * 60 * 60 * 1000);
  return database
    .select({ realm: registrations.realm, uid: registrations.uid })
    .from(registrations)
    .where(lt(registrations.createdAt, before));
}

/** Deletes registrations of accounts that were paid for or have been deleted. */
export async function deleteRegistrations(database: Database, realm: Realm, uids: string[]): Promise<void> {
  if (uids.length === 0) return;
  await database.delete(registrations).where(and(eq(registrations.realm, realm), inArray(registrations.uid, uids)));
}
