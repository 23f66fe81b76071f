import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import type { PeriodOwner } from "~/services/.server/directory/subscriptions/periods";
import { isPeriodRunningSql } from "~/services/.server/directory/subscriptions/periods";
import type { PeriodCounts } from "~/services/contracts/subscription-periods";
import { type DirectoryListPage, readListPage } from "./list-builder";
import type { PeriodFilters } from "./list-filters";
import { namePatterns } from "./list-page";
import type { ListPaging } from "./list-query";

/** Lists and counts of subscription periods of people and organisations. */

export type ListedPeriod = {
  legacyId: number;
  ownerUid: string;
  name: string;
  type: string;
  label: string;
  /** ISO 8601 dates; `end` is inclusive, null for no end. */
  start: string;
  end: string | null;
  trial: boolean;
  active: boolean;
  version: number;
};

type PeriodsQuery = ListPaging & {
  realm: Realm;
  /** Root organisations whose periods, or whose people's periods, are listed; null for the whole realm. */
  within: number[] | null;
  filters: PeriodFilters;
};

export const periodSortColumns = {
  id: sql`p.legacy_id`,
  legacyId: sql`p.legacy_id`,
  type: sql`p.type`,
  start: sql`p.starts_on::text`,
  end: sql`coalesce(p.ends_on::text, '9999-12-31')`,
};

const owners = {
  user: {
    column: sql`p.user_id`,
    table: sql`directory.users`,
    isOf: (member: string) => sql`o.uid = ${member}`,
    isBelow: (top: SQL) => sql`o.id in (select a.user_id from directory.associations a
      join directory.organization_closure c on c.descendant_id = a.organization_id where c.ancestor_id = ${top})`,
  },
  organization: {
    column: sql`p.organization_id`,
    table: sql`directory.organizations`,
    isOf: (member: string) => sql`o.id in (select c.ancestor_id from directory.users u
      join directory.associations a on a.user_id = u.id and a.active
      join directory.organization_closure c on c.descendant_id = a.organization_id
      where u.uid = ${member} and u.realm = p.realm)`,
    isBelow: (top: SQL) =>
      sql`o.id in (select c.descendant_id from directory.organization_closure c where c.ancestor_id = ${top})`,
  },
} satisfies Record<PeriodOwner["kind"], unknown>;

const columns = sql`p.legacy_id as "legacyId", o.uid as "ownerUid", o.name, p.type, t.label,
  p.starts_on::text as start, p.ends_on::text as end, p.trial, ${isPeriodRunningSql} as active, p.version`;

/** null if there is none, and for another realm or type of owner. */
export async function findPeriod(
  database: Database,
  realm: Realm,
  kind: PeriodOwner["kind"],
  legacyId: number,
): Promise<ListedPeriod | null> {
  const { column, table } = owners[kind];
  const { rows } = await database.execute<ListedPeriod>(sql`
    select ${columns} from directory.subscription_periods p join ${table} o on o.id = ${column}
      join directory.subscription_types t on t.name = p.type
    where p.legacy_id = ${legacyId} and p.realm = ${realm}`);
  return rows[0] ?? null;
}

/** Periods of owners that are not deleted. */
export function listPeriods(
  database: Database,
  kind: PeriodOwner["kind"],
  { realm, within, filters, sorts, page, count, ...search }: PeriodsQuery,
): Promise<DirectoryListPage<ListedPeriod>> {
  const { column, table, isOf, isBelow } = owners[kind];
  const all: SQL[] = [sql`p.realm = ${realm}`, sql`${column} is not null`, sql`o.status <> 'deleted'`];
  if (within) all.push(isBelow(sql`any (${sql.param(within)}::bigint[])`));
  if (filters.owner) all.push(sql`o.uid = ${filters.owner}`);
  if (filters.member) all.push(isOf(filters.member));
  if (filters.type?.length) all.push(sql`p.type in ${filters.type}`);
  if (filters.active !== undefined) all.push(filters.active ? isPeriodRunningSql : sql`not ${isPeriodRunningSql}`);
  for (const pattern of namePatterns(search)) all.push(sql`lower(o.name) like ${pattern}`);
  const rows = () => sql`from directory.subscription_periods p join ${table} o on o.id = ${column}
    where ${sql.join(all, sql` and `)}`;
  return readListPage<ListedPeriod>(database, {
    source: {
      name: "periods",
      ids: sql`p.legacy_id as id`,
      sortColumns: periodSortColumns,
      pageRows: rows,
      countRows: rows,
      columns,
      joins: sql`left join directory.subscription_periods p on p.legacy_id = page.id
        left join ${table} o on o.id = ${column}
        left join directory.subscription_types t on t.name = p.type`,
    },
    sorts,
    page,
    count,
  });
}

/** Number of periods by owner id; owners without periods are omitted. */
export async function countPeriods(
  database: Database,
  kind: PeriodOwner["kind"],
  ids: readonly number[],
): Promise<Map<number, PeriodCounts>> {
  if (ids.length === 0) return new Map();
  const { column } = owners[kind];
  const { rows } = await database.execute<{ id: number } & PeriodCounts>(sql`
    select ${column} as id, count(*)::int as total, (count(*) filter (where ${isPeriodRunningSql}))::int as active
    from directory.subscription_periods p where ${column} = any (${sql.param([...ids])}::int[]) group by 1`);
  return new Map(rows.map(({ id, total, active }) => [id, { total, active }]));
}
