import type { z } from "zod";
import type { SortColumns, Total } from "~/services/.server/directory/lists/list-page";
import { type ListPaging, readListParameters } from "~/services/.server/directory/lists/list-query";
import type { ListMeta, listQuerySchema } from "~/services/contracts/control-panel";
import type { ListGroups } from "~/services/contracts/list-groups";

/** Maps list parameters to the directory's list queries, and their results to the response's meta. */

/** Totals are capped at 1,000 unless an exact one is requested. */
export function panelPagingOf(query: z.output<typeof listQuerySchema>, columns: SortColumns): ListPaging {
  return readListParameters(query, columns, "capped");
}

export function panelMetaOf(total: Total, nextCursor: string | null, groups: ListGroups | null = null): ListMeta {
  const counted = { totalCount: total?.totalCount ?? 0, ...(total?.more ? { more: true } : {}) };
  return { ...counted, nextCursor, ...(groups ? { groups } : {}) };
}
