import { hasFeature, type Realm } from "~/realms/realm";
import type { Caller } from "~/services/.server/endpoint";
import { formMessages } from "~/services/contracts/form-messages";
import { ServiceError, unauthorized } from "~/services/contracts/service-error";
import type { IdentifiedPerson, PersonPlace } from "./identity";
import { type PermissionContext, type Rank, type Relation, rankOf } from "./permissions";
import { type PersonType, superUserScope } from "./rules";

/** A caller's rights, read at every request, so that a changed role applies at the next one. Never cached. */
export type Access = {
  realm: Realm;
  userId: number;
  uid: string;
  /** Who acts as this user, when somebody does. */
  actorUid: string | null;
  type: PersonType;
  name: string;
  shared: boolean;
  isSuper: boolean;
  rank: Rank;
  /** A second factor was used, or the caller is a super user. docs/product/shell.md#roles. */
  isSecure: boolean;
  /**
   * An organisation asks its employees to come in with a second factor, the country offers one, and it is missing. Super users
   * who act as somebody need none: they are secure themselves.
   */
  mustStepUp: boolean;
  /** Organisations whose administrator the caller is; the right reaches all below. */
  administers: number[];
  /** Organisations where the caller works. */
  worksIn: number[];
  /** Those among them whose sub-schools count too. */
  worksBelow: number[];
  /** Those of `worksIn` and of `worksBelow` whose teachers see everybody, not their own classes alone. */
  seesAllIn: number[];
  seesAllBelow: number[];
  /** Ids of the groups where the caller is a member, as an employee of their organisation, and of all groups below them. */
  ownGroups: number[];
  memberOf: number[];
  requestId: string;
  ipAddress: string | null;
};

/**
 * The caller's rights from the rows that were read when the token was checked; no further query.
 * @throws ServiceError 401 for visitors, and for a disabled person
 */
export function accessOf(caller: Caller): Access {
  if (!caller.user) throw unauthorized();
  const { person, actor, actorIsSuper, acr } = caller.user;
  if (person.status !== "active") throw unauthorized();
  const own = accessOfPerson(person);
  const isSecure = own.isSuper || acr === "secure";
  return {
    ...own,
    actorUid: actor,
    isSecure,
    mustStepUp: own.mustStepUp && !isSecure && !actorIsSuper,
    requestId: caller.requestId,
    ipAddress: caller.ipAddress,
  };
}

/** What a person may reach by themselves, however they signed in. */
export function accessOfPerson(person: IdentifiedPerson): Access {
  const isSuper = person.scopes.includes(superUserScope(person.realm));
  const work = person.places.filter((place) => place.role === "employee");
  const ids = (places: PersonPlace[]) => places.map((place) => place.organizationId);
  return {
    realm: person.realm,
    userId: person.legacyId,
    uid: person.uid,
    actorUid: null,
    type: person.type,
    name: person.name,
    shared: person.sharedAccount,
    isSuper,
    rank: rankOf({ type: person.type, isAdmin: work.some((place) => place.admin), isSuper }),
    isSecure: isSuper,
    mustStepUp: person.isStepUpAsked && !isSuper && hasFeature(person.realm, "escalateLogin"),
    administers: ids(work.filter((place) => place.admin)),
    worksIn: ids(work),
    worksBelow: ids(work.filter((place) => place.addToSubSchools)),
    seesAllIn: ids(work.filter((place) => place.seesWholeSchool)),
    seesAllBelow: ids(work.filter((place) => place.seesWholeSchool && place.addToSubSchools)),
    ownGroups: person.ownGroups,
    memberOf: ids(person.places),
    requestId: "",
    ipAddress: null,
  };
}

/**
 * Throws 403 for a caller who must have a second factor and has not. docs/product/choices.md#default-permissions: secureAuthEnabled.
 */
export function requireSecondFactor(access: Access): Access {
  if (access.mustStepUp) throw new ServiceError(403, "secure_login_needed", formMessages.secureLogin);
  return access;
}

export type OrganizationPosition = {
  id: number;
  /** Ids of the organisation itself and of all above it. */
  above: number[];
};

