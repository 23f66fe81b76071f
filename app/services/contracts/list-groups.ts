import { z } from "zod";

/** Query parameters and response metadata of grouped lists. docs/product/control-panel.md#entities, `groupBy` and `groupDesc`. */

export const groupingQuery = {
  groupBy: z.string().max(50).optional(),
  groupOrder: z.enum(["asc", "desc"]).optional(),
};

export const listGroupsSchema = z.object({
  /** Whether the groups are sorted across all pages; false if the list is too long for that. */
  areWhole: z.boolean(),
  /**
   * The group heading of each row, in row order, if the row does not contain it; empty for none. A person in several groups has a row under
   * each.
   */
  headings: z.array(z.string()).optional(),
});
export type ListGroups = z.output<typeof listGroupsSchema>;
