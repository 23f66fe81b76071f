import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Realm } from "~/realms/realm";
import type { Access, OrganizationPosition } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { changedValues } from "~/services/.server/directory/audit/changed-values";
import { explainRefusal } from "~/services/.server/directory/database-conflicts";
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
import { changedColumns, columnsOf } from "~/services/.server/directory/lists/table-columns";
import { holdOrganizations } from "~/services/.server/directory/organizations/organization-tree";
import type { Status } from "~/services/.server/directory/rules";
import { isGroupInScope, scopeOf } from "~/services/.server/directory/scope-query";
import { groups } from "~/services/.server/directory/tables";
import { formMessages } from "~/services/contracts/form-messages";
import { notFound, staleVersion, validationError } from "~/services/contracts/service-error";
import { codeExpiry } from "./group-codes";

/** Queries and updates of groups. */

const hidden = [
  "organizationId",
  "parentGroupId",
  "codeExpiresAt",
  "createdAt",
  "updatedAt",
  "deletedAt",
  "statusBefore",
  "deletedWith",
] as const;

export type Group = Omit<typeof groups.$inferSelect, (typeof hidden)[number]> & {
  /** ISO 8601. */
  codeExpiresAt: string | null;
  studentCount: number;
  organization: OrganizationPosition & { uid: string; name: string };
  parent: { id: string; name: string } | null;
};

const columns = sql`${columnsOf(groups, "g", hidden)}, to_json(g.code_expires_at) #>> '{}' as "codeExpiresAt",
  (select count(*)::int from directory.memberships m
    join directory.users u on u.id = m.user_id and u.type = 'student' and u.status <> 'deleted'
    where m.group_id = g.id) as "studentCount",
  (select json_build_object('id', o.id, 'uid', o.uid, 'name', o.name, 'above',
      (select json_agg(c.ancestor_id) from directory.organization_closure c where c.descendant_id = o.id))
    from directory.organizations o where o.id = g.organization_id) as organization,
  (select json_build_object('id', p.uid, 'name', p.name) from directory.groups p where p.id = g.parent_group_id) as parent`;

export async function findGroup(
  database: Database,
  realm: Realm,
  uid: string,
  { withDeleted = false }: { withDeleted?: boolean } = {},
): Promise<Group | null> {
  const notDeleted = withDeleted ? sql`` : sql`and g.status <> 'deleted'`;
  const { rows } = await database.execute<Group>(sql`
    select ${columns} from directory.groups g where g.uid = ${uid} and g.realm = ${realm} ${notDeleted}`);
  return rows[0] ?? null;
}

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
    type: byPlace(sql`g.type`, ["class", "group", "grade"]),
    year: { value: sql`g.typical_school_entry_year`, none: 0 },
  };
}

const list: Omit<TableList, "sortColumns"> = {
  name: "groups",
  table: sql`directory.groups`,
  alias: "g",
  columns,
};

export type GroupsQuery = {
  organization: { id: number; withBelow: boolean } | null;
  q?: string | undefined;
  qName?: string | undefined;
  filters: {
    uids?: string[];
    exceptUids?: string[];
    types?: Group["type"][];
    status?: Status[];
    organizationUid?: string;
    parentUid?: string;
  };
  sorts: Sort[];
  grouping?: Grouping<(typeof groupGroups)[number]> | null;
  page: PageRequest;
  count: CountRequest;
};

/** Deleted groups are visible only to super users; those deleted with an organisation are restored with it and not listed. */
function statusCondition(access: Access, status: Status[] | undefined): SQL {
  if (!status) return sql`g.status <> 'deleted'`;
  if (!status.includes("deleted")) return sql`g.status in ${status}`;
  if (!access.isSuper) return sql`false`;
  return sql`g.status in ${status} and (g.status <> 'deleted' or (g.deleted_with is null and exists (
    select 1 from directory.organizations o where o.id = g.organization_id and o.status <> 'deleted')))`;
}

