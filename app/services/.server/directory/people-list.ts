import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../db/.server/connect";
import type { Realm } from "../../../realms/realm";
import {
  type CountAsked,
  countCap,
  type PageAsked,
  planPage,
  readTotal,
  type Sort,
  type SortColumns,
  searchPatterns,
  type Total,
  writeCursor,
} from "./list-page";
import { type Person, personColumns } from "./people-store";
import type { PersonType, Status } from "./rules";

/** Lists of people: one statement a page, its count among it. */

export type PeopleFilters = {
  status?: Status[];
  types?: PersonType[];
  organizationUid?: string;
  groupUid?: string;
  /** Pupils of a guardian, guardians of a pupil. */
  guardianUid?: string;
  studentUid?: string;
  admin?: boolean;
  shared?: boolean;
  hasEmail?: boolean;
  isWithoutGroup?: boolean;
  /** Attributes that equal a value, in any case of letters. */
  equals?: Partial<Record<"externalId" | "username" | "email" | "eppn" | "sms" | "bankid", string>>;
  uids?: string[];
};

export type PeopleQuery = {
  realm: Realm;
  /** Who is looking for: the organisation alone, or with everything below; null for the whole realm. */
  organization: { id: number; withBelow: boolean; activeOnly: boolean } | null;
  /** Only people of these organisations and all below them; absent or null: everybody whom `organization` lets through. */
  within?: number[] | null;
  /** Whose pupils are shown apart, see Person.isPupilOfCaller. */
  callerId: number;
  q?: string | undefined;
  qName?: string | undefined;
  filters: PeopleFilters;
  sorts: Sort[];
  page: PageAsked;
  count: CountAsked;
};

export type PeoplePage = { people: Person[]; total: Total; nextCursor: string | null };

/** The country's alphabet. */
const collations: Record<Realm, string> = {
  de: "de-x-icu",
  fi: "fi-x-icu",
  fr: "fr-x-icu",
  nl: "nl-x-icu",
  no: "nb-x-icu",
  se: "sv-x-icu",
  uk: "en-x-icu",
  us: "en-x-icu",
};

export function peopleSortColumns(realm: Realm): SortColumns {
  return {
    id: sql`u.id`,
    name: sql.raw(`u.name collate "${collations[realm]}"`),
    username: sql`lower(u.username)`,
    email: sql`coalesce(lower(u.email), '')`,
  };
}

const attributeColumns = {
  externalId: sql`u.external_id`,
  username: sql`lower(u.username)`,
  email: sql`coalesce(lower(u.email), '')`,
  eppn: sql`lower(u.eppn)`,
  sms: sql`u.sms`,
  bankid: sql`u.bankid`,
} as const;

const lettersFolded = new Set(["username", "email", "eppn"]);

function inOrganization({ id, withBelow, activeOnly }: NonNullable<PeopleQuery["organization"]>): SQL {
  const active = activeOnly ? sql`and a.active` : sql``;
  return withBelow
    ? sql`u.id in (select a.user_id from directory.organization_closure c
        join directory.associations a on a.organization_id = c.descendant_id
        where c.ancestor_id = ${id} ${active})`
    : sql`u.id in (select a.user_id from directory.associations a where a.organization_id = ${id} ${active})`;
}

