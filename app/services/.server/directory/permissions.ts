import { hasFeature, type Realm } from "~/realms/realm";
import { type PersonAttribute, personFieldTable } from "~/services/contracts/person-field-table";
import {
  type Action,
  type AssignmentAction,
  type AssignmentRelation,
  assignmentGrants,
  groupActions,
  groupGrants,
  type Level,
  organizationActions,
  organizationGrants,
  type PersonGrant,
  personActions,
  personGrants,
  type Relation,
  selfShared,
  specActions,
} from "./grants";
import { hasAttribute, identityAttributes, type PersonType, secureAttributes, signInAttributes } from "./rules";

/**
 * Whether a caller may do something to a person, group, organisation or assignment, by the grants and the rules beside them. Action lists and
 * attribute levels of responses are derived from these functions, and the same ones authorise every write.
 */

export function mayOnAssignment(relation: AssignmentRelation, action: AssignmentAction): boolean {
  return assignmentGrants[relation].includes(action);
}

/** Only administrators and super users can impersonate a teacher: they may see counts, but no questions or answers. */
export function assignmentRelationOf(
  { actorUid }: { actorUid: string | null },
  relation: AssignmentRelation,
): AssignmentRelation {
  return actorUid === null ? relation : "count";
}

/** 1 students and guardians, 2 employees, 3 administrators, 4 super users. */
export type Rank = 1 | 2 | 3 | 4;

export function rankOf(person: { type: PersonType; isAdmin: boolean; isSuper: boolean }): Rank {
  if (person.isSuper) return 4;
  if (person.isAdmin) return 3;
  return person.type === "employee" ? 2 : 1;
}

const administratorRank: Rank = 3;

export function isAdministrator({ rank }: { rank: Rank }): boolean {
  return rank >= administratorRank;
}

/**
 * Whether the caller may set and clear the administrator flag in a list of organisations. Administrators may not, since it raises a user to
 * their own rank; they appoint only by `AppointAdministrator`. docs/product/choices.md#who-and-where.
 */
export function mayChangeAdministrators({ rank }: { rank: Rank }): boolean {
  return rank > administratorRank;
}

/** Input of a permission check for a caller and a person. */
export type PermissionContext = {
  realm: Realm;
  relation: Relation;
  /** The caller's weakest relation to any of the person's organisations; for a guardian, also to those of their pupils. */
  weakestRelation: Relation;
  callerRank: Rank;
  /** Whether the caller logged in with a second factor, or is a super user. */
  isSecure: boolean;
  /** Whether the caller is impersonated: nothing that can be used to log in may then be issued. docs/security.md, line 27. */
  isActing: boolean;
  type: PersonType;
  rank: Rank;
  isShared: boolean;
  /** Whether the person has confirmed their e-mail address. */
  hasConfirmedEmail: boolean;
};

type ActionState = { id: Action; active: boolean };
export type AttributeLevel = {
  viewable: Level;
  editable: Level;
  needsSecureLogin: boolean;
  /** Only callers with the permission at all of the person's organisations may change it. */
  needsEveryOrganization: boolean;
};

const notWhileActing: ReadonlySet<Action> = new Set([
  "EditPassword",
  "EditBadge",
  "EditPictureCode",
  "EditBookshelf",
  "LoginAs",
  "AppointAdministrator",
]);

/** Actions on guardians and employees that need the permission at all of their organisations. docs/security.md, line 36. */
const neededEverywhere: ReadonlySet<Action> = new Set(["EditPassword", "LoginAs", "ViewLogOut"]);

/** Actions permitted on people of equal or higher rank; all others require a higher rank, except on oneself. */
const harmless: ReadonlySet<Action> = new Set(["ViewUserInfo", "ListGroups", "ViewBookshelf", "ViewReading"]);

function grantOf(context: PermissionContext): PersonGrant {
  if (context.relation === "self" && context.type === "employee" && context.isShared) return selfShared;
  return personGrants[context.relation][context.type];
}

/** The permissions that the caller has at every organisation of the person. */
function grantEverywhere(context: PermissionContext): PersonGrant {
  return context.type === "student" ? grantOf(context) : personGrants[context.weakestRelation][context.type];
}

function outranks(context: PermissionContext): boolean {
  return context.relation === "self" || context.callerRank > context.rank;
}

export function mayOnPerson(context: PermissionContext, action: Action): boolean {
  if ((action === "EditBadge" || action === "EditPictureCode") && context.type !== "student") return false;
  // The only action that raises a user to the caller's rank; only a caller of higher rank can revert it.
  if (action === "AppointAdministrator" && (context.type !== "employee" || context.isShared)) return false;
  if (action === "ViewReading" && context.type !== "student") return false;
  // A shared account does not belong to a single pupil.
  if ((action === "JoinGroup" || action === "EditBookshelf") && context.isShared) return false;
  if (context.isActing && notWhileActing.has(action)) return false;
  // Nobody outranks super users, so they may read their own and each other's logs; otherwise nobody could.
  if (action === "ViewAudit" && context.callerRank === 4) return true;
  if (action === "MailPassword") return mayMailPassword(context);
  if (neededEverywhere.has(action) && !grantEverywhere(context).actions.includes(action)) return false;
  return grantOf(context).actions.includes(action) && (outranks(context) || harmless.has(action));
}

