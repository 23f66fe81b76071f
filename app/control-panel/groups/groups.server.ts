import { data, redirect } from "@remix-run/node";
import { getTranslator } from "~/i18n.server";
import type { GroupEntity, PersonEntity } from "~/services/contracts/control-panel";
import { ServiceError } from "~/services/contracts/service-error";
import { redirectWithNotice } from "~/shell/notice.server";
import { type ListState, listQuery, readListState } from "../lists/list-address";
import {
  chooseOrganization,
  enterPanel,
  type Panel,
  type PanelOrganization,
  shownOrganizations,
} from "../panel.server";
import { isStale, orRefuse, reasonsOf, refusalOf } from "../service-answers.server";

/** Classes and groups: the list, one of them, a new one, the end of one. */

export type GroupListData = {
  state: ListState;
  organization: PanelOrganization | null;
  organizations: PanelOrganization[];
  groups: GroupEntity[];
  total: number;
  nextCursor: string | null;
  failed: boolean;
};

export async function loadGroups(request: Request): Promise<GroupListData> {
  const panel = await enterPanel(request);
  const state = readListState(new URL(request.url).searchParams);
  const organizations = await shownOrganizations(panel, request);
  const organization = chooseOrganization(organizations, state.organization);
  const base = { state, organization, organizations };
  const empty = { groups: [], total: 0, nextCursor: null };
  if (!organization) return { ...base, ...empty, failed: false };
  try {
    const asked = { params: { id: organization.id }, query: listQuery(state) };
    const { body } = await panel.client.getOrganizationGroups(asked, panel.credentials);
    return { ...base, groups: body.data, total: body.meta.totalCount, nextCursor: body.meta.nextCursor, failed: false };
  } catch (error) {
    const refusal = refusalOf(error, request);
    if (refusal instanceof Response || !(error instanceof ServiceError)) throw refusal;
    return { ...base, ...empty, failed: true };
  }
}

export type GroupPageData = { group: GroupEntity; version: number; members: PersonEntity[]; memberCount: number };

const shownMembers = 100;

export async function loadGroup(request: Request, id: string): Promise<GroupPageData> {
  const panel = await enterPanel(request);
  const query = { pageSize: shownMembers, sortBy: "name", sortOrder: "asc" };
  const [group, members] = await Promise.all([
    orRefuse(panel.client.getGroup({ params: { id } }, panel.credentials), request),
    orRefuse(panel.client.getGroupUsers({ params: { id }, query }, panel.credentials), request),
  ]);
  return {
    group: group.body.data,
    version: group.body.meta.version,
    members: members.body.data,
    memberCount: members.body.meta.totalCount,
  };
}

export type GroupActionData = {
  /** By attribute, in the product's wording. */
  errors?: Record<string, string[]>;
  values?: Record<string, string>;
  /** Somebody else was faster; a second press writes over this version. */
  staleVersion?: number;
};

const textFields = ["name", "type", "typicalSchoolEntryYear", "ageFilter", "externalId"] as const;

function readFields(formData: FormData): Record<string, { value: unknown }> {
  const sent: Record<string, { value: unknown }> = {};
  for (const name of textFields) {
    const value = formData.get(name);
    if (typeof value === "string") sent[name] = { value };
  }
  return sent;
}

function typed(formData: FormData): Record<string, string> {
  return Object.fromEntries([...formData].filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

export async function actOnGroup(request: Request, id: string) {
  const panel = await enterPanel(request);
  const formData = await request.formData();
  const intent = formData.get("intent");
  if (intent === "delete") return removeGroup(panel, request, id, formData);
  if (intent === "save") return saveGroup(panel, request, id, readFields(formData), formData);
  if (intent === "newCode") return saveGroup(panel, request, id, { code: { value: true } }, formData);
  if (intent === "noCode") return saveGroup(panel, request, id, { code: { value: false } }, formData);
  throw new Response(null, { status: 400 });
}

async function saveGroup(
  panel: Panel,
  request: Request,
  id: string,
  attributes: Record<string, { value: unknown }>,
  formData: FormData,
) {
  const version = Number(formData.get("version"));
  const meta = formData.get("intent") === "save" && version ? { meta: { version } } : {};
  try {
    const body = { data: { attributes }, ...meta };
    const saved = await panel.client.updateGroup({ params: { id }, body }, panel.credentials);
    const t = await getTranslator(request, "control-panel");
    const name = saved.body.data.attributes.name.value;
    return await redirectWithNotice(`/controlpanel/groups/${id}`, "success", t("form.saved", { name }));
  } catch (error) {
    if (isStale(error)) {
      const now = await orRefuse(panel.client.getGroup({ params: { id } }, panel.credentials), request);
      return data<GroupActionData>({ values: typed(formData), staleVersion: now.body.meta.version }, { status: 412 });
    }
    return refused(error, request, formData);
  }
}

function refused(error: unknown, request: Request, formData: FormData) {
  const errors = reasonsOf(error);
  if (!errors) throw refusalOf(error, request);
  return data<GroupActionData>({ errors, values: typed(formData) }, { status: 400 });
}

async function removeGroup(panel: Panel, request: Request, id: string, formData: FormData) {
  if (formData.get("sure") !== "on") return redirect(`/controlpanel/groups/${id}`);
  const group = await orRefuse(panel.client.getGroup({ params: { id } }, panel.credentials), request);
  await orRefuse(panel.client.deleteGroup({ params: { id } }, panel.credentials), request);
  const t = await getTranslator(request, "control-panel");
  const name = group.body.data.attributes.name.value;
  return redirectWithNotice("/controlpanel/groups", "success", t("form.deleted", { name }));
}

export type NewGroupData = { organizations: Array<{ id: string; name: string }>; chosen: string | null; key: string };

export async function loadNewGroup(request: Request): Promise<NewGroupData> {
  const panel = await enterPanel(request);
  const organizations = await shownOrganizations(panel, request);
  const places = organizations.filter((organization) => organization.actions.includes("CreateGroup"));
  if (places.length === 0) throw new Response(null, { status: 403 });
  const chosen = new URL(request.url).searchParams.get("organization");
  return { organizations: places.map(({ id, name }) => ({ id, name })), chosen, key: crypto.randomUUID() };
}

export async function addGroup(request: Request) {
  const panel = await enterPanel(request);
  const formData = await request.formData();
  const attributes = { ...readFields(formData), organization: { value: formData.get("organization") } };
  const key = formData.get("key");
  try {
    const options = typeof key === "string" && key ? { idempotencyKey: key } : {};
    const made = await panel.client.createGroup({ body: { data: { attributes } } }, panel.credentials, options);
    const t = await getTranslator(request, "control-panel");
    const { id, attributes: shown } = made.body.data;
    return await redirectWithNotice(
      `/controlpanel/groups/${id}`,
      "success",
      t("form.added", { name: shown.name.value }),
    );
  } catch (error) {
    return refused(error, request, formData);
  }
}
