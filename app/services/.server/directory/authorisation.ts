import type { Database, Databases } from "~/db/.server/connect";
import { regionOf } from "~/realms/realm";
import type { Caller } from "~/services/.server/directory/caller";
import { formMessages } from "~/services/contracts/form-messages";
import type { PersonAttribute } from "~/services/contracts/person-field-table";
import { forbidden, notFound } from "~/services/contracts/service-error";
import { isUid } from "~/services/contracts/uid";
import {
  type Access,
  accessOf,
  contextOfNewPerson,
  type OrganizationPosition,
  type PersonPosition,
  permissionContextOf,
  relationToGroup,
  relationToOrganization,
  requireSecondFactor,
} from "./access";
import type { Action, AssignmentAction, AssignmentRelation, Relation } from "./grants";
import { findGroup, type Group } from "./groups/groups-store";
import type { GroupsQuery } from "./lists/groups-list";
import { readGroupFilters, readOrganizationFilters, readPeopleFilters } from "./lists/list-filters";
import type { OrganizationsQuery } from "./lists/organizations-list";
import { filterScope, type PeopleQuery } from "./lists/people-query";
import { findOrganization, findPositions, type Organization } from "./organizations/organizations-store";
import { findEndedPlaces } from "./people/ended-memberships";
import { type FindOptions, findPerson, type Person } from "./people/people-store";
import {
  attributeLevel,
  isAdministrator,
  mayListPeople,
  mayOnAssignment,
  mayOnGroup,
  mayOnOrganization,
  mayOnPerson,
  type PermissionContext,
} from "./permissions";
import type { PersonType } from "./rules";
import { scopeOf } from "./scope-query";

/**
 * Authorisation for every service and for the rows of jobs; the only module that decides, with `own-rights.ts` for what concerns callers
 * themselves. Outside the caller's scope: 404 `not_found`. In scope without the permission: 403 `forbidden`.
 */

/** The caller's permissions, read for this request or batch of a job, and the database of the caller's region. */
export type CallerProof = {
  database: Database;
  access: Access;
  /** Organisation positions that this request has already read, by uid. */
  positions?: Map<string, OrganizationPosition>;
};
export type PersonProof = CallerProof & { person: Person; context: PermissionContext };
export type GroupProof = CallerProof & { group: Group; relation: Relation };
export type OrganizationProof = CallerProof & { organization: Organization; relation: Relation };

/** Entries live as long as the caller object, which is one request. */
const positionsOfRequests = new WeakMap<Caller, Map<string, OrganizationPosition>>();

/** @throws ServiceError 401 without a user, 403 `secure_login_needed` if a required second factor is missing */
export function authoriseCaller(deps: { databases: Databases }, caller: Caller): CallerProof {
  const positions = positionsOfRequests.get(caller) ?? new Map<string, OrganizationPosition>();
  positionsOfRequests.set(caller, positions);
  return { database: deps.databases[regionOf(caller.realm)], access: requireSecondFactor(accessOf(caller)), positions };
}

/** @throws ServiceError 403 for students and guardians, and as for `authoriseCaller` */
export function authoriseEmployee(deps: { databases: Databases }, caller: Caller): CallerProof {
  const proof = authoriseCaller(deps, caller);
  if (proof.access.type !== "employee") throw forbidden(formMessages.insufficientPermission);
  return proof;
}

/** @throws ServiceError 403 for callers below administrator rank, and as for `authoriseCaller` */
export function authoriseAdministrator(deps: { databases: Databases }, caller: Caller): CallerProof {
  const proof = authoriseCaller(deps, caller);
  if (!isAdministrator(proof.access)) throw forbidden(formMessages.insufficientPermission);
  return proof;
}

/** @throws ServiceError 403 for everybody but the realm's super users */
export function requireSuperUser(access: Access, message: string = formMessages.insufficientPermission): void {
  if (!access.isSuper) throw forbidden(message);
}

/** @throws ServiceError 403 without a second factor */
export function requireSecureAccess(access: Access): void {
  if (!access.isSecure) throw forbidden(formMessages.secureLogin);
}

