import { z } from "zod";
import { defineContract } from "./contract";
import { formMessages } from "./form-messages";
import { keptListsSchema } from "./kept-lists";
import { groupingQuery, listGroupsSchema } from "./list-groups";
import { searchText } from "./search-text";

/** The control-panel service: people, organisations and groups as the panel sees them. Spec 3, section 7; rulings "Wire". */

/** 0 = no, 2 = yes. */
const levelSchema = z.union([z.literal(0), z.literal(2)]);

/** `needs` is there when a more secure login would make the attribute editable. */
function attribute<T extends z.ZodType>(value: T) {
  return z.object({
    value: value.nullable(),
    viewable: levelSchema,
    editable: levelSchema,
    needs: z.literal("secure_login").optional(),
  });
}

export const actionSchema = z.object({ id: z.string(), active: z.boolean() });

export const organizationPlaceSchema = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(["student", "guardian", "employee"]),
  admin: z.boolean(),
  active: z.boolean(),
  addToSubSchools: z.boolean(),
});
export type OrganizationPlace = z.output<typeof organizationPlaceSchema>;

const namedSchema = z.object({ id: z.string(), name: z.string() });

/** The plural that stands in addresses. */
export const personKinds = ["students", "guardians", "employees"] as const;
export type PersonKind = (typeof personKinds)[number];

export const personAttributesSchema = z.object({
  username: attribute(z.string()),
  name: attribute(z.string()),
  email: attribute(z.string()),
  organizations: attribute(z.array(organizationPlaceSchema)),
  shared: attribute(z.boolean()),
  speakingBookRights: attribute(z.boolean()),
  ageFilter: attribute(z.number()),
  password: attribute(z.string()),
  eppn: attribute(z.string()),
  gsuiteid: attribute(z.string()),
  gsuiteemail: attribute(z.string()),
  office365: attribute(z.string()),
  bankid: attribute(z.string()),
  sms: attribute(z.string()),
  status: attribute(z.enum(["active", "inactive", "deleted"])),
  groups: attribute(z.array(namedSchema)),
  /** Beside the name as it is shown; split from it while nobody writes them. */
  firstName: attribute(z.string()),
  lastName: attribute(z.string()),
  externalId: attribute(z.string()),
  address: attribute(z.string()),
  postalCode: attribute(z.string()),
  /** Employees only: they open the control panel with a second factor alone. */
  secureAuth: attribute(z.boolean()),
  /** The number beside the uid, given once; null in a template. */
  legacyId: attribute(z.number()),
});

export const personEntitySchema = z.object({
  /** null in a template. */
  id: z.string().nullable(),
  type: z.enum(personKinds),
  attributes: personAttributesSchema,
  actions: z.array(actionSchema),
});
export type PersonEntity = z.output<typeof personEntitySchema>;

const personAnswer = z.object({
  data: personEntitySchema,
  /** Send `version` back with a write, and a stale one is refused with 412. */
  meta: z.object({ version: z.number() }),
});

export const groupEntitySchema = z.object({
  id: z.string().nullable(),
  type: z.literal("groups"),
  attributes: z.object({
    name: attribute(z.string()),
    code: attribute(z.string()),
    organization: attribute(namedSchema),
    parent: attribute(namedSchema),
    type: attribute(z.enum(["class", "group", "grade"])),
    typicalSchoolEntryYear: attribute(z.number()),
    externalId: attribute(z.string()),
    ageFilter: attribute(z.number()),
    /** The number beside the uid, given once. */
    groupId: attribute(z.number()),
  }),
  student_count: z.number(),
  actions: z.array(actionSchema),
});
export type GroupEntity = z.output<typeof groupEntitySchema>;
const groupAnswer = z.object({ data: groupEntitySchema, meta: z.object({ version: z.number() }) });

