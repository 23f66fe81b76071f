import { hasFeature, type Realm } from "~/realms/realm";
import { type PersonAttribute, personAttributes, personFieldTable } from "~/services/contracts/person-field-table";
import { hasAttribute, identityAttributes, type PersonType, secureAttributes, signInAttributes } from "./rules";

/**
 * The permission table. Action lists and attribute levels of responses are derived from it, and the same functions authorise every write.
 * docs/product/control-panel.md#roles; docs/product/choices.md#default-permissions.
 */

/** The caller's relation to a person, group or organisation, from weakest to strongest; the strongest one applies. */
export const relations = [
  "none",
  "member",
  "guardian",
  "self",
  /** Works where teachers see only their own classes: people and groups outside them are "none". */
  "teacher",
  /** Works where teachers see the whole school. */
  "employee",
  "administrator",
  "super",
] as const;
export type Relation = (typeof relations)[number];

/** The eleven actions of docs/product/control-panel.md#roles. */
const specActions = [
  "EditPassword",
  /** See a person's sessions, and end them. */
  "ViewLogOut",
  "EditGroup",
  "DeleteGroup",
  "EditGroupPassword",
  "EditGroupAgeFilter",
  "ViewUserInfo",
  "EditUserInfo",
  "DeleteUser",
  "ListGroups",
  "ViewBookshelf",
] as const;

/** Additional actions of our own. */
const ownActions = [
  "CreateUser",
  "ImportUsers",
  "SyncUsers",
  "RestoreUser",
  "LoginAs",
  "AppointAdministrator",
  /** Send a link for choosing a new password to the confirmed address of somebody who also belongs to other organisations. */
  "MailPassword",
  "EditBadge",
  "EditPictureCode",
  "JoinGroup",
  "EditBookshelf",
  /** Reading statistics of pupils: what, when, how long and in which language. */
  "ViewReading",
  "ListUsers",
  "ListEmployees",
  "CreateGroup",
  "RestoreGroup",
  "AddGroupMember",
  "ViewAudit",
  "EditOrganization",
  "CreateOrganization",
  "DeleteOrganization",
  "RestoreOrganization",
] as const;
export type Action = (typeof specActions)[number] | (typeof ownActions)[number];

const personActions: Action[] = [
  "ViewUserInfo",
  "EditUserInfo",
  "EditPassword",
  "MailPassword",
  "DeleteUser",
  "RestoreUser",
  "ViewLogOut",
  "ViewBookshelf",
  "EditBookshelf",
  "ViewReading",
  "ListGroups",
  "LoginAs",
  "AppointAdministrator",
  "EditBadge",
  "EditPictureCode",
  "ViewAudit",
];
const groupActions: Action[] = [
  "EditGroup",
  "DeleteGroup",
  "RestoreGroup",
  "EditGroupPassword",
  "EditGroupAgeFilter",
  "ListGroups",
  "ListUsers",
  "AddGroupMember",
  "EditBookshelf",
  "ViewReading",
];
/** On the organisation's groups, and on its people of lower rank than the caller. */
const actionsOnPeople = ["EditUserInfo", "EditPassword", "EditBadge", "DeleteUser"] as const satisfies Action[];
const organizationActions: Action[] = [
  "ListUsers",
  "ListEmployees",
  "ListGroups",
  "CreateUser",
  "ImportUsers",
  "SyncUsers",
  "CreateGroup",
  "EditOrganization",
  "CreateOrganization",
  "DeleteOrganization",
  "RestoreOrganization",
  "ViewAudit",
  "EditBookshelf",
  "ViewReading",
  "AddGroupMember",
  ...actionsOnPeople,
];
/** Only platform administrators. */
const superOrganizationActions: ReadonlySet<Action> = new Set([
  "CreateOrganization",
  "DeleteOrganization",
  "RestoreOrganization",
]);

export type Level = 0 | 2;
type Grant = "view" | "edit";
/** Every field of a person has its entry: a field that is missing here does not compile. */
type Grants = Record<PersonAttribute, Grant | null>;

const byEmployee: Grants = {
  username: "edit",
  name: "edit",
  email: "edit",
  organizations: "view",
  shared: "edit",
  speakingBookRights: "edit",
  ageFilter: "edit",
  password: "edit",
  eppn: "view",
  gsuiteid: "view",
  gsuiteemail: "view",
  office365: "view",
  bankid: null,
  sms: null,
  firstName: "edit",
  lastName: "edit",
  preferredName: "edit",
  externalId: "view",
  address: "edit",
  postalCode: "edit",
  secureAuth: null,
};
const ofAll = (grant: Grant | null) => Object.fromEntries(personAttributes.map((name) => [name, grant])) as Grants;
const byAdministrator = ofAll("edit");
const ofOneself: Grants = {
  username: "view",
  name: "view",
  email: "view",
  organizations: "view",
  shared: "view",
  password: null,
  speakingBookRights: "view",
  ageFilter: "view",
  eppn: "view",
  gsuiteid: "view",
  gsuiteemail: "view",
  office365: "view",
  bankid: "view",
  sms: "view",
  firstName: "view",
  lastName: "view",
  preferredName: "view",
  externalId: "view",
  address: "view",
  postalCode: "view",
  secureAuth: "view",
};

