import { z } from "zod";
import { listQuerySchema } from "~/services/contracts/control-panel";
import { listGroupsSchema } from "~/services/contracts/list-groups";

/**
 * Shared parts of the page reads: calls that return what one of our own pages shows, reduced to what the caller may see. decision 79.
 */

export const pageReadSource = "docs/decisions/0079-page-reads.md";

/** Path parameter of a page about one person, group or organisation. */
export const pageOfOne = z.object({ id: z.string().min(1).max(100) });

/** Query of a list: as for the lists of entities, and whether the rows must be read anew. */
export const pageListQuery = listQuerySchema.extend({ isFresh: z.literal("true").optional() });

/** One page of a list whose rows have this schema. */
export function pageOfRows<Row extends z.ZodType>(row: Row) {
  return z.object({
    rows: z.array(row),
    /** Counted to 1,000, then `hasMore`. */
    total: z.number(),
    hasMore: z.boolean(),
    /** Whether there are further rows, and their cursor for pages beyond the last page number. */
    hasNext: z.boolean(),
    nextCursor: z.string().nullable(),
    /** For grouped lists; null otherwise. */
    groups: listGroupsSchema.nullable(),
  });
}
