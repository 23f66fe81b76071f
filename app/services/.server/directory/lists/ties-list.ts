import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { PersonPlace } from "~/services/.server/directory/people/people-store";
import { type Keys, type PageAsked, planPage, readTotal, type Sort, type Total } from "./list-page";
import { createPositions, placePage } from "./list-positions";
import { decidingSorts } from "./people-list";
import { type PeopleQuery, peopleCondition, peopleSortColumns } from "./people-query";

/**
 * Who is where, a row for each membership or place, so that pages are as long as they say and totals count rows: somebody in three
 * groups has three. The people are found as in a list of people and stand in its order; each one's groups and organisations in the
 * order in which those were made.
 */

export type Membership = { userUid: string; groupUid: string; name: string; schoolUnit: { uid: string; name: string } };

export type Place = { userUid: string } & Omit<PersonPlace, "id" | "qrCodeLoginEnabled" | "above">;

/** Ties as a list reads them. */
type TieSource = {
  /** Which ties there are, beside `directory.users u`. */
  joins: SQL;
  person: SQL;
  /** The id of a tie's other end. */
  tie: SQL;
  /** The id of the organisation that a tie is to, or lies in. */
  organization: SQL;
  /** The ties' own table, and those of its rows that count although nobody asks for whom: all but the deleted people's. */
  alone: SQL;
  ended: SQL;
  /** What a page's ties are read from, beside `page` and `directory.users u`. */
  sources: SQL;
  columns: SQL;
};

export type TiesPage<Tie> = { rows: Tie[]; total: Total };

const memberships: TieSource = {
  joins: sql`join directory.memberships m on m.user_id = u.id
    join directory.groups g on g.id = m.group_id and g.status <> 'deleted'`,
  person: sql`m.user_id`,
  tie: sql`m.group_id`,
  organization: sql`g.organization_id`,
  alone: sql`directory.memberships m where m.realm`,
  ended: sql`select g.id from directory.groups g where g.status = 'deleted' and g.realm`,
  sources: sql`join directory.groups g on g.id = page.tie join directory.organizations o on o.id = g.organization_id`,
  columns: sql`'userUid', u.uid, 'groupUid', g.uid, 'name', g.name, 'schoolUnit', json_build_object('uid', o.uid, 'name', o.name)`,
};

const places: TieSource = {
  joins: sql`join directory.associations a on a.user_id = u.id
    join directory.organizations o on o.id = a.organization_id and o.status <> 'deleted'`,
  person: sql`a.user_id`,
  tie: sql`a.organization_id`,
  organization: sql`a.organization_id`,
  alone: sql`directory.associations a where a.realm`,
  ended: sql`select o.id from directory.organizations o where o.status = 'deleted' and o.realm`,
  sources: sql`join directory.associations a on a.user_id = u.id and a.organization_id = page.tie
    join directory.organizations o on o.id = page.tie`,
  columns: sql`'userUid', u.uid, 'uid', o.uid, 'name', o.name, 'role', a.role, 'admin', a.admin, 'active', a.active,
    'addToSubSchools', a.add_to_sub_schools`,
};

export function listMemberships(database: Database, query: PeopleQuery): Promise<TiesPage<Membership>> {
  return listTies<Membership>(database, query, memberships);
}

export function listPlaces(database: Database, query: PeopleQuery): Promise<TiesPage<Place>> {
  return listTies<Place>(database, query, places);
}

const positions = createPositions();

/** Whether a query asks for everybody of its realm. */
function isWholeRealm({ organization, within, q, qName, filters }: PeopleQuery): boolean {
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return !organization && !within && !q?.trim() && !qName?.trim() && !isFiltered;
}

/** The ties of a whole realm, from their own table: hardly anybody is deleted, and those are set aside. */
function tiesAlone({ person, tie, alone, ended }: TieSource, { realm }: PeopleQuery): SQL {
  return sql`from ${alone} = ${realm} and ${tie} not in (${ended} = ${realm})
    and ${person} not in (select u.id from directory.users u where u.realm = ${realm} and u.status = 'deleted')`;
}

/** Whoever may see a person through one school sees no ties to another. */
function inReach({ organization }: TieSource, { within }: PeopleQuery): SQL {
  if (!within) return sql`true`;
  if (within.length === 0) return sql`false`;
  return sql`${organization} in (
    select c.descendant_id from directory.organization_closure c where c.ancestor_id in ${within})`;
}

/** The people's order, and each one's ties in the order of their other ends. */
function tieSorts(sorts: Sort[]): Sort[] {
  const named = decidingSorts(sorts).map(({ by, order }) => ({ by: by === "id" ? "person" : by, order }));
  const decided = named.slice(0, named.findIndex(({ by }) => by === "person") + 1 || named.length);
  if (decided.at(-1)?.by !== "person") decided.push({ by: "person", order: decided.at(-1)?.order ?? "desc" });
  return [...decided, { by: "id", order: "asc" }];
}

/** A page is found by keys alone, a deep one from where it is known to begin; only its own rows are read whole. */
async function listTies<Tie extends object>(
  database: Database,
  query: PeopleQuery,
  source: TieSource,
): Promise<TiesPage<Tie>> {
  const { page, count, callerId: _, ...rows } = query;
  const { joins, person, tie, sources, columns } = source;
  const sorts = tieSorts(query.sorts);
  const isWhole = isWholeRealm(query);
  const isAlone = isWhole && sorts[0]?.by === "person";
  const sortColumns = { ...peopleSortColumns(query.realm), person: isAlone ? person : sql`u.id`, id: tie };
  const planFor = (asked: PageAsked) => planPage(sortColumns, sorts, asked);
  const { plan, before, remember } = placePage(
    positions,
    page,
    () => JSON.stringify([source === places, rows, page.size]),
    planFor,
  );
  const alone = tiesAlone(source, query);
  const among = sql`from directory.users u ${joins} where ${peopleCondition(query)} and ${inReach(source, query)}`;
  const counted = count === "none" ? sql`null::int` : sql`(select count(*)::int ${isWhole ? alone : among})`;
  // Keys of two tables are no bound for either; the first one alone is.
  const startsAt = plan.startsAt ? sql`and ${plan.startsAt}` : sql``;
  const answer = await database.execute<{ total: number | null; keys: Keys; tie: Tie | null }>(sql`
    select counted.total, read.keys, read.tie from (select ${counted} as total) counted left join (
      select page.place, page.keys, json_build_object(${columns}) as tie from (
        select found.id, found.tie, ${plan.keysFound} as keys, row_number() over () as place from (
          select ${sortColumns.person} as id, ${tie} as tie, ${plan.keyColumns} ${isAlone ? alone : among}
            ${startsAt} and ${plan.after}
          order by ${plan.orderBy} limit ${page.size + 1 + before} offset ${plan.offset}) found) page
      join directory.users u on u.id = page.id ${sources}) read on true
    order by read.place`);
  const read = answer.rows.filter((row) => row.tie !== null);
  const found = read.slice(before);
  const last = found.length > page.size ? found[page.size - 1] : undefined;
  remember(read[0]?.keys, last?.keys);
  const total = readTotal(answer.rows[0]?.total ?? null, count);
  return { rows: found.slice(0, page.size).flatMap(({ tie }) => tie ?? []), total };
}
