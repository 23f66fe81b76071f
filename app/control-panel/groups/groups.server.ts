import type { Candidate } from "~/control-panel/forms/picker";
import {
  chooseOrganization,
  enterPanel,
  type OrganizationChoices,
  openedOrganization,
  organizationChoices,
  type Panel,
  permitList,
  shownOrganizations,
} from "~/control-panel/frame/panel.server";
import { askedList } from "~/control-panel/lists/asked-list.server";
import { fetchList, type ListFailure } from "~/control-panel/lists/fetch-list.server";
import { gatherList, type ListRows, listRows, noRows } from "~/control-panel/lists/gather-list";
import { type ListState, listQuery } from "~/control-panel/lists/list-address";
import { type ListChoices, loadChoices } from "~/control-panel/lists/saved-lists.server";
import { asCandidate } from "~/control-panel/people/find-people.server";
import { isActive } from "~/control-panel/people/kinds";
import { findFormDraft } from "~/forms/form-drafts.server";
import { isFailure, orRefuse, refusalOf } from "~/forms/service-errors.server";
import { hasFeature } from "~/realms/realm";
import type { GroupEntity, JoinedPupil, PersonEntity } from "~/services/contracts/control-panel-entities";

/** Classes and groups: the list, one of them, a new one, the end of one. */

/** What the list shows of a group, and nothing else. */
export type GroupRow = { id: string; name: string; students: number; year: number | null; organization: string };

export type GroupListData = {
  state: ListState;
  choices: ListChoices;
  organization: { id: string; name: string; mayAdd: boolean } | null;
  organizations: OrganizationChoices;
  list: ListRows<GroupRow>;
  failed: ListFailure | null;
};

export async function loadGroups(request: Request): Promise<GroupListData> {
  const panel = await enterPanel(request);
  const state = await askedList(request, "groups");
  const [organizations, choices] = await Promise.all([
    shownOrganizations(panel, request),
    loadChoices(panel, request, "groups", state),
  ]);
  const chosen = await openedOrganization(panel, request, organizations, state.organization);
  const base = {
    ...{ state, choices, organizations: organizationChoices(organizations, "ListGroups") },
    organization: chosen && { id: chosen.id, name: chosen.name, mayAdd: chosen.actions.includes("CreateGroup") },
  };
  if (!chosen) return { ...base, list: noRows, failed: null };
  const params = { id: chosen.id };
  const { rows, failed } = await fetchList(panel, request, {
    list: "schoolGroup",
    key: [chosen.id, listQuery(state), state.itemsPerPage],
    fetch: () =>
      gatherList(state, async (query) => {
        const { body } = await panel.client.getOrganizationGroups({ params, query }, panel.credentials);
        return listRows(body, rowOf);
      }),
    count: (found) => found.rows.length,
    permit: () => permitList(panel, chosen.id, "ListGroups"),
  });
  return { ...base, list: rows ?? noRows, failed };
}

function rowOf({ id, attributes, student_count }: GroupEntity): GroupRow {
  return {
    id: id ?? "",
    name: attributes.name.value ?? "",
    students: student_count,
    year: attributes.typicalSchoolEntryYear.value,
    organization: attributes.organization.value?.name ?? "",
  };
}

export type GroupPageData = {
  group: GroupEntity;
  version: number;
  members: PersonEntity[];
  memberCount: number;
  /** Groups of the same school that this one may be part of. */
  parents: Array<{ id: string; name: string }>;
  /** Groups that are part of this one. */
  parts: Array<{ id: string; name: string }>;
  /** Whom a search found to be put into the group; null while nobody searches. */
  found: Candidate[] | null;
  /** Pupils who joined by the code, the latest first. */
  joined: JoinedPupil[];
  /** Where pupils type the code, without the protocol. */
  joinAddress: string;
  draft: GroupDraft;
};

/** What was typed before its writer had to log in anew or prove who they are. */
export type GroupDraft = Record<string, string> | null;

const shownMembers = 100;

/** `null` when the service could not say: 'Something went wrong', with a way to ask again. docs/product/control-panel.md#errors. */
export async function loadGroup(request: Request, id: string): Promise<GroupPageData | null> {
  const panel = await enterPanel(request);
  try {
    return await readGroup(panel, request, id);
  } catch (error) {
    if (isFailure(error)) return null;
    throw refusalOf(error, request);
  }
}

