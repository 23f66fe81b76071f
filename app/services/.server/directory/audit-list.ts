import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../db/.server/connect";
import { type Realm, realmRow } from "../../../realms/realm";
import type { AuditFilters } from "./list-filters";
import { type PageAsked, searchPatterns } from "./list-page";

/** A line of the audit log with the names of those in it; a name is null once its person is purged. */
export type AuditLine = {
  uid: string;
  at: string;
  action: string;
  user: { uid: string; name: string } | null;
  actor: { uid: string; name: string } | null;
  subject: { type: "user" | "organization" | "group"; uid: string; name: string | null };
  details: Record<string, unknown>;
};

export type AuditQuery = {
  /** A person: what was done to them and by them. An organisation: what was done to it, its groups, its people, and all below. */
  of: { personUid: string } | { organizationId: number };
  filters: AuditFilters;
  page: PageAsked;
  isCounted: boolean;
};

function concerns(of: AuditQuery["of"]): SQL {
  if ("personUid" in of) {
    return sql`((a.subject_type = 'user' and a.subject_uid = ${of.personUid})
      or a.user_uid = ${of.personUid} or a.actor_uid = ${of.personUid})`;
  }
  const branch = sql`select c.descendant_id from directory.organization_closure c where c.ancestor_id = ${of.organizationId}`;
  return sql`(a.organization_uid in (select o.uid from directory.organizations o where o.id in (${branch}))
    or (a.subject_type = 'user' and a.subject_uid in (
      select u.uid from directory.users u join directory.associations p on p.user_id = u.id
      where p.organization_id in (${branch}))))`;
}

/** Lines that concern a person or an organisation, the newest first. */
export async function listAudit(
  database: Database,
  realm: Realm,
  { of, filters, page, isCounted }: AuditQuery,
): Promise<{ lines: AuditLine[]; total: number | null }> {
  const all: SQL[] = [sql`a.realm = ${realm}`, concerns(of)];
  if (filters.action?.length) all.push(sql`a.action in ${filters.action}`);
  // A day begins and ends by the clocks of the country, in which the log is read.
  const midnight = (day: SQL) => sql`(${day})::timestamp at time zone ${realmRow(realm).timeZone}`;
  if (filters.from) all.push(sql`a.at >= ${midnight(sql`${filters.from}::date`)}`);
  if (filters.to) all.push(sql`a.at < ${midnight(sql`${filters.to}::date + 1`)}`);
  for (const pattern of searchPatterns(filters.who ?? "")) {
    all.push(sql`exists (select 1 from directory.users w where w.uid in (a.user_uid, a.actor_uid)
      and lower(w.name || ' ' || w.username) like ${pattern})`);
  }
  const condition = sql.join(all, sql` and `);
  const { rows } = await database.execute<AuditLine>(sql`
    select a.id::text as uid, to_char(a.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, a.action, a.details,
      (select json_build_object('uid', u.uid, 'name', u.name) from directory.users u where u.uid = a.user_uid) as user,
      (select json_build_object('uid', u.uid, 'name', u.name) from directory.users u where u.uid = a.actor_uid) as actor,
      json_build_object('type', a.subject_type, 'uid', a.subject_uid, 'name', case a.subject_type
        when 'user' then (select u.name from directory.users u where u.uid = a.subject_uid)
        when 'group' then (select g.name from directory.groups g where g.uid = a.subject_uid)
        else (select o.name from directory.organizations o where o.uid = a.subject_uid) end) as subject
    from directory.audit a where ${condition}
    order by a.id desc limit ${page.size} offset ${(page.number - 1) * page.size}`);
  if (!isCounted) return { lines: rows, total: null };
  const counted = await database.execute<{ total: number }>(
    sql`select count(*)::int as total from directory.audit a where ${condition}`,
  );
  return { lines: rows, total: counted.rows[0]?.total ?? 0 };
}
