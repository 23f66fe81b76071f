import { z } from "zod";

/**
 * Grouped lists: their query, and their part of the response. docs/product/control-panel.md#entities, `groupBy` and `groupDesc`.
 */

export const groupingQuery = {
  groupBy: z.string().max(50).optional(),
  groupOrder: z.enum(["asc", "desc"]).optional(),
};

export const listGroupsSchema = z.object({
  /** Whether the groups are in order over all pages; false where a list holds too many for it. */
  areWhole: z.boolean(),
  /**
   * What each row stands under, in the order of the rows, where the row itself does not say it; empty for none. Whoever is in several
   * groups has a row under each.
   */
  headings: z.array(z.string()).optional(),
});
export type ListGroups = z.output<typeof listGroupsSchema>;
