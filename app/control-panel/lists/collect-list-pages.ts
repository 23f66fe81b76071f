import type { ListGroups } from "~/services/contracts/list-groups";
import { type ListState, listQuery, type ServiceQuery } from "./list-address";

/** One page of a list as the panel's pages show it. */
export type ListRows<Row> = {
  rows: Row[];
  /** Counted to 1,000, then `hasMore`; null if no count was requested. */
  total: number | null;
  hasMore: boolean;
  /** Whether there is more behind these rows, and where it begins for pages that numbers do not reach. */
  hasNext: boolean;
  nextCursor: string | null;
  /** For grouped lists: whether groups are in order over all pages, and the group of each row if the row itself does not have it. */
  groups?: ListGroups | null;
};

/** The size and position of any list. */
export type AnyList = Omit<ListRows<unknown>, "rows"> & { rows: readonly unknown[] };

export const noRows = { rows: [], total: 0, hasMore: false, hasNext: false, nextCursor: null };

type ListResponse<Entity> = {
  data: Entity[];
  meta: { totalCount: number; more?: boolean | undefined; nextCursor: string | null; groups?: ListGroups | undefined };
};

/** A response of the control-panel service, as rows for display. */
export function listRows<Entity, Row>(
  { data, meta }: ListResponse<Entity>,
  rowOf: (entity: Entity) => Row,
): ListRows<Row> {
  const { totalCount, more = false, nextCursor, groups = null } = meta;
  const total = { total: totalCount, hasMore: more };
  return { rows: data.map(rowOf), ...total, hasNext: nextCursor !== null, nextCursor, groups };
}

/** The app's -1: everything in pages of 100, up to 10 pages. docs/product/control-panel.md#limits. */
export const wholePages = 10;

/** The page that a state asks for, or all of them one after the other. */
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
