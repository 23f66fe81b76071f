import { type ShelfQuery, shelfQuerySchema } from "~/services/contracts/shelf";

/** What a shelf is narrowed by and sorted by, as its address holds it. docs/product/choices.md#books. */
export type ShelfFilter = ShelfQuery;

const names = Object.keys(shelfQuerySchema.shape) as (keyof ShelfFilter)[];

/** What is empty, unknown or out of bounds in an address narrows nothing. */
export function filterFromQuery(search: URLSearchParams): ShelfFilter {
  const given = names.flatMap((name) => {
    const parsed = shelfQuerySchema.shape[name].safeParse(search.get(name) || undefined);
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data] as const] : [];
  });
  return Object.fromEntries(given);
}

/** The address of the shelf under a filter; what is left out of it stays out. */
export function shelfHref(path: string, filter: ShelfFilter): string {
  const search = new URLSearchParams();
  for (const name of names) {
    const value = filter[name];
    if (value !== undefined && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** What a filter asks of the books themselves, not of their order or page. */
const conditions = names.filter((name) => name !== "sort" && name !== "page");

export function isFiltered(filter: ShelfFilter): boolean {
  return conditions.some((name) => filter[name] !== undefined && filter[name] !== "");
}

/** What is chosen in the panel of filters, for its count and its chips. */
export const panelFilters = [
  "language",
  "voice",
  "narrated",
  "signed",
  "age",
  "length",
  "kind",
] as const satisfies (keyof ShelfFilter)[];
export type PanelFilter = (typeof panelFilters)[number];

/** Ages that the panel offers; books for older readers than the last one are for all of them. */
export const ages = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] as const;
