import type { Backend } from "~/clients/backend";
import { type BulkAction, bulkActionsFor } from "~/control-panel/bulk/bulk-actions";
import type { Choices } from "~/control-panel/forms/choices";
import { organizationsById, searchChoices, withChosen } from "~/control-panel/forms/choices.server";
import { personCandidate } from "~/control-panel/forms/person-candidate";
import type { Candidate } from "~/control-panel/forms/picker";
import {
  authorisePanel,
  chooseOrganization,
  loadPanelOrganizations,
  type OrganizationChoices,
  openedOrganization,
  organizationChoices,
  type Panel,
} from "~/control-panel/frame/panel.server";
import { collectListPages, type ListRows, noRows } from "~/control-panel/lists/collect-list-pages";
import { type ListFailure, listOrFailure } from "~/control-panel/lists/fetch-list.server";
import { readList } from "~/control-panel/lists/read-list";
import { requestedList } from "~/control-panel/lists/requested-list.server";
import { type ListChoices, loadColumnChoices } from "~/control-panel/lists/saved-lists.server";
import { findFormDraft } from "~/forms/form-drafts.server";
import { isFailure, refusalOf } from "~/forms/service-errors.server";
import { type GroupFormField, groupFormFields, isGroupFieldOffered } from "~/services/contracts/group-field-table";
import type { GroupSettingsRead, PanelGroup } from "~/services/contracts/pages/group-page";
import type { GroupRow } from "~/services/contracts/pages/groups-list-page";
import type { PersonRow } from "~/services/contracts/pages/people-list-page";
import { defaultList, isForced, type ListState, listQuery } from "~/shell/list-address";

/** Loaders of classes and groups: the list, one group, a new group. */

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
  const isFresh = freshness(request);
  const { rows, failed } = await listOrFailure(panel, request, () =>
    collectListPages(state, async (query) => {
      const input = { params, query: { ...query, isFresh } };
      return (await panel.client.getGroupsListPage(input, panel.credentials)).body.data;
    }),
  );
  return { ...base, list: rows ?? noRows, failed };
}

/** Whether the page asks for rows past the cache, as the page reads of lists take it. */
const freshness = (request: Request) => (isForced(request) ? ("true" as const) : undefined);

export type GroupPageData = {
  group: PanelGroup;
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

type GroupSettings = Pick<GroupSettingsRead, "others" | "parts" | "code" | "joined"> & {
  /** Groups of the same school that can be the parent of this one. */
  parents: Choices;
  /** Results of the search for new members; null without a search term. */
  candidates: Candidate[] | null;
  /** URL, without protocol, where pupils enter the code. */
  joinAddress: string;
  draft: GroupDraft;
};
export type GroupSettingsData = GroupSettings & Pick<GroupPageData, "group">;

/** Form values saved before the user had to sign in again or step up; null if there are none. */
type GroupDraft = Record<string, string> | null;

/** @returns null if the service failed; the page then shows an error with a retry link. docs/product/control-panel.md#errors. */
export async function loadGroup(backend: Backend, request: Request, id: string): Promise<GroupPageData | null> {
  const panel = await authorisePanel(backend, request);
  const { searchParams } = new URL(request.url);
  const areSettings = ["tab", "member", "draft"].some((name) => searchParams.has(name));
  try {
    if (areSettings) return { ...(await readSettings(panel, request, id)), pupils: null };
    return { ...(await readPupils(panel, request, id)), settings: null };
  } catch (error) {
    if (isFailure(backend, error)) return null;
    throw refusalOf(error, request);
  }
}

/** The first page of a class's pupils; null if the service failed. */
export async function loadClassPupils(panel: Panel, request: Request, id: string): Promise<GroupPupilsData | null> {
  try {
    return (await readPupils(panel, request, id)).pupils;
  } catch (error) {
    if (isFailure(panel.backend, error)) return null;
    throw refusalOf(error, request);
  }
}

/** Default list state of a class: all pupils, sorted by name. */
const classList: ListState = { ...defaultList, itemsPerPage: 100, sorts: [{ by: "name", desc: false }] };

/** The group is read by a call of its own only where its list could not be fetched. */
async function readPupils(panel: Panel, request: Request, id: string) {
  const { searchParams } = new URL(request.url);
  const { page, cursor, sorts } = readList("students", searchParams);
  const requested = { ...classList, page, cursor, ...(searchParams.has("sortBy") ? { sorts } : {}) };
  const params = { id };
  const query = { ...listQuery(requested), isFresh: freshness(request) };
  const [organizations, { rows: read, failed }] = await Promise.all([
    loadPanelOrganizations(panel, request),
    listOrFailure(
      panel,
      request,
      async () => (await panel.client.getGroupPupilsPage({ params, query }, panel.credentials)).body.data,
    ),
  ]);
  const group = read?.group ?? (await panel.client.getPanelGroup({ params }, panel.credentials)).body.data;
  const organization = group.organization.id;
  const school = await openedOrganization(panel, request, organizations, organization);
  const { isImpersonated } = panel.user;
  const all = school ? bulkActionsFor("students", { actions: school.actions, isImpersonated, isOfGroup: true }) : [];
  const mayEdit = group.actions.includes("EditGroup");
  const bulkActions = all.filter((action) => mayEdit || action !== "leave");
  const state: ListState = { ...requested, organization, filters: { group: group.id } };
  const pupils = { state, list: read?.list ?? noRows, failed, organization: { id: organization, bulkActions } };
  return { group, pupils };
}

async function readSettings(panel: Panel, request: Request, id: string) {
  const member = (new URL(request.url).searchParams.get("member") ?? "").trim().slice(0, 200);
  const input = { params: { id }, query: member ? { member } : {} };
  const [{ body }, draft] = await Promise.all([
    panel.client.getGroupSettingsPage(input, panel.credentials),
    findFormDraft(panel, request),
  ]);
  const { group, settings: read } = body.data;
  const settings = {
    ...read,
    parents: parentChoices(group, read.parents),
    candidates: read.candidates?.map(personCandidate) ?? null,
    joinAddress: `${new URL(panel.credentials.origin ?? request.url).host}/join`,
    draft,
  };
  return { group, settings };
}

/** Groups that can be the parent of this one: the current parent, then the others. */
function parentChoices({ parent, fields }: PanelGroup, { groups, hasMore }: GroupSettingsRead["parents"]): Choices {
  const results = { choices: groups.map((group) => ({ ...group, detail: "" })), hasMore, q: "" };
  return withChosen(results, parent && fields.parent?.isEditable ? [{ ...parent, detail: "" }] : []);
}

/** The same for a search. */
export async function findParentChoices(panel: Panel, request: Request, group: PanelGroup, q: string) {
  if (!group.fields.parent?.isEditable) return { choices: [], hasMore: false, q: "" };
  const { id: except, organization, parent } = group;
  const results = await searchChoices(panel, request, { of: "groups", organization: organization.id, except }, q);
  return withChosen(results, parent ? [{ ...parent, detail: "" }] : []);
}

export type NewGroupData = {
  organizations: Choices;
  chosen: string | null;
  /** Fields that the country has. */
  offered: GroupFormField[];
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
    offered: groupFormFields.filter((name) => isGroupFieldOffered(panel.realm, name)),
    key: crypto.randomUUID(),
    draft,
  };
}
