import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { randomToken, tokenDigest } from "~/security/secret-box.server";
import { passwordResets } from "./tables";

/** Links for resetting a forgotten password: single-use, stored as a digest. */

export type PasswordReset = { uid: string; email: string };

/** Minutes for which a link holds. */
export const resetMinutes = 60;

/** @returns the link's token, which only the recipient of the mail gets */
export async function beginPasswordReset(database: Database, realm: Realm, reset: PasswordReset): Promise<string> {
  const token = randomToken();
  await database.insert(passwordResets).values({
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

/** Whose password a link replaces; null when it is none, was used or is too old. */
export async function findPasswordReset(
  database: Database,
  realm: Realm,
  token: string,
): Promise<PasswordReset | null> {
  const [found] = await database.select(columns).from(passwordResets).where(holds(realm, token));
  return found ?? null;
}

/** The same, used up by asking; of two that ask at once one gets it. The person's other links end with it. */
export async function usePasswordReset(
  within: Transaction,
  realm: Realm,
  token: string,
): Promise<PasswordReset | null> {
  const used = { usedAt: sql`now()` };
  const [found] = await within.update(passwordResets).set(used).where(holds(realm, token)).returning(columns);
  if (!found) return null;
  const others = and(eq(passwordResets.realm, realm), eq(passwordResets.uid, found.uid), isNull(passwordResets.usedAt));
  await within.update(passwordResets).set(used).where(others);
  return found;
}

export async function purgeExpiredPasswordResets(database: Database): Promise<void> {
  await database.delete(passwordResets).where(lt(passwordResets.expiresAt, sql`now() - interval '7 days'`));
}