export const organizationEntitySchema = z.object({
  id: z.string(),
  type: z.literal("organizations"),
  attributes: z.object({
    name: attribute(z.string()),
    type: attribute(z.enum(["school_unit", "school", "preschool", "sub_school", "consumer"])),
    status: attribute(z.enum(["active", "inactive", "deleted"])),
    parent: attribute(namedSchema),
    address: attribute(z.string()),
    postalCode: attribute(z.string()),
    city: attribute(z.string()),
    county: attribute(z.string()),
    country: attribute(z.string()),
    phone: attribute(z.string()),
    pupilNumber: attribute(z.number()),
    secureAuthEnabled: attribute(z.boolean()),
    qrCodeLoginEnabled: attribute(z.boolean()),
    comment: attribute(z.string()),
    municipalityKey: attribute(z.string()),
    schoolUnitCode: attribute(z.string()),
    sectoralCode: attribute(z.string()),
    establishmentId: attribute(z.string()),
    crmId: attribute(z.string()),
  }),
  actions: z.array(actionSchema),
});
export type OrganizationEntity = z.output<typeof organizationEntitySchema>;

export const profileSchema = z.object({
  id: z.string(),
  type: z.literal("users"),
  attributes: z.object({
    name: attribute(z.string()),
    username: attribute(z.string()),
    email: attribute(z.string()),
    guest: attribute(z.boolean()),
    eppn: attribute(z.string()),
    gsuiteemail: attribute(z.string()),
    office365: attribute(z.string()),
    bankid: attribute(z.string()),
    sms: attribute(z.string()),
    groups: attribute(z.array(namedSchema.extend({ organization_id: z.string() }))),
    organizations: attribute(
      z.array(namedSchema.extend({ role: z.string(), admin: z.boolean(), value: organizationPlaceSchema })),
    ),
    subscriptions: attribute(
      z.array(z.object({ label: z.string(), values: z.array(z.object({ type: z.string(), active: z.boolean() })) })),
    ),
  }),
  actions: z.array(actionSchema),
});
export type Profile = z.output<typeof profileSchema>;

export const userGroupSchema = z.object({
  id: z.string(),
  organization_id: z.string(),
  name: z.string(),
  selectable: z.boolean(),
  removable: z.boolean(),
});
export type UserGroup = z.output<typeof userGroupSchema>;

const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")]);

/** List parameters of spec 3, section 3, and `cursor` for depths that page numbers do not reach. */
export const listQuerySchema = z.object({
  pageNumber: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(10),
  sortBy: z.string().max(200).optional(),
  sortOrder: z.string().max(100).optional(),
  /** JSON. */
  filters: z.string().max(10_000).optional(),
  calculateTotal: flag.default(false),
  q: searchText.optional(),
  qName: searchText.optional(),
  cursor: z.string().max(2000).optional(),
  ...groupingQuery,
});
export type ListQuery = z.input<typeof listQuerySchema>;

export const listMetaSchema = z.object({
  /** Exact to 1,000; then 1,000 with `more`, unless calculateTotal asked for all. */
  totalCount: z.number(),
  more: z.boolean().optional(),
  nextCursor: z.string().nullable(),
  groups: listGroupsSchema.optional(),
});
export type ListMeta = z.output<typeof listMetaSchema>;

function listOf<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), meta: listMetaSchema });
}

