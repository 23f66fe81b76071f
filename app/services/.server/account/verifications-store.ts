import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { randomToken, tokenDigest } from "~/security/secret-box.server";
import { emailVerifications } from "./tables";

/** Links that confirm an address: single-use, stored as a digest. */

export type Verification = { uid: string; email: string; isChange: boolean };

/** Hours for which a link holds. */
export const linkHours = 24;

/** Creates a link's token, which only the recipient of the mail gets. */
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

/** The number of links that a person has requested in the last hour. */
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

/** What a link would prove; null when it is none, was used or is too old. */
export async function findVerification(database: Database, realm: Realm, token: string): Promise<Verification | null> {
  const [found] = await database.select(columns).from(emailVerifications).where(holds(realm, token));
  return found ?? null;
}

/** The same, used up by asking; of two that ask at once one gets it. The person's other links end with it. */
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
