import { z } from "zod";
import { defineContract } from "~/services/contracts/contract";
import { searchText } from "~/services/contracts/search-text";
import { pageReadSource as source } from "./page-read";
import { personRowSchema } from "./people-list-page";

/** The page read of the search for people, classes and schools. */

/** `externalId`: the person's id in another system, if it is what was searched for; else null. */
const searchedPersonSchema = personRowSchema
  .pick({
    id: true,
    type: true,
    name: true,
    preferredName: true,
    username: true,
    email: true,
    status: true,
    groups: true,
    organizations: true,
  })
  .extend({ externalId: z.string().nullable() });
export type SearchedPerson = z.output<typeof searchedPersonSchema>;

const searchSchema = z.object({
  people: z.array(searchedPersonSchema),
  /** The search that found the people: the term, or the leading letters of its words. */
  matchedBy: z.string(),
  /** Whether there were no exact matches, so that these are people with similar names. */
  isNear: z.boolean(),
  groups: z.array(z.object({ id: z.string(), name: z.string(), organization: z.string() })),
  organizations: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type SearchRead = z.output<typeof searchSchema>;

export const searchContracts = {
  getSearchPage: defineContract({
    method: "GET",
    path: "/pages/search",
    auth: "bearer",
    isInternal: true,
    source,
    query: z.object({ q: searchText }),
    responses: { 200: z.object({ data: searchSchema }) },
  }),
};
