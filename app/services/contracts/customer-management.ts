import { z } from "zod";
import { defineContract, knownMembers, versionField } from "./contract";
import { formMessages } from "./form-messages";
import { groupAttributes, managedGroupFields } from "./group-attributes";
import { groupFieldTable } from "./group-field-table";
import { groupingQuery, listGroupsSchema } from "./list-groups";
import { organizationAttributes } from "./organization-attributes";
import {
  organizationDetails,
  organizationFieldTable,
  organizationIdentifiers,
  statuses,
} from "./organization-field-table";
import { personTypes } from "./person-field-table";
import { pickFields } from "./pick-fields";
import { searchText } from "./search-text";
import { nullableSchemas } from "./stored-schemas";
import { periodContracts, periodCountsSchema, schoolUnitPeriodSchema, userPeriodSchema } from "./subscription-periods";
import { uidSchema } from "./uid";

/**
 * Contracts of the customer-management service: the directory for platform and school administrators. docs/product/control-panel.md#calls.
 */

const source = "docs/product/control-panel.md#calls";
const id = z.string().min(1).max(100);
const uidParams = z.object({ uid: id });
const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")]);
const status = z.enum(statuses);
const named = z.object({ uid: z.string(), name: z.string() });
const own = "docs/product/choices.md#own-calls";

/** List parameters of docs/product/control-panel.md#entities. Unknown sort fields, malformed filters and page sizes above 100 are a 400. */
export const managementQuerySchema = z.object({
  pageNumber: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(10),
  sortBy: z.string().max(200).optional(),
  sortOrder: z.string().max(100).optional(),
  /** JSON. */
  filters: z.string().max(10_000).optional(),
  calculateTotal: flag.default(false),
  /** A cheap total: exact up to 1,000, above that `more`. The response also has the next page's cursor. */
  estimateTotal: flag.default(false),
  cursor: z.string().max(2000).optional(),
  includePeriodCounts: flag.default(false),
  q: searchText.optional(),
  qName: searchText.optional(),
  include: z.string().max(100).optional(),
  ...groupingQuery,
});

/** totalItems is exact and present only with calculateTotal. docs/product/choices.md#wire. */
const meta = z.object({
  totalItems: z.number().optional(),
  pageSize: z.number(),
  groups: listGroupsSchema.optional(),
  /** With estimateTotal. */
  estimate: z.object({ items: z.number(), more: z.boolean() }).optional(),
  nextCursor: z.string().nullable().optional(),
});

/** Logs are paged by cursor, since new lines would shift page numbers. */
const logQuerySchema = managementQuerySchema.extend({ cursor: z.string().max(200).optional() });

function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), meta });
}

const schoolAssociationSchema = z.object({
  schoolUid: z.string(),
  name: z.string(),
  role: z.enum(personTypes),
  admin: z.boolean(),
  active: z.boolean(),
  addToSubSchools: z.boolean(),
});

const managedUserSchema = z.object({
  uid: z.string(),
  legacyId: z.number(),
  type: z.enum(personTypes),
  status,
  username: z.string(),
  name: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  externalId: z.string().nullable(),
  address: z.string().nullable(),
  postalCode: z.string().nullable(),
  sharedAccount: z.boolean(),
  adminRights: z.boolean(),
  speakingBookRights: z.boolean(),
  ageFilter: z.number().nullable(),
  secureAuth: z.boolean(),
  identifiers: z.object({
    eppn: z.string().nullable(),
    gsuiteId: z.string().nullable(),
    gsuiteEmail: z.string().nullable(),
    office365: z.string().nullable(),
    bankid: z.string().nullable(),
    sms: z.string().nullable(),
  }),
  schoolAssociations: z.array(schoolAssociationSchema),
  /** With includePeriodCounts. */
  periodCounts: periodCountsSchema.optional(),
});
export type ManagedUser = z.output<typeof managedUserSchema>;

const managedGroupSchema = z.object({
  uid: z.string(),
  groupId: z.number(),
  ...pickFields(nullableSchemas(groupFieldTable), managedGroupFields),
  code: z.string().nullable(),
  generateCode: z.boolean(),
  schoolUnitUid: z.string(),
  /** With include=schoolUnit. */
  schoolUnit: named.optional(),
});
export type ManagedGroup = z.output<typeof managedGroupSchema>;

const truth = z.boolean({ error: formMessages.incorrectFormat });

/** Read-only members that clients may send back unchanged. */
const readOnlyOfGroup = {
  groupId: z.unknown().optional(),
  code: z.unknown().optional(),
  schoolUnit: z.unknown().optional(),
};

const schoolUnitSchemas = nullableSchemas(organizationFieldTable);
const schoolUnitSchema = z.object({
  uid: z.string(),
  ...pickFields(schoolUnitSchemas, organizationDetails),
  parent: named.nullable(),
  identifiers: z.object(pickFields(schoolUnitSchemas, organizationIdentifiers)),
  /** Clients send it back with a change; a stale one is rejected with 412. */
  version: z.number(),
  /** With includePeriodCounts. */
  periodCounts: periodCountsSchema.optional(),
});
export type SchoolUnit = z.output<typeof schoolUnitSchema>;

