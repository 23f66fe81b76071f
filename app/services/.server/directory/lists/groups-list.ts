import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import type { Access } from "~/services/.server/directory/access";
import { type Group, groupFields } from "~/services/.server/directory/groups/groups-store";
import type { Status } from "~/services/.server/directory/rules";
import { isGroupInScope, scopeOf } from "~/services/.server/directory/scope-query";
import { groupTypes } from "~/services/contracts/group-field-table";
import { readListPage, type TableList, tableSource } from "./list-builder";
import { byPlace, type GroupColumn, type Grouping, inAlphabet } from "./list-grouping";
import { namePatterns, type SortColumns, type Total } from "./list-page";
import type { ListPaging } from "./list-query";

/** Lists of groups that a caller may see. */

export function groupSortColumns(realm: Realm): SortColumns {
  return { id: sql`g.id`, name: inAlphabet(realm, sql`g.name`) };
}

export const groupGroups = ["organization", "type", "year"] as const;

function groupingColumns(realm: Realm) {
  return {
    organization: {
      value: inAlphabet(realm, sql`school.name`),
      none: null,
      join: sql.raw(
        `join directory.organizations school on school.id = g.organization_id and school.realm = '${realm}'`,
      ),
    },
    type: byPlace(sql`g.type`, groupTypes),
    year: { value: sql`g.typical_school_entry_year`, none: 0 },
  };
}

const list: Omit<TableList, "sortColumns"> = {
  name: "groups",
  table: sql`directory.groups`,
  alias: "g",
  columns: groupFields,
};

export type GroupsQuery = ListPaging & {
  organization: { id: number; withBelow: boolean } | null;
  filters: {
    uids?: string[];
    exceptUids?: string[];
    types?: Group["type"][];
    status?: Status[];
    organizationUid?: string;
    parentUid?: string;
  };
  grouping?: Grouping<(typeof groupGroups)[number]> | null;
};

/** Deleted groups are visible only to super users; those deleted with an organisation are restored with it and not listed. */
function statusCondition(access: Access, status: Status[] | undefined): SQL {
  if (!status) return sql`g.status <> 'deleted'`;
  if (!status.includes("deleted")) return sql`g.status in ${status}`;
  if (!access.isSuper) return sql`false`;
  return sql`g.status in ${status} and (g.status <> 'deleted' or (g.deleted_with is null and exists (
    select 1 from directory.organizations o where o.id = g.organization_id and o.status <> 'deleted')))`;
}

type GroupsPage = { groups: Group[]; total: Total; nextCursor: string | null };

export async function listGroups(database: Database, access: Access, query: GroupsQuery): Promise<GroupsPage> {
  const { status } = query.filters;
  // The realm is inlined as text, not a parameter, so that the partial indexes with its collation can be used.
  const all: SQL[] = [sql.raw(`g.realm = '${access.realm}'`), statusCondition(access, status)];
  const scope = scopeOf(access);
  if (scope) all.push(isGroupInScope(scope, sql`g`));
  if (query.organization) {
    all.push(
      query.organization.withBelow
        ? sql`g.organization_id in (select c.descendant_id from directory.organization_closure c
            where c.ancestor_id = ${query.organization.id})`
        : sql`g.organization_id = ${query.organization.id}`,
    );
  }
  if (query.filters.uids) all.push(query.filters.uids.length ? sql`g.uid in ${query.filters.uids}` : sql`false`);
  const { exceptUids, organizationUid, parentUid } = query.filters;
  if (exceptUids?.length) all.push(sql`g.uid not in ${exceptUids}`);
  if (organizationUid) {
    all.push(sql`g.organization_id = (select o.id from directory.organizations o where o.uid = ${organizationUid})`);
  }
  if (parentUid) all.push(sql`g.parent_group_id = (select p.id from directory.groups p where p.uid = ${parentUid})`);
  if (query.filters.types?.length) all.push(sql`g.type in ${query.filters.types}`);
  for (const pattern of namePatterns(query)) all.push(sql`lower(g.name) like ${pattern}`);
  const { grouping = null } = query;
  const column: GroupColumn | null = grouping && groupingColumns(access.realm)[grouping.by];
  const { rows, total, nextCursor } = await readListPage<Group>(database, {
    ...query,
    source: tableSource(
      { ...list, sortColumns: groupSortColumns(access.realm) },
      sql.join(all, sql` and `),
      column?.join,
    ),
    grouped: grouping && column ? { column, order: grouping.order } : null,
  });
  return { groups: rows, total, nextCursor };
}
