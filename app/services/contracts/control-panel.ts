import { z } from "zod";
import { defineContract, versionField } from "./contract";
import {
  deletedListSchema,
  groupEntitySchema,
  joinedPupilSchema,
  organizationEntitySchema,
  personDeletionSchema,
  personEntitySchema,
  profileSchema,
  userGroupSchema,
} from "./control-panel-entities";
import { groupingQuery, listGroupsSchema } from "./list-groups";
import { usernameField } from "./person-fields";
import { personKinds } from "./person-kinds";
import { savedListsSchema } from "./saved-lists";
import { searchText } from "./search-text";
import { uidSchema } from "./uid";

/**
 * Contracts of the control-panel service: people, organisations and groups. docs/product/control-panel.md#calls;
 * docs/product/choices.md#wire.
 */

const personResponse = z.object({
  data: personEntitySchema,
  /** Clients send `version` back with a write; a stale one is rejected with 412. */
  meta: z.object({ version: z.number() }),
});
const groupResponse = z.object({ data: groupEntitySchema, meta: z.object({ version: z.number() }) });

const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")]);

/** List parameters of docs/product/control-panel.md#entities, and `cursor` for rows beyond the last numbered page. */
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

const listMetaSchema = z.object({
  /** Exact up to 1,000; above that 1,000 with `more`, unless calculateTotal was set. */
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
  /** Until when it outlives the browser; null if it ends with the browser. */
  staysUntil: z.string().nullable(),
  /** The child whose joined device it is, and what the parent calls it; null for all other sessions. */
  device: z.object({ profileId: z.string(), name: z.string() }).nullable(),
  /** Name of the user who impersonates the person in the session. */
  actor: z.string().nullable(),
});
export type PersonSession = z.output<typeof personSessionSchema>;

const idParams = z.object({ id: z.string().min(1).max(100) });
const groupUserParams = idParams.extend({ userId: z.string().min(1).max(100) });
const pupilParams = idParams.extend({ studentId: z.string().max(100) });
const version = z.enum(["v1", "v2"]);
const kindParams = z.object({ version, type: z.enum(personKinds) });
const personParams = kindParams.extend({ id: z.string().min(1).max(100) });
const writeBody = z.object({
  data: z.object({ attributes: z.record(z.string().max(100), z.object({ value: z.unknown() })) }),
  meta: z.object({ version: versionField }).optional(),
});
/** Ids, bare or in objects. */
const idsBody = z.object({
  data: z
    .array(z.union([uidSchema, z.object({ id: uidSchema })]))
    .max(500)
    .transform((items) => items.map((item) => (typeof item === "string" ? item : item.id))),
});

const source = "docs/product/control-panel.md#calls";
const own = "docs/product/choices.md#own-calls";
const codes = "docs/product/choices.md#group-codes";

function peopleList<const Path extends string>(path: Path) {
  return defineContract({
    method: "GET",
    path,
    auth: "bearer",
    source,
    params: idParams,
    query: listQuerySchema,
    responses: { 200: listOf(personEntitySchema) },
  });
}

