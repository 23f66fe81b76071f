import { type SQL, sql } from "drizzle-orm";
import { administratorRestoreDays, purgeAfterDays } from "~/services/.server/directory/rules";

/**
 * Whether a deleted row of any table can still be restored: until the purge, less a minute for a restore in progress. The other services
 * purge a person before the directory does, so a later restore would be incomplete.
 */
const isBeforePurge = (since: SQL) =>
  sql`${since} > now() - make_interval(days => ${purgeAfterDays}) + interval '1 minute'`;
export const isRestorable = isBeforePurge(sql`deleted_at`);

/**
 * `isRestorable` by the caller's permissions. docs/product/choices.md#who-and-where: deletion.
 * @param since when the row was deleted
 */
export function isRestorableBy({ isSuper }: { isSuper: boolean }, since: SQL = sql`deleted_at`): SQL {
  return isSuper ? isBeforePurge(since) : sql`${since} > now() - make_interval(days => ${administratorRestoreDays})`;
}

/** Identifiers, other than the username, that are unique among people who are not deleted. */
const identifierColumns = ["bankid", "sms", "eppn", "gsuite_id", "gsuite_email", "office365"] as const;

const isAnothers = (column: string) => sql`exists (select 1 from directory.users other
  where other.realm = u.realm and other.status <> 'deleted' and other.id <> u.id
    and lower(other.${sql.raw(column)}) = lower(u.${sql.raw(column)}))`;

/** Whether another person has taken the username of `directory.users u`. */
export const isUsernameTaken: SQL = isAnothers("username");

/** Assignments that restore `directory.users u`, without identifiers that another person has taken. */
export const restoredColumns: SQL = sql.join(
  [
    sql`status = coalesce(u.status_before, 'active'), status_before = null, deleted_at = null, deleted_with = null,
      updated_at = now(), version = u.version + 1`,
    ...identifierColumns.map(
      (column) => sql`${sql.raw(column)} = case when ${isAnothers(column)} then null else u.${sql.raw(column)} end`,
    ),
  ],
  sql`, `,
);
