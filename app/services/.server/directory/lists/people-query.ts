import { type SQL, sql } from "drizzle-orm";
import type { Realm } from "~/realms/realm";
import type { PersonType, Status } from "~/services/.server/directory/rules";
import {
  type CallerScope,
  isGroupInScope,
  isPersonInScope,
  isPlaceInScope,
  membersWithGuardians,
} from "~/services/.server/directory/scope-query";
import { type SortColumns, searchConditions } from "./list-page";
import type { ListPaging } from "./list-query";
import type { PeopleGrouping } from "./people-grouping";

/** Queries of people as SQL conditions. */

export type PeopleFilters = {
  status?: Status[];
  types?: PersonType[];
  organizationUid?: string;
  groupUid?: string;
  /** Pupils of a guardian; guardians of a pupil. */
  guardianUid?: string;
  studentUid?: string;
  admin?: boolean;
  shared?: boolean;
  hasEmail?: boolean;
  isWithoutGroup?: boolean;
  /** Members of groups of the list's organisations with this typical school entry year. */
  entryYear?: number;
  isNeverSignedIn?: boolean;
  hasBadge?: boolean;
  /** Attributes that must equal a value, case-insensitively. */
  equals?: Partial<Record<"externalId" | "username" | "email" | "eppn" | "sms" | "bankid", string>>;
  uids?: string[];
  exceptUids?: string[];
  /** Excludes people associated with this organisation itself (not its descendants), or members of this group itself. */
  outsideOrganizationUid?: string;
  outsideGroupUid?: string;
};

export type PeopleQuery = ListPaging & {
  realm: Realm;
  /** The organisation alone or with its descendants; null for the whole realm. */
  organization: { id: number; withBelow: boolean; activeOnly: boolean } | null;
  /** Only people of these organisations and their descendants; absent or null: no restriction beyond `organization`. */
  within?: number[] | null;
  /** Only members of these groups and their guardians; absent or null: no restriction. */
  ofGroups?: number[] | null;
  /**
   * The scope that filters may evaluate: an id outside it gives the same result as a non-existent one. Absent or null: the whole realm. See
   * `filterScope`.
   */
  filterableScope?: CallerScope | null;
  /** Sets Person.isPupilOfCaller. */
  callerId: number;
  filters: PeopleFilters;
  /** Absent or null: no grouping. */
  grouping?: PeopleGrouping | null;
};

export function isSearch({ q, qName }: Pick<PeopleQuery, "q" | "qName">): boolean {
  return Boolean(q?.trim() || qName?.trim());
}

/** Whether the people are filtered by anything other than type. */
export function isPeopleFiltered({
  filters: { types: _, ...filters },
  ofGroups,
}: Pick<PeopleQuery, "filters" | "ofGroups">): boolean {
  return Boolean(ofGroups) || Object.values(filters).some((value) => value !== undefined);
}

/**
 * The scope that the filters need; null if none of them evaluates anything beyond the list's people, so that equal lists have equal keys.
 */
export function filterScope(
  {
    organizationUid,
    groupUid,
    guardianUid,
    studentUid,
    admin,
    isWithoutGroup,
    entryYear,
    outsideOrganizationUid,
    outsideGroupUid,
  }: PeopleFilters,
  filterableScope: CallerScope | null,
): CallerScope | null {
  const outside = [outsideOrganizationUid, outsideGroupUid];
  const relations = [organizationUid, groupUid, guardianUid, studentUid, admin, isWithoutGroup, entryYear, ...outside];
  return relations.some((value) => value !== undefined) ? filterableScope : null;
}

/** ICU collation of each country. */
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

type Scope = NonNullable<PeopleQuery["organization"]>;

/** Which of a person's associations count. The role equals the person's type and is part of the index on associations. */
function placeCondition({ activeOnly }: Scope, types: PersonType[] | undefined): SQL {
  return sql`${activeOnly ? sql`and a.active` : sql``} ${types?.length ? sql`and a.role in ${types}` : sql``}`;
}

function inOrganization(scope: Scope, types: PersonType[] | undefined, idAfter: SQL | null): SQL {
  const { id, withBelow } = scope;
  // The bound is repeated on user_id, since PostgreSQL does not propagate it across the join.
  const active = sql`${placeCondition(scope, types)} ${idAfter ? sql`and a.user_id ${idAfter}` : sql``}`;
  return withBelow
    ? sql`u.id in (select a.user_id from directory.organization_closure c
        join directory.associations a on a.organization_id = c.descendant_id
        where c.ancestor_id = ${id} ${active})`
    : sql`u.id in (select a.user_id from directory.associations a where a.organization_id = ${id} ${active})`;
}

