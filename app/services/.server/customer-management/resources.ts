import { type Access, visiblePlaces } from "~/services/.server/directory/access";
import type { Group } from "~/services/.server/directory/groups/groups-store";
import type { Organization } from "~/services/.server/directory/organizations/organizations-store";
import type { Person } from "~/services/.server/directory/people/people-store";
import type { ManagedGroup, ManagedUser, SchoolUnit } from "~/services/contracts/customer-management";
import { managedGroupFields } from "~/services/contracts/group-attributes";
import { organizationDetails, organizationIdentifiers } from "~/services/contracts/organization-field-table";
import { pickFields } from "~/services/contracts/pick-fields";
import type { PeriodCounts } from "~/services/contracts/subscription-periods";

/** Maps the directory's entities to this service's responses. docs/product/control-panel.md#entities. */

/** Omits associations outside the caller's scope. docs/product/choices.md#wire. */
export function managedUser(access: Access, person: Person): ManagedUser {
  const places = visiblePlaces(access, person);
  const { eppn, gsuiteId, gsuiteEmail, office365, bankid, sms } = person;
  return {
    uid: person.uid,
    legacyId: person.id,
    type: person.type,
    status: person.status,
    username: person.username,
    name: person.name,
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    externalId: person.externalId,
    address: person.address,
    postalCode: person.postalCode,
    sharedAccount: person.shared,
    adminRights: places.some((place) => place.active && place.admin),
    speakingBookRights: person.speakingBookRights,
    ageFilter: person.ageFilter,
    secureAuth: person.secureAuthEnabled,
    identifiers: { eppn, gsuiteId, gsuiteEmail, office365, bankid, sms },
    schoolAssociations: places.map(schoolAssociation),
  };
}

/** Members added by includePeriodCounts; none if `counts` is null. */
export function periodCounts(counts: Map<number, PeriodCounts> | null, id: number): { periodCounts?: PeriodCounts } {
  return counts ? { periodCounts: counts.get(id) ?? { total: 0, active: 0 } } : {};
}

export function schoolAssociation(place: Person["places"][number]) {
  const { uid, name, role, admin, active, addToSubSchools } = place;
  return { schoolUid: uid, name, role, admin, active, addToSubSchools };
}

export function managedGroup(group: Group, withSchoolUnit: boolean): ManagedGroup {
  const { uid, name } = group.organization;
  return {
    uid: group.uid,
    groupId: group.id,
    ...pickFields(group, managedGroupFields),
    code: group.code,
    generateCode: group.code !== null,
    schoolUnitUid: uid,
    ...(withSchoolUnit ? { schoolUnit: { uid, name } } : {}),
  };
}

export function schoolUnit(organization: Organization): SchoolUnit {
  const { uid, parent, version } = organization;
  return {
    uid,
    ...pickFields(organization, organizationDetails),
    parent: parent && { uid: parent.id, name: parent.name },
    identifiers: pickFields(organization, organizationIdentifiers),
    version,
  };
}
