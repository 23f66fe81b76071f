import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { type Realm, realmRow } from "~/realms/realm";
import type { AuditFilters } from "~/services/.server/directory/lists/list-filters";
import { listMemory } from "~/services/.server/directory/lists/list-memory";
import {
  type PagePlan,
  type PageRequest,
  type Sort,
  type SortColumns,
  searchPatterns,
} from "~/services/.server/directory/lists/list-page";
import { searchedText } from "~/services/.server/directory/lists/people-query";
import {
  type CallerScope,
  isPersonAbove,
  isPersonInScope,
  isPlaceInScope,
} from "~/services/.server/directory/scope-query";

/** Selects the audit log entries of a list, using the log's indexes. docs/decisions/0020-lists-at-a-million.md */

export type AuditQuery = {
  /**
   * A person: lines with the person as subject, user or actor. An organisation: lines about it, its groups, its people and all its
   * descendants.
   */
  of: { personUid: string } | { organizationId: number };
  /** The reader's scope; null for super users, who see everything. */
  filterableScope: CallerScope | null;
  filters: AuditFilters;
  page: PageRequest;
  isCounted: boolean;
};

/** The newest first. */
export const auditSorts: Sort[] = [
  { by: "at", order: "desc" },
  { by: "id", order: "desc" },
];
export const auditSortColumns: SortColumns = { at: sql`a.at`, id: sql`a.id` };

/** Whether the reader may see the identity of a person, given as a row of `directory.users`. Decision 30. */
export function isKnown(filterableScope: CallerScope | null, realm: Realm, person: SQL): SQL {
  return filterableScope
    ? sql`(${isPersonInScope(filterableScope, person)} or ${isPersonAbove(filterableScope, realm, person)})`
    : sql`true`;
}

/** All lines of a query as one condition on `directory.audit a`, for an exact count. */
export function auditCondition(realm: Realm, query: AuditQuery): SQL {
  const { of, filterableScope, filters } = query;
  const who = whoPatterns(filters).map(
    (pattern) => sql`exists (select 1 from directory.users w where w.uid in (a.user_uid, a.actor_uid)
      and lower(w.name || ' ' || w.username) like ${pattern} and ${isKnown(filterableScope, realm, sql`w`)})`,
  );
  return sql.join([sql`a.realm = ${realm}`, concerns(of), ...filterConditions(realm, query), ...who], sql` and `);
}

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

/**
 * The organisation condition for a single line, by key look-ups: `offset 0` prevents PostgreSQL from collecting all rows of a country
 * first.
 */
function concernsOrganization(id: number, line: SQL): SQL {
  return sql`((${line}.organization_uid is not null and exists (
      select 1 from directory.organizations o
      join directory.organization_closure c on c.descendant_id = o.id and c.ancestor_id = ${id}
      where o.uid = ${line}.organization_uid offset 0))
    or (${line}.subject_type = 'user' and exists (
      select 1 from directory.users u join directory.associations p on p.user_id = u.id
      join directory.organization_closure c on c.descendant_id = p.organization_id and c.ancestor_id = ${id}
      where u.uid = ${line}.subject_uid offset 0)))`;
}

/** A person's log omits what the person did to people and organisations outside the reader's scope. */
function disclosureConditions({ of, filterableScope }: AuditQuery): SQL[] {
  if (!filterableScope || !("personUid" in of)) return [];
  return [
    sql`((a.subject_type = 'user' and (a.subject_uid = ${of.personUid} or exists (
        select 1 from directory.users s where s.uid = a.subject_uid and ${isPersonInScope(filterableScope, sql`s`)} offset 0)))
      or (a.organization_uid is not null and exists (
        select 1 from directory.organizations o
        where o.uid = a.organization_uid and ${isPlaceInScope(filterableScope, sql`o.id`)} offset 0)))`,
  ];
}