/** Filters by relations outside the list's own organisation. */
function relationConditions({
  filters,
  organization,
  filterableScope = null,
}: Pick<PeopleQuery, "filters" | "filterableScope" | "organization">): SQL[] {
  const all: SQL[] = [];
  const andPlace = (id: SQL) => (filterableScope ? sql`and ${isPlaceInScope(filterableScope, id)}` : sql``);
  const andGroup = (group: SQL) => (filterableScope ? sql`and ${isGroupInScope(filterableScope, group)}` : sql``);
  const andPerson = (person: SQL) =>
    filterableScope ? sql`and ${person}.status <> 'deleted' and ${isPersonInScope(filterableScope, person)}` : sql``;
  if (filters.organizationUid) {
    all.push(sql`u.id in (select a.user_id from directory.organizations o
      join directory.organization_closure c on c.ancestor_id = o.id
      join directory.associations a on a.organization_id = c.descendant_id
      where o.uid = ${filters.organizationUid} ${filterableScope ? sql`and o.status <> 'deleted'` : sql``} ${andPlace(sql`o.id`)}
        ${andPlace(sql`a.organization_id`)})`);
  }
  if (filters.groupUid) {
    all.push(sql`u.id in (select m.user_id from directory.groups g
      join directory.memberships m on m.group_id = g.id
      where g.uid = ${filters.groupUid} ${andGroup(sql`g`)})`);
  }
  if (filters.entryYear !== undefined) {
    const here = organization
      ? sql`and g.organization_id in (select c.descendant_id from directory.organization_closure c
          where c.ancestor_id = ${organization.id})`
      : sql``;
    all.push(sql`u.id in (select m.user_id from directory.groups g
      join directory.memberships m on m.group_id = g.id
      where g.typical_school_entry_year = ${filters.entryYear} and g.status <> 'deleted' ${here}
        ${andGroup(sql`g`)})`);
  }
  if (filters.guardianUid) {
    all.push(sql`u.id in (select w.student_id from directory.users g
      join directory.guardianships w on w.guardian_id = g.id where g.uid = ${filters.guardianUid} ${andPerson(sql`g`)})`);
  }
  if (filters.studentUid) {
    all.push(sql`u.id in (select w.guardian_id from directory.users s
      join directory.guardianships w on w.student_id = s.id where s.uid = ${filters.studentUid} ${andPerson(sql`s`)})`);
  }
  if (filters.outsideOrganizationUid) {
    all.push(sql`not exists (select 1 from directory.organizations o
      join directory.associations a on a.organization_id = o.id
      where o.uid = ${filters.outsideOrganizationUid} and a.user_id = u.id ${andPlace(sql`o.id`)})`);
  }
  if (filters.outsideGroupUid) {
    all.push(sql`not exists (select 1 from directory.groups g join directory.memberships m on m.group_id = g.id
      where g.uid = ${filters.outsideGroupUid} and m.user_id = u.id ${andGroup(sql`g`)})`);
  }
  if (filters.admin !== undefined) {
    const administrators = sql`select a.user_id from directory.associations a where a.admin ${andPlace(sql`a.organization_id`)}`;
    all.push(
      filters.admin ? sql`u.id in (${administrators})` : sql`not exists (${administrators} and a.user_id = u.id)`,
    );
  }
  return all;
}

/**
 * People in no group that the caller may see. Groups outside the scope are ignored: excluding their members would disclose them. A table
 * maintained by triggers has the candidates, each of which is tested by key; collecting all memberships would be slowest.
 */
function inNoGroup({
  realm,
  filters,
  filterableScope = null,
}: Pick<PeopleQuery, "realm" | "filters" | "filterableScope">): SQL {
  const types = filters.types?.length ? sql`and w.type in ${filters.types}` : sql``;
  const visibleGroups = filterableScope
    ? sql`join directory.groups g on g.id = m.group_id
        where m.user_id = w.user_id and ${isGroupInScope(filterableScope, sql`g`)} offset 0`
    : sql`where m.user_id = w.user_id offset 0`;
  return sql`u.id in (select w.user_id from directory.maybe_without_group w
      where w.realm = ${sql.raw(`'${realm}'`)} ${types} and not exists (select 1 from directory.memberships m ${visibleGroups}))`;
}

type Matched = Omit<PeopleQuery, "page" | "count" | "sorts" | "callerId">;

