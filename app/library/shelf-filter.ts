import { accessibilityFilters, type ShelfQuery, shelfQuerySchema } from "~/services/contracts/shelf";

/** Filters and order of a shelf, stored in the URL's query. docs/product/choices.md#books. */
export type ShelfFilter = ShelfQuery;

const names = Object.keys(shelfQuerySchema.shape) as (keyof ShelfFilter)[];

/** Parses the query; empty, unknown and invalid values are ignored. */
export function filterFromQuery(search: URLSearchParams): ShelfFilter {
  const given = names.flatMap((name) => {
    const parsed = shelfQuerySchema.shape[name].safeParse(search.get(name) || undefined);
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data] as const] : [];
  });
  return Object.fromEntries(given);
}

/** The URL of the shelf with a filter; undefined and empty values are omitted. */
export function shelfHref(path: string, filter: ShelfFilter): string {
  const search = new URLSearchParams();
  for (const name of names) {
    const value = filter[name];
    if (value !== undefined && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** Filters that restrict the books, unlike order and page. */
const conditions = names.filter((name) => name !== "sort" && name !== "page");

export function isShelfFiltered(filter: ShelfFilter): boolean {
  return conditions.some((name) => filter[name] !== undefined && filter[name] !== "");
}

/** Filters of the filter panel, for its count and its chips. */
export const panelFilters = [
  "language",
  "voice",
  "narrated",
  "signed",
  ...accessibilityFilters,
  "age",
  "length",
  "kind",
] as const satisfies (keyof ShelfFilter)[];
export type PanelFilter = (typeof panelFilters)[number];

/** Ages offered by the panel; the last one includes books for older readers. */
export const ages = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] as const;
