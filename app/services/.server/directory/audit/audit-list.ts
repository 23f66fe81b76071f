import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import {
  type PagePlan,
  planPage,
  readFromCursor,
  type SortKeys,
  writeCursor,
} from "~/services/.server/directory/lists/list-page";
import { placePage } from "~/services/.server/directory/lists/list-positions";
import { isPlaceInScope } from "~/services/.server/directory/scope-query";
import type { AuditChange } from "~/services/contracts/customer-management";
import { type AuditQuery, auditCondition, auditSortColumns, auditSorts, auditSource, isKnown } from "./audit-query";

/** An audit log entry with the names of the people in it; a name is null once the person has been purged. */
export type NamedAuditLine = {
  uid: string;
  at: string;
  action: string;
  user: { uid: string; name: string } | null;
  /** Whether nobody did it, but the product itself. */
  isAutomatic: boolean;
  actor: { uid: string; name: string } | null;
  subject: { type: "user" | "organization" | "group"; uid: string; name: string | null };
  details: Record<string, unknown>;
  changes: AuditChange[];
  /** People whose identity the reader may not see. */
  withheld: Array<"user" | "actor" | "subject">;
};

/**
 * Lines about a person or an organisation, newest first.
 * @returns `total` if requested; `nextCursor` is null after the last page
 */
export async function listAudit(
  database: Database,
  realm: Realm,
  query: AuditQuery,
): Promise<{ lines: NamedAuditLine[]; total: number | null; nextCursor: string | null }> {
  const { of, filterableScope, filters, page } = query;
  const source = await auditSource(database, realm, query);
  const { plan, before, remember } = placePage(
    page,
    () => JSON.stringify(["audit", realm, of, filterableScope, filters]),
    (start) => planPage(auditSortColumns, auditSorts, start),
  );
  const read = page.size + 1 + before;
  const part = { plan, most: plan.offset + read };
  const newest = source.newest?.(part);
  const readPart = (part: Read) => readFromCursor(page, () => readLines(database, realm, query, part));
  let result = newest && (await readPart({ strategy: "newest-first", ...newest, plan, read }));
  if (!result || (result.rows.length < read && result.scanned >= (newest?.looked ?? 0))) {
    result = await readPart({ strategy: "by-subject", scanned: null, lines: source.whole(part), plan, read });
  }
  const pageRows = result.rows.slice(before);
  const last = pageRows.length > page.size ? pageRows[page.size - 1] : undefined;
  remember(result.rows[0]?.keys, last?.keys);
  return {
    lines: pageRows.slice(0, page.size).map(({ keys: _, seen: __, ...line }) => line),
    total: query.isCounted ? await countLines(database, realm, query) : null,
    nextCursor: last ? writeCursor(last.keys) : null,
  };
}

type Read = {
  /** `newest-first` filters the realm's newest lines; `by-subject` collects the lines of each person and organisation. */
  strategy: "newest-first" | "by-subject";
  scanned: SQL | null;
  lines: SQL;
  plan: PagePlan;
  read: number;
};

/** @returns the lines, and how many were scanned for them */
async function readLines(
  database: Database,
  realm: Realm,
  { filterableScope }: AuditQuery,
  { strategy, scanned, lines, plan, read }: Read,
) {
  const someone = (column: "user_uid" | "actor_uid" | "subject_uid") =>
    sql`left join lateral (select u.uid, u.name, ${isKnown(filterableScope, realm, sql`u`)} as known from directory.users u
      where u.uid = page.${sql.raw(column)} offset 0)`;
  const named = (alias: string) => {
    const person = sql.raw(alias);
    return sql`case when ${person}.known then json_build_object('uid', ${person}.uid, 'name', ${person}.name) end`;
  };
  const { rows } = await database.execute<
    NamedAuditLine & { keys: SortKeys; seen: number }
  >(sql`${sql.raw(`/* audit: ${strategy} */`)}
    with seen as materialized (${scanned ?? sql`select 1`}), looked as (select count(*)::int as seen from seen)
    select page.id::text as uid, to_char(page.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, page.action,
      case when doer.known is false or actor.known is false then '{}' else page.details end as details,
      case when doer.known is false or actor.known is false or subject.known is false or not (${isPlaceKnown(filterableScope)}) then '[]'
        else coalesce((select v.changes from directory.audit_values v where v.audit_id = page.id), '[]') end as changes,
      page.user_uid is null as "isAutomatic", ${named("doer")} as user, ${named("actor")} as actor,
      json_build_object('type', page.subject_type, 'uid', page.subject_uid, 'name', case page.subject_type
        when 'user' then case when subject.known then subject.name end
        when 'group' then (select g.name from directory.groups g where g.uid = page.subject_uid)
        else (select o.name from directory.organizations o where o.uid = page.subject_uid) end) as subject,
      array_remove(array[case when doer.known is false then 'user' end, case when actor.known is false then 'actor' end,
        case when subject.known is false then 'subject' end], null) as withheld, ${plan.keysFound} as keys, looked.seen
    from looked left join (
      (select a.id, ${plan.keyColumns} from (${lines}) a order by ${plan.orderBy} limit ${read} offset ${plan.offset}) found
      join directory.audit page on page.id = found.id
      ${someone("user_uid")} doer on true ${someone("actor_uid")} actor on true
      ${someone("subject_uid")} subject on page.subject_type = 'user') on true
    order by page.at desc, page.id desc`);
  return { rows: rows.filter(({ uid }) => uid !== null), scanned: rows[0]?.seen ?? 0 };
}

/** Whether the reader may see which groups of a school a person left or joined. */
function isPlaceKnown(filterableScope: AuditQuery["filterableScope"]): SQL {
  if (!filterableScope) return sql`true`;
  return sql`page.action <> 'user.groups_changed' or page.organization_uid is null or exists (
    select 1 from directory.organizations o
    where o.uid = page.organization_uid and ${isPlaceInScope(filterableScope, sql`o.id`)} offset 0)`;
}

async function countLines(database: Database, realm: Realm, query: AuditQuery): Promise<number> {
  const { rows } = await database.execute<{ total: number }>(
    sql`select count(*)::int as total from directory.audit a where ${auditCondition(realm, query)}`,
  );
  return rows[0]?.total ?? 0;
}
