import type { DisplayCache } from "~/caching/display-cache";
import type { Access } from "~/services/.server/directory/access";
import { type CacheableList, cacheableLists, type ListSetting } from "~/services/contracts/cacheable-lists";

/**
 * Rows for a page, from the display cache where the list may be cached. The call has proved the right before; the key contains all
 * permissions of the caller, so that rows are shown to this caller only, and never after a permission has changed.
 */

type ListRead<Rows> = {
  list: CacheableList;
  /** Everything that determines the rows beside the caller: the organisation and the query. */
  key: readonly unknown[];
  read(): Promise<Rows>;
  /** Number of rows; empty results are not cached. */
  count(rows: Rows): number;
  /** Whether the caller sees everybody there. A teacher's rows change with their classes, so they are not cached. */
  seesEverybody: boolean;
  /** Whether the rows must be read anew. */
  isFresh?: boolean;
};

export function cachedRows<Rows>(
  displayCache: Pick<DisplayCache, "find">,
  access: Access,
  { list, key, read, count, seesEverybody, isFresh = false }: ListRead<Rows>,
  { duration, isOn }: ListSetting = cacheableLists[list],
): Promise<Rows> {
  if (!isOn || !seesEverybody) return read();
  return displayCache.find(JSON.stringify(["rows", list, permissionsOf(access), key]), access.uid, read, {
    ttl: duration,
    isForced: isFresh,
    isEmpty: (rows) => count(rows) === 0,
    sizeOf: (rows) => 1 + count(rows) / 10,
  });
}

/** Everything of the caller that decides what they may see. */
export function permissionsOf({ requestId, ipAddress, name, ...permissions }: Access) {
  return permissions;
}
