/** State of a list in its URL, so that it can be bookmarked, shared and reopened. docs/product/control-panel.md#entities. */
export type ListState = {
  page: number;
  /** -1 requests everything, fetched in pages of 100, at most 10. */
  itemsPerPage: number;
  /** In order of precedence, never empty. In the URL `sortBy` and `sortDesc` are parallel lists. */
  sorts: ListSort[];
  /** Whether a click on a column header adds a sort instead of replacing all. */
  multiSort: boolean;
  /** Whether a third click on a header reverses the order instead of removing the sort. */
  mustSort: boolean;
  /** Column by which rows are grouped. */
  groupBy: string | null;
  groupDesc: boolean;
  searchString: string;
  filters: Record<string, unknown>;
  /** null for the user's saved columns, else the list's defaults. */
  columns: string[] | null;
  organization: string | null;
  cursor: string | null;
};

export type ListSort = { by: string; desc: boolean };

export const pageSizes = [10, 25, 50, 100] as const;

/** Maximum number of sorts; further ones are ignored. */
export const maxSorts = 3;

const defaultSort: ListSort = { by: "id", desc: true };

/** docs/product/control-panel.md#limits: page 1, 10 items, sorted by id descending. */
export const defaultList: ListState = {
  page: 1,
  itemsPerPage: 10,
  sorts: [defaultSort],
  multiSort: false,
  mustSort: false,
  groupBy: null,
  groupDesc: false,
  searchString: "",
  filters: {},
  columns: null,
  organization: null,
  cursor: null,
};

/** URL of a list as the panel links to it: 50 rows, sorted by name. */
export function panelListHref(path: string, change: Partial<ListState> = {}): string {
  return listHref(path, { ...defaultList, itemsPerPage: 50, sorts: [{ by: "name", desc: false }] }, change);
}

/** The sorts as two URL parameters or form fields. */
export function sortFields({ sorts }: Pick<ListState, "sorts">): { sortBy: string; sortDesc: string } {
  return {
    sortBy: sorts.map(({ by }) => by).join(","),
    sortDesc: sorts.map(({ desc }) => String(desc)).join(","),
  };
}

/** The non-default parts of a state, in a fixed order, so that equal states have equal URLs. */
export function listParameters(state: ListState): Array<[name: string, value: string]> {
  const parameters: Array<[string, string]> = [];
  const { sortBy, sortDesc } = sortFields(state);
  const [first, ...others] = state.sorts;
  if (state.organization) parameters.push(["organization", state.organization]);
  if (state.searchString) parameters.push(["searchString", state.searchString]);
  if (Object.keys(state.filters).length > 0) parameters.push(["filters", JSON.stringify(state.filters)]);
  if (first?.by !== defaultSort.by || !first.desc || others.length > 0) parameters.push(["sortBy", sortBy]);
  if (state.sorts.some(({ desc }) => !desc)) parameters.push(["sortDesc", sortDesc]);
  if (state.multiSort) parameters.push(["multiSort", "true"]);
  if (state.mustSort) parameters.push(["mustSort", "true"]);
  if (state.groupBy) parameters.push(["groupBy", state.groupBy]);
  if (state.groupBy && state.groupDesc) parameters.push(["groupDesc", "true"]);
  if (state.columns) parameters.push(["columns", state.columns.join(",")]);
  if (state.itemsPerPage !== defaultList.itemsPerPage) parameters.push(["itemsPerPage", String(state.itemsPerPage)]);
  if (state.page > 1) parameters.push(["page", String(state.page)]);
  if (state.cursor) parameters.push(["cursor", state.cursor]);
  return parameters;
}

/**
 * Applies a change to a state. Destructured field by field: a page builds about thirty URLs, and with object spread they cost as much as
 * rendering its rows.
 */
