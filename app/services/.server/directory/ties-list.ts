import { sql } from "drizzle-orm";
import type { Database } from "../../../db/.server/connect";
import { planPage, readTotal, type Total } from "./list-page";
import { decidingSorts, type PeopleQuery, peopleCondition, peopleSortColumns } from "./people-list";
import type { PersonType } from "./rules";

/**
 * Who is where, a row for each membership or place, so that pages are as long as they say and totals count rows: somebody in three
 * groups has three. The people are found as in a list of people and stand in its order; each one's groups and organisations in the
 * order in which those were made.
 */

export type Membership = { userUid: string; groupUid: string; name: string; schoolUnit: { uid: string; name: string } };

export type Place = {
  userUid: string;
  uid: string;
  name: string;
  role: PersonType;
  admin: boolean;
  active: boolean;
  addToSubSchools: boolean;
};

export type TiesPage<Tie> = { rows: Tie[]; total: Total };

const memberships = {
  /** Which ties there are, beside `directory.users u`; each has its person and the id of its other end, `tie`. */
  joins: sql`join directory.memberships m on m.user_id = u.id
    join directory.groups g on g.id = m.group_id and g.status <> 'deleted'`,
  tie: sql`m.group_id`,
  /** What a page's ties are read from, beside `page` and `directory.users u`. */
  sources: sql`join directory.groups g on g.id = page.tie join directory.organizations o on o.id = g.organization_id`,
  columns: sql`'userUid', u.uid, 'groupUid', g.uid, 'name', g.name, 'schoolUnit', json_build_object('uid', o.uid, 'name', o.name)`,
};

const places = {
  joins: sql`join directory.associations a on a.user_id = u.id
    join directory.organizations o on o.id = a.organization_id and o.status <> 'deleted'`,
  tie: sql`a.organization_id`,
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

/** A page is found by keys alone; only its own rows are read whole. */
async function listTies<Tie extends object>(
  database: Database,
  query: PeopleQuery,
  { joins, tie, sources, columns }: typeof memberships,
): Promise<TiesPage<Tie>> {
  const { page, count } = query;
  const { orderBy, offset } = planPage(peopleSortColumns(query.realm), decidingSorts(query.sorts), page);
  const from = sql`from directory.users u ${joins} where ${peopleCondition(query)}`;
  const counted = count === "none" ? sql`null::int` : sql`(select count(*)::int ${from})`;
  const { rows } = await database.execute<{ total: number | null; tie: Tie | null }>(sql`
    select counted.total, read.tie from (select ${counted} as total) counted left join (
      select page.place, json_build_object(${columns}) as tie from (
        select found.*, row_number() over () as place from (
          select u.id, ${tie} as tie ${from} order by ${orderBy}, ${tie} limit ${page.size} offset ${offset}) found) page
      join directory.users u on u.id = page.id ${sources}) read on true
    order by read.place`);
  return { rows: rows.flatMap(({ tie }) => tie ?? []), total: readTotal(rows[0]?.total ?? null, count) };
}
