import { type Access, relationToGroup } from "~/services/.server/directory/access";
import {
  authoriseCaller,
  authoriseOrganization,
  authorisePerson,
  type CallerProof,
  mayDoToPerson,
  requireOnGroup,
} from "~/services/.server/directory/authorisation";
import { moveBetweenGroups } from "~/services/.server/directory/groups/group-moves";
import type { Group } from "~/services/.server/directory/groups/groups-store";
import { listGroups } from "~/services/.server/directory/lists/groups-list";
import type { Person } from "~/services/.server/directory/people/people-store";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { ControlPanelContracts } from "~/services/contracts/control-panel";
import { formMessages } from "~/services/contracts/form-messages";
import { validationError } from "~/services/contracts/service-error";
import type { ControlPanelDeps } from "./deps";
import { allGroupsByName, listGroupOptions } from "./group-options";

type Calls = Pick<ControlPanelContracts, "getUserGroups" | "getUserGroupOptions" | "putUserGroups">;

/** Endpoints for the groups of a person. docs/product/control-panel.md#calls. */
export function createPersonGroupEndpoints(deps: ControlPanelDeps, contracts: ControlPanelContracts): Endpoints<Calls> {
  return {
    getUserGroups: endpoint({
      contract: contracts.getUserGroups,
      authorise: ({ params }, caller) => authorisePerson(authoriseCaller(deps, caller), params.id, "ListGroups"),
      async handle(_, proof) {
        return { status: 200, body: { data: await userGroups(proof, uidsOf(proof.person), proof.person) } };
      },
    }),

    getUserGroupOptions: endpoint({
      contract: contracts.getUserGroupOptions,
      async authorise({ params }, caller) {
        const proof = await authorisePerson(authoriseCaller(deps, caller), params.id, "ListGroups");
        const { organization } = await authoriseOrganization(proof, params.organizationId, null);
        return { ...proof, organization };
      },
      async handle(_, { organization, ...proof }) {
        return { status: 200, body: { data: await listGroupOptions(proof, organization) } };
      },
    }),

    putUserGroups: endpoint({
      contract: contracts.putUserGroups,
      async authorise({ params, body }, caller) {
        const entry = authoriseCaller(deps, caller);
        const proof = await authorisePerson(entry, params.id, "EditUserInfo", { exceptSelf: true });
        const joining = [...new Set(body.data)].filter((uid) => !uidsOf(proof.person).includes(uid));
        const joined = await groupsInScope(proof, joining);
        for (const group of joined) requireOnGroup(relationToGroup(proof.access, group), "AddGroupMember");
        return { ...proof, joined, areAllFound: joined.length === joining.length };
      },
      async handle({ body }, { joined, areAllFound, ...proof }) {
        const { database, access, person } = proof;
        const wanted = new Set(body.data);
        const before = await groupsInScope(proof, uidsOf(person));
        const places = new Set(person.places.map((place) => place.id));
        const isRight = areAllFound && joined.every((group) => places.has(group.organization.id));
        if (!isRight) throw validationError([{ attribute: "groups", reason: formMessages.incorrectFormat }]);
        const stay = before.filter((group) => wanted.has(group.uid));
        await moveBetweenGroups(database, access, person, {
          join: joined.map((group) => group.id),
          leave: before.filter((group) => !stay.includes(group)).map((group) => group.id),
        });
        const now = [...stay, ...joined].map(({ uid }) => uid);
        return { status: 200, body: { data: await userGroups(proof, now, person) } };
      },
    }),
  };
}

const uidsOf = (person: Person) => person.groups.map((group) => group.uid);

/** Those of the groups that are in the caller's scope. */
async function groupsInScope({ database, access }: CallerProof, uids: string[]): Promise<Group[]> {
  return (await listGroups(database, access, { ...allGroupsByName, organization: null, filters: { uids } })).groups;
}

async function userGroups(proof: CallerProof & { access: Access }, uids: string[], person: Person) {
  const removable = mayDoToPerson(proof.access, person, "EditUserInfo", { exceptSelf: true });
  return (await groupsInScope(proof, uids)).map((group) => ({
    id: group.uid,
    organization_id: group.organization.uid,
    name: group.name,
    selectable: false,
    removable,
  }));
}
