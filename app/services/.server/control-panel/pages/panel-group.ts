import { groupEntity } from "~/services/.server/control-panel/entities";
import type { Access } from "~/services/.server/directory/access";
import type { Group } from "~/services/.server/directory/groups/groups-store";
import { type GroupFormField, groupFormFields } from "~/services/contracts/group-field-table";
import type { PanelGroup } from "~/services/contracts/pages/group-page";

/** A group for its pages, with what the caller may view and do. */
export function panelGroup(access: Access, group: Group): PanelGroup {
  const { attributes, actions } = groupEntity(access, group);
  const read = (name: GroupFormField) => (name === "parent" ? (group.parent?.id ?? null) : attributes[name].value);
  const { uid: organizationId, name: organizationName } = group.organization;
  return {
    id: group.uid,
    legacyId: group.id,
    name: group.name,
    type: group.type,
    organization: { id: organizationId, name: organizationName },
    parent: group.parent,
    schoolEntryYear: group.typicalSchoolEntryYear,
    students: group.studentCount,
    actions: actions.flatMap(({ id, active }) => (active ? [id] : [])),
    isTaught: access.actorUid === null && access.ownGroups.includes(group.id),
    fields: Object.fromEntries(
      groupFormFields
        .filter((name) => attributes[name].viewable === 2)
        .map((name) => [name, { value: read(name), isEditable: attributes[name].editable === 2 }]),
    ),
    version: group.version,
  };
}
