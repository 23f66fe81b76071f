import { kindOf } from "~/services/.server/control-panel/entities";
import { findGroupJoined } from "~/services/.server/control-panel/group-members";
import { firstByName, listPanelGroups, listPanelPeople } from "~/services/.server/control-panel/panel-lists";
import {
  authoriseCaller,
  authoriseGroup,
  authoriseGroupsOf,
  authorisePeopleOf,
  type GroupProof,
  mayDoToPerson,
} from "~/services/.server/directory/authorisation";
import { mayOnGroup } from "~/services/.server/directory/permissions";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { groupPageContracts as contracts, type GroupSettingsRead } from "~/services/contracts/pages/group-page";
import { personTypes } from "~/services/contracts/person-field-table";
import { cachedRows } from "./cached-rows";
import { foundPerson } from "./found-person";
import { listPage } from "./list-page";
import type { PageDeps } from "./page-deps";
import { panelGroup } from "./panel-group";
import { personRow } from "./person-row";

/** Page reads of one class or group. */
export function createGroupPage(deps: PageDeps): Endpoints<typeof contracts> {
  return {
    getGroupPupilsPage: endpoint({
      contract: contracts.getGroupPupilsPage,
      async authorise({ params }, caller) {
        const proof = await authoriseGroup(authoriseCaller(deps, caller), params.id, null);
        const { access, group } = proof;
        const filters = JSON.stringify({ group: group.uid });
        return { ...proof, scope: authorisePeopleOf(access, group.organization, ["student"], filters) };
      },
      async handle({ query: { isFresh, ...query } }, { database, access, group, relation, scope }) {
        const mayMove = mayOnGroup(relation, "AddGroupMember");
        const list = await cachedRows(deps.displayCache, access, {
          list: "schoolUser",
          key: ["group", group.uid, query],
          seesEverybody: mayMove,
          isFresh: isFresh !== undefined,
          async read() {
            const { people, total, nextCursor } = await listPanelPeople({ database, access }, scope, query);
            const rows = people
              .filter((person) => mayDoToPerson(access, person, "ViewUserInfo"))
              .map((person) => personRow(access, person, { mayMove }));
            return listPage(rows, total, nextCursor);
          },
          count: ({ rows }) => rows.length,
        });
        return { status: 200, body: { data: { group: panelGroup(access, group), list } } };
      },
    }),

    getGroupSettingsPage: endpoint({
      contract: contracts.getGroupSettingsPage,
      authorise: ({ params }, caller) => authoriseGroup(authoriseCaller(deps, caller), params.id, "ListUsers"),
      async handle({ query: { member = "" } }, proof) {
        const group = panelGroup(proof.access, proof.group);
        const mayCode = mayOnGroup(proof.relation, "EditGroupPassword");
        const [others, parents, parts, candidates, joined] = await Promise.all([
          readOthers(proof),
          group.fields.parent?.isEditable
            ? readGroups(proof, { organization: group.organization.id, exceptIds: [group.id] }, parentsOffered)
            : { groups: [], hasMore: false },
          readGroups(proof, { parent: group.id }, maxParts),
          readCandidates(proof, member),
          mayCode ? findGroupJoined(proof) : [],
        ]);
        const { code: value, codeExpiresAt: expiresAt } = proof.group;
        const code = mayCode ? { value, expiresAt } : null;
        const settings = { others, parents, parts, candidates, code, joined };
        return { status: 200, body: { data: { group, settings } } };
      },
    }),

    getNewGroupPupilsPage: endpoint({
      contract: contracts.getNewGroupPupilsPage,
      async authorise({ params, query }, caller) {
        const proof = await authoriseGroup(authoriseCaller(deps, caller), params.id, "AddGroupMember");
        const { access, group } = proof;
        const filters = JSON.stringify({ outsideGroup: group.uid, ...(query.q ? {} : { withoutGroup: true }) });
        return { ...proof, scope: authorisePeopleOf(access, group.organization, ["student"], filters) };
      },
      async handle({ query: { q } }, { database, access, group, scope }) {
        const query = firstByName(newPupilsShown, q);
        const { people, nextCursor } = await listPanelPeople({ database, access }, scope, query);
        const candidates = people
          .filter((person) => mayDoToPerson(access, person, "EditUserInfo"))
          .map((person) => foundPerson(access, person));
        const data = { group: panelGroup(access, group), candidates, hasMore: nextCursor !== null };
        return { status: 200, body: { data } };
      },
    }),

    getPanelGroup: endpoint({
      contract: contracts.getPanelGroup,
      authorise: ({ params }, caller) => authoriseGroup(authoriseCaller(deps, caller), params.id, null),
      async handle(_, { access, group }) {
        return { status: 200, body: { data: panelGroup(access, group) } };
      },
    }),
  };
}

const newPupilsShown = 50;
const maxOthers = 100;
const parentsOffered = 20;
const maxParts = 100;
/** More than are shown, since those whom the caller may not change are left out. */
const candidatesRead = 20;
const candidatesShown = 10;

/** Staff and guardians in the group. */
async function readOthers({ database, access, group, relation }: GroupProof): Promise<GroupSettingsRead["others"]> {
  const filters = JSON.stringify({ type: ["employee", "guardian"] });
  const scope = authorisePeopleOf(access, group.organization, personTypes, filters);
  const { people } = await listPanelPeople(
    { database, access },
    {
      ...scope,
      organization: { ...scope.organization, withBelow: false },
      filters: { ...scope.filters, groupUid: group.uid },
    },
    firstByName(maxOthers),
  );
  const mayEdit = mayOnGroup(relation, "EditGroup");
  return people
    .filter((person) => mayDoToPerson(access, person, "ViewUserInfo"))
    .map((person) => ({
      id: person.uid,
      type: kindOf[person.type],
      name: foundPerson(access, person).name,
      isRemovable: mayEdit && mayDoToPerson(access, person, "EditUserInfo"),
    }));
}

/** Groups of the same school, the first by name. */
async function readGroups(proof: GroupProof, filters: object, pageSize: number): Promise<GroupSettingsRead["parts"]> {
  const { database, access } = proof;
  const { scope } = authoriseGroupsOf(proof, proof.group.organization, JSON.stringify(filters));
  const { groups, nextCursor } = await listPanelGroups({ database, access }, scope, firstByName(pageSize));
  return { groups: groups.map(({ uid: id, name }) => ({ id, name })), hasMore: nextCursor !== null };
}

/** People of the group's school found by name, without the group's members. */
async function readCandidates(
  { database, access, group, relation }: GroupProof,
  q: string,
): Promise<GroupSettingsRead["candidates"]> {
  if (!q || !mayOnGroup(relation, "AddGroupMember")) return null;
  // Only super users may add people of equal or higher rank.
  const rank = access.isSuper ? {} : { admin: false };
  const { uid: organization } = group.organization;
  const filters = JSON.stringify({ organization, outsideGroup: group.uid, exceptIds: [access.uid], ...rank });
  const { people } = await listPanelPeople(
    { database, access },
    authorisePeopleOf(access, group.organization, personTypes, filters),
    firstByName(candidatesRead, q),
  );
  return people
    .filter((person) => mayDoToPerson(access, person, "EditUserInfo"))
    .slice(0, candidatesShown)
    .map((person) => foundPerson(access, person));
}