/** Parses an id from a path as uid. @throws ServiceError 404 if it is not a UUID */
export function readUid(id: string): string {
  if (!isUid(id)) throw notFound();
  return id.toLowerCase();
}

type PersonOptions = FindOptions & {
  /** Nobody may perform the action on themselves. */
  exceptSelf?: boolean;
  /** Include people whose membership at the caller's organisations has ended, as long as it can be restored. */
  withEnded?: boolean;
  /** 404 instead of 403 without the permission, so that the person's existence is not revealed. */
  isHidden?: boolean;
};

/** @param action the required permission, or several of which one is enough */
export async function authorisePerson(
  proof: CallerProof,
  id: string,
  action: Action | readonly Action[],
  { exceptSelf = false, isHidden = false, withEnded = false, ...options }: PersonOptions = {},
): Promise<PersonProof> {
  const { database, access } = proof;
  const person = await findPerson(database, access.realm, readUid(id), access.userId, options);
  if (!person) throw notFound();
  const position = withEnded ? await withEndedPlaces(database, access, person) : person;
  const context = permissionContextOf(access, position);
  if (context.relation === "none" || context.relation === "member") throw notFound();
  const isAllowed = [action].flat().some((each) => mayOnPerson(context, each));
  if (!isAllowed || (exceptSelf && context.relation === "self")) {
    // Deleted people are revealed only to callers with the permission.
    throw isHidden || person.status === "deleted" ? notFound() : forbidden(formMessages.insufficientPermission);
  }
  return { ...proof, person, context };
}

/** The person as if their memberships that can be restored had not ended. */
export async function withEndedPlaces(
  database: Pick<Database, "execute">,
  access: Access,
  person: Person,
): Promise<PersonPosition> {
  return { ...person, places: [...person.places, ...(await findEndedPlaces(database, access, person.id))] };
}

/** The same check for a person that has already been read, such as a row of a list or job. */
export function mayDoToPerson(
  access: Access,
  person: PersonPosition,
  action: Action,
  { exceptSelf = false }: Pick<PersonOptions, "exceptSelf"> = {},
): boolean {
  const context = permissionContextOf(access, person);
  return !(exceptSelf && context.relation === "self") && mayOnPerson(context, action);
}

/** `mayDoToPerson` as a proof. @throws ServiceError 403 */
export function requireOnPerson(access: Access, person: PersonPosition, action: Action): void {
  if (!mayDoToPerson(access, person, action)) throw forbidden(formMessages.insufficientPermission);
}

/** @throws ServiceError 403 for an attribute that the caller may not change */
export function requireEditable(context: PermissionContext, attribute: PersonAttribute): void {
  if (attributeLevel(context, attribute).editable === 0) throw forbidden(formMessages.insufficientPermission);
}

/**
 * The permission context for a new person of this type in the caller's own organisations.
 * @throws ServiceError 403 if the caller may not create people anywhere
 */
export function authoriseNewPerson(proof: CallerProof, type: PersonType): CallerProof & { context: PermissionContext } {
  const context = contextOfNewPerson(proof.access, type);
  requireOnOrganization(context.relation, "CreateUser");
  return { ...proof, context };
}

/**
 * A group in an organisation that the caller administers or works in; for teachers only one of their own, unless the school lets them see
 * all.
 * @param action null: having the group in scope is enough
 */
export async function authoriseGroup(
  proof: CallerProof,
  id: string,
  action: Action | null,
  options: { withDeleted?: boolean } = {},
): Promise<GroupProof> {
  const { database, access } = proof;
  const group = await findGroup(database, access.realm, readUid(id), options);
  const relation = group ? relationToGroup(access, group) : "none";
  if (!group || relation === "none" || relation === "member") throw notFound();
  if (action && group.status === "deleted" && !mayOnGroup(relation, action)) throw notFound();
  if (action) requireOnGroup(relation, action);
  return { ...proof, group, relation };
}

/**
 * A group that the caller teaches: one that the caller is a member of as an employee, or one below it.
 * @throws ServiceError 404 outside the caller's scope, 403 for other groups in it
 */