type PersonGrant = { actions: readonly Action[]; attributes: Grants };
const nothing: PersonGrant = { actions: [], attributes: ofAll(null) };
const selfSeen: PersonGrant = { actions: ["ViewUserInfo", "ViewBookshelf"], attributes: ofOneself };
const selfReader: PersonGrant = { ...selfSeen, actions: [...selfSeen.actions, "EditBookshelf", "ViewReading"] };
/** A guardian may see their pupil's reading, but not change anything. */
const pupilSeen: PersonGrant = { ...selfSeen, actions: [...selfSeen.actions, "ViewReading"] };
/** Only pupils may join groups of their school by code. docs/product/choices.md#group-codes. */
const selfStudent: PersonGrant = { ...selfReader, actions: [...selfReader.actions, "JoinGroup"] };
const selfEmployee: PersonGrant = {
  // Without EditPassword: users change their own password on /profile, with the old one.
  actions: ["ViewUserInfo", "EditUserInfo", "ViewLogOut", "ViewBookshelf", "EditBookshelf", "ListGroups"],
  attributes: { ...ofOneself, name: "edit", firstName: "edit", lastName: "edit" },
};
/**
 * A shared account has no owner: its profile cannot be edited, and its school manages the password. docs/product/control-panel.md#users.
 */
const selfShared: PersonGrant = {
  actions: ["ViewUserInfo", "ViewLogOut", "ViewBookshelf", "ListGroups"],
  attributes: ofOneself,
};
const employeeGrant: PersonGrant = {
  actions: [
    "ViewUserInfo",
    "EditUserInfo",
    "EditPassword",
    "EditBadge",
    "EditPictureCode",
    "ViewLogOut",
    "ViewBookshelf",
    "EditBookshelf",
    "ViewReading",
    "ListGroups",
  ],
  attributes: byEmployee,
};
const administratorGrant: PersonGrant = {
  actions: [
    "ViewUserInfo",
    "EditUserInfo",
    "EditPassword",
    "EditBadge",
    "EditPictureCode",
    "ViewLogOut",
    "ViewBookshelf",
    "EditBookshelf",
    "ViewReading",
    "ListGroups",
    "DeleteUser",
    "RestoreUser",
    "LoginAs",
    "AppointAdministrator",
    "ViewAudit",
  ],
  attributes: byAdministrator,
};

/** Relation and type of the target person -> permitted actions and attributes. */
const people: Record<Relation, Record<PersonType, PersonGrant>> = {
  none: { student: nothing, guardian: nothing, employee: nothing },
  member: { student: nothing, guardian: nothing, employee: nothing },
  guardian: { student: pupilSeen, guardian: nothing, employee: nothing },
  self: { student: selfStudent, guardian: selfReader, employee: selfEmployee },
  teacher: { student: employeeGrant, guardian: employeeGrant, employee: nothing },
  employee: { student: employeeGrant, guardian: employeeGrant, employee: nothing },
  administrator: { student: administratorGrant, guardian: administratorGrant, employee: administratorGrant },
  super: { student: administratorGrant, guardian: administratorGrant, employee: administratorGrant },
};

/** Teachers who see only their own classes may not add pupils to them: pupils join by the group's code. */
const teacherGroupActions: readonly Action[] = [
  "EditGroup",
  "EditGroupPassword",
  "EditGroupAgeFilter",
  "ListGroups",
  "ListUsers",
  "EditBookshelf",
  "ViewReading",
];

const groupGrants: Record<Relation, readonly Action[]> = {
  none: [],
  member: [],
  guardian: [],
  self: [],
  teacher: teacherGroupActions,
  employee: [...teacherGroupActions, "AddGroupMember"],
  administrator: groupActions,
  super: groupActions,
};

const employeeOrganizationActions: readonly Action[] = [
  "ListUsers",
  "ListGroups",
  "ViewReading",
  ...actionsOnPeople.filter((action) => employeeGrant.actions.includes(action)),
];

const organizationGrants: Record<Relation, readonly Action[]> = {
  none: [],
  member: [],
  guardian: [],
  self: [],
  teacher: employeeOrganizationActions,
  employee: [...employeeOrganizationActions, "AddGroupMember"],
  administrator: organizationActions.filter((action) => !superOrganizationActions.has(action)),
  super: organizationActions,
};

/** `teach`: create, change, read answers, comment and hand back; `copy`: read the questions; `count`: see how many have submitted. */
export type AssignmentAction = "teach" | "copy" | "count";
/** The caller's relation to an assignment, named by the strongest action it permits. */
export type AssignmentRelation = AssignmentAction;
/** `teach`: teacher of the group; `copy`: teacher of a school that it is shared with; `count`: administrator. */
const assignmentGrants: Record<AssignmentRelation, readonly AssignmentAction[]> = {
  teach: ["teach", "copy", "count"],
  copy: ["copy", "count"],
  count: ["count"],
};

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
  return people[context.relation][context.type];
}

/** The permissions that the caller has at every organisation of the person. */
function grantEverywhere(context: PermissionContext): PersonGrant {
  return context.type === "student" ? grantOf(context) : people[context.weakestRelation][context.type];
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
  return people[relation][type].actions.includes(action);
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
        people[relation][relation === "self" ? type : "student"].actions.includes(id) ||
        groupGrants[relation].includes(id),
    ),
  }));
}
