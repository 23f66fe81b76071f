import { type SQL, sql } from "drizzle-orm";

/** How people are restored; until when, is in directory/deletion-times.ts. */

/** Columns of the identifiers, other than the username, that are unique among people who are not deleted. */
export const identifierColumns = ["bankid", "sms", "eppn", "gsuite_id", "gsuite_email", "office365"] as const;

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
