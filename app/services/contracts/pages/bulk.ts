import { z } from "zod";
import { defineContract } from "~/services/contracts/contract";
import { listQuerySchema } from "~/services/contracts/control-panel";
import { listKinds } from "~/services/contracts/person-kinds";
import { searchText } from "~/services/contracts/search-text";
import { pageOfOne, pageReadSource as source } from "./page-read";

/** The page read of the question before a bulk action. */

const bulkQuestionSchema = z.object({
  /** Number of people who match; of chosen people, of all of them. */
  count: z.number(),
  /** The first names. */
  names: z.array(z.string()),
  /** Number of them who have a badge; 0 unless asked for. */
  withBadge: z.number(),
  /** Groups to move to, with the name of their organisation; none unless asked for. */
  groups: z.array(z.object({ id: z.string(), name: z.string(), organization: z.string() })),
  hasMoreGroups: z.boolean(),
});
export type BulkQuestionRead = z.output<typeof bulkQuestionSchema>;

export const bulkContracts = {
  /** The people of an organisation for whom an action is meant: those who match a list's search and filters, or the chosen ones. */
  getBulkQuestion: defineContract({
    method: "GET",
    path: "/pages/organizations/:id/bulk/:kind",
    auth: "bearer",
    isInternal: true,
    source,
    params: pageOfOne.extend({ kind: z.enum(listKinds) }),
    query: listQuerySchema.pick({ q: true, filters: true, sortBy: true, sortOrder: true }).extend({
      /** Ids of the chosen people, comma-separated, instead of search and filters. */
      ids: z
        .string()
        .max(40_000)
        .transform((text) => text.split(","))
        .optional(),
      /** What the action needs besides. */
      beside: z.enum(["groups", "badges"]).optional(),
      /** Part of the names of the groups. */
      groupSearch: searchText.optional(),
    }),
    responses: { 200: z.object({ data: bulkQuestionSchema }) },
  }),
};
