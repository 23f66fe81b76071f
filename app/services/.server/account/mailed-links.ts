import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { randomToken, tokenDigest } from "~/security/secret-box.server";
import { invalidLink } from "~/services/contracts/account";
import { ServiceError } from "~/services/contracts/service-error";
import { maxLinksPerHour } from "./rules";

/**
 * Links in mails to people. A link is valid once, for some time, in its country, and only its recipient has its token: the database has a
 * digest. Using one of a person's links ends the others. docs/security.md, lines 17, 29.
 */

/** What every link is about: a person, and the address that its mail was sent to. */
export type MailedLink = { uid: string; email: string };

/** A table of links, with the columns `token_hash`, `realm`, `uid`, `email`, `created_at`, `expires_at` and `used_at`. */
export type LinkTable<Link extends MailedLink> = {
  name: SQL;
  /** For how many minutes a link is valid. */
  minutes: number;
  /** The columns of a `Link`, their values for a new one, and how they are read. */
  columns: SQL;
  values(link: Link): SQL;
  selected: SQL;
};

type Within = Database | Transaction;

/** @returns the link's token, which only the recipient of the mail receives */
export async function beginLink<Link extends MailedLink>(
  within: Within,
  table: LinkTable<Link>,
  realm: Realm,
  link: Link,
): Promise<string> {
  const token = randomToken();
  await within.execute(sql`
    insert into ${table.name} (token_hash, realm, expires_at, ${table.columns})
    values (${tokenDigest(token)}, ${realm}, now() + make_interval(mins => ${table.minutes}), ${table.values(link)})`);
  return token;
}

const isValid = (realm: Realm, token: string) =>
  sql`token_hash = ${tokenDigest(token)} and realm = ${realm} and used_at is null and expires_at > now()`;

/** What a link is about; null if it is unknown, used, expired or of another country. */
export async function findLink<Link extends MailedLink>(
  within: Within,
  table: LinkTable<Link>,
  realm: Realm,
  token: string,
): Promise<Link | null> {
  const { rows } = await within.execute<Link>(
    sql`select ${table.selected} from ${table.name} where ${isValid(realm, token)}`,
  );
  return (rows[0] as Link | undefined) ?? null;
}

/** What a link of the country was about, also once it is used or expired; null if it is unknown. */
export async function findAnyLink<Link extends MailedLink>(
  within: Within,
  table: LinkTable<Link>,
  realm: Realm,
  token: string,
): Promise<Link | null> {
  const { rows } = await within.execute<Link>(
    sql`select ${table.selected} from ${table.name} where token_hash = ${tokenDigest(token)} and realm = ${realm}`,
  );
  return (rows[0] as Link | undefined) ?? null;
}

/** Uses a link up, as `findLink`; only one of two concurrent calls succeeds. The person's other links of the table become invalid too. */
export async function useLink<Link extends MailedLink>(
  within: Transaction,
  table: LinkTable<Link>,
  realm: Realm,
  token: string,
): Promise<Link | null> {
  const { rows } = await within.execute<Link>(
    sql`update ${table.name} set used_at = now() where ${isValid(realm, token)} returning ${table.selected}`,
  );
  const link = rows[0] as Link | undefined;
  if (!link) return null;
  await within.execute(
    sql`update ${table.name} set used_at = now() where realm = ${realm} and uid = ${link.uid} and used_at is null`,
  );
  return link;
}

/**
 * Checks that a person has not been mailed too many links of a table in the last hour.
 * @param most links that there may be, with those that are stored but not mailed yet
 * @throws ServiceError 429
 */
export async function requireFewLinks<Link extends MailedLink>(
  within: Within,
  table: LinkTable<Link>,
  { realm, uid, most = maxLinksPerHour }: { realm: Realm; uid: string; most?: number },
): Promise<void> {
  const { rows } = await within.execute<{ count: number }>(sql`
    select count(*)::int as count from ${table.name}
    where realm = ${realm} and uid = ${uid} and created_at > now() - interval '1 hour'`);
  if ((rows[0]?.count ?? 0) <= most) return;
  throw new ServiceError(429, "too_many_attempts", "Too many mails; try again later", undefined, {
    "retry-after": "3600",
  });
}

/** The error for a link that cannot be used, whatever the reason. */
export function brokenLink(): ServiceError {
  return new ServiceError(400, invalidLink, "Invalid link");
}

/** Deletes links that expired a week ago. */
export async function purgeExpiredLinks<Link extends MailedLink>(
  database: Database,
  table: LinkTable<Link>,
): Promise<void> {
  await database.execute(sql`delete from ${table.name} where expires_at < now() - interval '7 days'`);
}