async function readGroup(panel: Panel, request: Request, id: string): Promise<GroupPageData> {
  const query = { pageSize: shownMembers, sortBy: "name", sortOrder: "asc" };
  const [group, members] = await Promise.all([
    orRefuse(panel.client.getGroup({ params: { id } }, panel.credentials), request),
    orRefuse(panel.client.getGroupUsers({ params: { id }, query }, panel.credentials), request),
  ]);
  const [others, joined, found, draft] = await Promise.all([
    groupsBeside(panel, request, group.body.data),
    joinedByCode(panel, request, group.body.data),
    findMembers(panel, request, group.body.data),
    findFormDraft(panel, request),
  ]);
  const named = ({ id, attributes }: GroupEntity) => ({ id: id ?? "", name: attributes.name.value ?? "" });
  return {
    group: group.body.data,
    version: group.body.meta.version,
    members: members.body.data,
    memberCount: members.body.meta.totalCount,
    parents: others.filter((other) => other.attributes.parent.value?.id !== id).map(named),
    parts: others.filter((other) => other.attributes.parent.value?.id === id).map(named),
    found,
    joined,
    joinAddress: `${new URL(panel.credentials.origin ?? request.url).host}/join`,
    draft,
  };
}

async function joinedByCode(panel: Panel, request: Request, group: GroupEntity): Promise<JoinedPupil[]> {
  if (group.attributes.code.editable !== 2) return [];
  const params = { id: group.id ?? "" };
  return (await orRefuse(panel.client.getGroupJoined({ params }, panel.credentials), request)).body.data;
}

/** The other groups of the same school. */
async function groupsBeside(panel: Panel, request: Request, group: GroupEntity): Promise<GroupEntity[]> {
  const school = group.attributes.organization.value?.id ?? "";
  const query = { pageSize: 100, sortBy: "name", sortOrder: "asc" };
  const asked = { params: { id: school }, query };
  const { body } = await orRefuse(panel.client.getOrganizationGroups(asked, panel.credentials), request);
  return body.data.filter((other) => other.id !== group.id && other.attributes.organization.value?.id === school);
}

/** People of the group's school by name; those who are in the group already are left out. */
async function findMembers(panel: Panel, request: Request, group: GroupEntity): Promise<Candidate[] | null> {
  const q = (new URL(request.url).searchParams.get("member") ?? "").trim().slice(0, 200);
  if (!q || !isActive(group, "EditGroup")) return null;
  const params = { id: group.attributes.organization.value?.id ?? "" };
  const query = { q, pageSize: 50, sortBy: "name", sortOrder: "asc" };
  const { body } = await orRefuse(panel.client.getOrganizationUsers({ params, query }, panel.credentials), request);
  const school = params.id;
  return body.data
    .filter(({ attributes }) => attributes.organizations.value?.some((place) => place.id === school))
    .filter(({ attributes }) => !attributes.groups.value?.some((inside) => inside.id === group.id))
    .filter((person) => isActive(person, "EditUserInfo"))
    .slice(0, 10)
    .map(asCandidate);
}

export type NewGroupData = {
  organizations: Array<{ id: string; name: string }>;
  chosen: string | null;
  /** Whether the country hides books by age. */
  hasAgeFilter: boolean;
  key: string;
  draft: GroupDraft;
};

export async function loadNewGroup(request: Request): Promise<NewGroupData> {
  const panel = await enterPanel(request);
  const organizations = await shownOrganizations(panel, request);
  const places = organizations.filter((organization) => organization.actions.includes("CreateGroup"));
  if (places.length === 0) throw new Response(null, { status: 403 });
  const asked = new URL(request.url).searchParams.get("organization");
  const chosen = chooseOrganization(places, asked)?.id ?? null;
  const hasAgeFilter = hasFeature(panel.realm, "ageFilter");
  return {
    organizations: places.map(({ id, name }) => ({ id, name })),
    chosen,
    hasAgeFilter,
    key: crypto.randomUUID(),
    draft: await findFormDraft(panel, request),
  };
}
