import { hasFeature } from "~/realms/realm";
import {
  type Access,
  isPermittedEverywhere,
  permissionContextOf,
  relationToGroup,
  relationToOrganization,
  visibleGroups,
  visiblePlaces,
} from "~/services/.server/directory/access";
import type { Group } from "~/services/.server/directory/groups/groups-store";
import type { Organization } from "~/services/.server/directory/organizations/organizations-store";
import type { Person } from "~/services/.server/directory/people/people-store";
import {
  type AttributeLevel,
  attributeLevel,
  groupActionList,
  type Level,
  mayOnGroup,
  mayOnOrganization,
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

function visibleAttribute<T>(value: T | null, isEditable = false): EntityAttribute<T> {
  return { value, viewable: 2, editable: isEditable ? 2 : 0 };
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
  const mayEdit = mayOnOrganization(relation, "EditOrganization");
  const isSuper = relation === "super";
  // In countries without step-up, it cannot be required.
  const hasSecureLogin = hasFeature(access.realm, "escalateLogin");
  const ofAdministrators = (value: string | null): EntityAttribute<string> =>
    mayEdit ? visibleAttribute(value, isSuper) : { value: null, viewable: 0, editable: 0 };
  return {
    id: organization.uid,
    type: "organizations",
    attributes: {
      name: visibleAttribute(organization.name, mayEdit),
      type: visibleAttribute(organization.type, isSuper),
      status: visibleAttribute(organization.status, isSuper),
      parent: visibleAttribute(organization.parent, isSuper),
      address: visibleAttribute(organization.address, mayEdit),
      postalCode: visibleAttribute(organization.postalCode, mayEdit),
      city: visibleAttribute(organization.city, mayEdit),
      county: visibleAttribute(organization.county, mayEdit),
      country: visibleAttribute(organization.country, isSuper),
      phone: visibleAttribute(organization.phone, mayEdit),
      pupilNumber: visibleAttribute(organization.pupilNumber, mayEdit),
      secureAuthEnabled: hasSecureLogin
        ? visibleAttribute(organization.secureAuthEnabled, mayEdit)
        : { value: null, viewable: 0, editable: 0 },
      qrCodeLoginEnabled: visibleAttribute(organization.qrCodeLoginEnabled, mayEdit),
      pictureLoginEnabled: visibleAttribute(organization.pictureLoginEnabled, mayEdit),
      teachersSee: visibleAttribute(organization.teachersSee, mayEdit),
      pupilPasswordDays: visibleAttribute(organization.pupilPasswordDays, mayEdit),
      comment: ofAdministrators(organization.comment),
      municipalityKey: ofAdministrators(organization.municipalityKey),
      schoolUnitCode: ofAdministrators(organization.schoolUnitCode),
      sectoralCode: ofAdministrators(organization.sectoralCode),
      establishmentId: ofAdministrators(organization.establishmentId),
      crmId: ofAdministrators(organization.crmId),
    },
    actions: organizationActionList(relation).map((action) =>
      action.id === "EditBadge" ? { ...action, active: action.active && organization.hasBadges } : action,
    ),
  };
}

export function groupEntity(access: Access, group: Group): GroupEntity {
  const relation = relationToGroup(access, group);
  const mayEdit = mayOnGroup(relation, "EditGroup");
  const mayCode = mayOnGroup(relation, "EditGroupPassword");
  return {
    id: group.uid,
    type: "groups",
    attributes: {
      name: visibleAttribute(group.name, mayEdit),
      code: mayCode ? visibleAttribute(group.code, true) : { value: null, viewable: 0, editable: 0 },
      codeExpiresAt: mayCode ? visibleAttribute(group.codeExpiresAt) : { value: null, viewable: 0, editable: 0 },
      organization: visibleAttribute({ id: group.organization.uid, name: group.organization.name }),
      parent: visibleAttribute(group.parent, mayEdit && hasFeature(access.realm, "groupGroups")),
      type: visibleAttribute(group.type, mayEdit),
      typicalSchoolEntryYear: visibleAttribute(group.typicalSchoolEntryYear, mayEdit),
      externalId: visibleAttribute(group.externalId, mayEdit),
      ageFilter: hasFeature(access.realm, "ageFilter")
        ? visibleAttribute(group.ageFilter, mayOnGroup(relation, "EditGroupAgeFilter"))
        : { value: null, viewable: 0, editable: 0 },
      groupId: visibleAttribute(group.id),
    },
    student_count: group.studentCount,
    actions: groupActionList(relation),
  };
}
