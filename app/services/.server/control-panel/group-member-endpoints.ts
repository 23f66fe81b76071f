import type { Database } from "~/db/.server/connect";
import { type Access, permissionContextOf, relationToOrganization } from "~/services/.server/directory/access";
import { type Group, listGroups, moveBetweenGroups } from "~/services/.server/directory/groups/groups-store";
import { listPeople } from "~/services/.server/directory/lists/people-list";
import { peopleSortColumns } from "~/services/.server/directory/lists/people-query";
import { findOrganization } from "~/services/.server/directory/organizations/organizations-store";
import { readPeopleReach } from "~/services/.server/directory/people-reach";
import { mayOnGroup, mayOnPerson } from "~/services/.server/directory/permissions";
import { anyCaller, type Caller, type Endpoints, unprovedEndpoint } from "~/services/.server/endpoint";
import type { ControlPanelContracts } from "~/services/contracts/control-panel";
import { formMessages } from "~/services/contracts/form-messages";
import { personTypes } from "~/services/contracts/person-fields";
import { forbidden, notFound, validationError } from "~/services/contracts/service-error";
import { type ControlPanelDeps, readUid } from "./deps";
import { personEntity } from "./entities";
import { lookAtGroup } from "./group-endpoints";
import { readPaging, writeMeta } from "./list-query";
import { lookAt } from "./people-endpoints";

/** Who is in a group, and the groups that a person is in. Spec 3, section 7. */

type MemberCalls = Pick<
  ControlPanelContracts,
  "getGroupUsers" | "putGroupUser" | "deleteGroupUser" | "getUserGroups" | "getUserGroupOptions" | "putUserGroups"
>;