function meets(some: readonly number[], others: readonly number[]): boolean {
  return some.some((id) => others.includes(id));
}

export function relationToOrganization(access: Access, organization: OrganizationPosition): Relation {
  if (access.isSuper) return "super";
  if (meets(organization.above, access.administers)) return "administrator";
  if (access.seesAllIn.includes(organization.id) || meets(organization.above, access.seesAllBelow)) return "employee";
  if (access.worksIn.includes(organization.id) || meets(organization.above, access.worksBelow)) return "teacher";
  if (access.memberOf.includes(organization.id)) return "member";
  return "none";
}

/** The relation to the group's organisation; a caller who sees own classes only has no other group in scope. */
export function relationToGroup(access: Access, group: { id: number; organization: OrganizationPosition }): Relation {
  const relation = relationToOrganization(access, group.organization);
  return relation === "teacher" && !access.ownGroups.includes(group.id) ? "none" : relation;
}

export type PersonPosition = {
  id: number;
  type: PersonType;
  scopes: string[];
  shared: boolean;
  places: Array<OrganizationPosition & { active: boolean; admin: boolean }>;
  /** Where the person is a member. */
  groups: Array<{ id: number }>;
  /** Of a guardian: ids of the groups where their pupils are members. */
  groupsOfPupils: number[];
  /** Whether the caller is one of the person's guardians. */
  isPupilOfCaller?: boolean;
};

/** Pupils of the caller's classes, and their guardians. */
function isOfOwnClasses({ ownGroups }: Access, { groups, groupsOfPupils }: PersonPosition): boolean {
  return groups.some(({ id }) => ownGroups.includes(id)) || meets(groupsOfPupils, ownGroups);
}

/** The strongest relation. Administrators see people whose place is switched off, employees don't. */
export function relationToPerson(access: Access, person: PersonPosition): Relation {
  if (person.id === access.userId) return "self";
  if (access.isSuper) return "super";
  const held = person.places.map((place) => {
    const relation = relationToOrganization(access, place);
    const isOutOfSight =
      ((relation === "employee" || relation === "teacher") && !place.active) ||
      (relation === "teacher" && !isOfOwnClasses(access, person));
    return isOutOfSight ? "none" : relation;
  });
  if (held.includes("administrator")) return "administrator";
  if (held.includes("employee")) return "employee";
  if (held.includes("teacher")) return "teacher";
  return person.isPupilOfCaller ? "guardian" : "none";
}

/** The places of a person that the caller may see: all of their own and of their pupils, else those in the caller's scope. */
export function visiblePlaces<Place extends OrganizationPosition>(
  access: Access,
  person: { id: number; places: Place[]; isPupilOfCaller?: boolean },
): Place[] {
  if (person.id === access.userId || person.isPupilOfCaller) return person.places;
  return person.places.filter((place) => relationToOrganization(access, place) !== "none");
}

/** The groups of a person that the caller may know of, by the same rule. */
export function visibleGroups<Group extends { id: number; organizationId: number }>(
  access: Access,
  person: { id: number; places: OrganizationPosition[]; groups: Group[]; isPupilOfCaller?: boolean },
): Group[] {
  if (person.id === access.userId || person.isPupilOfCaller) return person.groups;
  const relations = new Map(person.places.map((place) => [place.id, relationToOrganization(access, place)]));
  return person.groups.filter(({ id, organizationId }) => {
    const relation = relations.get(organizationId) ?? "none";
    return relation === "teacher" ? access.ownGroups.includes(id) : relation !== "none";
  });
}

/** What the permission table needs about a caller and a person. */
export function permissionContextOf(access: Access, person: PersonPosition): PermissionContext {
  return {
    realm: access.realm,
    relation: relationToPerson(access, person),
    callerRank: access.rank,
    isSecure: access.isSecure,
    isActing: access.actorUid !== null,
    type: person.type,
    rank: rankOf({
      type: person.type,
      isAdmin: person.places.some((place) => place.active && place.admin),
      isSuper: person.scopes.includes(superUserScope(access.realm)),
    }),
    isShared: person.shared,
  };
}
