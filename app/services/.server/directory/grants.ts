import { type PersonAttribute, personAttributes } from "~/services/contracts/person-field-table";
import type { PersonType } from "./rules";

/**
 * The permission table: what each relation to a person, group, organisation or assignment permits. `permissions.ts` applies it.
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
export const specActions = [
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

export const personActions: Action[] = [
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
export const groupActions: Action[] = [
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
export const organizationActions: Action[] = [
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

export type PersonGrant = { actions: readonly Action[]; attributes: Grants };
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
export const selfShared: PersonGrant = {
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
  actions: [...employeeGrant.actions, "DeleteUser", "RestoreUser", "LoginAs", "AppointAdministrator", "ViewAudit"],
  attributes: byAdministrator,
};

/** Relation and type of the target person -> permitted actions and attributes. */
export const personGrants: Record<Relation, Record<PersonType, PersonGrant>> = {
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

export const groupGrants: Record<Relation, readonly Action[]> = {
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

export const organizationGrants: Record<Relation, readonly Action[]> = {
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
export const assignmentGrants: Record<AssignmentRelation, readonly AssignmentAction[]> = {
  teach: ["teach", "copy", "count"],
  copy: ["copy", "count"],
  count: ["count"],
};
