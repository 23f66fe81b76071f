import { hasFeature, type Realm } from "~/realms/realm";
import type { Caller } from "~/services/.server/directory/caller";
import { formMessages } from "~/services/contracts/form-messages";
import { ServiceError, unauthorized } from "~/services/contracts/service-error";
import { type Action, type Relation, relations } from "./grants";
import type { ActivePlace, IdentifiedPerson } from "./identity";
import { grantsOnPerson, type PermissionContext, type Rank, rankOf } from "./permissions";
import { type PersonType, superUserScope } from "./rules";

/** A caller's permissions. Read on every request and never cached, so that a changed role applies to the next request. */
export type Access = {
  realm: Realm;
  userId: number;
  uid: string;
  /** The impersonating user; null if the caller is not impersonated. */
  actorUid: string | null;
  type: PersonType;
  name: string;
  shared: boolean;
  isSuper: boolean;
  rank: Rank;
  /** Logged in with a second factor, or a super user. docs/product/shell.md#roles. */
  isSecure: boolean;
  /**
   * An organisation requires a second factor of its employees, the country offers one, and this login has not verified one. Not required
   * while a super user impersonates the caller: super users are always secure.
   */
  mustStepUp: boolean;
  /** Organisations that the caller administers; the permission includes all descendants. */
  administers: number[];
  /** Organisations where the caller is an employee. */
  worksIn: number[];
  /** Those of `worksIn` whose association includes the descendants. */
  worksBelow: number[];
  /** Those of `worksIn` and of `worksBelow` whose teachers see everybody, not only their own classes. */
  seesAllIn: number[];
  seesAllBelow: number[];
  /** Ids of the groups that the caller is a member of as an employee of their organisation, and of all their subgroups. */
  ownGroups: number[];
  memberOf: number[];
  requestId: string;
  ipAddress: string | null;
};

/**
 * The caller's permissions, from the rows read for token verification; runs no query.
 * @throws ServiceError 401 without a user, and for a disabled user
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

/** A person's own permissions, without the login's security level or an impersonating user. */
export function accessOfPerson(person: IdentifiedPerson): Access {
  const isSuper = person.scopes.includes(superUserScope(person.realm));
  const work = person.places.filter((place) => place.role === "employee");
  const ids = (places: ActivePlace[]) => places.map((place) => place.organizationId);
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
    mustStepUp: person.isStepUpRequired && !isSuper && hasFeature(person.realm, "escalateLogin"),
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
 * @throws ServiceError 403 `secure_login_needed` if a required second factor is missing. docs/product/choices.md#default-permissions:
 * secureAuthEnabled.
 */
export function requireSecondFactor(access: Access): Access {
  if (access.mustStepUp) throw new ServiceError(403, "secure_login_needed", formMessages.secureLogin);
  return access;
}

export type OrganizationPosition = {
  id: number;
  /** Ids of the organisation and all its ancestors. */
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

/** The relation to the group's organisation; `none` if the caller sees only their own classes and this is not one of them. */
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
  /** Groups that the person is a member of. */
  groups: Array<{ id: number }>;
  /** For a guardian: ids of their pupils' groups. */
  groupsOfPupils: number[];
  /** For a guardian: the organisations of their pupils. */
  placesOfPupils: OrganizationPosition[];
  /** Organisations to which the person can come back. */
  restorablePlaces: OrganizationPosition[];
  emailVerified: boolean;
  /** Whether the caller is one of the person's guardians. */
  isPupilOfCaller?: boolean;
};

/** Whether the person is a pupil in one of the caller's groups, or a guardian of one. */
function isOfOwnClasses({ ownGroups }: Access, { groups, groupsOfPupils }: PersonPosition): boolean {
  return groups.some(({ id }) => ownGroups.includes(id)) || meets(groupsOfPupils, ownGroups);
}

/**
 * The strongest relation to any of the person's organisations. Inactive associations are visible to administrators but not to employees.
 */
export function relationToPerson(access: Access, person: PersonPosition): Relation {
  if (person.id === access.userId) return "self";
  if (access.isSuper) return "super";
  const held = person.places.map((place) => {
    const relation = relationToOrganization(access, place);
    const isOutOfScope =
      ((relation === "employee" || relation === "teacher") && !place.active) ||
      (relation === "teacher" && !isOfOwnClasses(access, person));
    return isOutOfScope ? "none" : relation;
  });
  if (held.includes("administrator")) return "administrator";
  if (held.includes("employee")) return "employee";
  if (held.includes("teacher")) return "teacher";
  return person.isPupilOfCaller ? "guardian" : "none";
}

/** The weakest relation to any of these organisations of a person. */
function weakestRelation(access: Access, person: PersonPosition, places: readonly OrganizationPosition[]): Relation {
  if (person.id === access.userId) return "self";
  const held = places.map((place) => {
    const relation = relationToOrganization(access, place);
    return relation === "teacher" && !isOfOwnClasses(access, person) ? "none" : relation;
  });
  return relations.find((relation) => held.includes(relation)) ?? relationToPerson(access, person);
}

/** A person's organisations, to which a guardian's pupils' count too. Inactive associations count. */
function presentPlaces({ places, placesOfPupils }: PersonPosition): OrganizationPosition[] {
  return [...places, ...placesOfPupils];
}

/** Whether the caller has the permission at every organisation to which the person belongs now. */
export function isPermittedEverywhere(access: Access, person: PersonPosition, action: Action): boolean {
  return grantsOnPerson(weakestRelation(access, person, presentPlaces(person)), person.type, action);
}

/** Whether the caller's relation to the organisation grants the permission on people of this type there. */
export function isPermittedAt(access: Access, type: PersonType, action: Action) {
  return (organization: OrganizationPosition): boolean =>
    grantsOnPerson(relationToOrganization(access, organization), type, action);
}

/**
 * A person's associations that the caller may see: all if the person is the caller or their pupil, otherwise those in the caller's scope.
 */
export function visiblePlaces<Place extends OrganizationPosition>(
  access: Access,
  person: { id: number; places: Place[]; isPupilOfCaller?: boolean },
): Place[] {
  if (person.id === access.userId || person.isPupilOfCaller) return person.places;
  return person.places.filter((place) => relationToOrganization(access, place) !== "none");
}

/** A person's groups that the caller may see, by the rule of `visiblePlaces`. */
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

/** The input of the permission table for a caller and a person. */
export function permissionContextOf(access: Access, person: PersonPosition): PermissionContext {
  return {
    realm: access.realm,
    relation: relationToPerson(access, person),
    // With those to which the person can come back: a login that somebody else has set would open them too. docs/security.md, line 36.
    weakestRelation: weakestRelation(access, person, [...presentPlaces(person), ...person.restorablePlaces]),
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
    hasConfirmedEmail: person.emailVerified,
  };
}

/** The same for a new person of this type in one of the caller's own organisations; `none` for a caller who administers none. */
export function contextOfNewPerson(access: Access, type: PersonType): PermissionContext {
  const relation = access.isSuper ? "super" : access.administers.length > 0 ? "administrator" : "none";
  return {
    realm: access.realm,
    relation,
    weakestRelation: relation,
    callerRank: access.rank,
    isSecure: access.isSecure,
    isActing: access.actorUid !== null,
    type,
    rank: rankOf({ type, isAdmin: false, isSuper: false }),
    isShared: false,
    hasConfirmedEmail: false,
  };
}
