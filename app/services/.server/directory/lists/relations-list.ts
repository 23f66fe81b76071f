import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { PersonPlace } from "~/services/.server/directory/people/people-store";
import { type ListQuery, type ListSource, readListPage } from "./list-builder";
import type { Sort, Total } from "./list-page";
import { effectiveSorts } from "./people-list";
import { isPeopleFiltered, isSearch, type PeopleQuery, peopleCondition, peopleSortColumns } from "./people-query";

/**
 * Lists of memberships and associations, one row each, so that page sizes and totals count rows. People are found and sorted as in a list
 * of people; the relations of each person are sorted by the creation of their groups and organisations.
 */

type Membership = { userUid: string; groupUid: string; name: string; schoolUnit: { uid: string; name: string } };

export type RelationPlace = { userUid: string } & Omit<
  PersonPlace,
  "id" | "qrCodeLoginEnabled" | "pictureLoginEnabled" | "above"
>;

type RelationsPage<Relation> = { rows: Relation[]; total: Total };

type RelationSource = Pick<ListSource, "name" | "columns" | "joins"> & {
  /** Joins from `directory.users u` to the relations. */
  among: SQL;
  /** Columns for the person, the group or organisation, and the organisation itself or of the group. */
  person: SQL;
  other: SQL;
  organization: SQL;
  /** The relation table, and the deleted groups or organisations; both end before the realm's value. */
  table: SQL;
  deleted: SQL;
};

const memberships: RelationSource = {
  name: "memberships",
  among: sql`join directory.memberships m on m.user_id = u.id
    join directory.groups g on g.id = m.group_id and g.status <> 'deleted'`,
  person: sql`m.user_id`,
  other: sql`m.group_id`,
  organization: sql`g.organization_id`,
  table: sql`directory.memberships m where m.realm`,
  deleted: sql`select g.id from directory.groups g where g.status = 'deleted' and g.realm`,
  joins: sql`left join directory.groups g on g.id = page.other left join directory.organizations o on o.id = g.organization_id`,
  columns: sql`u.uid as "userUid", g.uid as "groupUid", g.name,
    json_build_object('uid', o.uid, 'name', o.name) as "schoolUnit"`,
};

const associations: RelationSource = {
  name: "associations",
  among: sql`join directory.associations a on a.user_id = u.id
    join directory.organizations o on o.id = a.organization_id and o.status <> 'deleted'`,
  person: sql`a.user_id`,
  other: sql`a.organization_id`,
  organization: sql`a.organization_id`,
  table: sql`directory.associations a where a.realm`,
  deleted: sql`select o.id from directory.organizations o where o.status = 'deleted' and o.realm`,
  joins: sql`left join directory.associations a on a.user_id = u.id and a.organization_id = page.other
    left join directory.organizations o on o.id = page.other`,
  columns: sql`u.uid as "userUid", o.uid, o.name, a.role, a.admin, a.active, a.add_to_sub_schools as "addToSubSchools"`,
};

export function listMemberships(database: Database, query: PeopleQuery): Promise<RelationsPage<Membership>> {
  return readListPage<Membership>(database, relationsListQuery(query, memberships));
}

export function listPlaces(database: Database, query: PeopleQuery): Promise<RelationsPage<RelationPlace>> {
  return readListPage<RelationPlace>(database, relationsListQuery(query, associations));
}

/** The relations of a whole realm, read from their own table. Few people are deleted, so those are excluded afterwards. */
function wholeRealm({ table, person, other, deleted }: RelationSource, { realm }: PeopleQuery): SQL {
  return sql`from ${table} = ${realm} and ${other} not in (${deleted} = ${realm})
    and ${person} not in (select u.id from directory.users u where u.realm = ${realm} and u.status = 'deleted')`;
}

/** A caller who may see a person through one school may not see the person's relations to other schools. */
function isVisible({ organization }: RelationSource, { within }: PeopleQuery): SQL {
  if (!within) return sql`true`;
  if (within.length === 0) return sql`false`;
  return sql`${organization} in (
    select c.descendant_id from directory.organization_closure c where c.ancestor_id in ${within})`;
}

/** The sorts of the people, then of each person's relations by group or organisation id. */
function relationSorts(sorts: Sort[]): Sort[] {
  const named = effectiveSorts(sorts).map(({ by, order }) => ({ by: by === "id" ? "person" : by, order }));
  const used = named.slice(0, named.findIndex(({ by }) => by === "person") + 1 || named.length);
  if (used.at(-1)?.by !== "person") used.push({ by: "person", order: used.at(-1)?.order ?? "desc" });
  return [...used, { by: "id", order: "asc" }];
}

function relationsListQuery(query: PeopleQuery, relations: RelationSource): ListQuery {
  const { name, among, person, other, columns, joins } = relations;
  const sorts = relationSorts(query.sorts);
  const isWhole =
    !query.organization && !query.within && !query.filters.types && !isSearch(query) && !isPeopleFiltered(query);
  const isPersonFirst = isWhole && sorts[0]?.by === "person";
  const whole = wholeRealm(relations, query);
  const filtered = sql`from directory.users u ${among} where ${peopleCondition(query)} and ${isVisible(relations, query)}`;
  const personId = isPersonFirst ? person : sql`u.id`;
  return {
    source: {
      name,
      ids: sql`${personId} as id, ${other} as other`,
      sortColumns: { ...peopleSortColumns(query.realm), person: personId, id: other },
      // PostgreSQL uses no index for keys from two tables; a bound on the first key alone can use one.
      pageRows: ({ startsAt }) => sql`${isPersonFirst ? whole : filtered} ${startsAt ? sql`and ${startsAt}` : sql``}`,
      countRows: () => (isWhole ? whole : filtered),
      columns,
      joins: sql`left join directory.users u on u.id = page.id ${joins}`,
    },
    sorts,
    page: query.page,
    count: query.count,
  };
}
