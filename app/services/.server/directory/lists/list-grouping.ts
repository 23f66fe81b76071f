import { type SQL, sql } from "drizzle-orm";
import type { Realm } from "~/realms/realm";
import { formMessages } from "~/services/contracts/form-messages";
import { validationError } from "~/services/contracts/service-error";
import { type PagePlan, type PageRequest, planPage, type Sort, type SortColumns, type SortOrder } from "./list-page";

/** Lists whose rows stand in groups: in the order of the groups over all pages, and by the list's own sorts within each. */

export type Grouping<Name extends string = string> = { by: Name; order: SortOrder };

/**
 * What the rows of one group share; null where a row is in none. `none` is what stands in its place among the keys; null where
 * every row is in a group. `join` brings what the value is read from to all rows at once: asked row by row it costs many times that.
 */
export type GroupColumn = { value: SQL; none: string | number | null; join?: SQL };

/** Names in the country's alphabet, numbers in them by what they count. */
export function inAlphabet(realm: Realm, name: SQL): SQL {
  return sql`${name} collate ${sql.raw(`directory.alphabet_${realm}`)}`;
}

/** A value by its place among all that there are. */
export function byPlace(column: SQL, values: readonly string[]): GroupColumn {
  const all = sql.raw(`array[${values.map((value) => `'${value}'`).join(", ")}]`);
  return { value: sql`array_position(${all}, ${column}::text)`, none: 0 };
}

/** null where nothing is asked; throws 400 for what the list is not grouped by. */
export function readGrouping<Name extends string>(
  names: readonly Name[],
  { groupBy, groupOrder }: { groupBy?: string | undefined; groupOrder?: SortOrder | undefined },
): Grouping<Name> | null {
  if (!groupBy) return null;
  const by = names.find((name) => name === groupBy);
  if (!by) throw validationError([{ attribute: "groupBy", reason: formMessages.incorrectFormat }]);
  return { by, order: groupOrder ?? "asc" };
}

/** A page of a grouped list; rows in no group come last, whichever way the groups go. */
export function planGroupedPage(
  sortColumns: SortColumns,
  { value, none }: GroupColumn,
  order: SortOrder,
  sorts: Sort[],
  page: PageRequest,
): PagePlan {
  if (none === null) {
    const plan = planPage({ ...sortColumns, group: value }, [{ by: "group", order }, ...sorts], page);
    // Keys of two tables are no bound for either; the first one alone is.
    return plan.startsAt ? { ...plan, after: sql`${plan.startsAt} and ${plan.after}` } : plan;
  }
  const columns = {
    ...sortColumns,
    isInNone: sql`(${value} is null)::int`,
    group: sql`coalesce(${value}, ${sql.raw(typeof none === "number" ? String(none) : `'${none}'`)})`,
  };
  return planPage(columns, [{ by: "isInNone", order: "asc" }, { by: "group", order }, ...sorts], page);
}
