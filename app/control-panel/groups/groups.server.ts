import type { Backend } from "~/clients/backend";
import { type BulkAction, bulkActionsFor } from "~/control-panel/bulk/bulk-actions";
import type { Choices } from "~/control-panel/forms/choices";
import { organizationsById, searchChoices, withChosen } from "~/control-panel/forms/choices.server";
import type { Candidate } from "~/control-panel/forms/picker";
import { dataOrNothing } from "~/control-panel/frame/data-or-nothing.server";
import {
  authorisePanel,
  chooseOrganization,
  loadPanelOrganizations,
  type OrganizationChoices,
  openedOrganization,
  organizationChoices,
  type Panel,
  permitList,
  seesEverybody,
} from "~/control-panel/frame/panel.server";
import { isActive } from "~/control-panel/frame/person-kinds";
import { collectListPages, type ListRows, noRows, rowsOfList } from "~/control-panel/lists/collect-list-pages";
import { fetchList, type ListFailure } from "~/control-panel/lists/fetch-list.server";
import { readList } from "~/control-panel/lists/read-list";
import { requestedList } from "~/control-panel/lists/requested-list.server";
import { type ListChoices, loadColumnChoices } from "~/control-panel/lists/saved-lists.server";
import { asCandidate } from "~/control-panel/people/find-people.server";
import { offeredTo, rowOfPersonEntity } from "~/control-panel/people/row-of-entity";
import { findFormDraft } from "~/forms/form-drafts.server";
import { isFailure, orThrowResponse, refusalOf } from "~/forms/service-errors.server";
import { hasFeature } from "~/realms/realm";
import type { GroupEntity, JoinedPupil, PersonEntity } from "~/services/contracts/control-panel-entities";
import type { PersonRow } from "~/services/contracts/pages/people-list";
import { defaultList, type ListState, listQuery } from "~/shell/list-address";

/** Loaders of classes and groups: the list, one group, a new group. */

/** The fields of a group that the list shows; others are not sent to the browser. */
export type GroupRow = { id: string; name: string; students: number; year: number | null; organization: string };

export type GroupListData = {
  state: ListState;
  choices: ListChoices;
  organization: { id: string; name: string; mayAdd: boolean } | null;
  organizations: OrganizationChoices;
  list: ListRows<GroupRow>;
  failed: ListFailure | null;
};

