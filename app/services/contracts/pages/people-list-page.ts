import { z } from "zod";
import { defineContract } from "~/services/contracts/contract";
import { listKinds, personKinds } from "~/services/contracts/person-kinds";
import { pageListQuery, pageOfOne, pageOfRows, pageReadSource as source } from "./page-read";

/** The page read of the lists of people. */

const rowActions = ["password", "badge", "move", "actAs"] as const;
export type RowAction = (typeof rowActions)[number];

/** The fields of a person that a list shows, as far as the caller may view them. */
export const personRowSchema = z.object({
  id: z.string(),
  type: z.enum(personKinds),
  name: z.string(),
  preferredName: z.string().nullable(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  status: z.string().nullable(),
  isShared: z.boolean(),
  isAdmin: z.boolean(),
  groups: z.array(z.string()),
  organizations: z.array(z.string()),
  /** ISO 8601; null before the first sign-in, absent if the caller may not view it. */
  lastSignIn: z.string().nullable().optional(),
  hasBadge: z.boolean().optional(),
  /** Actions in the row's menu. */
  actions: z.array(z.enum(rowActions)),
});
export type PersonRow = z.output<typeof personRowSchema>;

export const peoplePageSchema = pageOfRows(personRowSchema);

/** Groups and years for filter boxes; empty if the school has too many groups. */
const groupFiltersSchema = z.object({
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
  years: z.array(z.number()),
});
export type GroupFilters = z.output<typeof groupFiltersSchema>;

export const peopleListContracts = {
  /** One page of the people of an organisation, and the choices of its filters. */
  getPeopleListPage: defineContract({
    method: "GET",
    path: "/pages/organizations/:id/people/:kind",
    auth: "bearer",
    isInternal: true,
    source,
    params: pageOfOne.extend({ kind: z.enum(listKinds) }),
    query: pageListQuery,
    responses: { 200: z.object({ data: z.object({ list: peoplePageSchema, groupFilters: groupFiltersSchema }) }) },
  }),
};
