/**
 * The state of a list as it stands in the address, so that it can be kept, sent and gone back to. Spec 3, section 3 "List query
 * parameters": page, itemsPerPage, sortBy, sortDesc (default true), searchString, filters (JSON), and the organisation.
 */
export type ListState = {
  page: number;
  /** -1 asks for everything, which is fetched by 100, at most 10 times. */
  itemsPerPage: number;
  sortBy: string;
  sortDesc: boolean;
  searchString: string;
  filters: Record<string, unknown>;
  organization: string | null;
  cursor: string | null;
};

export const pageSizes = [10, 25, 50, 100] as const;

/** Spec 3, section 9: page 1, 10 items, sorted by id descending. */
export const defaultList: ListState = {
  page: 1,
  itemsPerPage: 10,
  sortBy: "id",
  sortDesc: true,
  searchString: "",
  filters: {},
  organization: null,
  cursor: null,
};

function readNumber(text: string | null, fallback: number, max: number): number {
  const number = Number(text);
  return text !== null && Number.isInteger(number) && number >= 1 && number <= max ? number : fallback;
}

function readFilters(text: string | null): Record<string, unknown> {
  if (!text) return {};
  try {
    const filters: unknown = JSON.parse(text);
    return typeof filters === "object" && filters !== null && !Array.isArray(filters) ? { ...filters } : {};
  } catch {
    return {};
  }
}

/** Reads an address; what makes no sense becomes the default, since people edit addresses. */
export function readListState(parameters: URLSearchParams): ListState {
  const itemsPerPage = parameters.get("itemsPerPage");
  return {
    page: readNumber(parameters.get("page"), defaultList.page, 1000),
    itemsPerPage: itemsPerPage === "-1" ? -1 : readNumber(itemsPerPage, defaultList.itemsPerPage, 100),
    sortBy: parameters.get("sortBy") || defaultList.sortBy,
    sortDesc: parameters.get("sortDesc") !== "false",
    searchString: (parameters.get("searchString") ?? "").slice(0, 200),
    filters: readFilters(parameters.get("filters")),
    organization: parameters.get("organization") || null,
    cursor: parameters.get("cursor") || null,
  };
}

/** The address of a list in another state, without what is the default anyway. Every change but paging goes to page 1. */
export function listHref(path: string, state: ListState, change: Partial<ListState>): string {
  const isPaging = "page" in change || "cursor" in change;
  const next: ListState = { ...state, ...(isPaging ? {} : { page: 1, cursor: null }), ...change };
  const parameters = new URLSearchParams();
  if (next.organization) parameters.set("organization", next.organization);
  if (next.searchString) parameters.set("searchString", next.searchString);
  if (Object.keys(next.filters).length > 0) parameters.set("filters", JSON.stringify(next.filters));
  if (next.sortBy !== defaultList.sortBy || !next.sortDesc) {
    parameters.set("sortBy", next.sortBy);
    if (!next.sortDesc) parameters.set("sortDesc", "false");
  }
  if (next.itemsPerPage !== defaultList.itemsPerPage) parameters.set("itemsPerPage", String(next.itemsPerPage));
  if (next.page > 1) parameters.set("page", String(next.page));
  if (next.cursor) parameters.set("cursor", next.cursor);
  const query = parameters.toString();
  return query ? `${path}?${query}` : path;
}

/** The filters with one switched on, or off when it was on already. */
export function toggleFilter(filters: Record<string, unknown>, name: string, value: unknown): Record<string, unknown> {
  const { [name]: before, ...others } = filters;
  return before === value ? others : { ...others, [name]: value };
}

/** What the service takes for a state. */
export function listQuery(state: ListState): {
  pageNumber: number;
  pageSize: number;
  sortBy: string;
  sortOrder: "asc" | "desc";
  q?: string;
  filters?: string;
  cursor?: string;
} {
  return {
    pageNumber: state.page,
    pageSize: state.itemsPerPage === -1 ? 100 : state.itemsPerPage,
    sortBy: state.sortBy,
    sortOrder: state.sortDesc ? "desc" : "asc",
    ...(state.searchString ? { q: state.searchString } : {}),
    ...(Object.keys(state.filters).length > 0 ? { filters: JSON.stringify(state.filters) } : {}),
    ...(state.cursor ? { cursor: state.cursor } : {}),
  };
}
