import type { ListGroups } from "~/services/contracts/list-groups";
import { type ListState, listQuery, type ServiceQuery } from "~/shell/list-address";

/** One page of a list for display. */
export type ListRows<Row> = {
  rows: Row[];
  /** Counted to 1,000, then `hasMore`; null if no count was requested. */
  total: number | null;
  hasMore: boolean;
  /** Whether there are further rows, and their cursor for pages beyond the last page number. */
  hasNext: boolean;
  nextCursor: string | null;
  /** For grouped lists: whether groups are in order over all pages, and each row's group if the row itself does not contain it. */
  groups?: ListGroups | null;
};

/** The size and position of any list. */
export type AnyList = Omit<ListRows<unknown>, "rows"> & { rows: readonly unknown[] };

export const noRows = { rows: [], total: 0, hasMore: false, hasNext: false, nextCursor: null };

/** Page limit for `itemsPerPage=-1`: everything in pages of 100, up to 10 pages. docs/product/control-panel.md#limits. */
const wholePages = 10;

/** The page that a state requests, or all pages combined. */
export async function collectListPages<Row>(
  state: ListState,
  ask: (query: ServiceQuery) => Promise<ListRows<Row>>,
): Promise<ListRows<Row>> {
  const query = listQuery(state);
  if (state.itemsPerPage !== -1) return ask(query);
  const rows: Row[] = [];
  const headings: string[] = [];
  let next: ServiceQuery = { ...query, pageNumber: 1 };
  for (let page = 1; ; page += 1) {
    const listed = await ask(next);
    rows.push(...listed.rows);
    headings.push(...(listed.groups?.headings ?? []));
    const groups = listed.groups && { ...listed.groups, ...(listed.groups.headings ? { headings } : {}) };
    if (!listed.hasNext || page === wholePages) return { ...listed, rows, groups };
    const { nextCursor } = listed;
    next = nextCursor ? { ...query, pageNumber: 1, cursor: nextCursor } : { ...query, pageNumber: page + 1 };
  }
}