export const controlPanelContracts = {
  getMe: defineContract({
    method: "GET",
    path: "/v1/me",
    auth: "bearer",
    opensToPictureCode: true,
    source,
    responses: { 200: z.object({ data: profileSchema }) },
  }),
  getOrganizations: defineContract({
    method: "GET",
    path: "/v1/organizations",
    auth: "bearer",
    source,
    /** `include=lists` adds the caller's saved list settings to meta. */
    query: listQuerySchema.extend({ include: z.literal("lists").optional() }),
    responses: {
      200: z.object({
        data: z.array(organizationEntitySchema),
        meta: listMetaSchema.extend({ lists: savedListsSchema.optional() }),
      }),
    },
  }),
  getOrganization: defineContract({
    method: "GET",
    path: "/v1/organizations/:id",
    auth: "bearer",
    source,
    params: idParams,
    responses: { 200: z.object({ data: organizationEntitySchema, meta: z.object({ version: z.number() }) }) },
  }),
  getStudents: peopleList("/v1/organizations/:id/students"),
  getEmployees: peopleList("/v1/organizations/:id/employees"),
  getGuardians: peopleList("/v1/organizations/:id/guardians"),
  /** Deleted people and groups of an organisation and its descendants that the caller may restore, most recently deleted first. */
  getOrganizationDeleted: defineContract({
    method: "GET",
    path: "/v1/organizations/:id/deleted",
    auth: "bearer",
    source: own,
    params: idParams,
    query: z.object({ pageNumber: z.coerce.number().int().min(1).max(1000).default(1) }),
    responses: { 200: z.object({ data: deletedListSchema, meta: z.object({ hasMorePeople: z.boolean() }) }) },
  }),
  getOrganizationGroups: defineContract({
    method: "GET",
    path: "/v1/organizations/:id/groups",
    auth: "bearer",
    source,
    params: idParams,
    query: listQuerySchema,
    responses: { 200: listOf(groupEntitySchema) },
  }),
  getOrganizationUsers: peopleList("/v1/organizations/:id/users"),
  getGroups: defineContract({
    method: "GET",
    path: "/v1/groups",
    auth: "bearer",
    source,
    query: listQuerySchema,
    responses: { 200: listOf(groupEntitySchema) },
  }),
  /** The new group's id is in the Location header. */
  createGroup: defineContract({
    method: "POST",
    path: "/v1/groups",
    auth: "bearer",
    source,
    body: writeBody,
    responses: { 201: groupResponse },
  }),
  getGroup: defineContract({
    method: "GET",
    path: "/v1/groups/:id",
    auth: "bearer",
    source,
    params: idParams,
    responses: { 200: groupResponse },
  }),
  updateGroup: defineContract({
    method: "PATCH",
    path: "/v1/groups/:id",
    auth: "bearer",
    source,
    params: idParams,
    body: writeBody,
    responses: { 200: groupResponse },
  }),
  deleteGroup: defineContract({
    method: "DELETE",
    path: "/v1/groups/:id",
    auth: "bearer",
    source,
    params: idParams,
    responses: { 204: z.undefined() },
  }),
  /** Restores a deleted group with those of its members who still belong to its school. */
  restoreGroup: defineContract({
    method: "POST",
    path: "/v1/groups/:id/restore",
    auth: "bearer",
    source: own,
    params: idParams,
    responses: { 200: groupResponse },
  }),
  /** Extends the group code's validity to that of a new one. 409 if the group has no code. */
  renewGroupCode: defineContract({
    method: "POST",
    path: "/v1/groups/:id/code/renewal",
    auth: "bearer",
    source: codes,
    params: idParams,
    responses: { 200: groupResponse },
  }),
  /** Pupils who joined by the code: the latest 100, newest first. */
  getGroupJoined: defineContract({
    method: "GET",
    path: "/v1/groups/:id/joined",
    auth: "bearer",
    source: codes,
    params: idParams,
    responses: { 200: z.object({ data: z.array(joinedPupilSchema) }) },
  }),
  getGroupUsers: peopleList("/v1/groups/:id/users"),
  /** Adds one person to the group; no effect if already a member. */
  putGroupUser: defineContract({
    method: "PUT",
    path: "/v1/groups/:id/users/:userId",
    auth: "bearer",
    source: own,
    params: groupUserParams,
    responses: { 204: z.undefined() },
  }),
  deleteGroupUser: defineContract({
    method: "DELETE",
    path: "/v1/groups/:id/users/:userId",
    auth: "bearer",
    source: own,
    params: groupUserParams,
    responses: { 204: z.undefined() },
  }),
  getUserGroups: defineContract({
    method: "GET",
    path: "/v2/users/:id/groups",
    auth: "bearer",
    source,
    params: idParams,
    responses: { 200: z.object({ data: z.array(userGroupSchema) }) },
  }),
  getUserGroupOptions: defineContract({
    method: "GET",
    path: "/v2/users/:id/groupoptions/:organizationId",
    auth: "bearer",
    source,
    params: idParams.extend({ organizationId: z.string().min(1).max(100) }),
    responses: { 200: z.object({ data: z.array(userGroupSchema) }) },
  }),
  putUserGroups: defineContract({
    method: "PUT",
    path: "/v1/users/:id/groups",
    auth: "bearer",
    source,
    params: idParams,
    body: idsBody,
    responses: { 200: z.object({ data: z.array(userGroupSchema) }) },
  }),
  getPersonTemplate: defineContract({
    method: "GET",
    path: "/:version/:type/template",
    auth: "bearer",
    source,
    params: kindParams,
    responses: { 200: personResponse },
  }),
  getPerson: defineContract({
    method: "GET",
    path: "/:version/:type/:id",
    auth: "bearer",
    source,
    params: personParams,
    responses: { 200: personResponse },
  }),
  /** The new person's id is in the Location header. */
  createPerson: defineContract({
    method: "POST",
    path: "/:version/:type",
    auth: "bearer",
    source,
    params: kindParams,
    body: writeBody,
    responses: { 201: personResponse },
  }),
  updatePerson: defineContract({
    method: "PATCH",
    path: "/:version/:type/:id",
    auth: "bearer",
    source,
    params: personParams,
    body: writeBody,
    responses: { 200: personResponse },
  }),
  /**
   * Sets an employee's admin flag at an organisation where they work. `currentPassword` is the caller's; omitted if the caller has none and
   * has just logged in.
   */
  appointAdministrator: defineContract({
    method: "PUT",
    path: "/v1/employees/:id/administrator",
    auth: "bearer",
    source: own,
    params: idParams,
    body: z.object({ organization: uidSchema, currentPassword: z.string().max(1024).optional() }),
    responses: { 200: personResponse },
  }),
  deletePerson: defineContract({
    method: "DELETE",
    path: "/:version/:type/:id",
    auth: "bearer",
    source,
    params: personParams,
    responses: { 204: z.undefined() },
  }),
  /** A deleted person who can still be restored: the deadline, and whether a new username is needed. */
  getPersonDeletion: defineContract({
    method: "GET",
    path: "/:version/:type/:id/deletion",
    auth: "bearer",
    source: own,
    params: personParams,
    responses: { 200: z.object({ data: personDeletionSchema }) },
  }),
  /** 409 if another user has the username and no new one is given. */
  restorePerson: defineContract({
    method: "POST",
    path: "/:version/:type/:id/restore",
    auth: "bearer",
    source: own,
    params: personParams,
    body: z.object({ username: usernameField.optional() }).optional(),
    responses: { 200: personResponse },
  }),
  /**
   * Sets a random password, which is shown only once. A pupil's is made of words and permanent; others expire and must be changed. Guardians
   * and employees who also belong to organisations where the caller may not do it are mailed a link to their confirmed address instead.
   */
  resetPassword: defineContract({
    method: "POST",
    path: "/:version/:type/:id/password",
    auth: "bearer",
    source: own,
    params: personParams,
    responses: {
      200: z.object({
        data: z.union([
          z.object({ password: z.string() }),
          /** The shortened address: `e…@school.example`. */
          z.object({ mailedTo: z.string() }),
        ]),
      }),
    },
  }),
  /** A guardian's pupils, or a pupil's guardians. */
  getRelatives: defineContract({
    method: "GET",
    path: "/:version/:type/:id/relatives",
    auth: "bearer",
    source: own,
    params: personParams,
    responses: { 200: listOf(personEntitySchema) },
  }),
  getUserSessions: defineContract({
    method: "GET",
    path: "/v1/users/:id/sessions",
    auth: "bearer",
    source: own,
    params: idParams,
    responses: { 200: z.object({ data: z.array(personSessionSchema) }) },
  }),
  endUserSessions: defineContract({
    method: "DELETE",
    path: "/v1/users/:id/sessions",
    auth: "bearer",
    source: own,
    params: idParams,
    responses: { 204: z.undefined() },
  }),
  endUserSession: defineContract({
    method: "DELETE",
    path: "/v1/users/:id/sessions/:sessionId",
    auth: "bearer",
    source: own,
    params: idParams.extend({ sessionId: uidSchema }),
    responses: { 204: z.undefined() },
  }),
  /**
   * Issues a QR badge and invalidates the previous one; the code is shown only once. 409 if none of the pupil's schools has badges enabled.
   */
  issueBadge: defineContract({
    method: "POST",
    path: "/v1/users/:id/badge",
    auth: "bearer",
    source: own,
    params: idParams,
    responses: { 200: z.object({ data: z.object({ token: z.string() }) }) },
  }),
  voidBadge: defineContract({
    method: "DELETE",
    path: "/v1/users/:id/badge",
    auth: "bearer",
    source: own,
    params: idParams,
    responses: { 204: z.undefined() },
  }),
  /**
   * Issues a picture code and invalidates the previous one; it is shown only once. 409 if none of the pupil's schools has picture codes
   * enabled.
   */
  issuePictureCode: defineContract({
    method: "POST",
    path: "/v1/users/:id/picture-code",
    auth: "bearer",
    source: own,
    params: idParams,
    responses: { 200: z.object({ data: z.object({ pictures: z.array(z.string()) }) }) },
  }),
  voidPictureCode: defineContract({
    method: "DELETE",
    path: "/v1/users/:id/picture-code",
    auth: "bearer",
    source: own,
    params: idParams,
    responses: { 204: z.undefined() },
  }),
  putPupil: defineContract({
    method: "PUT",
    path: "/v1/guardians/:id/students/:studentId",
    auth: "bearer",
    source: own,
    params: pupilParams,
    responses: { 204: z.undefined() },
  }),
  deletePupil: defineContract({
    method: "DELETE",
    path: "/v1/guardians/:id/students/:studentId",
    auth: "bearer",
    source: own,
    params: pupilParams,
    responses: { 204: z.undefined() },
  }),
} as const;
export type ControlPanelContracts = typeof controlPanelContracts;
