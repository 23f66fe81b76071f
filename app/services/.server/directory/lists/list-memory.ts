import { createCache } from "~/caching/create-cache";

/**
 * What one process remembers of lists between requests. Every entry only chooses how a list is read: a wrong or missing entry costs
 * time and never changes a page. Rights are not in here; each statement carries its own conditions.
 */
export function createListMemory() {
  const flags = (name: string) => createCache<true>({ name, limit: 2000, ttl: 600_000 });
  return {
    /** The cursor at which a deep page begins. */
    pageStarts: createCache<string>({ name: "list-page-starts", limit: 5000, ttl: 60_000 }),
    /** Lists with more rows than are counted. */
    longLists: flags("long-lists"),
    /** Lists of people with too many rows to be grouped over all pages. */
    ungroupableLists: flags("ungroupable-lists"),
    /** Whether an organisation has too many people for its audit lines to be collected person by person. */
    largeOrganizations: createCache<boolean>({ name: "large-organizations", limit: 4000, ttl: 600_000 }),
  };
}

export type ListMemory = ReturnType<typeof createListMemory>;

export const listMemory = createListMemory();
