import type { Database, Databases } from "~/db/.server/connect";
import { regionOf } from "~/realms/realm";
import type { Caller } from "~/services/.server/endpoint";
import { formMessages } from "~/services/contracts/form-messages";
import { forbidden, notFound } from "~/services/contracts/service-error";
import { isUid } from "~/services/contracts/uid";
import {
  type Access,
  accessOf,
  type OrganizationPosition,
  type PersonPosition,
  permissionContextOf,
  relationToGroup,
  relationToOrganization,
  requireSecondFactor,
} from "./access";
import { findGroup, type Group, type GroupsQuery } from "./groups/groups-store";
import { readGroupFilters, readOrganizationFilters, readPeopleFilters } from "./lists/list-filters";
import { filterScope, type PeopleQuery } from "./lists/people-query";
import {
  findOrganization,
  findPositions,
  type Organization,
  type OrganizationsQuery,
} from "./organizations/organizations-store";
import { type FindOptions, findPerson, type Person } from "./people/people-store";
import {
  type Action,
  mayListPeople,
  mayOnGroup,
  mayOnOrganization,
  mayOnPerson,
  type PermissionContext,
  type Relation,
} from "./permissions";
import type { PersonType } from "./rules";
import { scopeOf } from "./scope-query";

/**
 * Proves what a caller may do: the one module that decides, for both faces of the directory and for the rows of jobs. What is out
 * of the caller's scope is 404 `not_found`, what is in it without the right is 403 `forbidden`.
 */

/** What the caller may reach, read afresh for this request or this batch of a job, and the database of their region. */
export type CallerProof = {
  database: Database;
  access: Access;
  /** Positions of organisations that this request has read already, by uid. */
  positions?: Map<string, OrganizationPosition>;
};
export type PersonProof = CallerProof & { person: Person; context: PermissionContext };
export type GroupProof = CallerProof & { group: Group; relation: Relation };
export type OrganizationProof = CallerProof & { organization: Organization; relation: Relation };

/** Lives as long as its caller, which is one request. */
const positionsOfRequests = new WeakMap<Caller, Map<string, OrganizationPosition>>();

/** @throws ServiceError 401 for visitors, 403 `secure_login_needed` if a required second factor is missing */
export function authoriseCaller(deps: { databases: Databases }, caller: Caller): CallerProof {
  const positions = positionsOfRequests.get(caller) ?? new Map<string, OrganizationPosition>();
  positionsOfRequests.set(caller, positions);
  return { database: deps.databases[regionOf(caller.realm)], access: requireSecondFactor(accessOf(caller)), positions };
}

/** @throws ServiceError 403 for students and guardians, and as `authoriseCaller` */
export function authoriseEmployee(deps: { databases: Databases }, caller: Caller): CallerProof {
  const proof = authoriseCaller(deps, caller);
  if (proof.access.type !== "employee") throw forbidden(formMessages.insufficientPermission);
  return proof;
}

const administratorRank = 3;

/** @throws ServiceError 403 for everybody below an administrator, and as `authoriseCaller` */
export function authoriseAdministrator(deps: { databases: Databases }, caller: Caller): CallerProof {
  const proof = authoriseCaller(deps, caller);
  if (proof.access.rank < administratorRank) throw forbidden(formMessages.insufficientPermission);
  return proof;
}

/** An id of an address as a uid; what is none names nothing. */
export function readUid(id: string): string {
  if (!isUid(id)) throw notFound();
  return id.toLowerCase();
}

export type PersonOptions = FindOptions & {
  /** Nobody may do it to themselves. */
  exceptSelf?: boolean;
  /** Without the right the person's existence is not revealed: 404 in place of 403. */
  isHidden?: boolean;
};

/** @param action one that the caller needs, or several of which one is enough */
export async function authorisePerson(
  proof: CallerProof,
  id: string,
  action: Action | readonly Action[],
  { exceptSelf = false, isHidden = false, ...options }: PersonOptions = {},
): Promise<PersonProof> {
  const { database, access } = proof;
  const person = await findPerson(database, access.realm, readUid(id), access.userId, options);
  if (!person) throw notFound();
  const context = permissionContextOf(access, person);
  if (context.relation === "none" || context.relation === "member") throw notFound();
  const isAllowed = [action].flat().some((each) => mayOnPerson(context, each));
  if (!isAllowed || (exceptSelf && context.relation === "self")) {
    // A deleted person is revealed only to callers with the right.
    throw isHidden || person.status === "deleted" ? notFound() : forbidden(formMessages.insufficientPermission);
  }
  return { ...proof, person, context };
}

/** The same right for somebody who was read already, such as a row of a list or of a job. */
export function mayDoToPerson(
  access: Access,
  person: PersonPosition,
  action: Action,
  { exceptSelf = false }: Pick<PersonOptions, "exceptSelf"> = {},
): boolean {
  const context = permissionContextOf(access, person);
  return !(exceptSelf && context.relation === "self") && mayOnPerson(context, action);
}

/**
 * A person of this type as the caller would stand to them in the caller's own organisations.
 * @throws ServiceError 403 where the caller may not create people anywhere
 */
