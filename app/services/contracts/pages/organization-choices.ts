import { z } from "zod";
import { defineContract } from "~/services/contracts/contract";
import { searchText } from "~/services/contracts/search-text";
import { pageOfOne, pageReadSource as source } from "./page-read";

/** Page reads of the choices of forms: organisations and groups, searched by name. */

/** An organisation to choose, with what tells it from others of the same name. */
export const organizationChoiceSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(["school_unit", "school", "preschool", "sub_school", "consumer"]),
  city: z.string().nullable(),
});
export type OrganizationChoice = z.output<typeof organizationChoiceSchema>;

/** The first ones by name, and whether there are more. */
export const organizationChoicesSchema = z.object({
  organizations: z.array(organizationChoiceSchema),
  hasMore: z.boolean(),
});

/** Ids, comma-separated. */
export const idListQuery = z
  .string()
  .max(4000)
  .transform((text) => text.split(","));

export const organizationChoiceContracts = {
  /** Organisations that the caller administers: those found by `q`, or those with these ids. */
  getOrganizationChoices: defineContract({
    method: "GET",
    path: "/pages/choices/organizations",
    auth: "bearer",
    isInternal: true,
    source,
    query: z.object({
      q: searchText.default(""),
      /** Only those that may be the parent of others. */
      areParents: z.literal("true").optional(),
      /** Only those below the organisation with this id, up to 100 of them. */
      below: z.string().max(100).optional(),
      ids: idListQuery.optional(),
    }),
    responses: { 200: z.object({ data: organizationChoicesSchema }) },
  }),
  /** Groups of an organisation, without those of the organisations below. */
  getGroupChoices: defineContract({
    method: "GET",
    path: "/pages/organizations/:id/choices/groups",
    auth: "bearer",
    isInternal: true,
    source,
    params: pageOfOne,
    query: z.object({ q: searchText.default(""), except: z.string().max(100).optional() }),
    responses: {
      200: z.object({
        data: z.object({ groups: z.array(z.object({ id: z.string(), name: z.string() })), hasMore: z.boolean() }),
      }),
    },
  }),
};
