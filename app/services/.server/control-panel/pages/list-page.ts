import type { Total } from "~/services/.server/directory/lists/list-page";
import type { ListGroups } from "~/services/contracts/list-groups";

/** One page of a list as a page read returns it. */
export function listPage<Row>(rows: Row[], total: Total, nextCursor: string | null, groups: ListGroups | null = null) {
  const counted = { total: total?.totalCount ?? 0, hasMore: total?.more ?? false };
  return { rows, ...counted, hasNext: nextCursor !== null, nextCursor, groups };
}