/** Whether the caller, who could set the password if the person belonged nowhere else, may have them mailed a link to choose one. */
function mayMailPassword(context: PermissionContext): boolean {
  const isSetByOthers = !grantEverywhere(context).actions.includes("EditPassword");
  const isReachable = context.hasConfirmedEmail && !context.isShared;
  const isGranted = grantOf(context).actions.includes("EditPassword") && outranks(context) && !context.isActing;
  return isSetByOthers && isReachable && isGranted;
}

/** Every action on a person, in a fixed order, with whether it is permitted. */
export function personActionList(context: PermissionContext): ActionState[] {
  return personActions.map((id) => ({ id, active: mayOnPerson(context, id) }));
}

/**
 * The level of a person's status: nobody may change their own, and only with the permission at all of the person's organisations, since it
 * decides whether they can log in.
 */
export function statusLevel(context: PermissionContext): AttributeLevel {
  if (!mayOnPerson(context, "ViewUserInfo")) return hidden;
  if (context.relation === "self" || !mayOnPerson(context, "EditUserInfo")) return viewOnly;
  const isPermittedEverywhere = grantEverywhere(context).actions.includes("EditUserInfo");
  return isPermittedEverywhere ? changed : { ...viewOnly, needsEveryOrganization: true };
}

/** Whether a relation alone grants an action on people of a type. Says nothing about rank: see `mayOnPerson`. */
export function grantsOnPerson(relation: Relation, type: PersonType, action: Action): boolean {
  return personGrants[relation][type].actions.includes(action);
}

/** The view and edit level (0 or 2) of a person's attribute. */
export function attributeLevel(context: PermissionContext, attribute: PersonAttribute): AttributeLevel {
  const grant = grantOf(context).attributes[attribute];
  if (!grant || !isOffered(context.realm, context.type, attribute)) return hidden;
  const action: Action = attribute === "password" ? "EditPassword" : "EditUserInfo";
  const mayEdit = grant === "edit" && mayOnPerson(context, action);
  const isOfOthers =
    identityAttributes.has(attribute) &&
    grant === "edit" &&
    outranks(context) &&
    grantEverywhere(context).attributes[attribute] !== "edit";
  if (attribute === "password") return mayEdit ? changed : { ...hidden, needsEveryOrganization: isOfOthers };
  if (!mayEdit || (context.isActing && signInAttributes.has(attribute))) return viewOnly;
  if (isOfOthers) return { ...viewOnly, needsEveryOrganization: true };
  return secureAttributes.has(attribute) && !context.isSecure ? locked : changed;
}

const hidden: AttributeLevel = { viewable: 0, editable: 0, needsSecureLogin: false, needsEveryOrganization: false };
const viewOnly: AttributeLevel = { ...hidden, viewable: 2 };
const locked: AttributeLevel = { ...viewOnly, needsSecureLogin: true };
const changed: AttributeLevel = { ...viewOnly, editable: 2 };

/**
 * Whether a person may change their own e-mail address by verifying a new one: pupils' addresses are managed by their school, and a shared
 * account has no owner.
 */
export function mayChangeOwnEmail(person: { type: PersonType; shared: boolean }): boolean {
  return person.type !== "student" && !person.shared;
}

/**
 * Whether the attribute exists for the country and the type of person. docs/product/shell.md#roles: eppn, speakingBookRights, ageFilter,
 * escalateLogin.
 */
export function isOffered(realm: Realm, type: PersonType, attribute: PersonAttribute): boolean {
  const { feature } = personFieldTable[attribute];
  return hasAttribute(type, attribute) && (feature === null || hasFeature(realm, feature));
}

export function mayOnGroup(relation: Relation, action: Action): boolean {
  return groupGrants[relation].includes(action);
}

export function groupActionList(relation: Relation): ActionState[] {
  return groupActions.map((id) => ({ id, active: mayOnGroup(relation, id) }));
}

export function mayOnOrganization(relation: Relation, action: Action): boolean {
  return organizationGrants[relation].includes(action);
}

export function organizationActionList(relation: Relation): ActionState[] {
  return organizationActions.map((id) => ({ id, active: mayOnOrganization(relation, id) }));
}

/** Whether the relation permits listing people of this type in an organisation. */
export function mayListPeople(relation: Relation, type: PersonType): boolean {
  return mayOnOrganization(relation, type === "employee" ? "ListEmployees" : "ListUsers");
}

/** The actions of `specActions` that a person may perform with any of their relations, for the profile. */
export function actionsAnywhere(relationsHeld: readonly Relation[], type: PersonType): ActionState[] {
  return specActions.map((id) => ({
    id,
    active: relationsHeld.some(
      (relation) =>
        personGrants[relation][relation === "self" ? type : "student"].actions.includes(id) ||
        groupGrants[relation].includes(id),
    ),
  }));
}
