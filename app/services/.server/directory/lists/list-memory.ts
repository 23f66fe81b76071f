import { LRUCache } from "lru-cache";

/**
 * What one process remembers of lists between requests. Every entry only chooses how a list is read: a wrong or missing entry costs
 * time and never changes a page. Rights are not in here; each statement carries its own conditions.
 */
export function createListMemory() {
  const flags = () => new LRUCache<string, true>({ max: 2000, ttl: 600_000 });
  return {
    /** The cursor at which a deep page begins. */
    pageStarts: new LRUCache<string, string>({ max: 5000, ttl: 60_000 }),
    /** Lists with more rows than are counted. */
    longLists: flags(),
    /** Lists of people with too many rows to be grouped over all pages. */
    ungroupableLists: flags(),
    /** Whether an organisation has too many people for its audit lines to be collected person by person. */
    largeOrganizations: new LRUCache<string, boolean>({ max: 4000, ttl: 600_000 }),
  };
}

export type ListMemory = ReturnType<typeof createListMemory>;

export const listMemory = createListMemory();