export const personSessionSchema = z.object({
  id: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  lastUsedAt: z.string(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  isSecure: z.boolean(),
  /** Name of whoever acts as the person in it. */
  actor: z.string().nullable(),
});
export type PersonSession = z.output<typeof personSessionSchema>;

const idParams = z.object({ id: z.string().min(1).max(100) });
const groupUserParams = idParams.extend({ userId: z.string().min(1).max(100) });
const version = z.enum(["v1", "v2"]);
const kindParams = z.object({ version, type: z.enum(personKinds) });
const personParams = kindParams.extend({ id: z.string().min(1).max(100) });
const writeBody = z.object({
  data: z.object({ attributes: z.record(z.string().max(100), z.object({ value: z.unknown() })) }),
  meta: z.object({ version: z.number().int() }).optional(),
});
/** Ids, bare or in objects. */
const idsBody = z.object({
  data: z
    .array(z.union([z.uuid(formMessages.incorrectFormat), z.object({ id: z.uuid(formMessages.incorrectFormat) })]))
    .max(500)
    .transform((items) => items.map((item) => (typeof item === "string" ? item : item.id))),
});

const source = "spec 3, section 7";
const own = "issue 5: beside the spec's calls";

function peopleList<const Path extends string>(path: Path) {
  return defineContract({
    method: "GET",
    path,
    auth: "bearer",
    source,
    params: idParams,
    query: listQuerySchema,
    answers: { 200: listOf(personEntitySchema) },
  });
}

export const controlPanelContracts = {
  getMe: defineContract({
    method: "GET",
    path: "/v1/me",
    auth: "bearer",
    source,
    answers: { 200: z.object({ data: profileSchema }) },
  }),
  getOrganizations: defineContract({
    method: "GET",
    path: "/v1/organizations",
    auth: "bearer",
    source,
    /** `include=lists`: the answer's meta says how the caller likes their lists. */
    query: listQuerySchema.extend({ include: z.literal("lists").optional() }),
    answers: {
      200: z.object({
        data: z.array(organizationEntitySchema),
        meta: listMetaSchema.extend({ lists: keptListsSchema.optional() }),
      }),
    },
  }),
  getOrganization: defineContract({
    method: "GET",
    path: "/v1/organizations/:id",
    auth: "bearer",
    source,
    params: idParams,
    answers: { 200: z.object({ data: organizationEntitySchema, meta: z.object({ version: z.number() }) }) },
  }),
  getStudents: peopleList("/v1/organizations/:id/students"),
  getEmployees: peopleList("/v1/organizations/:id/employees"),
  getGuardians: peopleList("/v1/organizations/:id/guardians"),
  getOrganizationGroups: defineContract({
    method: "GET",
    path: "/v1/organizations/:id/groups",
    auth: "bearer",
    source,
    params: idParams,
    query: listQuerySchema,
    answers: { 200: listOf(groupEntitySchema) },
  }),
  getOrganizationUsers: peopleList("/v1/organizations/:id/users"),
  getGroups: defineContract({
    method: "GET",
    path: "/v1/groups",
    auth: "bearer",
    source,
    query: listQuerySchema,
    answers: { 200: listOf(groupEntitySchema) },
  }),
  /** The new group's id is in the Location header. */
  createGroup: defineContract({
    method: "POST",
    path: "/v1/groups",
    auth: "bearer",
    source,
    body: writeBody,
    answers: { 201: groupAnswer },
  }),
  getGroup: defineContract({
    method: "GET",
    path: "/v1/groups/:id",
    auth: "bearer",
    source,
    params: idParams,
    answers: { 200: groupAnswer },
  }),
  updateGroup: defineContract({
    method: "PATCH",
    path: "/v1/groups/:id",
    auth: "bearer",
    source,
    params: idParams,
    body: writeBody,
    answers: { 200: groupAnswer },
  }),
  deleteGroup: defineContract({
    method: "DELETE",
    path: "/v1/groups/:id",
    auth: "bearer",
    source,
    params: idParams,
    answers: { 204: z.undefined() },
  }),
  /** Brings a deleted group back with those of its people who still belong to its school. */
  restoreGroup: defineContract({
    method: "POST",
    path: "/v1/groups/:id/restore",
    auth: "bearer",
    source: own,
    params: idParams,
    answers: { 200: groupAnswer },
  }),
  getGroupUsers: peopleList("/v1/groups/:id/users"),
  /** Puts one person into the group; being in it already changes nothing. */
  putGroupUser: defineContract({
    method: "PUT",
    path: "/v1/groups/:id/users/:userId",
    auth: "bearer",
    source: own,
    params: groupUserParams,
    answers: { 204: z.undefined() },
  }),
  deleteGroupUser: defineContract({
    method: "DELETE",
    path: "/v1/groups/:id/users/:userId",
    auth: "bearer",
    source: own,
    params: groupUserParams,
    answers: { 204: z.undefined() },
  }),
  getUserGroups: defineContract({
    method: "GET",
    path: "/v2/users/:id/groups",
    auth: "bearer",
    source,
    params: idParams,
    answers: { 200: z.object({ data: z.array(userGroupSchema) }) },
  }),
  getUserGroupOptions: defineContract({
    method: "GET",
    path: "/v2/users/:id/groupoptions/:organizationId",
    auth: "bearer",
    source,
    params: idParams.extend({ organizationId: z.string().min(1).max(100) }),
    answers: { 200: z.object({ data: z.array(userGroupSchema) }) },
  }),
  putUserGroups: defineContract({
    method: "PUT",
    path: "/v1/users/:id/groups",
    auth: "bearer",
    source,
    params: idParams,
    body: idsBody,
    answers: { 200: z.object({ data: z.array(userGroupSchema) }) },
  }),
  getPersonTemplate: defineContract({
    method: "GET",
    path: "/:version/:type/template",
    auth: "bearer",
    source,
    params: kindParams,
    answers: { 200: personAnswer },
  }),
  getPerson: defineContract({
    method: "GET",
    path: "/:version/:type/:id",
    auth: "bearer",
    source,
    params: personParams,
    answers: { 200: personAnswer },
  }),
  /** The new person's id is in the Location header. */
  createPerson: defineContract({
    method: "POST",
    path: "/:version/:type",
    auth: "bearer",
    source,
    params: kindParams,
    body: writeBody,
    answers: { 201: personAnswer },
  }),
  updatePerson: defineContract({
    method: "PATCH",
    path: "/:version/:type/:id",
    auth: "bearer",
    source,
    params: personParams,
    body: writeBody,
    answers: { 200: personAnswer },
  }),
  deletePerson: defineContract({
    method: "DELETE",
    path: "/:version/:type/:id",
    auth: "bearer",
    source,
    params: personParams,
    answers: { 204: z.undefined() },
  }),
  restorePerson: defineContract({
    method: "POST",
    path: "/:version/:type/:id/restore",
    auth: "bearer",
    source: own,
    params: personParams,
    answers: { 200: personAnswer },
  }),
  /** A random password that expires and must be changed; shown this once. */
  resetPassword: defineContract({
    method: "POST",
    path: "/:version/:type/:id/password",
    auth: "bearer",
    source: own,
    params: personParams,
    answers: { 200: z.object({ data: z.object({ password: z.string() }) }) },
  }),
  /** A guardian's pupils, a pupil's guardians: the other side of the person. */
  getRelatives: defineContract({
    method: "GET",
    path: "/:version/:type/:id/relatives",
    auth: "bearer",
    source: own,
    params: personParams,
    answers: { 200: listOf(personEntitySchema) },
  }),
  /** Where a person is signed in. */
  getUserSessions: defineContract({
    method: "GET",
    path: "/v1/users/:id/sessions",
    auth: "bearer",
    source: own,
    params: idParams,
    answers: { 200: z.object({ data: z.array(personSessionSchema) }) },
  }),
  /** Signs a person out everywhere. */
  endUserSessions: defineContract({
    method: "DELETE",
    path: "/v1/users/:id/sessions",
    auth: "bearer",
    source: own,
    params: idParams,
    answers: { 204: z.undefined() },
  }),
  endUserSession: defineContract({
    method: "DELETE",
    path: "/v1/users/:id/sessions/:sessionId",
    auth: "bearer",
    source: own,
    params: idParams.extend({ sessionId: z.uuid() }),
    answers: { 204: z.undefined() },
  }),
  /** A new QR badge in place of the older one; the code is shown this once. 409 where no school of the pupil's has them. */
  issueBadge: defineContract({
    method: "POST",
    path: "/v1/users/:id/badge",
    auth: "bearer",
    source: own,
    params: idParams,
    answers: { 200: z.object({ data: z.object({ token: z.string() }) }) },
  }),
  voidBadge: defineContract({
    method: "DELETE",
    path: "/v1/users/:id/badge",
    auth: "bearer",
    source: own,
    params: idParams,
    answers: { 204: z.undefined() },
  }),
  putPupils: defineContract({
    method: "PUT",
    path: "/v1/guardians/:id/students",
    auth: "bearer",
    source: own,
    params: idParams,
    body: idsBody,
    answers: { 204: z.undefined() },
  }),
} as const;
export type ControlPanelContracts = typeof controlPanelContracts;