export async function authoriseTaughtGroup(proof: CallerProof, id: string): Promise<GroupProof> {
  const found = await authoriseGroup(proof, id, null);
  if (!proof.access.ownGroups.includes(found.group.id)) throw forbidden(formMessages.insufficientPermission);
  return found;
}

/** For a relation that is already known. @throws ServiceError 403 */
export function requireOnGroup(relation: Relation, action: Action): void {
  if (!mayOnGroup(relation, action)) throw forbidden(formMessages.insufficientPermission);
}

/** @param action null: having the organisation in scope is enough, as its members do */
export async function authoriseOrganization(
  proof: CallerProof,
  id: string,
  action: Action | null,
  options: { withDeleted?: boolean } = {},
): Promise<OrganizationProof> {
  const { database, access } = proof;
  const organization = await findOrganization(database, access.realm, readUid(id), options);
  const relation = organization ? relationToOrganization(access, organization) : "none";
  if (!organization || relation === "none") throw notFound();
  if (action) requireOnOrganization(relation, action);
  return { ...proof, organization, relation };
}

/** For a relation that is already known. @throws ServiceError 403 */
export function requireOnOrganization(relation: Relation, action: Action): void {
  if (!mayOnOrganization(relation, action)) throw forbidden(formMessages.insufficientPermission);
}

/** @throws ServiceError 403 */
export function requireOnAssignment(relation: AssignmentRelation, action: AssignmentAction): void {
  if (!mayOnAssignment(relation, action)) throw forbidden(formMessages.insufficientPermission);
}

/** @throws ServiceError 403 for callers who may not create organisations */
export function authoriseNewOrganization(proof: CallerProof): CallerProof {
  const relation = proof.access.isSuper ? "super" : "administrator";
  requireOnOrganization(relation, "CreateOrganization");
  return proof;
}

/** Saves lists of these organisations a query in the same request. */
export function rememberPositions({ positions }: CallerProof, organizations: readonly Organization[]): void {
  for (const { uid, id, above, status } of organizations) if (status !== "deleted") positions?.set(uid, { id, above });
}

/** An organisation's position. @throws ServiceError 404 if it is outside the caller's scope */
async function findOwnPosition({ database, access, positions }: CallerProof, id: string) {
  const uid = readUid(id);
  const position = positions?.get(uid) ?? (await findPositions(database, access.realm, [uid]))[0];
  const relation = position ? relationToOrganization(access, position) : "none";
  if (!position || relation === "none") throw notFound();
  positions?.set(uid, position);
  return { position, relation };
}

/** The people that a list may show: input of `listPeople`. */
type PeopleScope = Pick<
  PeopleQuery,
  "realm" | "callerId" | "organization" | "within" | "ofGroups" | "filters" | "filterableScope"
>;
type PeopleScopeOfOrganization = PeopleScope & { organization: NonNullable<PeopleScope["organization"]> };

/**
 * The people of an organisation whom the caller may list. Only super users may request deleted people.
 * @param filters the list's filters as JSON
 * @throws ServiceError 403 if the caller may list none of the types, 400 for invalid filters
 */
export function authorisePeopleOf(
  access: Access,
  organization: OrganizationPosition,
  types: readonly PersonType[],
  filters: string | undefined,
): PeopleScopeOfOrganization {
  const relation = relationToOrganization(access, organization);
  const allowed = types.filter((type) => mayListPeople(relation, type));
  const read = readPeopleFilters(filters);
  if (allowed.length === 0 || (read.status?.includes("deleted") && relation !== "super")) {
    throw forbidden(formMessages.insufficientPermission);
  }
  const wanted = allowed.filter((type) => read.types?.includes(type) ?? true);
  const below = relation === "employee" ? access.seesAllBelow : relation === "teacher" ? access.worksBelow : null;
  return {
    realm: access.realm,
    callerId: access.userId,
    organization: {
      id: organization.id,
      withBelow: !below || organization.above.some((above) => below.includes(above)),
      activeOnly: below !== null,
    },
    ofGroups: relation === "teacher" ? access.ownGroups : null,
    filterableScope: filterScope(read, scopeOf(access)),
    filters: wanted.length > 0 ? { ...read, types: wanted } : { ...read, uids: [] },
  };
}