/** A query's people as a condition on `directory.users u`; with `idAfter`, those after a page's start. */
export function peopleCondition(query: Matched, idAfter: SQL | null = null): SQL {
  const { organization, filters } = query;
  const others = conditionWithoutOrganization(query);
  return organization ? sql`${inOrganization(organization, filters.types, idAfter)} and ${others}` : others;
}

/** `peopleCondition` for statements that test the organisation themselves. */
export function conditionWithoutOrganization(query: Matched): SQL {
  const { filters } = query;
  // The realm is inlined as text, not a parameter, so that the partial indexes with its collation can be used.
  const all: SQL[] = [sql.raw(`u.realm = '${query.realm}'`)];
  const wanted = filters.status;
  if (wanted?.includes("deleted")) all.push(sql`u.status = 'deleted'`);
  else all.push(sql`u.status <> 'deleted'`);
  if (wanted?.length === 1 && wanted[0] !== "deleted") all.push(sql`u.status = ${wanted[0]}`);
  if (filters.types?.length === 1) all.push(sql`u.type = ${filters.types[0]}`);
  else if (filters.types?.length) all.push(sql`u.type in ${filters.types}`);
  if (query.within) {
    all.push(
      query.within.length
        ? sql`u.id in (select a.user_id from directory.organization_closure c
            join directory.associations a on a.organization_id = c.descendant_id where c.ancestor_id in ${query.within})`
        : sql`false`,
    );
  }
  // As an array: members are collected once and then looked up by key.
  if (query.ofGroups) all.push(sql`u.id = any (array${membersWithGuardians(query.ofGroups)})`);
  all.push(...relationConditions(query));
  if (filters.shared !== undefined) all.push(sql`u.shared = ${filters.shared}`);
  // Same expressions as in the partial indexes.
  if (filters.isNeverSignedIn !== undefined)
    all.push(filters.isNeverSignedIn ? sql`not u.has_signed_in` : sql`u.has_signed_in`);
  if (filters.hasBadge !== undefined) all.push(filters.hasBadge ? sql`u.has_badge` : sql`not u.has_badge`);
  if (filters.hasEmail === false) all.push(sql`u.email is null`);
  // The second condition matches the index on e-mail addresses.
  if (filters.hasEmail) all.push(sql`u.email is not null and coalesce(lower(u.email), '') > ''`);
  if (filters.isWithoutGroup) all.push(inNoGroup(query));
  for (const [name, value] of Object.entries(filters.equals ?? {})) {
    const column = attributeColumns[name as keyof typeof attributeColumns];
    all.push(sql`${column} = ${lettersFolded.has(name) ? value.toLowerCase() : value}`);
  }
  if (filters.uids) all.push(filters.uids.length ? sql`u.uid in ${filters.uids}` : sql`false`);
  if (filters.exceptUids?.length) all.push(sql`u.uid not in ${filters.exceptUids}`);
  all.push(...searchConditions(searchedText(sql`u`), query.q ?? ""));
  // Both conditions are needed: only the first one has an index.
  all.push(
    ...searchConditions(searchedText(sql`u`), query.qName ?? ""),
    ...searchConditions(nameText, query.qName ?? ""),
  );
  return sql.join(all, sql` and `);
}

/**
 * `from … where …` of a query's people, for counting. A capped count counts each person at the first of their associations below the
 * organisation, so that it can stop early; removing duplicates would read all associations. `offset 0` prevents PostgreSQL from rewriting
 * it that way.
 */
export function countPeople(query: PeopleQuery): (count: "capped" | "exact") => SQL {
  return (count) => {
    const { organization } = query;
    if (count === "exact" || !organization?.withBelow)
      return sql`from directory.users u where ${peopleCondition(query)}`;
    const active = organization.activeOnly ? sql`and b.active` : sql``;
    return sql`from directory.organization_closure c
      join directory.associations a on a.organization_id = c.descendant_id
        ${placeCondition(organization, query.filters.types)}
      join directory.users u on u.id = a.user_id
      where c.ancestor_id = ${organization.id} and ${conditionWithoutOrganization(query)}
        and not exists (select 1 from directory.associations b
          join directory.organization_closure d on d.descendant_id = b.organization_id and d.ancestor_id = ${organization.id}
          where b.user_id = a.user_id and b.organization_id < a.organization_id ${active} offset 0)`;
  };
}

/** What searches for people look at. Must equal the expression of the index users_searched. */
export function searchedText(person: SQL): SQL {
  return sql`lower(${person}.name || ' ' || ${person}.username || ' ' || coalesce(${person}.email, '') || ' ' || coalesce(${person}.preferred_name, ''))`;
}
const nameText = sql`lower(u.name || ' ' || coalesce(u.preferred_name, ''))`;
