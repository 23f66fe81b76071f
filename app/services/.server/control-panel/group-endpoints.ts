import {
  authoriseCaller,
  authoriseGroup,
  authoriseGroups,
  authoriseOrganization,
  type CallerProof,
} from "~/services/.server/directory/authorisation";
import { renewGroupCode } from "~/services/.server/directory/groups/group-codes";
import { deleteGroup, findDeletedGroup, restoreGroup } from "~/services/.server/directory/groups/group-deletion";
import {
  changeGroup,
  createGroup,
  findGroup,
  type GroupColumns,
} from "~/services/.server/directory/groups/groups-store";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { ControlPanelContracts } from "~/services/contracts/control-panel";
import { formMessages } from "~/services/contracts/form-messages";
import { type ErrorDetail, notFound, ServiceError, validationError } from "~/services/contracts/service-error";
import type { ControlPanelDeps } from "./deps";
import { groupEntity } from "./entities";
import { readGroupColumns, readOrganizationId, type SentGroup } from "./group-writes";
import { listPanelGroups, panelMetaOf } from "./panel-lists";

/** Endpoints for groups. docs/product/control-panel.md#calls. */

type GroupCalls = Pick<
  ControlPanelContracts,
  "getGroups" | "createGroup" | "getGroup" | "updateGroup" | "deleteGroup" | "restoreGroup" | "renewGroupCode"
>;

export function createGroupEndpoints(deps: ControlPanelDeps, contracts: ControlPanelContracts): Endpoints<GroupCalls> {
  return {
    getGroups: endpoint({
      contract: contracts.getGroups,
      authorise: ({ query }, caller) => authoriseGroups(authoriseCaller(deps, caller), query.filters),
      async handle({ query }, { database, access, scope }) {
        const page = await listPanelGroups({ database, access }, scope, query);
        const data = page.groups.map((group) => groupEntity(access, group));
        return { status: 200, body: { data, meta: panelMetaOf(page.total, page.nextCursor) } };
      },
    }),

    createGroup: endpoint({
      contract: contracts.createGroup,
      authorise: ({ body }, caller) =>
        authoriseNewGroup(authoriseCaller(deps, caller), body.data.attributes as SentGroup),
      async handle(_, proof) {
        const columns = proof.columns as GroupColumns & { name: string };
        const { uid } = await createGroup(proof.database, proof.access, proof.organization, columns);
        const location = `/services/control-panel/v1/groups/${uid}`;
        return { status: 201, body: await response(proof, uid), headers: { location } };
      },
    }),

    getGroup: endpoint({
      contract: contracts.getGroup,
      authorise: ({ params }, caller) => authoriseGroup(authoriseCaller(deps, caller), params.id, null),
      async handle(_, { access, group }) {
        return { status: 200, body: { data: groupEntity(access, group), meta: { version: group.version } } };
      },
    }),

    updateGroup: endpoint({
      contract: contracts.updateGroup,
      async authorise({ params, body }, caller) {
        const proof = await authoriseGroup(authoriseCaller(deps, caller), params.id, null);
        const { organization: place, ...sent } = body.data.attributes as SentGroup;
        if (place && readOrganizationId(place.value) !== proof.group.organization.uid) {
          throw validationError([{ attribute: "organization", reason: formMessages.incorrectFormat }]);
        }
        return { ...proof, columns: await readGroupColumns(proof, proof.group.organization, sent, proof.group) };
      },
      async handle({ body }, proof) {
        const { database, access, group, columns } = proof;
        const expectedVersion = body.meta?.version ?? null;
        const isStale = expectedVersion !== null && expectedVersion !== group.version;
        if (Object.keys(columns).length > 0 || isStale) {
          await changeGroup(database, access, group, { columns, expectedVersion });
        }
        return { status: 200, body: await response(proof, group.uid) };
      },
    }),

    deleteGroup: endpoint({
      contract: contracts.deleteGroup,
      authorise: ({ params }, caller) =>
        authoriseGroup(authoriseCaller(deps, caller), params.id, "DeleteGroup", { withDeleted: true }),
      async handle(_, { database, access, group }) {
        await deleteGroup(database, access, group);
        return { status: 204, body: undefined };
      },
    }),

    renewGroupCode: endpoint({
      contract: contracts.renewGroupCode,
      authorise: ({ params }, caller) => authoriseGroup(authoriseCaller(deps, caller), params.id, "EditGroupPassword"),
      async handle(_, proof) {
        await renewGroupCode(proof.database, proof.access, proof.group);
        return { status: 200, body: await response(proof, proof.group.uid) };
      },
    }),

    restoreGroup: endpoint({
      contract: contracts.restoreGroup,
      authorise: ({ params }, caller) =>
        authoriseGroup(authoriseCaller(deps, caller), params.id, "RestoreGroup", { withDeleted: true }),
      async handle(_, proof) {
        const group = await findDeletedGroup(proof.database, proof.access, proof.group.uid);
        if (!group) throw notFound();
        await restoreGroup(proof.database, proof.access, group);
        return { status: 200, body: await response(proof, group.uid) };
      },
    }),
  };
}

async function response({ database, access }: CallerProof, uid: string) {
  const group = await findGroup(database, access.realm, uid);
  if (!group) throw notFound();
  return { data: groupEntity(access, group), meta: { version: group.version } };
}

async function authoriseNewGroup(entry: CallerProof, { organization: place, ...sent }: SentGroup) {
  const details: ErrorDetail[] = [];
  if (!sent.name) details.push({ attribute: "name", reason: formMessages.required });
  const uid = readOrganizationId(place?.value);
  if (!uid) details.push({ attribute: "organization", reason: formMessages.required });
  if (details.length > 0 || !uid) throw validationError(details, formMessages.formErrors);
  const proof = await authoriseOrganization(entry, uid, "CreateGroup").catch((error: unknown) => {
    // The organisation is named in the body, so an unknown one is a validation error instead of a 404.
    if (!(error instanceof ServiceError) || error.status !== 404) throw error;
    throw validationError([{ attribute: "organization", reason: formMessages.incorrectFormat }]);
  });
  return { ...proof, columns: await readGroupColumns(proof, proof.organization, sent, null) };
}