export type GroupsPage = { groups: Group[]; total: Total; nextCursor: string | null };

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
  const { rows, total, nextCursor } = await fetchList<Group>(database, {
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

export type GroupColumns = Partial<{
  name: string;
  type: Group["type"];
  code: string | null;
  externalId: string | null;
  typicalSchoolEntryYear: number | null;
  ageFilter: number | null;
  parentGroupId: number | null;
}>;

/** A newly written code gets a new expiry. */
function expiryOf({ code }: GroupColumns) {
  if (code === undefined) return {};
  return { codeExpiresAt: code === null ? null : codeExpiry };
}

export async function createGroup(
  database: Database | Transaction,
  access: Access,
  organization: { id: number; uid: string },
  draft: GroupColumns & { name: string },
): Promise<{ id: number; uid: string }> {
  try {
    return await inTransaction(database, async (transaction) => {
      await holdOrganizations(transaction, [organization.id], "organization");
      await requireParent(transaction, organization.id, draft.parentGroupId ?? null, null);
      const [made] = await transaction
        .insert(groups)
        .values({ ...draft, ...expiryOf(draft), realm: access.realm, organizationId: organization.id })
        .returning({ id: groups.id, uid: groups.uid });
      if (!made) throw new Error("the new group was not returned");
      await writeAudit(transaction, access, [
        { action: "group.created", subjectType: "group", subjectUid: made.uid, organizationUid: organization.uid },
      ]);
      return made;
    });
  } catch (error) {
    throw explainRefusal(error);
  }
}

/**
 * @throws ServiceError 404 if the group is deleted, 412 for a stale version, 409 if the name is taken, 400 for an invalid parent. Unchanged
 * values are neither written nor logged.
 */
export async function changeGroup(
  database: Database,
  access: Access,
  group: Pick<Group, "id" | "uid" | "organization">,
  change: { columns: GroupColumns; expectedVersion: number | null },
): Promise<void> {
  try {
    await inTransaction(database, async (transaction) => {
      const { parentGroupId = null } = change.columns;
      await requireParent(transaction, group.organization.id, parentGroupId, group.id);
      const notDeleted = and(eq(groups.id, group.id), sql`${groups.status} <> 'deleted'`);
      const [stored] = await transaction.select().from(groups).where(notDeleted).for("update");
      if (!stored) throw notFound();
      if (change.expectedVersion !== null && change.expectedVersion !== stored.version) throw staleVersion();
      const columns = changedColumns(stored, change.columns);
      const details = { attributes: Object.keys(columns) };
      if (details.attributes.length === 0) return;
      await transaction
        .update(groups)
        .set({ ...columns, ...expiryOf(columns), version: stored.version + 1, updatedAt: sql`now()` })
        .where(notDeleted);
      await writeAudit(transaction, access, [
        {
          action: "group.changed",
          subjectType: "group",
          subjectUid: group.uid,
          organizationUid: group.organization.uid,
          details,
          changes: changedValues("group", stored, columns),
        },
      ]);
    });
  } catch (error) {
    throw explainRefusal(error);
  }
}

/**
 * A parent must be a group of the same organisation and not create a cycle. An advisory lock per organisation serialises this check: two
 * concurrent moves into each other would both pass it.
 */
async function requireParent(
  transaction: Transaction,
  organizationId: number,
  parentId: number | null,
  ownId: number | null,
): Promise<void> {
  if (parentId === null) return;
  await transaction.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`directory.groups parents ${organizationId}`}, 0))`,
  );
  const { rows } = await transaction.execute<{ isThere: boolean; isCircle: boolean }>(sql`
    with recursive above as (
      select p.id, p.parent_group_id from directory.groups p
      where p.id = ${parentId} and p.organization_id = ${organizationId} and p.status <> 'deleted'
      union
      select p.id, p.parent_group_id from above join directory.groups p on p.id = above.parent_group_id)
    select count(*) > 0 as "isThere", coalesce(bool_or(id = ${ownId}), false) as "isCircle" from above`);
  const reason = rows[0]?.isCircle ? formMessages.belowItself : formMessages.incorrectFormat;
  if (!rows[0]?.isThere || rows[0].isCircle) throw validationError([{ attribute: "parent", reason }]);
}