/** `authorisePeopleOf` for an organisation by its id. @throws ServiceError 404 if it is out of scope */
export async function authorisePeopleList(
  proof: CallerProof,
  organizationId: string,
  types: readonly PersonType[],
  filters: string | undefined,
): Promise<CallerProof & { relation: Relation; scope: PeopleScopeOfOrganization }> {
  const { position, relation } = await findOwnPosition(proof, organizationId);
  return { ...proof, relation, scope: authorisePeopleOf(proof.access, position, types, filters) };
}

/**
 * `authorisePeopleList` for a job on everybody in the list.
 * @throws ServiceError 403 also for the list of deleted people, who can only be restored
 */
export async function authorisePeopleOfJob(
  proof: CallerProof,
  organizationId: string,
  types: readonly PersonType[],
  filters: string | undefined,
): Promise<CallerProof & { scope: PeopleScopeOfOrganization }> {
  const list = await authorisePeopleList(proof, organizationId, types, filters);
  if (list.scope.filters.status?.includes("deleted")) throw forbidden(formMessages.insufficientPermission);
  return list;
}

/** The organisations that bound a list of what the caller administers; null for a super user: the whole realm. */
export function administeredBy({ isSuper, administers }: Access): number[] | null {
  return isSuper ? null : administers;
}

/** All people whom the caller administers; for a super user the whole realm. Only super users may request deleted people. */
export function authoriseAdministeredPeople(
  proof: CallerProof,
  filters: string | undefined,
): CallerProof & { scope: PeopleScope } {
  const { access } = proof;
  const read = readPeopleFilters(filters);
  requireSuperForDeleted(access, read);
  const scope = {
    realm: access.realm,
    callerId: access.userId,
    organization: null,
    within: administeredBy(access),
    filterableScope: filterScope(read, scopeOf(access)),
    filters: read,
  };
  return { ...proof, scope };
}

/** Conditions of `listGroups` in addition to the caller's access. */
type GroupsScope = Pick<GroupsQuery, "organization" | "filters">;

/** The groups in the caller's scope. Only super users may request deleted groups. */
export function authoriseGroups(proof: CallerProof, filters: string | undefined): CallerProof & { scope: GroupsScope } {
  const read = readGroupFilters(filters);
  requireSuperForDeleted(proof.access, read);
  return { ...proof, scope: { organization: null, filters: read } };
}

/**
 * The groups of an organisation and its descendants.
 * @throws ServiceError 403 if the caller may not list them
 */
export function authoriseGroupsOf(
  proof: CallerProof,
  organization: OrganizationPosition,
  filters: string | undefined,
): CallerProof & { relation: Relation; scope: GroupsScope } {
  const relation = relationToOrganization(proof.access, organization);
  requireOnOrganization(relation, "ListGroups");
  const { scope } = authoriseGroups(proof, filters);
  return { ...proof, relation, scope: { ...scope, organization: { id: organization.id, withBelow: true } } };
}

/** `authoriseGroupsOf` for an organisation by its id. @throws ServiceError 404 if it is out of scope */
export async function authoriseGroupList(proof: CallerProof, organizationId: string, filters: string | undefined) {
  const { position } = await findOwnPosition(proof, organizationId);
  return authoriseGroupsOf(proof, position, filters);
}

/** Conditions of `listOrganizations` in addition to the caller's access. */
type OrganizationsScope = Pick<OrganizationsQuery, "filters" | "within">;

/** The organisations in the caller's scope, or only those the caller administers. Only super users may request deleted organisations. */
export function authoriseOrganizations(
  proof: CallerProof,
  filters: string | undefined,
  { isAdministeredOnly = false } = {},
): CallerProof & { scope: OrganizationsScope } {
  const { areAdministered = isAdministeredOnly, ...read } = readOrganizationFilters(filters);
  requireSuperForDeleted(proof.access, read);
  return { ...proof, scope: { filters: read, within: areAdministered ? administeredBy(proof.access) : null } };
}

function requireSuperForDeleted(access: Access, { status }: { status?: readonly string[] }): void {
  if (status?.includes("deleted")) requireSuperUser(access);
}
