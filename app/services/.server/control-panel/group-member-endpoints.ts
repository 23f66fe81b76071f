import {
  authoriseCaller,
  authoriseGroup,
  authorisePeopleOf,
  authorisePerson,
  mayDoToPerson,
  requireOnGroup,
} from "~/services/.server/directory/authorisation";
import type { Caller } from "~/services/.server/directory/caller";
import { moveBetweenGroups } from "~/services/.server/directory/groups/group-moves";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { ControlPanelContracts } from "~/services/contracts/control-panel";
import { formMessages } from "~/services/contracts/form-messages";
import { personTypes } from "~/services/contracts/person-field-table";
import { validationError } from "~/services/contracts/service-error";
import type { ControlPanelDeps } from "./deps";
import { personEntity } from "./entities";
import { findGroupJoined } from "./group-members";
import { listPanelPeople, panelMetaOf } from "./panel-lists";

type Calls = Pick<ControlPanelContracts, "getGroupUsers" | "getGroupJoined" | "putGroupUser" | "deleteGroupUser">;

/** Endpoints for the members of a group. docs/product/control-panel.md#calls. */
export function createGroupMemberEndpoints(deps: ControlPanelDeps, contracts: ControlPanelContracts): Endpoints<Calls> {
  return {
    getGroupUsers: endpoint({
      contract: contracts.getGroupUsers,
      async authorise({ params, query }, caller) {
        const proof = await authoriseGroup(authoriseCaller(deps, caller), params.id, "ListUsers");
        const scope = authorisePeopleOf(proof.access, proof.group.organization, personTypes, query.filters);
        return { ...proof, scope };
      },
      async handle({ query }, { database, access, group, scope }) {
        const { people, total, nextCursor } = await listPanelPeople(
          { database, access },
          {
            ...scope,
            organization: { ...scope.organization, withBelow: false },
            filters: { ...scope.filters, groupUid: group.uid },
          },
          query,
        );
        const data = people
          .filter((person) => mayDoToPerson(access, person, "ViewUserInfo"))
          .map((person) => personEntity(access, person));
        return { status: 200, body: { data, meta: panelMetaOf(total, nextCursor) } };
      },
    }),

    getGroupJoined: endpoint({
      contract: contracts.getGroupJoined,
      authorise: ({ params }, caller) => authoriseGroup(authoriseCaller(deps, caller), params.id, "ListUsers"),
      async handle(_, proof) {
        return { status: 200, body: { data: await findGroupJoined(proof) } };
      },
    }),

    putGroupUser: endpoint({
      contract: contracts.putGroupUser,
      authorise: ({ params }, caller) => authoriseMember(deps, params, "AddGroupMember", caller),
      async handle(_, { database, access, group, person }) {
        if (!person.places.some((place) => place.id === group.organization.id)) {
          throw validationError([{ attribute: "groups", reason: formMessages.incorrectFormat }]);
        }
        await moveBetweenGroups(database, access, person, { join: [group.id], leave: [] });
        return { status: 204, body: undefined };
      },
    }),

    deleteGroupUser: endpoint({
      contract: contracts.deleteGroupUser,
      authorise: ({ params }, caller) => authoriseMember(deps, params, "EditGroup", caller),
      async handle(_, { database, access, group, person }) {
        await moveBetweenGroups(database, access, person, { join: [], leave: [group.id] });
        return { status: 204, body: undefined };
      },
    }),
  };
}

/** A group and a person, if the caller may change both. Checks the scope first: 404 if either is outside it. */
async function authoriseMember(
  deps: ControlPanelDeps,
  { id, userId }: { id: string; userId: string },
  action: "AddGroupMember" | "EditGroup",
  caller: Caller,
) {
  const { group, relation, ...entry } = await authoriseGroup(authoriseCaller(deps, caller), id, null);
  const proof = await authorisePerson(entry, userId, "EditUserInfo", { exceptSelf: true });
  requireOnGroup(relation, action);
  return { ...proof, group };
}
