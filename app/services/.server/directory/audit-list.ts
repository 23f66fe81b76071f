import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../db/.server/connect";
import { type Realm, realmRow } from "../../../realms/realm";
import type { AuditFilters } from "./list-filters";
import { type PageAsked, searchPatterns } from "./list-page";
import { isPersonAbove, isPersonInReach, isPlaceInReach, type Reach } from "./reach-query";

/** A line of the audit log with the names of those in it; a name is null once its person is purged. */
export type AuditLine = {
  uid: string;
  at: string;
  action: string;
  user: { uid: string; name: string } | null;
  actor: { uid: string; name: string } | null;
  subject: { type: "user" | "organization" | "group"; uid: string; name: string | null };
  details: Record<string, unknown>;
  /** Those in it whom the reader may not know. */
  withheld: Array<"user" | "actor" | "subject">;
};

export type AuditQuery = {
  /** A person: what was done to them and by them. An organisation: what was done to it, its groups, its people, and all below. */
  of: { personUid: string } | { organizationId: number };
  /** The reader's; null for super users, from whom nothing is withheld. */
  reach: Reach | null;
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

/** A person's log leaves out what they did to anybody and anything that the reader has no right to. */
function isToldOf({ of, reach }: AuditQuery): SQL {
  if (!reach || !("personUid" in of)) return sql`true`;
  return sql`((a.subject_type = 'user' and (a.subject_uid = ${of.personUid} or exists (
        select 1 from directory.users s where s.uid = a.subject_uid and ${isPersonInReach(reach, sql`s`)})))
    or (a.organization_uid is not null and exists (
        select 1 from directory.organizations o where o.uid = a.organization_uid and ${isPlaceInReach(reach, sql`o.id`)})))`;
}

/** Whether the reader may know who somebody is, a row of `directory.users`. Decision 36. */
function isKnown(reach: Reach | null, realm: Realm, person: SQL): SQL {
  return reach ? sql`(${isPersonInReach(reach, person)} or ${isPersonAbove(reach, realm, person)})` : sql`true`;
}

/** Lines that concern a person or an organisation, the newest first. */
export async function listAudit(
  database: Database,
  realm: Realm,
  query: AuditQuery,
): Promise<{ lines: AuditLine[]; total: number | null }> {
  const { of, reach, filters, page, isCounted } = query;
  const all: SQL[] = [sql`a.realm = ${realm}`, concerns(of), isToldOf(query)];
  if (filters.action?.length) all.push(sql`a.action in ${filters.action}`);
  // A day begins and ends by the clocks of the country, in which the log is read.
  const midnight = (day: SQL) => sql`(${day})::timestamp at time zone ${realmRow(realm).timeZone}`;
  if (filters.from) all.push(sql`a.at >= ${midnight(sql`${filters.from}::date`)}`);
  if (filters.to) all.push(sql`a.at < ${midnight(sql`${filters.to}::date + 1`)}`);
  for (const pattern of searchPatterns(filters.who ?? "")) {
    all.push(sql`exists (select 1 from directory.users w where w.uid in (a.user_uid, a.actor_uid)
      and lower(w.name || ' ' || w.username) like ${pattern} and ${isKnown(reach, realm, sql`w`)})`);
  }
  const condition = sql.join(all, sql` and `);
  const someone = (column: "user_uid" | "actor_uid" | "subject_uid") =>
    sql`left join lateral (select u.uid, u.name, ${isKnown(reach, realm, sql`u`)} as known from directory.users u
      where u.uid = page.${sql.raw(column)} offset 0)`;
  const named = (alias: string) => {
    const person = sql.raw(alias);
    return sql`case when ${person}.known then json_build_object('uid', ${person}.uid, 'name', ${person}.name) end`;
  };
  const { rows } = await database.execute<AuditLine>(sql`
    select page.id::text as uid, to_char(page.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, page.action,
      case when doer.known is false or actor.known is false then '{}' else page.details end as details,
      ${named("doer")} as user, ${named("actor")} as actor,
      json_build_object('type', page.subject_type, 'uid', page.subject_uid, 'name', case page.subject_type
        when 'user' then case when subject.known then subject.name end
        when 'group' then (select g.name from directory.groups g where g.uid = page.subject_uid)
        else (select o.name from directory.organizations o where o.uid = page.subject_uid) end) as subject,
      array_remove(array[case when doer.known is false then 'user' end, case when actor.known is false then 'actor' end,
        case when subject.known is false then 'subject' end], null) as withheld
    from (select a.* from directory.audit a where ${condition}
      order by a.id desc limit ${page.size} offset ${(page.number - 1) * page.size}) page
    ${someone("user_uid")} doer on true ${someone("actor_uid")} actor on true
    ${someone("subject_uid")} subject on page.subject_type = 'user' order by page.id desc`);
  if (!isCounted) return { lines: rows, total: null };
  const counted = await database.execute<{ total: number }>(
    sql`select count(*)::int as total from directory.audit a where ${condition}`,
  );
  return { lines: rows, total: counted.rows[0]?.total ?? 0 };
}