/** Editable fields of a school unit. */
export const schoolUnitFields = z.object(organizationAttributes);
export type SchoolUnitFields = z.output<typeof schoolUnitFields>;

/** `identifiers` nested as in the response; the same numbers are also accepted as top-level members. */
const identifiersWritten = z.object(pickFields(organizationAttributes, organizationIdentifiers));
const schoolUnitWritten = schoolUnitFields.partial().extend({
  parent: z
    .union([uidSchema, z.object({ uid: uidSchema }).transform(({ uid }) => uid)], {
      error: formMessages.incorrectFormat,
    })
    .nullable()
    .optional(),
  identifiers: knownMembers(identifiersWritten.partial()).optional(),
});

const role = z.enum(personTypes, { error: formMessages.typeRequired });
const nothing = z.undefined();

const loggedValue = z.union([z.string(), z.number(), z.boolean()]).nullable();
/** A changed attribute with its old and new value in stored form. */
const auditChangeSchema = z.object({ attribute: z.string(), before: loggedValue, after: loggedValue });
export type AuditChange = z.output<typeof auditChangeSchema>;

/** One audit log entry; a name is null once its person has been purged. */
const auditLineSchema = z.object({
  uid: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  action: z.string(),
  /** The user whose permissions were used. */
  user: named.nullable(),
  /** Whether nobody did it, but the product itself, e.g. after a payment; `user` is null then. */
  isAutomatic: z.boolean(),
  /** The user who was impersonating `user`, if any. */
  actor: named.nullable(),
  subject: z.object({ type: z.enum(["user", "organization", "group"]), uid: z.string(), name: z.string().nullable() }),
  details: z.record(z.string(), z.unknown()),
  /** Only attributes whose values may be shown; empty once the subject has been purged. */
  changes: z.array(auditChangeSchema),
  /** People whom the reader of the log may not see: their identity and the values they changed are omitted. */
  withheld: z.array(z.enum(["user", "actor", "subject"])),
});
export type AuditLine = z.output<typeof auditLineSchema>;

/** The subject of the log; `type` is the person type, or `organization`. */
const auditOwnerSchema = z.object({ type: z.enum([...personTypes, "organization"]), name: z.string() });
export type AuditOwner = z.output<typeof auditOwnerSchema>;

/** `nextCursor` is set if there are older lines; `owner` is set with include=owner. */
const logPage = z.object({
  data: z.array(auditLineSchema),
  meta: meta.extend({ owner: auditOwnerSchema.optional() }),
});

const userSchool = z.object({ userUid: id, schoolUid: id });
const userGroup = z.object({ id, groupId: id });

function list<const Path extends string, Item extends z.ZodType>(path: Path, item: Item) {
  return defineContract({
    method: "GET",
    path,
    auth: "bearer",
    source,
    query: managementQuerySchema,
    responses: { 200: pageOf(item) },
  });
}

/** The number of people and the first ten names. */
const affectedPeople = z.object({ total: z.number(), names: z.array(z.string()) });

