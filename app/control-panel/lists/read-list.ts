import { z } from "zod";
import { countParameter, flagParameter, pageParameter, readQuery, textParameter } from "~/forms/read-query";
import { deepestPage } from "~/services/contracts/list-limits";
import type { SavedListName } from "~/services/contracts/saved-lists";
import { changedList, defaultList, type ListSort, type ListState, maxSorts, withFilters } from "~/shell/list-address";
import { knownGroup, listDefinitions } from "./list-definitions";

/** Parses the URL of a list; invalid values fall back to the default. */

/** Parses filters from a URL or form; null if they are invalid, so that they are not mistaken for "no filters". */
export function parseFilters(text: string | null): Record<string, unknown> | null {
  if (!text) return {};
  try {
    const filters: unknown = JSON.parse(text);
    return typeof filters === "object" && filters !== null && !Array.isArray(filters) ? { ...filters } : null;
  } catch {
    return null;
  }
}

const namesParameter = z
  .string()
  .catch("")
  .transform((text) => text.split(",").map((name) => name.trim()));

/** A filter with its own field in the form; an empty or invalid value removes it. */
const filterField = z.string().optional().catch(undefined);
/** Keyed by form field name. */
const filterFields = {
  group: filterField,
  entryYear: filterField.transform((text) => {
    if (text === undefined) return undefined;
    return /^\d{4}$/.test(text) ? Number(text) : "";
  }),
};
export const filterFieldNames: readonly string[] = Object.keys(filterFields);

const listSchema = z
  .object({
    page: pageParameter(deepestPage),
    itemsPerPage: z
      .literal("-1")
      .transform(() => -1)
      .or(countParameter(100))
      .catch(defaultList.itemsPerPage),
    /** Parallel to `sortDesc`: `sortBy=name,email&sortDesc=false,true`. */
    sortBy: namesParameter,
    sortDesc: namesParameter,
    multiSort: flagParameter,
    mustSort: flagParameter,
    groupBy: textParameter,
    groupDesc: flagParameter,
    searchString: z
      .string()
      .transform((text) => text.slice(0, 200))
      .catch(""),
    filters: z
      .string()
      .transform((text) => parseFilters(text) ?? {})
      .catch({}),
    columns: namesParameter,
    organization: textParameter,
    cursor: textParameter,
    ...filterFields,
  })
  .transform(({ sortBy, sortDesc, columns, filters, group, entryYear, ...rest }) => ({
    ...rest,
    filters: filtersOf(filters, { group, entryYear }),
    sorts: sortsOf(sortBy, sortDesc),
    columns: columnsOf(columns),
  }));

/** Drops empty and duplicate names. Descending by default. */
function sortsOf(names: readonly string[], orders: readonly string[]): ListSort[] {
  const sorts = names.map((by, index) => ({ by, desc: orders[index] !== "false" }));
  const known = sorts.filter(({ by }, index) => by !== "" && sorts.findIndex((other) => other.by === by) === index);
  if (known.length > 0) return known.slice(0, maxSorts);
  return defaultList.sorts.map(({ by }) => ({ by, desc: orders[0] !== "false" }));
}

/** @param fields undefined if the form has no such field, empty if nothing is chosen */
function filtersOf(filters: Record<string, unknown>, fields: Record<string, unknown>): Record<string, unknown> {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  return withFilters(
    filters,
    Object.fromEntries(sent.map(([name, value]) => [name, value === "" ? undefined : value])),
  );
}

function columnsOf(names: readonly string[]): string[] | null {
  const columns = [...new Set(names.filter((name) => /^\w{1,50}$/.test(name)))];
  return columns.length > 0 ? columns.slice(0, 20) : null;
}

/** Parses the URL of any list. */
export function readListState(parameters: URLSearchParams): ListState {
  return readQuery(parameters, listSchema);
}

/** Parses the URL of a known list; sorts and a group that it does not have are dropped. */
export function readList(list: SavedListName, parameters: URLSearchParams): ListState {
  const state = readListState(parameters);
  const known = state.sorts.filter(({ by }) => by === "uid" || listDefinitions[list].sorts.includes(by));
  const sorts = known.length > 0 ? known : defaultList.sorts;
  const { page, cursor } = state;
  return changedList(state, { page, cursor, sorts, groupBy: knownGroup(listDefinitions[list], state) });
}