export function changedList(state: ListState, change: Partial<ListState>): ListState {
  const isPaging = "page" in change || "cursor" in change;
  const { page = isPaging ? state.page : 1, cursor = isPaging ? state.cursor : null } = change;
  const { itemsPerPage = state.itemsPerPage, sorts = state.sorts, searchString = state.searchString } = change;
  const { multiSort = state.multiSort, mustSort = state.mustSort, filters = state.filters } = change;
  const { groupBy = state.groupBy, groupDesc = state.groupDesc, columns = state.columns } = change;
  const { organization = state.organization } = change;
  return {
    page,
    itemsPerPage,
    sorts,
    multiSort,
    mustSort,
    groupBy,
    groupDesc,
    searchString,
    filters,
    columns,
    organization,
    cursor,
  };
}

/** The position in a list, which every other change resets: for links back to the same page. */
export function listPageOf({ page, cursor }: ListState): Pick<ListState, "page" | "cursor"> {
  return { page, cursor };
}

/** URL of a list with a changed state, without default values. Every change but paging resets the page to 1. */
export function listHref(path: string, state: ListState, change: Partial<ListState>): string {
  const query = new URLSearchParams(listParameters(changedList(state, change))).toString().replaceAll("%2C", ",");
  return query ? `${path}?${query}` : path;
}

/**
 * Sorts after a click on a column header: ascending, descending, then removed. `isAdded` adds the column as a secondary sort and keeps
 * the others.
 */
export function pressedSorts({ sorts, mustSort }: Pick<ListState, "sorts" | "mustSort">, by: string, isAdded: boolean) {
  const before = sorts.find((sort) => sort.by === by);
  const isAlone = before !== undefined && sorts.length === 1;
  if (!before)
    return isAdded && !isDefault(sorts) ? [...sorts, { by, desc: false }].slice(-maxSorts) : [{ by, desc: false }];
  if (!isAdded && !isAlone) return [{ by, desc: false }];
  if (!before.desc) return sorts.map((sort) => (sort.by === by ? { by, desc: true } : sort));
  if (mustSort) return sorts.map((sort) => (sort.by === by ? { by, desc: false } : sort));
  const left = sorts.filter((sort) => sort.by !== by);
  return left.length > 0 ? left : [defaultSort];
}

function isDefault(sorts: readonly ListSort[]): boolean {
  return sorts.length === 1 && sorts[0]?.by === defaultSort.by;
}

/** The filters with changes applied; undefined ones are removed. */
export function withFilters(
  filters: Record<string, unknown>,
  change: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...filters, ...change }).filter(([, value]) => value !== undefined));
}

/** Toggles a filter value. */
export function toggleFilter(filters: Record<string, unknown>, name: string, value: unknown): Record<string, unknown> {
  const { [name]: before, ...others } = filters;
  return before === value ? others : { ...others, [name]: value };
}

/** Whether the URL requests to bypass the cache. */
export function isForced(request: Request): boolean {
  return new URL(request.url).searchParams.get("force") === "true";
}

export type ServiceQuery = {
  pageNumber: number;
  pageSize: number;
  sortBy: string;
  sortOrder: string;
  q?: string;
  filters?: string;
  groupBy?: string;
  groupOrder?: "asc" | "desc";
  cursor?: string;
};

/** Query of the service for a state. */
export function listQuery(state: ListState): ServiceQuery {
  const query: ServiceQuery = {
    pageNumber: state.page,
    pageSize: state.itemsPerPage === -1 ? 100 : state.itemsPerPage,
    sortBy: sortFields(state).sortBy,
    sortOrder: state.sorts.map(({ desc }) => (desc ? "desc" : "asc")).join(","),
  };
  if (state.searchString) query.q = state.searchString;
  if (Object.keys(state.filters).length > 0) query.filters = JSON.stringify(state.filters);
  if (state.groupBy) {
    query.groupBy = state.groupBy;
    query.groupOrder = state.groupDesc ? "desc" : "asc";
  }
  if (state.cursor) query.cursor = state.cursor;
  return query;
}
