import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import type { Access } from "~/services/.server/directory/access";
import { type Organization, organizationFields } from "~/services/.server/directory/organizations/organizations-store";
import { type OrganizationType, organizationTypes, type Status, statuses } from "~/services/.server/directory/rules";
import { readListPage, type TableList, tableSource } from "./list-builder";
import { byPlace, type GroupColumn, type Grouping, inAlphabet } from "./list-grouping";
import { namePatterns, type SortColumns, type Total } from "./list-page";
import type { ListPaging } from "./list-query";

/** Lists of organisations that a caller may see. */

export function organizationSortColumns(realm: Realm): SortColumns {
  return { id: sql`o.id`, name: inAlphabet(realm, sql`o.name`) };
}

export const organizationGroups = ["type", "parent", "city", "status"] as const;

function groupingColumns(realm: Realm) {
  return {
    type: byPlace(sql`o.type`, organizationTypes),
    parent: {
      value: inAlphabet(realm, sql`parent.name`),
      none: "",
      join: sql`left join directory.organizations parent on parent.id = o.parent_id`,
    },
    city: { value: sql`nullif(${inAlphabet(realm, sql`o.city`)}, '')`, none: "" },
    status: byPlace(sql`o.status`, statuses),
  };
}

const list: Omit<TableList, "sortColumns"> = {
  name: "organizations",
  table: sql`directory.organizations`,
  alias: "o",
  columns: organizationFields,
};

export type OrganizationsQuery = ListPaging & {
  filters: {
    status?: Status[];
    types?: OrganizationType[];
    parentUid?: string;
    uids?: string[];
    exceptUids?: string[];
    outsideUid?: string;
    belowUid?: string;
  };
  /** Only these organisations and their descendants; absent or null: all that the caller may see. */
  within?: number[] | null;
  grouping?: Grouping<(typeof organizationGroups)[number]> | null;
  /** An additional value read in the same statement. */
  beside?: SQL;
};

function isBelow(ids: number[]): SQL {
  return sql`o.id in (select c.descendant_id from directory.organization_closure c where c.ancestor_id in ${ids})`;
}

/** The caller's own organisations, and all descendants of those that the caller administers or works in with addToSubSchools. */
function visibleTo(access: Access): SQL {
  if (access.isSuper) return sql`true`;
  const below = [...access.administers, ...access.worksBelow];
  const own = access.memberOf;
  const conditions = [below.length ? isBelow(below) : sql`false`, own.length ? sql`o.id in ${own}` : sql`false`];
  return sql`(${sql.join(conditions, sql` or `)})`;
}

type OrganizationsPage = {
  organizations: Organization[];
  total: Total;
  nextCursor: string | null;
  beside: unknown;
};

export async function listOrganizations(
  database: Database,
  access: Access,
  query: OrganizationsQuery,
): Promise<OrganizationsPage> {
  const { status } = query.filters;
  const isDeletedWanted = status?.includes("deleted") ?? false;
  const all: SQL[] = [
    // The realm is inlined as text, not a parameter, so that the partial indexes with its collation can be used.
    sql.raw(`o.realm = '${access.realm}'`),
    isDeletedWanted ? sql`o.status = 'deleted'` : sql`o.status <> 'deleted'`,
    visibleTo(access),
  ];
  if (query.within) all.push(query.within.length ? isBelow(query.within) : sql`false`);
  if (status?.length) all.push(sql`o.status in ${status}`);
  if (query.filters.types?.length) all.push(sql`o.type in ${query.filters.types}`);
  if (query.filters.uids) all.push(query.filters.uids.length ? sql`o.uid in ${query.filters.uids}` : sql`false`);
  const { exceptUids, outsideUid, belowUid } = query.filters;
  if (exceptUids?.length) all.push(sql`o.uid not in ${exceptUids}`);
  if (outsideUid) {
    all.push(sql`not exists (select 1 from directory.organization_closure c
      join directory.organizations top on top.id = c.ancestor_id
      where c.descendant_id = o.id and top.uid = ${outsideUid})`);
  }
  if (belowUid) {
    all.push(sql`o.id in (select c.descendant_id from directory.organization_closure c
      join directory.organizations top on top.id = c.ancestor_id
      where top.uid = ${belowUid} and c.descendant_id <> top.id)`);
  }
  if (query.filters.parentUid) {
    all.push(sql`o.parent_id = (select id from directory.organizations where uid = ${query.filters.parentUid})`);
  }
  for (const pattern of namePatterns(query)) all.push(sql`lower(o.name) like ${pattern}`);
  const { grouping = null } = query;
  const column: GroupColumn | null = grouping && groupingColumns(access.realm)[grouping.by];
  const { rows, total, nextCursor, beside } = await readListPage<Organization>(database, {
    ...query,
    source: tableSource(
      { ...list, sortColumns: organizationSortColumns(access.realm) },
      sql.join(all, sql` and `),
      column?.join,
    ),
    grouped: grouping && column ? { column, order: grouping.order } : null,
  });
  return { organizations: rows, total, nextCursor, beside };
}
