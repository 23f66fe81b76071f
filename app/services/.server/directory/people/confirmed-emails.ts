import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";

/**
 * Confirmed e-mail addresses. Several people may have one address, as parents and small schools do, but nobody signs up with an address
 * that an active person of the country has confirmed. docs/product/choices.md#sign-up.
 */

/**
 * Held until the transaction ends, so that a sign-up and a confirmation of the same address happen one after the other and the second
 * sees the first.
 */
export async function lockEmail(within: Transaction, realm: Realm, email: string): Promise<void> {
  await within.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`directory.users email ${realm} ${email.toLowerCase()}`}, 0))`,
  );
}

/** `u` has the address; matches the index `users_by_email`. */
export function hasEmail(email: string) {
  return sql`coalesce(lower(u.email), '') = lower(${email}) and u.status <> 'deleted'`;
}

/** Whether an active person has confirmed the address. @param except uid of a person who does not count */
export async function isConfirmedEmail(
  within: Database | Transaction,
  realm: Realm,
  email: string,
  except: string | null = null,
): Promise<boolean> {
  const { rows } = await within.execute(sql`
    select 1 from directory.users u
    where u.realm = ${realm} and ${hasEmail(email)} and u.email_verified and u.status = 'active'
      and u.uid is distinct from ${except}::uuid limit 1`);
  return rows.length > 0;
}
