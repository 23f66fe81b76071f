import { sql } from "drizzle-orm";
import type { Database } from "../../../db/.server/connect";
import type { Realm } from "../../../realms/realm";
import type { PageAsked } from "./list-page";

/** A line of the audit log with the names of those in it; a name is null once its person is purged. */
export type AuditLine = {
  uid: string;
  at: string;
  action: string;
  user: { uid: string; name: string } | null;
  actor: { uid: string; name: string } | null;
  details: Record<string, unknown>;
};

/** What has been done to a person, and by them, the newest first. */
export async function listAuditOfPerson(
  database: Database,
  realm: Realm,
  personUid: string,
  page: PageAsked,
  isCounted: boolean,
): Promise<{ lines: AuditLine[]; total: number | null }> {
  const condition = sql`a.realm = ${realm} and ((a.subject_type = 'user' and a.subject_uid = ${personUid})
    or a.user_uid = ${personUid} or a.actor_uid = ${personUid})`;
  const { rows } = await database.execute<AuditLine>(sql`
    select a.id::text as uid, to_char(a.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, a.action, a.details,
      (select json_build_object('uid', u.uid, 'name', u.name) from directory.users u where u.uid = a.user_uid) as user,
      (select json_build_object('uid', u.uid, 'name', u.name) from directory.users u where u.uid = a.actor_uid) as actor
    from directory.audit a where ${condition}
    order by a.id desc limit ${page.size} offset ${(page.number - 1) * page.size}`);
  if (!isCounted) return { lines: rows, total: null };
  const counted = await database.execute<{ total: number }>(
    sql`select count(*)::int as total from directory.audit a where ${condition}`,
  );
  return { lines: rows, total: counted.rows[0]?.total ?? 0 };
}
