import {
  type Access,
  isPermittedEverywhere,
  permissionContextOf,
  relationToGroup,
  relationToOrganization,
  visibleGroups,
  visiblePlaces,
} from "~/services/.server/directory/access";
import { groupFieldLevel, organizationFieldLevel } from "~/services/.server/directory/field-rights";
import type { Level } from "~/services/.server/directory/grants";
import type { Group } from "~/services/.server/directory/groups/groups-store";
import type { Organization } from "~/services/.server/directory/organizations/organizations-store";
import type { Person } from "~/services/.server/directory/people/people-store";
import {
  type AttributeLevel,
  attributeLevel,
  groupActionList,
  mayOnPerson,
  organizationActionList,
  type PermissionContext,
  personActionList,
  statusLevel,
} from "~/services/.server/directory/permissions";
import type { PersonType } from "~/services/.server/directory/rules";
import type {
  GroupEntity,
  OrganizationEntity,
  OrganizationPlace,
  PersonEntity,
} from "~/services/contracts/control-panel-entities";
import { type GroupField, groupFieldNames } from "~/services/contracts/group-field-table";
import { type OrganizationField, organizationFieldNames } from "~/services/contracts/organization-field-table";
import { type PersonAttribute, personAttributes, personFieldTable } from "~/services/contracts/person-field-table";
import type { PersonKind } from "~/services/contracts/person-kinds";

/** Builds the response entities: values with the permission table's levels and actions for the caller. docs/product/choices.md#wire. */

export const kindOf: Record<PersonType, PersonKind> = {
  student: "students",
  guardian: "guardians",
  employee: "employees",
};
export const typeOf: Record<PersonKind, PersonType> = {
  students: "student",
  guardians: "guardian",
  employees: "employee",
};

type EntityAttribute<T> = {
  value: T | null;
  viewable: Level;
  editable: Level;
  needs?: "secure_login" | "every_organization";
};

function show<T>(value: T | null, level: AttributeLevel): EntityAttribute<T> {
  return {
    value: level.viewable === 2 ? value : null,
    viewable: level.viewable,
    editable: level.editable,
    ...(level.needsSecureLogin ? { needs: "secure_login" as const } : {}),
    ...(level.needsEveryOrganization ? { needs: "every_organization" as const } : {}),
  };
}

function visibleAttribute<T>(value: T | null): EntityAttribute<T> {
  return { value, viewable: 2, editable: 0 };
}

function placeOf(place: Person["places"][number]): OrganizationPlace {
  const { uid: id, name, role, admin, active, addToSubSchools } = place;
  return { id, name, role, admin, active, addToSubSchools };
}

export function personEntity(access: Access, person: Person): PersonEntity {
  const context = permissionContextOf(access, person);
  const entity = entityOf(context, person.uid, person, visiblePlaces(access, person), visibleGroups(access, person));
  return { ...entity, deletesAccount: isPermittedEverywhere(access, person, "DeleteUser") };
}

/** The entity for creating a person: no values, all attributes with the caller's levels. */
export function templateEntity(context: PermissionContext): PersonEntity {
  return { ...entityOf(context, null, null, [], []), deletesAccount: false };
}

function entityOf(
  context: PermissionContext,
  id: string | null,
  person: Person | null,
  places: Person["places"],
  groups: Person["groups"],
): Omit<PersonEntity, "deletesAccount"> {
  const level = (name: PersonAttribute) => attributeLevel(context, name);
  const mayView = mayOnPerson(context, "ViewUserInfo");
  const unseen = { value: null, viewable: 0, editable: 0 } as const;
  return {
    id,
    type: kindOf[context.type],
    attributes: {
      ...fieldsOf(person, places, level),
      status: show(person?.status ?? "active", statusLevel(context)),
      groups: mayView ? visibleAttribute(groups.map((group) => ({ id: group.uid, name: group.name }))) : unseen,
      legacyId: mayView ? visibleAttribute(person?.id ?? null) : unseen,
    },
    signIn: person && mayView ? signInOf(person) : null,
    actions: personActionList(context).map((action) => {
      if (action.id === "EditBadge") return { ...action, active: action.active && mayHoldBadge(person) };
      if (action.id === "EditPictureCode") return { ...action, active: action.active && mayHoldPictureCode(person) };
      if (action.id === "RestoreUser") return { ...action, active: action.active && person?.status === "deleted" };
      return action;
    }),
  };
}

type FieldAttributes = Pick<PersonEntity["attributes"], PersonAttribute>;

function fieldsOf(
  person: Person | null,
  places: Person["places"],
  level: (name: PersonAttribute) => AttributeLevel,
): FieldAttributes {
  const fieldValue = (name: PersonAttribute) => {
    const { kind, column } = personFieldTable[name];
    if (kind === "places") return places.map(placeOf);
    if (column === null) return null;
    return person?.[column] ?? (kind === "flag" ? false : null);
  };
  // Object.fromEntries loses the type of each name's value.
  return Object.fromEntries(
    personAttributes.map((name) => [name, show(fieldValue(name), level(name))]),
  ) as FieldAttributes;
}

function signInOf({ lastSignInAt, hasBadge, hasPictureCode }: Person): PersonEntity["signIn"] {
  return { lastAt: lastSignInAt && new Date(lastSignInAt).toISOString(), hasBadge, hasPictureCode };
}

/** Active pupils of a school with badge login. docs/security.md, line 28. */
export function mayHoldBadge(person: Person | null): boolean {
  return person?.status === "active" && person.places.some((place) => place.active && place.qrCodeLoginEnabled);
}

function mayHoldPictureCode(person: Person | null): boolean {
  return person?.status === "active" && person.places.some((place) => place.active && place.pictureLoginEnabled);
}

export function organizationEntity(access: Access, organization: Organization): OrganizationEntity {
  const relation = relationToOrganization(access, organization);
  const level = (name: OrganizationField | "parent") => organizationFieldLevel(access.realm, relation, name);
  const fields = organizationFieldNames.map((name) => [
    name,
    show<Organization[typeof name]>(organization[name], level(name)),
  ]);
  return {
    id: organization.uid,
    type: "organizations",
    attributes: {
      // Object.fromEntries loses the type of each name's value.
      ...(Object.fromEntries(fields) as Pick<OrganizationEntity["attributes"], OrganizationField>),
      parent: show(organization.parent, level("parent")),
    },
    actions: organizationActionList(relation).map((action) =>
      action.id === "EditBadge" ? { ...action, active: action.active && organization.hasBadges } : action,
    ),
  };
}

export function groupEntity(access: Access, group: Group): GroupEntity {
  const relation = relationToGroup(access, group);
  const level = (name: GroupField) => groupFieldLevel(access.realm, relation, name);
  const fields = groupFieldNames.map((name) => [name, show<Group[typeof name]>(group[name], level(name))]);
  const expiry: AttributeLevel = { ...level("code"), editable: 0 };
  return {
    id: group.uid,
    type: "groups",
    attributes: {
      ...(Object.fromEntries(fields) as Pick<GroupEntity["attributes"], GroupField>),
      codeExpiresAt: show(group.codeExpiresAt, expiry),
      organization: visibleAttribute({ id: group.organization.uid, name: group.organization.name }),
      groupId: visibleAttribute(group.id),
    },
    student_count: group.studentCount,
    actions: groupActionList(relation),
  };
}