function filterConditions(realm: Realm, query: AuditQuery): SQL[] {
  const { action, from, to } = query.filters;
  const all = disclosureConditions(query);
  if (action?.length === 1) all.push(sql`a.action = ${action[0]}`);
  else if (action?.length) all.push(sql`a.action in ${action}`);
  // Days start and end in the country's time zone.
  const midnight = (day: SQL) => sql`(${day})::timestamp at time zone ${realmRow(realm).timeZone}`;
  if (from) all.push(sql`a.at >= ${midnight(sql`${from}::date`)}`);
  if (to) all.push(sql`a.at < ${midnight(sql`${to}::date + 1`)}`);
  return all;
}

function whoPatterns(filters: AuditFilters): string[] {
  return searchPatterns(filters.who ?? "");
}

/** If a search by name matches more people than this, the people in the log are searched instead. */
const maxMatches = 2000;

/** Uids of people whose name matches and whom the reader may see; null without a search. */
async function findActingPeople(
  database: Database,
  realm: Realm,
  { filterableScope, filters }: AuditQuery,
): Promise<string[] | null> {
  const patterns = whoPatterns(filters);
  if (patterns.length === 0) return null;
  const like = (text: SQL) =>
    sql.join(
      patterns.map((pattern) => sql`${text} like ${pattern}`),
      sql` and `,
    );
  const matches = sql`w.realm = ${realm} and ${like(sql`lower(w.name || ' ' || w.username)`)}`;
  // The search index also contains e-mail addresses, so the name is tested separately.
  const indexed = like(searchedText(sql`w`));
  const { rows } = await database.execute<{ uid: string; known: boolean }>(sql`
    with found as materialized (
      select w.* from directory.users w where ${indexed} and ${matches} limit ${maxMatches + 1})
    select w.uid, (select count(*) from found) <= ${maxMatches} and ${isKnown(filterableScope, realm, sql`w`)} as known from found w`);
  if (rows.length <= maxMatches) return rows.filter(({ known }) => known).map(({ uid }) => uid);
  const next = (column: SQL, after: SQL) =>
    sql`select ${column} as uid from directory.audit a where ${column} ${after} order by ${column} limit 1`;
  const each = (name: SQL, column: SQL) => sql`${name} as ((${next(column, sql`is not null`)})
    union all select (${next(column, sql`> ${name}.uid`)}) from ${name} where ${name}.uid is not null)`;
  const named = await database.execute<{ uid: string }>(sql`
    with recursive ${each(sql`acting_users`, sql`a.user_uid`)}, ${each(sql`actors`, sql`a.actor_uid`)}
    select w.uid from directory.users w
    where w.uid in (select uid from acting_users union select uid from actors) and ${matches} and ${isKnown(filterableScope, realm, sql`w`)}`);
  return named.rows.map(({ uid }) => uid);
}

/** If an organisation has more people and descendants than this, the realm's newest lines are scanned first. */
const maxSubjects = 4000;

async function isLarge(database: Database, realm: Realm, organizationId: number): Promise<boolean> {
  const key = `${realm} ${organizationId}`;
  const remembered = listMemory.largeOrganizations.get(key);
  if (remembered !== undefined) return remembered;
  const { rows } = await database.execute<{ many: boolean }>(sql`
    select count(*) > ${maxSubjects} as many from (
      select 1 from directory.organization_closure c
      left join directory.associations p on p.organization_id = c.descendant_id
      where c.ancestor_id = ${organizationId} limit ${maxSubjects + 1}) below`);
  const isMany = rows[0]?.many === true;
  listMemory.largeOrganizations.set(key, isMany);
  return isMany;
}

/** The page to read, and the maximum number of lines to take from each source. */
type AuditPart = { plan: PagePlan; most: number };

/** Produces statements that select `at` and `id` of lines. */
type AuditSource = {
  /**
   * The realm's newest lines up to `looked`, and those of them that match. If `looked` lines were scanned and the page is not full, `whole`
   * has the rest. Null if scanning would not be cheaper.
   */
  newest: ((part: AuditPart) => { scanned: SQL; lines: SQL; looked: number }) | null;
  whole: (part: AuditPart) => SQL;
};

