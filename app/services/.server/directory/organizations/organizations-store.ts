import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { prepared } from "~/db/.server/prepared";
import type { Realm } from "~/realms/realm";
import type { Access, OrganizationPosition } from "~/services/.server/directory/access";
import { fetchList, type TableList, tableSource } from "~/services/.server/directory/lists/list-builder";
import { byPlace, type GroupColumn, type Grouping, inAlphabet } from "~/services/.server/directory/lists/list-grouping";
import {
  type CountRequest,
  namePatterns,
  type PageRequest,
  type Sort,
  type SortColumns,
  type Total,
} from "~/services/.server/directory/lists/list-page";
import { columnsOf } from "~/services/.server/directory/lists/table-columns";
import { type OrganizationType, organizationTypes, type Status, statuses } from "~/services/.server/directory/rules";
import { organizations } from "~/services/.server/directory/tables";

/** Queries of organisations: a single one, and lists of those a caller may see. */

const hidden = ["parentId", "createdAt", "updatedAt", "deletedAt", "statusBefore", "deletedWith"] as const;

export type Organization = OrganizationPosition &
  Omit<typeof organizations.$inferSelect, (typeof hidden)[number]> & {
    parent: { id: string; name: string } | null;
    /** Whether badge login is enabled for it or any of its descendants. */
    hasBadges: boolean;
  };

const columns = sql`${columnsOf(organizations, "o", hidden)},
  (select json_build_object('id', p.uid, 'name', p.name) from directory.organizations p where p.id = o.parent_id) as parent,
  (select json_agg(c.ancestor_id) from directory.organization_closure c where c.descendant_id = o.id) as above,
  exists (select 1 from directory.organization_closure c join directory.organizations b on b.id = c.descendant_id
    where c.ancestor_id = o.id and b.qr_code_login_enabled and b.status <> 'deleted') as "hasBadges"`;

const oneOf = sql`
  select ${columns} from directory.organizations o
  where o.uid = ${sql.placeholder("uid")} and o.realm = ${sql.placeholder("realm")}`;

/** Prepared, since it runs for every page of a list and planning costs more than execution. */
const askOrganization = prepared<Organization>("organization", sql`${oneOf} and o.status <> 'deleted'`);
const askEvenDeleted = prepared<Organization>("organization-even-deleted", oneOf);

const askPosition = prepared<OrganizationPosition & { uid: string }>(
  "position",
  sql`select o.id, o.uid,
      (select json_agg(c.ancestor_id) from directory.organization_closure c where c.descendant_id = o.id) as above
    from directory.organizations o
    where o.uid = ${sql.placeholder("uid")} and o.realm = ${sql.placeholder("realm")} and o.status <> 'deleted'`,
);

/** null if unknown or of another realm, and if deleted unless `withDeleted`. */
export async function findOrganization(
  database: Database,
  realm: Realm,
  uid: string,
  options: { withDeleted?: boolean } = {},
): Promise<Organization | null> {
  const rows = await (options.withDeleted ? askEvenDeleted : askOrganization)(database, { uid, realm });
  return rows[0] ?? null;
}

/** Positions of the uids that exist in the realm; for a few at a time, since each is one prepared statement. */
export async function findPositions(
  database: Database,
  realm: Realm,
  uids: string[],
): Promise<Array<OrganizationPosition & { uid: string }>> {
  const positions = await Promise.all(uids.map((uid) => askPosition(database, { realm, uid })));
  return positions.flat();
}

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
  columns,
};

export type OrganizationsQuery = {
  q?: string | undefined;
  qName?: string | undefined;
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
  sorts: Sort[];
  grouping?: Grouping<(typeof organizationGroups)[number]> | null;
  page: PageRequest;
  count: CountRequest;
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

export type OrganizationsPage = {
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
  const { rows, total, nextCursor, beside } = await fetchList<Organization>(database, {
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
