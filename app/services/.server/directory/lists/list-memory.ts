import { createCache } from "~/caching/create-cache";

/**
 * In-process cache of facts about lists between requests. Entries only influence the choice of strategy: a wrong or missing one costs time
 * but never changes a page. It has no permissions; each statement has its own conditions.
 */
export function createListMemory() {
  const flags = (name: string) => createCache<true>({ name, limit: 2000, ttl: 600_000 });
  return {
    /** The cursor at the start of a deep page. */
    pageStarts: createCache<string>({ name: "list-page-starts", limit: 5000, ttl: 60_000 }),
    /** Lists with more rows than `countCap`. */
    longLists: flags("long-lists"),
    /** Lists of people that are too long to be grouped across all pages. */
    ungroupableLists: flags("ungroupable-lists"),
    /** Whether an organisation has too many people to collect its audit entries person by person. */
    largeOrganizations: createCache<boolean>({ name: "large-organizations", limit: 4000, ttl: 600_000 }),
  };
}

export type ListMemory = ReturnType<typeof createListMemory>;

export const listMemory = createListMemory();
