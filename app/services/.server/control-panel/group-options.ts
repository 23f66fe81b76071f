import { relationToGroup } from "~/services/.server/directory/access";
import { mayDoToPerson, type PersonProof } from "~/services/.server/directory/authorisation";
import { listGroups } from "~/services/.server/directory/lists/groups-list";
import { mayOnGroup } from "~/services/.server/directory/permissions";
import type { UserGroup } from "~/services/contracts/control-panel-entities";

/** All groups by name, without a count. */
export const allGroupsByName = {
  sorts: [{ by: "name", order: "asc" as const }],
  page: { number: 1, size: 1000, cursor: null },
  count: "none" as const,
};

/** Groups of an organisation, with whether the caller may add the person to them or remove the person from them. */
export async function listGroupOptions(
  { database, access, person }: PersonProof,
  organization: { id: number },
): Promise<UserGroup[]> {
  const mayMove =
    mayDoToPerson(access, person, "EditUserInfo") && person.places.some((place) => place.id === organization.id);
  const { groups } = await listGroups(database, access, {
    ...allGroupsByName,
    organization: { id: organization.id, withBelow: false },
    filters: {},
  });
  const inside = new Set(person.groups.map((group) => group.uid));
  return groups.map((group) => ({
    id: group.uid,
    organization_id: group.organization.uid,
    name: group.name,
    selectable: mayMove && !inside.has(group.uid) && mayOnGroup(relationToGroup(access, group), "AddGroupMember"),
    removable: mayMove && inside.has(group.uid),
  }));
}