export function authoriseNewPerson(proof: CallerProof, type: PersonType): CallerProof & { context: PermissionContext } {
  const { access } = proof;
  const relation = access.isSuper ? "super" : access.administers.length > 0 ? "administrator" : "none";
  if (!mayOnOrganization(relation, "CreateUser")) throw forbidden(formMessages.insufficientPermission);
  const context: PermissionContext = {
    realm: access.realm,
    relation,
    callerRank: access.rank,
    isSecure: access.isSecure,
    isActing: access.actorUid !== null,
    type,
    rank: type === "employee" ? 2 : 1,
    isShared: false,
  };
  return { ...proof, context };
}

/**
 * A group of an organisation that the caller administers or where the caller works: there one of their own, unless the school
 * shows its teachers all.
 * @param action null: no right is needed beside having the group in scope
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
  if (action && !mayOnGroup(relation, action)) {
    throw group.status === "deleted" ? notFound() : forbidden(formMessages.insufficientPermission);
  }
  return { ...proof, group, relation };
}

/** @param action null: no right is needed beside having the organisation in scope, as its members have */
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
  if (action && !mayOnOrganization(relation, action)) throw forbidden(formMessages.insufficientPermission);
  return { ...proof, organization, relation };
}

/** @throws ServiceError 403 for callers who may not create organisations */
export function authoriseNewOrganization(proof: CallerProof): CallerProof {
  const relation = proof.access.isSuper ? "super" : "administrator";
  if (!mayOnOrganization(relation, "CreateOrganization")) throw forbidden(formMessages.insufficientPermission);
  return proof;
}

/** Spares the lists of these organisations a query in the same request. */
export function rememberPositions({ positions }: CallerProof, organizations: readonly Organization[]): void {
  for (const { uid, id, above, status } of organizations) if (status !== "deleted") positions?.set(uid, { id, above });
}

/** Where an organisation stands, for whoever has it in scope. */
async function findOwnPosition({ database, access, positions }: CallerProof, id: string) {
  const uid = readUid(id);
  const position = positions?.get(uid) ?? (await findPositions(database, access.realm, [uid]))[0];
  const relation = position ? relationToOrganization(access, position) : "none";
  if (!position || relation === "none") throw notFound();
  return { position, relation };
}

/** The people whom a list may show: the input for the conditions of `listPeople`. */
export type PeopleScope = Pick<
  PeopleQuery,
  "realm" | "callerId" | "organization" | "within" | "ofGroups" | "filters" | "filterableScope"
>;
type PeopleScopeOfOrganization = PeopleScope & { organization: NonNullable<PeopleScope["organization"]> };

/**
 * The people of an organisation whom the caller may list. Only super users may request deleted ones.
 * @param filters the list's filters as JSON
 * @throws ServiceError 403 where no type may be listed, 400 for wrong filters
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

/** As `authorisePeopleOf`, for an organisation by its id. @throws ServiceError 404 for one out of scope */
export async function authorisePeopleList(
  proof: CallerProof,
  organizationId: string,
  types: readonly PersonType[],
  filters: string | undefined,
): Promise<CallerProof & { scope: PeopleScopeOfOrganization }> {
  const { position } = await findOwnPosition(proof, organizationId);
  return { ...proof, scope: authorisePeopleOf(proof.access, position, types, filters) };
}

/** Everybody whom the caller administers; for a super user the whole realm. Only super users may request deleted ones. */
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
    within: access.isSuper ? null : access.administers,
    filterableScope: filterScope(read, scopeOf(access)),
    filters: read,
  };
  return { ...proof, scope };
}

/** What `listGroups` makes its conditions of, beside the caller's own access. */
export type GroupsScope = Pick<GroupsQuery, "organization" | "filters">;

/** The groups in the caller's scope. Only super users ask for the deleted. */
export function authoriseGroups(proof: CallerProof, filters: string | undefined): CallerProof & { scope: GroupsScope } {
  const read = readGroupFilters(filters);
  requireSuperForDeleted(proof.access, read);
  return { ...proof, scope: { organization: null, filters: read } };
}

/** Those of one organisation and all below it. @throws ServiceError 404 for one out of scope */
export async function authoriseGroupList(
  proof: CallerProof,
  organizationId: string,
  filters: string | undefined,
): Promise<CallerProof & { scope: GroupsScope }> {
  const { position, relation } = await findOwnPosition(proof, organizationId);
  if (!mayOnOrganization(relation, "ListGroups")) throw forbidden(formMessages.insufficientPermission);
  const { scope } = authoriseGroups(proof, filters);
  return { ...proof, scope: { ...scope, organization: { id: position.id, withBelow: true } } };
}

/** What `listOrganizations` makes its conditions of, beside the caller's own access. */
export type OrganizationsScope = Pick<OrganizationsQuery, "filters" | "within">;

/**
 * The organisations in the caller's scope, or only those that the caller administers. Only super users may request deleted ones.
 */
export function authoriseOrganizations(
  proof: CallerProof,
  filters: string | undefined,
  { isAdministeredOnly = false } = {},
): CallerProof & { scope: OrganizationsScope } {
  const { isSuper, administers } = proof.access;
  const { areAdministered = isAdministeredOnly, ...read } = readOrganizationFilters(filters);
  requireSuperForDeleted(proof.access, read);
  return { ...proof, scope: { filters: read, within: areAdministered && !isSuper ? administers : null } };
}

function requireSuperForDeleted(access: Access, { status }: { status?: readonly string[] }): void {
  if (status?.includes("deleted") && !access.isSuper) throw forbidden(formMessages.insufficientPermission);
}
