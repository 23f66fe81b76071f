import { type SQL, sql } from "drizzle-orm";
import type { Realm } from "~/realms/realm";
import { formMessages } from "~/services/contracts/form-messages";
import { validationError } from "~/services/contracts/service-error";
import { type PagePlan, type PageRequest, planPage, type Sort, type SortColumns, type SortOrder } from "./list-page";

/** Grouped lists: rows sorted by group across all pages, and by the list's own sorts within each group. */

export type Grouping<Name extends string = string> = { by: Name; order: SortOrder };

/**
 * The value that a group's rows share; null for a row without a group. `none` replaces null in the sort keys; it is null if every row has a
 * group. `join` joins the value's table, since a subquery per row is many times slower.
 */
export type GroupColumn = { value: SQL; none: string | number | null; join?: SQL };

/** Sorts names by the country's collation, with numbers in them by value. */
export function inAlphabet(realm: Realm, name: SQL): SQL {
  return sql`${name} collate ${sql.raw(`directory.alphabet_${realm}`)}`;
}

/** Sorts a value by its position in the given list. */
export function byPlace(column: SQL, values: readonly string[]): GroupColumn {
  const all = sql.raw(`array[${values.map((value) => `'${value}'`).join(", ")}]`);
  return { value: sql`array_position(${all}, ${column}::text)`, none: 0 };
}

/** null if no grouping is requested. @throws ServiceError 400 for a column that the list cannot be grouped by */
export function readGrouping<Name extends string>(
  names: readonly Name[],
  { groupBy, groupOrder }: { groupBy?: string | undefined; groupOrder?: SortOrder | undefined },
): Grouping<Name> | null {
  if (!groupBy) return null;
  const by = names.find((name) => name === groupBy);
  if (!by) throw validationError([{ attribute: "groupBy", reason: formMessages.incorrectFormat }]);
  return { by, order: groupOrder ?? "asc" };
}

/** Plans a page of a grouped list; rows without a group are last in either order. */
export function planGroupedPage(
  sortColumns: SortColumns,
  { value, none }: GroupColumn,
  order: SortOrder,
  sorts: Sort[],
  page: PageRequest,
): PagePlan {
  if (none === null) {
    const plan = planPage({ ...sortColumns, group: value }, [{ by: "group", order }, ...sorts], page);
    // PostgreSQL uses no index for keys from two tables; a bound on the first key alone can use one.
    return plan.startsAt ? { ...plan, after: sql`${plan.startsAt} and ${plan.after}` } : plan;
  }
  const columns = {
    ...sortColumns,
    isInNone: sql`(${value} is null)::int`,
    group: sql`coalesce(${value}, ${sql.raw(typeof none === "number" ? String(none) : `'${none}'`)})`,
  };
  return planPage(columns, [{ by: "isInNone", order: "asc" }, { by: "group", order }, ...sorts], page);
}
