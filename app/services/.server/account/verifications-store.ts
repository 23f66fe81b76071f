import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { randomToken, tokenDigest } from "~/security/secret-box.server";
import { emailVerifications } from "./tables";

/** E-mail verification links: single-use, stored as a digest. */

export type Verification = { uid: string; email: string; isChange: boolean };

/** Validity of a link in hours. */
export const linkHours = 24;

/** Creates a link and returns its token, which only the recipient of the e-mail receives. */
export async function beginVerification(database: Database, realm: Realm, verification: Verification): Promise<string> {
  const token = randomToken();
  await database.insert(emailVerifications).values({
    ...verification,
    realm,
    tokenHash: tokenDigest(token),
    expiresAt: sql`now() + make_interval(hours => ${linkHours})`,
  });
  return token;
}

/** Number of links that a person has requested in the last hour. */
export async function countVerifications(database: Database, realm: Realm, uid: string): Promise<number> {
  return database.$count(
    emailVerifications,
    and(
      eq(emailVerifications.realm, realm),
      eq(emailVerifications.uid, uid),
      gt(emailVerifications.createdAt, sql`now() - interval '1 hour'`),
    ),
  );
}

const holds = (realm: Realm, token: string) =>
  and(
    eq(emailVerifications.tokenHash, tokenDigest(token)),
    eq(emailVerifications.realm, realm),
    isNull(emailVerifications.usedAt),
    gt(emailVerifications.expiresAt, sql`now()`),
  );

const columns = {
  uid: emailVerifications.uid,
  email: emailVerifications.email,
  isChange: emailVerifications.isChange,
};

/** The verification of a link; null if it is unknown, used or expired. */
export async function findVerification(database: Database, realm: Realm, token: string): Promise<Verification | null> {
  const [row] = await database.select(columns).from(emailVerifications).where(holds(realm, token));
  return row ?? null;
}

/** Consumes a link; only one of two concurrent calls succeeds. The person's other links become invalid too. */
export async function useVerification(
  database: Database | Transaction,
  realm: Realm,
  token: string,
): Promise<Verification | null> {
  const [used] = await database
    .update(emailVerifications)
    .set({ usedAt: sql`now()` })
    .where(holds(realm, token))
    .returning(columns);
  if (!used) return null;
  await database
    .update(emailVerifications)
    .set({ usedAt: sql`now()` })
    .where(
      and(eq(emailVerifications.realm, realm), eq(emailVerifications.uid, used.uid), isNull(emailVerifications.usedAt)),
    );
  return used;
}

export async function purgeExpiredVerifications(database: Database): Promise<void> {
  await database.delete(emailVerifications).where(lt(emailVerifications.expiresAt, sql`now() - interval '7 days'`));
}
