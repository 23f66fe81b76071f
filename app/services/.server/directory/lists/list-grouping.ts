import { type SQL, sql } from "drizzle-orm";
import type { Realm } from "~/realms/realm";
import { formMessages } from "~/services/contracts/form-messages";
import { validationError } from "~/services/contracts/service-error";
import { type PagePlan, type PageRequest, planPage, type Sort, type SortColumns, type SortOrder } from "./list-page";

/** Grouped lists: rows in the order of their groups over all pages, and by the list's own sorts within each group. */

export type Grouping<Name extends string = string> = { by: Name; order: SortOrder };

/**
 * The value that the rows of a group share; null for a row without a group. `none` replaces it among the keys; null where every row
 * has a group. `join` joins what the value is read from: a sub-query for each row costs many times that.
 */
export type GroupColumn = { value: SQL; none: string | number | null; join?: SQL };

/** Names in the country's alphabet, numbers in them by value. */
export function inAlphabet(realm: Realm, name: SQL): SQL {
  return sql`${name} collate ${sql.raw(`directory.alphabet_${realm}`)}`;
}

/** A value by its position in a list of all values. */
export function byPlace(column: SQL, values: readonly string[]): GroupColumn {
  const all = sql.raw(`array[${values.map((value) => `'${value}'`).join(", ")}]`);
  return { value: sql`array_position(${all}, ${column}::text)`, none: 0 };
}

/** null where no groups are requested; throws 400 for a column that the list cannot be grouped by. */
export function readGrouping<Name extends string>(
  names: readonly Name[],
  { groupBy, groupOrder }: { groupBy?: string | undefined; groupOrder?: SortOrder | undefined },
): Grouping<Name> | null {
  if (!groupBy) return null;
  const by = names.find((name) => name === groupBy);
  if (!by) throw validationError([{ attribute: "groupBy", reason: formMessages.incorrectFormat }]);
  return { by, order: groupOrder ?? "asc" };
}

/** A page of a grouped list; rows without a group come last in either order. */
export function planGroupedPage(
  sortColumns: SortColumns,
  { value, none }: GroupColumn,
  order: SortOrder,
  sorts: Sort[],
  page: PageRequest,
): PagePlan {
  if (none === null) {
    const plan = planPage({ ...sortColumns, group: value }, [{ by: "group", order }, ...sorts], page);
    // PostgreSQL uses no index for keys of two tables; the first one alone is a bound that it can use.
    return plan.startsAt ? { ...plan, after: sql`${plan.startsAt} and ${plan.after}` } : plan;
  }
  const columns = {
    ...sortColumns,
    isInNone: sql`(${value} is null)::int`,
    group: sql`coalesce(${value}, ${sql.raw(typeof none === "number" ? String(none) : `'${none}'`)})`,
  };
  return planPage(columns, [{ by: "isInNone", order: "asc" }, { by: "group", order }, ...sorts], page);
}
