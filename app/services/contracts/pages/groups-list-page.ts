import { z } from "zod";
import { defineContract } from "~/services/contracts/contract";
import { pageListQuery, pageOfOne, pageOfRows, pageReadSource as source } from "./page-read";

/** The page read of the list of groups. */

const groupRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  students: z.number(),
  year: z.number().nullable(),
  /** Name of the school. */
  organization: z.string(),
});
export type GroupRow = z.output<typeof groupRowSchema>;

export const groupsListContracts = {
  /** One page of the groups of an organisation. */
  getGroupsListPage: defineContract({
    method: "GET",
    path: "/pages/organizations/:id/groups",
    auth: "bearer",
    isInternal: true,
    source,
    params: pageOfOne,
    query: pageListQuery,
    responses: { 200: z.object({ data: pageOfRows(groupRowSchema) }) },
  }),
};
