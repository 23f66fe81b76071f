import { z } from "zod";
import { defineContract } from "~/services/contracts/contract";
import { organizationFieldNames, organizationTypes, statuses } from "~/services/contracts/organization-field-table";
import { searchText } from "~/services/contracts/search-text";
import { namedSchema } from "~/services/contracts/stored-schemas";
import { pageOfOne, pageReadSource as source } from "./page-read";

/** Page reads of one organisation. */

/** Without the fields that the caller may not view, or that the country does not have. */
const organizationFieldsSchema = z.partialRecord(
  z.enum(organizationFieldNames),
  z.object({ value: z.union([z.string(), z.number(), z.boolean()]).nullable(), isEditable: z.boolean() }),
);
export type OrganizationFieldsRead = z.output<typeof organizationFieldsSchema>;

const organizationFormSchema = z.object({ fields: organizationFieldsSchema, version: z.number() });

const typeSchema = z.enum(organizationTypes);

const organizationDetailsSchema = organizationFormSchema.extend({
  id: z.string(),
  name: z.string(),
  type: typeSchema,
  status: z.enum(statuses),
  /** Ids of the actions that the caller may perform. */
  actions: z.array(z.string()),
  parent: namedSchema.nullable(),
  /** Whether the caller may open the parent, whose name is shown regardless. */
  mayOpenParent: z.boolean(),
  mayChangeParent: z.boolean(),
  /** Sizes of the lists that the caller may open; counted to 1,000, then `hasMore`. */
  counts: z.array(
    z.object({
      list: z.enum(["students", "guardians", "employees", "groups"]),
      total: z.number(),
      hasMore: z.boolean(),
    }),
  ),
  /** Organisations directly below it, the first 100 by name. */
  below: z.object({ organizations: z.array(namedSchema.extend({ type: typeSchema })), hasMore: z.boolean() }),
  /** Possible parents found for the search term; null without one, and for a caller who may not change the parent. */
  foundParents: z.array(namedSchema.extend({ type: typeSchema, city: z.string().nullable() })).nullable(),
  /** Whether the caller may add people of other organisations. */
  mayAddPeople: z.boolean(),
  /** Such people found for the search term, with the names of their organisations; null without one. */
  foundPeople: z.array(namedSchema.extend({ username: z.string(), organizations: z.array(z.string()) })).nullable(),
});
export type OrganizationDetails = z.output<typeof organizationDetailsSchema>;

export const organizationPageContracts = {
  /** The stored values of an organisation's form, to which a submitted one is compared. */
  getOrganizationForm: defineContract({
    method: "GET",
    path: "/pages/organizations/:id/form",
    auth: "bearer",
    isInternal: true,
    source,
    params: pageOfOne,
    responses: { 200: z.object({ data: organizationFormSchema }) },
  }),
  /** One organisation; `above` searches for a parent, `person` for people to add. */
  getOrganizationPage: defineContract({
    method: "GET",
    path: "/pages/organizations/:id",
    auth: "bearer",
    isInternal: true,
    source,
    params: pageOfOne,
    query: z.object({
      above: searchText.optional(),
      person: searchText.optional(),
      isFresh: z.literal("true").optional(),
    }),
    responses: { 200: z.object({ data: organizationDetailsSchema }) },
  }),
};
