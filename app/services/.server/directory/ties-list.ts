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
  columns: sql`u.uid as "userUid", g.uid as "groupUid", g.name, json_build_object('uid', o.uid, 'name', o.name) as "schoolUnit"`,
  joins: sql`join directory.memberships m on m.user_id = u.id
    join directory.groups g on g.id = m.group_id and g.status <> 'deleted'
    join directory.organizations o on o.id = g.organization_id`,
  place: sql`m.group_id`,
};

const places = {
  columns: sql`u.uid as "userUid", o.uid, o.name, a.role, a.admin, a.active, a.add_to_sub_schools as "addToSubSchools"`,
  joins: sql`join directory.associations a on a.user_id = u.id
    join directory.organizations o on o.id = a.organization_id and o.status <> 'deleted'`,
  place: sql`a.organization_id`,
};

export function listMemberships(database: Database, query: PeopleQuery): Promise<TiesPage<Membership>> {
  return listTies<Membership>(database, query, memberships);
}

export function listPlaces(database: Database, query: PeopleQuery): Promise<TiesPage<Place>> {
  return listTies<Place>(database, query, places);
}

async function listTies<Tie extends object>(
  database: Database,
  query: PeopleQuery,
  { columns, joins, place }: typeof memberships,
): Promise<TiesPage<Tie>> {
  const { page, count } = query;
  const { orderBy, offset } = planPage(peopleSortColumns(query.realm), decidingSorts(query.sorts), page);
  const from = sql`from directory.users u ${joins} where ${peopleCondition(query)}`;
  const counted = count === "none" ? sql`null::int` : sql`(select count(*)::int ${from})`;
  const { rows } = await database.execute<{ total: number | null; tie: Tie | null }>(sql`
    select counted.total, page.tie from (select ${counted} as total) counted
    left join (select to_json(found) as tie, row_number() over () as place from (
      select ${columns} ${from} order by ${orderBy}, ${place} limit ${page.size} offset ${offset}) found) page on true
    order by page.place`);
  return { rows: rows.flatMap(({ tie }) => tie ?? []), total: readTotal(rows[0]?.total ?? null, count) };
}