/** Lines with a given value in a column that is indexed together with the time, newest first. */
function linesWith(column: "subject_uid" | "user_uid" | "actor_uid" | "organization_uid", value: SQL, also: SQL) {
  return ({ plan, most }: AuditPart, columns = sql`a.at, a.id`) => sql`select ${columns} from directory.audit a
    where a.${sql.raw(column)} = ${value} and ${also} and ${plan.after} order by ${plan.orderBy} limit ${most}`;
}

/** Chooses the statements that find a query's lines. */
export async function auditSource(database: Database, realm: Realm, query: AuditQuery): Promise<AuditSource> {
  const { of } = query;
  const filters = sql.join([sql`a.realm = ${realm}`, ...filterConditions(realm, query)], sql` and `);
  const actingPeople = await findActingPeople(database, realm, query);
  const uids = sql`${sql.param(actingPeople)}::uuid[]`;
  const also = actingPeople ? sql`${filters} and (a.user_uid = any (${uids}) or a.actor_uid = any (${uids}))` : filters;
  if ("personUid" in of) return { newest: null, whole: personSource(of.personUid, also) };
  const whole = organizationSource(of.organizationId, also);
  if (!(await isLarge(database, realm, of.organizationId))) return { newest: null, whole };
  return {
    whole,
    newest({ plan, most }) {
      const looked = most > maxScanned ? most + maxScanned : maxScanned;
      const part = { plan, most: looked };
      const columns = sql`a.at, a.id, a.organization_uid, a.subject_type, a.subject_uid`;
      const asUser = linesWith("user_uid", sql`person.uid`, filters);
      const asActor = linesWith("actor_uid", sql`person.uid`, filters);
      const scanned = actingPeople
        ? sql`select a.* from (select distinct line.* from unnest(${uids}) person (uid) cross join lateral (
            (${asUser(part, columns)}) union all (${asActor(part, columns)})) line) a
            order by ${plan.orderBy} limit ${looked}`
        : sql`select ${columns} from directory.audit a where ${filters} and ${plan.after}
            order by ${plan.orderBy} limit ${looked}`;
      const lines = sql`select a.at, a.id from seen a where ${concernsOrganization(of.organizationId, sql`a`)}
        order by ${plan.orderBy} limit ${most}`;
      return { scanned, lines, looked };
    },
  };
}

/** Scanning this many lines is faster than querying thousands of people and organisations one by one. */
const maxScanned = 10_000;

function personSource(uid: string, also: SQL): AuditSource["whole"] {
  const columns = ["subject_uid", "user_uid", "actor_uid"] as const;
  const parts = columns.map((column) => linesWith(column, sql`${uid}::uuid`, also));
  return (part) =>
    sql.join(
      parts.map((lines) => sql`(${lines(part)})`),
      sql` union `,
    );
}

/** Lines of each person in and each descendant of an organisation. */
function organizationSource(id: number, also: SQL): AuditSource["whole"] {
  const below = sql`directory.organization_closure c`;
  const people = sql`select distinct u.uid from ${below} join directory.associations p on p.organization_id = c.descendant_id
    join directory.users u on u.id = p.user_id where c.ancestor_id = ${id}`;
  const places = sql`select o.uid from ${below} join directory.organizations o on o.id = c.descendant_id
    where c.ancestor_id = ${id}`;
  const ofPerson = linesWith("subject_uid", sql`person.uid`, also);
  const ofPlace = linesWith("organization_uid", sql`place.uid`, also);
  return (part) => sql`
    select line.at, line.id from (${people}) person cross join lateral (${ofPerson(part)}) line
    union select line.at, line.id from (${places}) place cross join lateral (${ofPlace(part)}) line`;
}
