import { z } from "zod";
import { defineContract } from "~/services/contracts/contract";
import { personSessionSchema } from "~/services/contracts/control-panel";
import { organizationPlaceSchema } from "~/services/contracts/control-panel-entities";
import { type PersonAttribute, personAttributes } from "~/services/contracts/person-field-table";
import { personKinds } from "~/services/contracts/person-kinds";
import { searchText } from "~/services/contracts/search-text";
import { foundPersonSchema } from "./found-person";
import { idListQuery, organizationChoiceSchema, organizationChoicesSchema } from "./organization-choices";
import { pageOfOne, pageReadSource as source } from "./page-read";

/** Page reads of one person, and of the form of a new one. */

/** Fields of a person's form with a single value: organisations and password have forms of their own. */
type PersonFieldName = Exclude<PersonAttribute, "organizations" | "password"> | "status";
const isSingle = (name: PersonAttribute): name is Exclude<PersonAttribute, "organizations" | "password"> =>
  name !== "organizations" && name !== "password";
export const personFieldNames: PersonFieldName[] = [...personAttributes.filter(isSingle), "status"];

const personFieldSchema = z.object({
  value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  isEditable: z.boolean(),
  /** What would make it editable: a secure login, or the permission at every organisation of the person. */
  needs: z.enum(["secure_login", "every_organization"]).nullable(),
});
export type PersonField = z.output<typeof personFieldSchema>;

/** Without the fields that the caller may not view, or that the country does not have. */
const personFieldsSchema = z.partialRecord(z.enum(personFieldNames), personFieldSchema);
export type PersonFields = z.output<typeof personFieldsSchema>;

const namedSchema = z.object({ id: z.string(), name: z.string() });

/** What all pages about a person show of them, and what the caller may do; for display, the service decides at every call. */
const personSummarySchema = z.object({
  id: z.string(),
  type: z.enum(personKinds),
  /** Sent back with a change. */
  version: z.number(),
  name: z.string(),
  username: z.string(),
  status: z.enum(["active", "inactive", "deleted"]),
  isShared: z.boolean(),
  /** ISO 8601; null before the first sign-in. */
  lastSignIn: z.string().nullable(),
  groups: z.array(namedSchema),
  organizations: z.array(organizationPlaceSchema),
  /** Ids of the actions that the caller may perform. */
  actions: z.array(z.string()),
  /** Whether the caller may set a new password, or have the person mailed a link to choose one. */
  mayGivePassword: z.boolean(),
  /** Whether only callers with the permission at all of the person's organisations may set a password. */
  isPasswordOfOthers: z.boolean(),
  /** Whether a deletion by the caller deletes the account; else only the memberships at the caller's organisations end. */
  deletesAccount: z.boolean(),
  /** Id of the organisation whose list has the person's actions; null if the person belongs to none. */
  school: z.string().nullable(),
  /** Whether the caller may move the person to another class. */
  mayMove: z.boolean(),
});
export type PersonSummary = z.output<typeof personSummarySchema>;

const personDetailsSchema = personSummarySchema.extend({
  fields: personFieldsSchema,
  /** Numeric id, assigned once. */
  legacyId: z.number(),
  hasBadge: z.boolean(),
  hasPictureCode: z.boolean(),
  mayEditOrganizations: z.boolean(),
  /** Guardians of a pupil, pupils of a guardian. */
  relatives: z.array(namedSchema.extend({ type: z.enum(personKinds) })),
  /** Active sessions, newest first; null for a caller who may not see them. */
  sessions: z.array(personSessionSchema).nullable(),
  /** Groups that the person may join or leave; with the school's name if the person has several. */
  groupOptions: z.array(namedSchema.extend({ school: z.string().optional() })),
  /** Pupils or guardians found for the search term; null without one, and for a caller who may not add any. */
  foundRelatives: z.array(foundPersonSchema).nullable(),
  /** Organisations found for the search term; null without one, and for a caller who may not add any. */
  foundOrganizations: z.array(organizationChoiceSchema).nullable(),
});
export type PersonDetails = z.output<typeof personDetailsSchema>;

const personFormSchema = personSummarySchema
  .pick({ id: true, version: true, name: true })
  .extend({ fields: personFieldsSchema, mayEditOrganizations: z.boolean() });

const newPersonSchema = z.object({
  fields: personFieldsSchema,
  mayEditOrganizations: z.boolean(),
  choices: organizationChoicesSchema,
  /** The chosen organisations. */
  chosen: z.array(organizationChoiceSchema),
  /** Classes to choose from: for a pupil with one school those of that school, otherwise none. */
  classes: z.array(namedSchema),
});

const ofPerson = pageOfOne.extend({ kind: z.enum(personKinds) });
const isFresh = z.literal("true").optional();

export const personPageContracts = {
  /** One person with everything beside the form; `relative` and `place` search for people and organisations to add. */
  getPersonPage: defineContract({
    method: "GET",
    path: "/pages/people/:id/:kind",
    auth: "bearer",
    isInternal: true,
    source,
    params: ofPerson,
    query: z.object({ relative: searchText.optional(), place: searchText.optional(), isFresh }),
    responses: { 200: z.object({ data: personDetailsSchema }) },
  }),
  /** A person, for the pages and forms around theirs. */
  getPersonSummary: defineContract({
    method: "GET",
    path: "/pages/people/:id/:kind/summary",
    auth: "bearer",
    isInternal: true,
    source,
    params: ofPerson,
    responses: { 200: z.object({ data: personSummarySchema }) },
  }),
  /** The stored values of a person's form, to which a submitted one is compared. */
  getPersonForm: defineContract({
    method: "GET",
    path: "/pages/people/:id/:kind/form",
    auth: "bearer",
    isInternal: true,
    source,
    params: ofPerson,
    responses: { 200: z.object({ data: personFormSchema }) },
  }),
  /** The form of a new person. */
  getNewPersonPage: defineContract({
    method: "GET",
    path: "/pages/new-people/:kind",
    auth: "bearer",
    isInternal: true,
    source,
    params: z.object({ kind: z.enum(personKinds) }),
    query: z.object({
      /** Search term for the organisations to choose from; empty: the first by name; absent: none are read. */
      q: searchText.optional(),
      /** Ids of the chosen organisations; absent: the only one to choose from, if there are no others. */
      chosen: idListQuery.optional(),
    }),
    responses: { 200: z.object({ data: newPersonSchema }) },
  }),
};
