import type { Database } from "~/db/.server/connect";
import { type Access, relationToOrganization } from "~/services/.server/directory/access";
import { deleteGroup, findDeletedGroup, restoreGroup } from "~/services/.server/directory/groups/group-deletion";
import {
  changeGroup,
  createGroup,
  findGroup,
  type GroupColumns,
  groupSortColumns,
  listGroups,
} from "~/services/.server/directory/groups/groups-store";
import { readGroupFilters } from "~/services/.server/directory/lists/list-filters";
import { findOrganization } from "~/services/.server/directory/organizations/organizations-store";
import { mayOnGroup, mayOnOrganization } from "~/services/.server/directory/permissions";
import { anyCaller, type Caller, type Endpoints, unprovedEndpoint } from "~/services/.server/endpoint";
import type { ControlPanelContracts } from "~/services/contracts/control-panel";
import { formMessages } from "~/services/contracts/form-messages";
import { type ErrorDetail, forbidden, notFound, validationError } from "~/services/contracts/service-error";
import { type ControlPanelDeps, enter, readUid } from "./deps";
import { groupEntity } from "./entities";
import { readGroupColumns, readOrganizationId, type SentGroup } from "./group-writes";
import { readPaging, writeMeta } from "./list-query";

/** Groups: read, make, change, delete, restore. Spec 3, section 7. */

type GroupCalls = Pick<
  ControlPanelContracts,
  "getGroups" | "createGroup" | "getGroup" | "updateGroup" | "deleteGroup" | "restoreGroup"
>;

export function createGroupEndpoints(deps: ControlPanelDeps, contracts: ControlPanelContracts): Endpoints<GroupCalls> {
  async function answer(database: Database, access: Access, uid: string) {
    const group = await findGroup(database, access.realm, uid);
    if (!group) throw notFound();
    return { data: groupEntity(access, group), meta: { version: group.version } };
  }

  return {
    getGroups: unprovedEndpoint({
      contract: contracts.getGroups,
      authorise: anyCaller,
      async handle({ query }, caller) {
        const { database, access } = enter(deps, caller);
        const found = await listGroups(database, access, {
          organization: null,
          filters: readGroupFilters(query.filters),
          ...readPaging(query, groupSortColumns),
        });
        const data = found.groups.map((group) => groupEntity(access, group));
        return { status: 200, body: { data, meta: writeMeta(found.total, found.nextCursor) } };
      },
    }),

    createGroup: unprovedEndpoint({
      contract: contracts.createGroup,
      authorise: anyCaller,
      async handle({ body }, caller) {
        const { database, access } = enter(deps, caller);
        const { organization: place, ...sent } = body.data.attributes as SentGroup;
        const details: ErrorDetail[] = [];
        if (!sent.name) details.push({ attribute: "name", reason: formMessages.required });
        const uid = readOrganizationId(place?.value);
        if (!uid) details.push({ attribute: "organization", reason: formMessages.required });
        if (details.length > 0 || !uid) throw validationError(details, formMessages.formErrors);
        const organization = await findOrganization(database, access.realm, uid);
        const relation = organization ? relationToOrganization(access, organization) : "none";
        if (!organization || relation === "none") {
          throw validationError([{ attribute: "organization", reason: formMessages.incorrectFormat }]);
        }
        if (!mayOnOrganization(relation, "CreateGroup")) throw forbidden(formMessages.insufficientPermission);
        const columns = await readGroupColumns(database, access, { organization, relation }, sent, null);
        const made = await createGroup(database, access, organization, columns as GroupColumns & { name: string });
        const location = `/services/control-panel/v1/groups/${made.uid}`;
        return { status: 201, body: await answer(database, access, made.uid), headers: { location } };
      },
    }),

    getGroup: unprovedEndpoint({
      contract: contracts.getGroup,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const { access, group } = await lookAtGroup(deps, caller, params.id);
        return { status: 200, body: { data: groupEntity(access, group), meta: { version: group.version } } };
      },
    }),

    updateGroup: unprovedEndpoint({
      contract: contracts.updateGroup,
      authorise: anyCaller,
      async handle({ params, body }, caller) {
        const { database, access, group, relation } = await lookAtGroup(deps, caller, params.id);
        const { organization: place, ...sent } = body.data.attributes as SentGroup;
        if (place && readOrganizationId(place.value) !== group.organization.uid) {
          throw validationError([{ attribute: "organization", reason: formMessages.incorrectFormat }]);
        }
        const columns = await readGroupColumns(database, access, { ...group, relation }, sent, group);
        const expectedVersion = body.meta?.version ?? null;
        const isStale = expectedVersion !== null && expectedVersion !== group.version;
        if (Object.keys(columns).length > 0 || isStale) {
          await changeGroup(database, access, group, { columns, expectedVersion });
        }
        return { status: 200, body: await answer(database, access, group.uid) };
      },
    }),

    deleteGroup: unprovedEndpoint({
      contract: contracts.deleteGroup,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const { database, access, group, relation } = await lookAtGroup(deps, caller, params.id);
        if (!mayOnGroup(relation, "DeleteGroup")) throw forbidden(formMessages.insufficientPermission);
        await deleteGroup(database, access, group);
        return { status: 204, body: undefined };
      },
    }),

    restoreGroup: unprovedEndpoint({
      contract: contracts.restoreGroup,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const { database, access } = enter(deps, caller);
        const relation = access.isSuper ? "super" : "none";
        if (!mayOnGroup(relation, "RestoreGroup")) throw notFound();
        const group = await findDeletedGroup(database, access.realm, readUid(params.id));
        if (!group) throw notFound();
        await restoreGroup(database, access, group);
        return { status: 200, body: await answer(database, access, group.uid) };
      },
    }),
  };
}

/** A group where the caller works or administers; otherwise it is not there. */
export async function lookAtGroup(deps: ControlPanelDeps, caller: Caller, id: string) {
  const { database, access } = enter(deps, caller);
  const group = await findGroup(database, access.realm, readUid(id));
  const relation = group ? relationToOrganization(access, group.organization) : "none";
  if (!group || relation === "none" || relation === "member") throw notFound();
  return { database, access, group, relation };
}