export const customerManagementContracts = {
  getGroups: list("/groups", managedGroupSchema),
  /**
   * Creates a group, or changes the one with the given uid. `generateCode` true creates a code, false removes it; sent with the group's
   * current code, true leaves it unchanged. Read-only members are accepted if unchanged, otherwise 400.
   */
  putGroup: defineContract({
    method: "PUT",
    path: "/groups",
    auth: "bearer",
    source,
    body: knownMembers(
      z.object({
        uid: id.optional(),
        ...z.object(pickFields(groupAttributes, managedGroupFields)).partial().shape,
        schoolUnitUid: id.optional(),
        generateCode: truth.optional(),
        ...readOnlyOfGroup,
      }),
    ),
    responses: { 200: z.object({ uid: z.string() }) },
  }),
  deleteGroup: defineContract({
    method: "DELETE",
    path: "/groups/:groupId",
    auth: "bearer",
    source,
    params: z.object({ groupId: id }),
    responses: { 204: nothing },
  }),
  getSubscriptionTypes: defineContract({
    method: "GET",
    path: "/subscriptionTypes",
    auth: "bearer",
    source,
    responses: { 200: z.object({ data: z.array(z.object({ name: z.string(), label: z.string() })) }) },
  }),
  getUsers: list("/users", managedUserSchema),
  getUser: defineContract({
    method: "GET",
    path: "/users/:uid",
    auth: "bearer",
    source,
    params: uidParams,
    responses: { 200: z.object({ data: managedUserSchema }) },
  }),
  deleteUser: defineContract({
    method: "DELETE",
    path: "/users/:uid",
    auth: "bearer",
    source,
    params: uidParams,
    responses: { 204: nothing },
  }),
  putUserSchools: defineContract({
    method: "PUT",
    path: "/users/:id/schoolUnits",
    auth: "bearer",
    source,
    params: z.object({ id }),
    body: z.object({
      schoolAssociations: z
        .array(
          z.object({
            schoolUid: uidSchema,
            role,
            addToSubSchools: truth.default(false),
            admin: truth.optional(),
          }),
        )
        .max(500),
    }),
    responses: { 204: nothing },
  }),
  putUserSchool: defineContract({
    method: "PUT",
    path: "/users/:userUid/schoolUnits/:schoolUid",
    auth: "bearer",
    source,
    params: userSchool,
    body: z.object({ role, addToSubSchools: truth.optional(), admin: truth.optional() }),
    responses: { 204: nothing },
  }),
  deleteUserSchool: defineContract({
    method: "DELETE",
    path: "/users/:userUid/schoolUnits/:schoolUid",
    auth: "bearer",
    source,
    params: userSchool,
    responses: { 200: nothing },
  }),
  putUserGroup: defineContract({
    method: "PUT",
    path: "/users/:id/groups/:groupId",
    auth: "bearer",
    source,
    params: userGroup,
    responses: { 204: nothing },
  }),
  deleteUserGroup: defineContract({
    method: "DELETE",
    path: "/users/:id/groups/:groupId",
    auth: "bearer",
    source,
    params: userGroup,
    responses: { 204: nothing },
  }),
  getUserAuditLogs: defineContract({
    method: "GET",
    path: "/users/:userUid/auditLogs",
    auth: "bearer",
    source,
    params: z.object({ userUid: id }),
    query: logQuerySchema,
    responses: { 200: logPage },
  }),
  getUserGroups: list(
    "/userGroups",
    z.object({ uid: z.string(), userUid: z.string(), groupUid: z.string(), name: z.string(), schoolUnit: named }),
  ),
  getUserSchoolUnits: list(
    "/userSchoolUnits",
    schoolAssociationSchema.extend({ uid: z.string(), userUid: z.string() }),
  ),
  getSchoolUnits: list("/schoolUnits", schoolUnitSchema),
  /** docs/product/choices.md#wire. */
  createSchoolUnit: defineContract({
    method: "POST",
    path: "/schoolUnits",
    auth: "bearer",
    source: "docs/product/choices.md#wire",
    body: knownMembers(schoolUnitWritten.extend(pickFields(organizationAttributes, ["name", "type"]))),
    responses: { 201: z.object({ data: schoolUnitSchema }) },
  }),
  /** `parent: null` removes the parent. */
  updateSchoolUnit: defineContract({
    method: "PATCH",
    path: "/schoolUnits/:uid",
    auth: "bearer",
    source,
    params: uidParams,
    body: knownMembers(schoolUnitWritten.extend({ uid: id.optional(), version: versionField.optional() })),
    responses: { 200: z.object({ data: schoolUnitSchema }) },
  }),
  getSchoolUnit: defineContract({
    method: "GET",
    path: "/schoolUnits/:uid",
    auth: "bearer",
    source: own,
    params: uidParams,
    responses: { 200: z.object({ data: schoolUnitSchema }) },
  }),
  /** People whose permissions at a school unit would change if it were moved below `parent`, or to the top level if `parent` is missing. */
  getSchoolUnitMove: defineContract({
    method: "GET",
    path: "/schoolUnits/:uid/move",
    auth: "bearer",
    source: own,
    params: uidParams,
    query: z.object({ parent: id.optional() }),
    responses: { 200: z.object({ data: z.object({ losing: affectedPeople, gaining: affectedPeople }) }) },
  }),
  /** A preview of what deleting a school unit would delete. */
  getSchoolUnitDeletion: defineContract({
    method: "GET",
    path: "/schoolUnits/:uid/deletion",
    auth: "bearer",
    source: own,
    params: uidParams,
    responses: {
      200: z.object({
        data: z.object({
          /** The school unit and its descendants. */
          organizations: z.number(),
          groups: z.number(),
          /** People without another organisation; they are deleted. */
          people: z.number(),
          /** People with another organisation; they only lose their association. */
          staying: z.number(),
        }),
      }),
    },
  }),
  deleteSchoolUnit: defineContract({
    method: "DELETE",
    path: "/schoolUnits/:uid",
    auth: "bearer",
    source: own,
    params: uidParams,
    responses: { 204: nothing },
  }),
  /** Restores a deleted school unit and everything deleted with it. */
  restoreSchoolUnit: defineContract({
    method: "POST",
    path: "/schoolUnits/:uid/restore",
    auth: "bearer",
    source: own,
    params: uidParams,
    responses: {
      200: z.object({
        data: schoolUnitSchema,
        /** Number of people who stay deleted because other users have taken their usernames. */
        meta: z.object({ peopleLeft: z.number() }).optional(),
      }),
    },
  }),
  getSchoolUnitAuditLogs: defineContract({
    method: "GET",
    path: "/schoolUnits/:uid/auditLogs",
    auth: "bearer",
    source: own,
    params: uidParams,
    query: logQuerySchema,
    responses: { 200: logPage },
  }),
  getUserPeriods: list("/userSubscriptionPeriods", userPeriodSchema),
  getSchoolUnitPeriods: list("/schoolUnitSubscriptionPeriods", schoolUnitPeriodSchema),
  ...periodContracts,
} as const;
export type CustomerManagementContracts = typeof customerManagementContracts;
