import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { randomToken, tokenDigest } from "~/security/secret-box.server";
import { passwordResets } from "./tables";

/** Links for resetting a forgotten password: single-use, stored as a digest. */

export type PasswordReset = { uid: string; email: string };

/** Validity of a link in minutes. */
export const resetMinutes = 60;

/** @returns the link's token, which only the recipient of the e-mail receives */
export async function beginPasswordReset(
  within: Database | Transaction,
  realm: Realm,
  reset: PasswordReset,
): Promise<string> {
  const token = randomToken();
  await within.insert(passwordResets).values({
    ...reset,
    realm,
    tokenHash: tokenDigest(token),
    expiresAt: sql`now() + make_interval(mins => ${resetMinutes})`,
  });
  return token;
}

const holds = (realm: Realm, token: string) =>
  and(
    eq(passwordResets.tokenHash, tokenDigest(token)),
    eq(passwordResets.realm, realm),
    isNull(passwordResets.usedAt),
    gt(passwordResets.expiresAt, sql`now()`),
  );

const columns = { uid: passwordResets.uid, email: passwordResets.email };

/** The user and address of a link; null if it is unknown, used or expired. */
export async function findPasswordReset(
  database: Database,
  realm: Realm,
  token: string,
): Promise<PasswordReset | null> {
  const [row] = await database.select(columns).from(passwordResets).where(holds(realm, token));
  return row ?? null;
}

/** Consumes a link; only one of two concurrent calls succeeds. The person's other links become invalid too. */
export async function usePasswordReset(
  within: Transaction,
  realm: Realm,
  token: string,
): Promise<PasswordReset | null> {
  const used = { usedAt: sql`now()` };
  const [row] = await within.update(passwordResets).set(used).where(holds(realm, token)).returning(columns);
  if (!row) return null;
  const others = and(eq(passwordResets.realm, realm), eq(passwordResets.uid, row.uid), isNull(passwordResets.usedAt));
  await within.update(passwordResets).set(used).where(others);
  return row;
}

export async function purgeExpiredPasswordResets(database: Database): Promise<void> {
  await database.delete(passwordResets).where(lt(passwordResets.expiresAt, sql`now() - interval '7 days'`));
}