export function createGroupMemberEndpoints(
  deps: ControlPanelDeps,
  contracts: ControlPanelContracts,
): Endpoints<MemberCalls> {
  /** A group and a person, where the caller may change both. */
  async function lookAtMember(caller: Caller, { id, userId }: { id: string; userId: string }) {
    const { database, access, group, relation } = await lookAtGroup(deps, caller, id);
    const { person, context } = await lookAt(deps, caller, userId);
    const mayMove = mayOnGroup(relation, "EditGroup") && mayOnPerson(context, "EditUserInfo");
    if (!mayMove || context.relation === "self") throw forbidden(formMessages.insufficientPermission);
    return { database, access, group, person };
  }

  return {
    getGroupUsers: unprovedEndpoint({
      contract: contracts.getGroupUsers,
      authorise: anyCaller,
      async handle({ params, query }, caller) {
        const { database, access, group, relation } = await lookAtGroup(deps, caller, params.id);
        if (!mayOnGroup(relation, "ListUsers")) throw forbidden(formMessages.insufficientPermission);
        const reach = readPeopleReach(access, group.organization, relation, personTypes, query.filters);
        const { people, total, nextCursor } = await listPeople(database, {
          ...reach,
          organization: { ...reach.organization, withBelow: false },
          filters: { ...reach.filters, groupUid: group.uid },
          ...readPaging(query, peopleSortColumns(access.realm)),
        });
        const data = people
          .filter((person) => mayOnPerson(permissionContextOf(access, person), "ViewUserInfo"))
          .map((person) => personEntity(access, person));
        return { status: 200, body: { data, meta: writeMeta(total, nextCursor) } };
      },
    }),

    putGroupUser: unprovedEndpoint({
      contract: contracts.putGroupUser,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const { database, access, group, person } = await lookAtMember(caller, params);
        if (!person.places.some((place) => place.id === group.organization.id)) {
          throw validationError([{ attribute: "groups", reason: formMessages.incorrectFormat }]);
        }
        await moveBetweenGroups(database, access, person, { join: [group.id], leave: [] });
        return { status: 204, body: undefined };
      },
    }),

    deleteGroupUser: unprovedEndpoint({
      contract: contracts.deleteGroupUser,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const { database, access, group, person } = await lookAtMember(caller, params);
        if (!person.groups.some((inside) => inside.uid === group.uid)) throw notFound();
        await moveBetweenGroups(database, access, person, { join: [], leave: [group.id] });
        return { status: 204, body: undefined };
      },
    }),

    getUserGroups: unprovedEndpoint({
      contract: contracts.getUserGroups,
      authorise: anyCaller,
      async handle({ params }, caller) {
        return { status: 200, body: { data: await groupsOf(caller, params.id) } };
      },
    }),

    getUserGroupOptions: unprovedEndpoint({
      contract: contracts.getUserGroupOptions,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const { database, access, person, context } = await lookAt(deps, caller, params.id);
        if (!mayOnPerson(context, "ListGroups")) throw forbidden(formMessages.insufficientPermission);
        const organization = await findOrganization(database, access.realm, readUid(params.organizationId));
        if (!organization || relationToOrganization(access, organization) === "none") throw notFound();
        const mayMove =
          mayOnPerson(context, "EditUserInfo") && person.places.some((place) => place.id === organization.id);
        const found = await listGroups(database, access, {
          organization: { id: organization.id, withBelow: false },
          filters: {},
          sorts: [{ by: "name", order: "asc" }],
          page: { number: 1, size: 1000, cursor: null },
          count: "none",
        });
        const inside = new Set(person.groups.map((group) => group.uid));
        const data = found.groups.map((group) => ({
          id: group.uid,
          organization_id: group.organization.uid,
          name: group.name,
          selectable: mayMove && !inside.has(group.uid),
          removable: mayMove && inside.has(group.uid),
        }));
        return { status: 200, body: { data } };
      },
    }),

    putUserGroups: unprovedEndpoint({
      contract: contracts.putUserGroups,
      authorise: anyCaller,
      async handle({ params, body }, caller) {
        const { database, access, person, context } = await lookAt(deps, caller, params.id);
        if (context.relation === "self" || !mayOnPerson(context, "EditUserInfo")) {
          throw forbidden(formMessages.insufficientPermission);
        }
        const wanted = new Set(body.data);
        const before = await memberGroups(
          database,
          access,
          person.groups.map((group) => group.uid),
        );
        const joining = [...wanted].filter((uid) => !person.groups.some((group) => group.uid === uid));
        const found = await memberGroups(database, access, joining);
        const places = new Set(person.places.map((place) => place.id));
        const isRight = found.length === joining.length && found.every((group) => places.has(group.organization.id));
        if (!isRight) throw validationError([{ attribute: "groups", reason: formMessages.incorrectFormat }]);
        await moveBetweenGroups(database, access, person, {
          join: found.map((group) => group.id),
          leave: before.filter((group) => !wanted.has(group.uid)).map((group) => group.id),
        });
        return { status: 200, body: { data: await groupsOf(caller, params.id) } };
      },
    }),
  };

  async function groupsOf(caller: Caller, id: string) {
    const { database, access, person, context } = await lookAt(deps, caller, id);
    if (!mayOnPerson(context, "ListGroups")) throw forbidden(formMessages.insufficientPermission);
    const mayMove = context.relation !== "self" && mayOnPerson(context, "EditUserInfo");
    const found = await memberGroups(
      database,
      access,
      person.groups.map((group) => group.uid),
    );
    return found.map((group) => ({
      id: group.uid,
      organization_id: group.organization.uid,
      name: group.name,
      selectable: false,
      removable: mayMove,
    }));
  }
}

/** Those of the groups that lie in the caller's reach. */
async function memberGroups(database: Database, access: Access, uids: string[]): Promise<Group[]> {
  const found = await listGroups(database, access, {
    organization: null,
    filters: { uids },
    sorts: [{ by: "name", order: "asc" }],
    page: { number: 1, size: 1000, cursor: null },
    count: "none",
  });
  return found.groups;
}