/** The rows that a query asks for, as a condition on `directory.users u`. */
export function peopleCondition(query: Omit<PeopleQuery, "page" | "count" | "sorts" | "callerId">): SQL {
  const { filters } = query;
  // The realm stands in the text, not as a parameter, so that the partial indexes of its alphabet can serve.
  const all: SQL[] = [sql.raw(`u.realm = '${query.realm}'`)];
  const wanted = filters.status;
  if (wanted?.includes("deleted")) all.push(sql`u.status = 'deleted'`);
  else all.push(sql`u.status <> 'deleted'`);
  if (wanted?.length === 1 && wanted[0] !== "deleted") all.push(sql`u.status = ${wanted[0]}`);
  if (filters.types?.length === 1) all.push(sql`u.type = ${filters.types[0]}`);
  else if (filters.types?.length) all.push(sql`u.type in ${filters.types}`);
  if (query.organization) all.push(inOrganization(query.organization));
  if (query.within) {
    all.push(
      query.within.length
        ? sql`u.id in (select a.user_id from directory.organization_closure c
            join directory.associations a on a.organization_id = c.descendant_id where c.ancestor_id in ${query.within})`
        : sql`false`,
    );
  }
  if (filters.organizationUid) {
    all.push(sql`u.id in (select a.user_id from directory.organizations o
      join directory.organization_closure c on c.ancestor_id = o.id
      join directory.associations a on a.organization_id = c.descendant_id where o.uid = ${filters.organizationUid})`);
  }
  if (filters.groupUid) {
    all.push(sql`u.id in (select m.user_id from directory.groups g
      join directory.memberships m on m.group_id = g.id where g.uid = ${filters.groupUid})`);
  }
  if (filters.guardianUid) {
    all.push(sql`u.id in (select w.student_id from directory.users g
      join directory.guardianships w on w.guardian_id = g.id where g.uid = ${filters.guardianUid})`);
  }
  if (filters.studentUid) {
    all.push(sql`u.id in (select w.guardian_id from directory.users s
      join directory.guardianships w on w.student_id = s.id where s.uid = ${filters.studentUid})`);
  }
  if (filters.admin !== undefined) {
    const is = sql`exists (select 1 from directory.associations a where a.user_id = u.id and a.admin)`;
    all.push(filters.admin ? is : sql`not ${is}`);
  }
  if (filters.shared !== undefined) all.push(sql`u.shared = ${filters.shared}`);
  if (filters.hasEmail !== undefined) all.push(filters.hasEmail ? sql`u.email is not null` : sql`u.email is null`);
  if (filters.isWithoutGroup) {
    all.push(sql`not exists (select 1 from directory.memberships m where m.user_id = u.id)`);
  }
  for (const [name, value] of Object.entries(filters.equals ?? {})) {
    const column = attributeColumns[name as keyof typeof attributeColumns];
    all.push(sql`${column} = ${lettersFolded.has(name) ? value.toLowerCase() : value}`);
  }
  if (filters.uids) all.push(filters.uids.length ? sql`u.uid in ${filters.uids}` : sql`false`);
  for (const pattern of searchPatterns(query.q ?? "")) all.push(searched(pattern));
  for (const pattern of searchPatterns(query.qName ?? "")) {
    all.push(sql`${searched(pattern)} and lower(u.name) like ${pattern}`);
  }
  return sql.join(all, sql` and `);
}

function searched(pattern: string): SQL {
  return sql`lower(u.name || ' ' || u.username || ' ' || coalesce(u.email, '')) like ${pattern}`;
}

type PageRow = Person & { total: number | null; keys: Array<string | number> };

/** One page of people with their places. */
export async function listPeople(database: Database, query: PeopleQuery): Promise<PeoplePage> {
  const plan = planPage(peopleSortColumns(query.realm), query.sorts, query.page);
  const condition = peopleCondition(query);
  const counted =
    query.count === "none"
      ? sql`select null::int as total`
      : query.count === "exact"
        ? sql`select count(*)::int as total from directory.users u where ${condition}`
        : sql`select count(*)::int as total from (select 1 from directory.users u where ${condition} limit ${countCap + 1}) found`;
  const { rows } = await database.execute<PageRow>(sql`
    with counted as (${counted}), page as (
      select u.*, ${plan.keys} as keys, row_number() over (order by ${plan.orderBy}) as place
      from directory.users u where ${condition} and ${plan.after}
      order by ${plan.orderBy} limit ${query.page.size + 1} offset ${plan.offset})
    select counted.total, u.keys, ${personColumns(query.callerId)}
    from counted left join page u on true order by u.place`);
  const total = rows[0]?.total ?? null;
  const found = rows.filter((row) => row.id !== null);
  const people = found.slice(0, query.page.size);
  const last = found.length > query.page.size ? people.at(-1) : undefined;
  return {
    people,
    total: readTotal(total, query.count),
    nextCursor: last ? writeCursor(last.keys) : null,
  };
}
