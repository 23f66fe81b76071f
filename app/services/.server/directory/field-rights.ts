import type { Realm } from "~/realms/realm";
import { type GroupField, groupFieldTable, isGroupFieldOffered } from "~/services/contracts/group-field-table";
import { isOrganizationFieldOffered, type OrganizationField } from "~/services/contracts/organization-field-table";
import type { Action, Level, Relation } from "./grants";
import { type AttributeLevel, mayOnGroup, mayOnOrganization } from "./permissions";

/** Who may view and edit the fields of organisations and groups. docs/product/control-panel.md#roles; docs/security.md, line 20. */

/** The actions that permit it. `view` is null for whoever sees the organisation or group; "super": only super users. */
type FieldRight = { view: Action | null; edit: Action | "super" };

const byAdministrators: FieldRight = { view: null, edit: "EditOrganization" };
/** The position in the tree. */
const bySuperUsers: FieldRight = { view: null, edit: "super" };
/** The identifiers in other systems. */
const ofAdministrators: FieldRight = { view: "EditOrganization", edit: "super" };

type WrittenField = OrganizationField | "parent";

/** Every field has its entry: a field that is missing here does not compile. */
const organizationFieldRights: Record<WrittenField, FieldRight> = {
  name: byAdministrators,
  type: bySuperUsers,
  status: bySuperUsers,
  parent: bySuperUsers,
  pupilNumber: byAdministrators,
  address: byAdministrators,
  postalCode: byAdministrators,
  city: byAdministrators,
  county: byAdministrators,
  country: bySuperUsers,
  phone: byAdministrators,
  teachersSee: byAdministrators,
  qrCodeLoginEnabled: byAdministrators,
  pictureLoginEnabled: byAdministrators,
  pupilPasswordDays: byAdministrators,
  staySignedIn: byAdministrators,
  secureAuthEnabled: byAdministrators,
  onlineVoicesEnabled: byAdministrators,
  wordsHidden: byAdministrators,
  municipalityKey: ofAdministrators,
  schoolUnitCode: ofAdministrators,
  sectoralCode: ofAdministrators,
  establishmentId: ofAdministrators,
  crmId: ofAdministrators,
  comment: ofAdministrators,
};

/** The fields of an organisation that only super users may edit. */
export const superUserFields = (Object.keys(organizationFieldRights) as WrittenField[]).filter(
  (name) => organizationFieldRights[name].edit === "super",
);

const byEditors: FieldRight = { view: null, edit: "EditGroup" };

/** Every field has its entry: a field that is missing here does not compile. */
const groupFieldRights: Record<GroupField, FieldRight> = {
  name: byEditors,
  type: byEditors,
  parent: byEditors,
  typicalSchoolEntryYear: byEditors,
  ageFilter: { view: null, edit: "EditGroupAgeFilter" },
  externalId: byEditors,
  code: { view: "EditGroupPassword", edit: "EditGroupPassword" },
};

const level = (viewable: Level, editable: Level): AttributeLevel => ({
  viewable,
  editable,
  needsSecureLogin: false,
  needsEveryOrganization: false,
});
const hidden = level(0, 0);
const viewOnly = level(2, 0);
const changed = level(2, 2);

/** The view and edit level (0 or 2) of an organisation's field. */
export function organizationFieldLevel(realm: Realm, relation: Relation, name: WrittenField): AttributeLevel {
  const { view, edit } = organizationFieldRights[name];
  const isOffered = name === "parent" || isOrganizationFieldOffered(realm, name);
  if (!isOffered || (view !== null && !mayOnOrganization(relation, view))) return hidden;
  const mayEdit = edit === "super" ? relation === "super" : mayOnOrganization(relation, edit);
  return mayEdit ? changed : viewOnly;
}

/** Whether the relation permits editing a group's field, where the country has it. */
export function mayEditGroupField(relation: Relation, name: GroupField): boolean {
  const { edit } = groupFieldRights[name];
  return edit === "super" ? relation === "super" : mayOnGroup(relation, edit);
}

/** The view and edit level (0 or 2) of a group's field. */
export function groupFieldLevel(realm: Realm, relation: Relation, name: GroupField): AttributeLevel {
  const { view } = groupFieldRights[name];
  if (view !== null && !mayOnGroup(relation, view)) return hidden;
  if (!isGroupFieldOffered(realm, name)) return groupFieldTable[name].isShownElsewhere ? viewOnly : hidden;
  return mayEditGroupField(relation, name) ? changed : viewOnly;
}
