import { z } from "zod";
import { defineContract } from "~/services/contracts/contract";
import { joinedPupilSchema } from "~/services/contracts/control-panel-entities";
import { groupFormFields, groupTypes } from "~/services/contracts/group-field-table";
import { personKinds } from "~/services/contracts/person-kinds";
import { searchText } from "~/services/contracts/search-text";
import { namedSchema } from "~/services/contracts/stored-schemas";
import { foundPersonSchema } from "./found-person";
import { pageListQuery, pageOfOne, pageReadSource as source } from "./page-read";
import { peoplePageSchema } from "./people-list-page";

/** Page reads of one class or group. */

/** A group and what the caller may do there; for display, the service decides at every call. */
const panelGroupSchema = z.object({
  id: z.string(),
  /** Numeric id, assigned once. */
  legacyId: z.number(),
  name: z.string(),
  type: z.enum(groupTypes),
  organization: namedSchema,
  parent: namedSchema.nullable(),
  schoolEntryYear: z.number().nullable(),
  students: z.number(),
  /** Ids of the actions that the caller may perform. */
  actions: z.array(z.string()),
  /** Whether the caller teaches it, and so reads the notes that its pupils share. */
  isTaught: z.boolean(),
  /** Values of the form, without fields that the country does not have; the parent's is its id. */
  fields: z.partialRecord(
    z.enum(groupFormFields),
    z.object({ value: z.union([z.string(), z.number()]).nullable(), isEditable: z.boolean() }),
  ),
  version: z.number(),
});
export type PanelGroup = z.output<typeof panelGroupSchema>;

const groupSettingsSchema = z.object({
  /** Members who are not pupils, and whether the caller may remove them. */
  others: z.array(z.object({ id: z.string(), type: z.enum(personKinds), name: z.string(), isRemovable: z.boolean() })),
  /** Groups of the same school, to choose the parent from; empty for a caller who may not change it. */
  parents: z.object({ groups: z.array(namedSchema), hasMore: z.boolean() }),
  /** Groups whose parent it is, the first 100 by name. */
  parts: z.object({ groups: z.array(namedSchema), hasMore: z.boolean() }),
  /** People found for the search term; null without one, and for a caller who may not add any. */
  candidates: z.array(foundPersonSchema).nullable(),
  /** Code to join the group, and until when (ISO 8601) it can be used; null for a caller who may not change it. */
  code: z.object({ value: z.string().nullable(), expiresAt: z.string().nullable() }).nullable(),
  /** Pupils who joined by code, latest first; empty for a caller who may not see the code. */
  joined: z.array(joinedPupilSchema),
});
export type GroupSettingsRead = z.output<typeof groupSettingsSchema>;

export const groupPageContracts = {
  /** One page of the pupils of a group. */
  getGroupPupilsPage: defineContract({
    method: "GET",
    path: "/pages/groups/:id/pupils",
    auth: "bearer",
    isInternal: true,
    source,
    params: pageOfOne,
    query: pageListQuery.omit({ filters: true }),
    responses: { 200: z.object({ data: z.object({ group: panelGroupSchema, list: peoplePageSchema }) }) },
  }),
  /** The settings of a group; `member` searches for people to add. */
  getGroupSettingsPage: defineContract({
    method: "GET",
    path: "/pages/groups/:id/settings",
    auth: "bearer",
    isInternal: true,
    source,
    params: pageOfOne,
    query: z.object({ member: searchText.optional() }),
    responses: { 200: z.object({ data: z.object({ group: panelGroupSchema, settings: groupSettingsSchema }) }) },
  }),
  /** Pupils of the school who may be added to a group: those found for `q`, else those without a class. */
  getNewGroupPupilsPage: defineContract({
    method: "GET",
    path: "/pages/groups/:id/new-pupils",
    auth: "bearer",
    isInternal: true,
    source,
    params: pageOfOne,
    query: z.object({ q: searchText.optional() }),
    responses: {
      200: z.object({
        data: z.object({ group: panelGroupSchema, candidates: z.array(foundPersonSchema), hasMore: z.boolean() }),
      }),
    },
  }),
  /** A group, for the pages and forms around it. */
  getPanelGroup: defineContract({
    method: "GET",
    path: "/pages/groups/:id",
    auth: "bearer",
    isInternal: true,
    source,
    params: pageOfOne,
    responses: { 200: z.object({ data: panelGroupSchema }) },
  }),
};
