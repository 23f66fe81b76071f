import type { z } from "zod";
import {
  type CountRequest,
  type PageRequest,
  readSorts,
  type Sort,
  type SortColumns,
  type Total,
} from "~/services/.server/directory/lists/list-page";
import type { ListMeta, listQuerySchema } from "~/services/contracts/control-panel";
import type { ListGroups } from "~/services/contracts/list-groups";

/** From a list's parameters to what the directory's lists take, and back to the answer's meta. */

export type ListAsked = z.output<typeof listQuerySchema>;

export function readPaging(
  query: ListAsked,
  columns: SortColumns,
): { page: PageRequest; sorts: Sort[]; count: CountRequest; q: string | undefined; qName: string | undefined } {
  return {
    page: { number: query.pageNumber, size: query.pageSize, cursor: query.cursor ?? null },
    sorts: readSorts(columns, query.sortBy, query.sortOrder),
    count: query.calculateTotal ? "exact" : "capped",
    q: query.q,
    qName: query.qName,
  };
}

export function writeMeta(total: Total, nextCursor: string | null, groups: ListGroups | null = null): ListMeta {
  const counted = { totalCount: total?.totalCount ?? 0, ...(total?.more ? { more: true } : {}) };
  return { ...counted, nextCursor, ...(groups ? { groups } : {}) };
}
