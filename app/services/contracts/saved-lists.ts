import { z } from "zod";
import { defineContract } from "./contract";
import { formMessages } from "./form-messages";

/** Contracts for each user's saved views and chosen columns of the control panel's lists. */

/** Lists of the panel, as named in addresses. */
export const savedListNames = [
  "students",
  "guardians",
  "employees",
  "users",
  "groups",
  "organizations",
  "manage-users",
  "manage-organizations",
  "manage-groups",
] as const;
export type SavedListName = (typeof savedListNames)[number];

/** Maximum number of saved views per list. */
export const maxViews = 50;

export const viewNameSchema = z
  .string()
  .trim()
  .min(1, formMessages.required)
  .max(100, formMessages.tooManyCharacters)
  .regex(/^[^\p{Cc}]*$/u, formMessages.unsupportedCharacters);

const viewSchema = z.object({
  id: z.string(),
  list: z.enum(savedListNames),
  name: z.string(),
  /** The list's state as query string. */
  query: z.string(),
});
export type ListView = z.output<typeof viewSchema>;

const columnsSchema = z.array(z.string().regex(/^\w{1,50}$/)).max(20);

export const savedListsSchema = z.object({
  /** Sorted by name. */
  views: z.array(viewSchema),
  /** Chosen columns by list; only lists with a choice. */
  columns: z.partialRecord(z.enum(savedListNames), columnsSchema),
});
export type SavedLists = z.output<typeof savedListsSchema>;

const source = "docs/product/choices.md#own-calls";
const listParams = z.object({ list: z.enum(savedListNames) });

export const savedListContracts = {
  /** 409 if the list already has a view of this name. */
  createListView: defineContract({
    method: "POST",
    path: "/v1/me/lists/:list/views",
    auth: "bearer",
    source,
    params: listParams,
    body: z.object({ data: z.strictObject({ name: viewNameSchema, query: z.string().max(4000) }) }),
    responses: { 201: z.object({ data: viewSchema }) },
  }),
  deleteListView: defineContract({
    method: "DELETE",
    path: "/v1/me/lists/:list/views/:view",
    auth: "bearer",
    source,
    params: listParams.extend({ view: z.string().min(1).max(100) }),
    responses: { 204: z.undefined() },
  }),
  /** An empty array restores the default columns. */
  putListColumns: defineContract({
    method: "PUT",
    path: "/v1/me/lists/:list/columns",
    auth: "bearer",
    source,
    params: listParams,
    body: z.object({ data: columnsSchema }),
    responses: { 204: z.undefined() },
  }),
};
export type SavedListContracts = typeof savedListContracts;
