import { z } from "zod";
import { defineContract } from "~/services/contracts/contract";
import { pageListQuery, pageOfRows, pageReadSource as source } from "./page-read";

/** The page read of the list of organisations. */

const organizationRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  status: z.string(),
  /** Name of the organisation above; empty if there is none. */
  parent: z.string(),
  city: z.string(),
});
export type OrganizationRow = z.output<typeof organizationRowSchema>;

export const organizationsListContracts = {
  /** One page of the organisations in the caller's scope. */
  getOrganizationsListPage: defineContract({
    method: "GET",
    path: "/pages/organizations",
    auth: "bearer",
    isInternal: true,
    source,
    query: pageListQuery,
    responses: { 200: z.object({ data: pageOfRows(organizationRowSchema) }) },
  }),
};
