import { z } from "zod";

/** Lists in groups: how they are asked for, and what an answer says of them. docs/product/control-panel.md#entities, `groupBy` and `groupDesc`. */

export const groupingQuery = {
  groupBy: z.string().max(50).optional(),
  groupOrder: z.enum(["asc", "desc"]).optional(),
};

export const listGroupsSchema = z.object({
  /** Whether the groups are in order over all pages; false where a list holds too many for it. */
  areWhole: z.boolean(),
  /** What a row's group is called, by the row's id, where the row itself does not say it; empty for none. */
  names: z.record(z.string(), z.string()).optional(),
});
export type ListGroups = z.output<typeof listGroupsSchema>;