export async function loadGroups(backend: Backend, request: Request): Promise<GroupListData> {
  const panel = await authorisePanel(backend, request);
  const state = await requestedList(request, "groups");
  const [organizations, choices] = await Promise.all([
    loadPanelOrganizations(panel, request),
    loadColumnChoices(panel, request, "groups", state),
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
      collectListPages(state, async (query) => {
        const { body } = await panel.client.getOrganizationGroups({ params, query }, panel.credentials);
        return rowsOfList(body, rowOf);
      }),
    count: (list) => list.rows.length,
    seesEverybody: seesEverybody(chosen),
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
  /** Set on the pupils tab; exactly one of `pupils` and `settings` is set. */
  pupils: GroupPupilsData | null;
  settings: GroupSettings | null;
};

export type GroupPupilsData = {
  state: ListState;
  list: ListRows<PersonRow>;
  failed: ListFailure | null;
  organization: { id: string; bulkActions: BulkAction[] } | null;
};

type GroupSettings = {
  /** Members who are not pupils. */
  others: PersonEntity[];
  /** Groups of the same school that can be the parent of this one. */
  parents: Choices;
  /** Subgroups of this group. */
  parts: { groups: Array<{ id: string; name: string }>; hasMore: boolean };
  /** Results of the search for new members; null without a search term. */
  candidates: Candidate[] | null;
  /** Pupils who joined by code, latest first. */
  joined: JoinedPupil[];
  /** URL, without protocol, where pupils enter the code. */
  joinAddress: string;
  draft: GroupDraft;
};
export type GroupSettingsData = GroupSettings & Pick<GroupPageData, "group" | "version">;

/** Form values saved before the user had to sign in again or step up; null if there are none. */
type GroupDraft = Record<string, string> | null;

/** @returns null if the service failed; the page then shows an error with a retry link. docs/product/control-panel.md#errors. */
export async function loadGroup(backend: Backend, request: Request, id: string): Promise<GroupPageData | null> {
  const panel = await authorisePanel(backend, request);
  try {
    const { body } = await orThrowResponse(panel.client.getGroup({ params: { id } }, panel.credentials), request);
    const { data: group, meta } = body;
    const { searchParams } = new URL(request.url);
    const areSettings = ["tab", "member", "draft"].some((name) => searchParams.has(name));
    return {
      ...{ group, version: meta.version },
      pupils: areSettings ? null : await readPupils(panel, request, group),
      settings: areSettings ? await readSettings(panel, request, group) : null,
    };
  } catch (error) {
    if (isFailure(backend, error)) return null;
    throw refusalOf(error, request);
  }
}

/** The first page of a class's pupils; null if the service failed. */
export async function loadClassPupils(panel: Panel, request: Request, id: string): Promise<GroupPupilsData | null> {
  const group = await dataOrNothing(
    panel.backend,
    request,
    panel.client.getGroup({ params: { id } }, panel.credentials),
  );
  return group && readPupils(panel, request, group);
}

/** Default list state of a class: all pupils, sorted by name. */
const classList: ListState = { ...defaultList, itemsPerPage: 100, sorts: [{ by: "name", desc: false }] };

async function readPupils(panel: Panel, request: Request, group: GroupEntity): Promise<GroupPupilsData> {
  const { searchParams } = new URL(request.url);
  const requested = readList("students", searchParams);
  const id = group.attributes.organization.value?.id ?? "";
  const state: ListState = {
    ...classList,
    ...{ organization: id, filters: { group: group.id }, page: requested.page, cursor: requested.cursor },
    sorts: searchParams.has("sortBy") ? requested.sorts : classList.sorts,
  };
  const [organizations, { rows, failed }] = await Promise.all([
    loadPanelOrganizations(panel, request),
    fetchList(panel, request, {
      list: "schoolUser",
      key: ["students", id, listQuery(state), state.itemsPerPage],
      fetch: () =>
        collectListPages(state, async (query) => {
          const { body } = await panel.client.getStudents({ params: { id }, query }, panel.credentials);
          return rowsOfList(body, rowOfPersonEntity);
        }),
      count: (list) => list.rows.length,
      seesEverybody: isActive(group, "AddGroupMember"),
      permit: () => permitList(panel, id, "ListUsers"),
    }),
  ]);
  const school = await openedOrganization(panel, request, organizations, id);
  const { isImpersonated } = panel.user;
  const all = school ? bulkActionsFor("students", { actions: school.actions, isImpersonated, isOfGroup: true }) : [];
  const mayEdit = isActive(group, "EditGroup");
  const bulkActions = all.filter((action) => mayEdit || action !== "leave");
  return { state, list: rows ? offeredTo(bulkActions, rows) : noRows, failed, organization: { id, bulkActions } };
}

const maxOthers = 100;

async function readSettings(panel: Panel, request: Request, group: GroupEntity): Promise<GroupSettings> {
  const filters = JSON.stringify({ type: ["employee", "guardian"] });
  const query = { filters, pageSize: maxOthers, sortBy: "name", sortOrder: "asc" };
  const params = { id: group.id ?? "" };
  const [others, parents, parts, joined, candidates, draft] = await Promise.all([
    orThrowResponse(panel.client.getGroupUsers({ params, query }, panel.credentials), request),
    parentChoices(panel, request, group),
    partsOf(panel, request, group),
    joinedByCode(panel, request, group),
    findMembers(panel, request, group),
    findFormDraft(panel, request),
  ]);
  return {
    ...{ others: others.body.data, parents, parts, candidates, joined, draft },
    joinAddress: `${new URL(panel.credentials.origin ?? request.url).host}/join`,
  };
}

async function joinedByCode(panel: Panel, request: Request, group: GroupEntity): Promise<JoinedPupil[]> {
  if (group.attributes.code.editable !== 2) return [];
  const params = { id: group.id ?? "" };
  return (await orThrowResponse(panel.client.getGroupJoined({ params }, panel.credentials), request)).body.data;
}

/** Groups of the same school that can be the parent of this one: the current parent, then the search results. */
export async function parentChoices(panel: Panel, request: Request, group: GroupEntity, q = ""): Promise<Choices> {
  if (group.attributes.parent.editable !== 2) return { choices: [], hasMore: false, q: "" };
  const organization = group.attributes.organization.value?.id ?? "";
  const results = await searchChoices(panel, request, { of: "groups", organization, except: group.id ?? undefined }, q);
  const { value } = group.attributes.parent;
  return withChosen(results, value ? [{ ...value, detail: "" }] : []);
}

/** Subgroups of this group: the first 100 by name. */
async function partsOf(panel: Panel, request: Request, group: GroupEntity): Promise<GroupSettings["parts"]> {
  const params = { id: group.attributes.organization.value?.id ?? "" };
  const query = { filters: JSON.stringify({ parent: group.id }), pageSize: 100, sortBy: "name", sortOrder: "asc" };
  const { body } = await orThrowResponse(
    panel.client.getOrganizationGroups({ params, query }, panel.credentials),
    request,
  );
  const groups = body.data.map(({ id, attributes }) => ({ id: id ?? "", name: attributes.name.value ?? "" }));
  return { groups, hasMore: body.meta.nextCursor !== null };
}

/** People of the group's school found by name, without the group's members. */
async function findMembers(panel: Panel, request: Request, group: GroupEntity): Promise<Candidate[] | null> {
  const q = (new URL(request.url).searchParams.get("member") ?? "").trim().slice(0, 200);
  if (!q || !isActive(group, "AddGroupMember")) return null;
  const params = { id: group.attributes.organization.value?.id ?? "" };
  const filters = { organization: params.id, outsideGroup: group.id, exceptIds: [panel.user.uid] };
  const own = panel.user.isSuperUser ? {} : { admin: false };
  const query = {
    q,
    filters: JSON.stringify({ ...filters, ...own }),
    pageSize: 20,
    sortBy: "name",
    sortOrder: "asc",
  };
  const { body } = await orThrowResponse(
    panel.client.getOrganizationUsers({ params, query }, panel.credentials),
    request,
  );
  return body.data
    .filter((person) => isActive(person, "EditUserInfo"))
    .slice(0, 10)
    .map(asCandidate);
}

export type NewGroupData = {
  organizations: Choices;
  chosen: string | null;
  /** Whether the country has age filters for books. */
  hasAgeFilter: boolean;
  key: string;
  draft: GroupDraft;
};

/** @throws Response 403 if the user may not create groups anywhere */
export async function loadNewGroup(backend: Backend, request: Request): Promise<NewGroupData> {
  const panel = await authorisePanel(backend, request);
  const organizations = await searchChoices(panel, request, { of: "organizations" }, "");
  if (organizations.choices.length === 0) throw new Response(null, { status: 403 });
  const draft = await findFormDraft(panel, request);
  const opened = draft?.organization || new URL(request.url).searchParams.get("organization");
  // With too many schools for one page of choices, none is preselected.
  const topmost = organizations.hasMore ? null : chooseOrganization(await loadPanelOrganizations(panel, request), null);
  const id = opened || topmost?.id;
  const chosen = await organizationsById(panel, request, id ? [id] : []);
  return {
    organizations: withChosen(organizations, chosen),
    chosen: chosen[0]?.id ?? null,
    hasAgeFilter: hasFeature(panel.realm, "ageFilter"),
    key: crypto.randomUUID(),
    draft,
  };
}
