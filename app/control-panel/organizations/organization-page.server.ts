import { data, redirect } from "@remix-run/node";
import { getWiring } from "~/clients/wiring.server";
import { fetchList } from "~/control-panel/lists/fetch-list.server";
import { enterPanel, type Panel } from "~/control-panel/panel.server";
import { isActive, isUuid } from "~/control-panel/people/kinds";
import type { Candidate } from "~/control-panel/picker";
import { findFormDraft } from "~/forms/form-drafts.server";
import { isFailure, isStale, orRefuse, reasonsOf, refusalOf, sayRefused } from "~/forms/service-errors.server";
import { type StaleVersion, staleResult } from "~/forms/stale-version";
import { getTranslator } from "~/i18n/i18n.server";
import type { OrganizationEntity } from "~/services/contracts/control-panel-entities";
import { redirectWithNotice } from "~/shell/notice.server";
import {
  editableOrganizationFields,
  fieldTexts,
  type OrganizationField,
  readOrganizationForm,
} from "./organization-fields";
import { addPerson, findNewcomers, mayPlace } from "./organization-people.server";

/** One organisation: its own fields, where it stands, who is in it; its end and its return. */

export type OrganizationCount = { list: string; total: number; hasMore: boolean };

export type OrganizationPageData = {
  entity: OrganizationEntity;
  version: number;
  counts: OrganizationCount[];
  below: Array<{ id: string; name: string; type: string }>;
  /** Whether the one above can be looked at too; its name alone is no secret. */
  mayOpenParent: boolean;
  /** Where it might be moved, when somebody searches. */
  candidates: Candidate[] | null;
  /** Whether people of other organisations may be put into this one, and those found for it when somebody searches. */
  newcomers: { mayAdd: boolean; found: Candidate[] | null };
  draft: OrganizationDraft;
};

/** What was typed before its writer had to log in anew or prove who they are, and the version that they saw with what stood there. */
export type OrganizationDraft = {
  values: Record<string, string | boolean>;
  version: number | null;
  read: string | null;
} | null;

/** `null` when the service could not say: 'Could not fetch the organization'. Spec 3, section 8. */
export async function loadOrganization(request: Request, id: string): Promise<OrganizationPageData | null> {
  const panel = await enterPanel(request);
  try {
    const { body } = await panel.client.getOrganization({ params: { id } }, panel.credentials);
    const entity = body.data;
    const [counts, below, mayOpenParent, candidates, found, draft] = await Promise.all([
      countLists(panel, entity),
      organizationsBelow(panel, request, id),
      mayOpen(panel, entity.attributes.parent.value),
      findParents(panel, request, entity),
      findNewcomers(panel, request, entity),
      findFormDraft(panel, request),
    ]);
    const version = body.meta.version;
    const drafted = draftOf(draft, editableOrganizationFields(entity));
    // What belongs to it cannot be what it belongs to.
    const isBelow = new Set(below.map((organization) => organization.id));
    const parents = candidates?.filter((candidate) => !isBelow.has(candidate.id)) ?? null;
    const newcomers = { mayAdd: mayPlace(entity), found };
    return { entity, version, counts, below, mayOpenParent, candidates: parents, newcomers, draft: drafted };
  } catch (error) {
    if (isFailure(error)) return null;
    throw refusalOf(error, request);
  }
}

export function draftOf(draft: Record<string, string> | null, fields: OrganizationField[]): OrganizationDraft {
  if (!draft) return null;
  const form = new FormData();
  for (const [name, value] of Object.entries(draft)) form.append(name, value);
  return {
    values: readOrganizationForm(form, fields),
    version: Number(draft.version) || null,
    read: draft.read ?? null,
  };
}

const lists = [
  ["students", "ListUsers", "getStudents"],
  ["guardians", "ListUsers", "getGuardians"],
  ["employees", "ListEmployees", "getEmployees"],
  ["groups", "ListGroups", "getOrganizationGroups"],
] as const;

function countLists(panel: Panel, entity: OrganizationEntity): Promise<OrganizationCount[]> {
  const shown = lists.filter(([, action]) => isActive(entity, action));
  return Promise.all(
    shown.map(async ([list, , call]) => {
      const asked = { params: { id: entity.id }, query: { pageSize: 1 } };
      const { meta } = (await panel.client[call](asked, panel.credentials)).body;
      return { list, total: meta.totalCount, hasMore: meta.more ?? false };
    }),
  );
}

/** What stands below; nothing where that could not be fetched. */
async function organizationsBelow(panel: Panel, request: Request, id: string): Promise<OrganizationPageData["below"]> {
  const query = { pageSize: 100, sortBy: "name", sortOrder: "asc", filters: JSON.stringify({ parent: id }) };
  const { rows } = await fetchList(panel, request, {
    list: "schoolSubSchool",
    key: [id],
    fetch: async () => (await panel.client.getOrganizations({ query }, panel.credentials)).body.data.map(named),
    count: (below) => below.length,
  });
  return rows ?? [];
}

async function mayOpen(panel: Panel, organization: { id: string } | null): Promise<boolean> {
  if (!organization) return false;
  try {
    await panel.client.getOrganization({ params: { id: organization.id } }, panel.credentials);
    return true;
  } catch {
    return false;
  }
}

function named({ id, attributes }: OrganizationEntity) {
  return { id, name: attributes.name.value ?? "", type: attributes.type.value ?? "school" };
}

async function findParents(panel: Panel, request: Request, entity: OrganizationEntity): Promise<Candidate[] | null> {
  const q = new URL(request.url).searchParams.get("above");
  if (!q || entity.attributes.parent.editable !== 2) return null;
  const query = { q: q.slice(0, 200), pageSize: 10, sortBy: "name", sortOrder: "asc" };
  const { body } = await panel.client.getOrganizations({ query }, panel.credentials);
  const t = await getTranslator(request, "control-panel");
  return body.data
    .filter(({ id, attributes }) => id !== entity.id && attributes.type.value !== "consumer")
    .map(({ id, attributes }) => ({
      id,
      name: attributes.name.value ?? "",
      detail: [t(`organizationTypes.${attributes.type.value}`), attributes.city.value].filter(Boolean).join(", "),
    }));
}

export type OrganizationActionData = {
  /** By attribute, in the product's wording. */
  errors?: Record<string, string[]>;
  values?: Record<string, string | boolean>;
  /** What a new one was to belong to, as it is found now; `null` where it has gone or nothing was chosen. */
  parent?: { id: string; name: string } | null;
  /** What it may belong to instead. */
  places?: Array<{ id: string; name: string }>;
  /** What somebody else changed meanwhile. */
  stale?: StaleVersion<OrganizationField>;
  /** The service could not do it. Spec 3, section 8. */
  failed?: boolean;
};

const management = () => getWiring().clients.customerManagement;

export async function actOnOrganization(request: Request, id: string) {
  const panel = await enterPanel(request);
  const formData = await request.formData();
  const intent = formData.get("intent");
  if (intent === "save") return saveOrganization(panel, request, id, formData);
  if (intent === "move") return moveOrganization(panel, request, id, String(formData.get("id") ?? ""));
  if (intent === "addPerson") {
    try {
      return await addPerson(panel, request, id, String(formData.get("id") ?? ""));
    } catch (error) {
      if (error instanceof Response) throw error;
      return refused(error, reasonsOf(error), request, { values: {} });
    }
  }
  if (intent === "free") return moveOrganization(panel, request, id, null);
  throw new Response(null, { status: 400 });
}

async function saveOrganization(panel: Panel, request: Request, id: string, formData: FormData) {
  const before = await orRefuse(panel.client.getOrganization({ params: { id } }, panel.credentials), request);
  const fields = editableOrganizationFields(before.body.data);
  const values = readOrganizationForm(formData, fields);
  const version = Number(formData.get("version")) || before.body.meta.version;
  try {
    const body = { ...(values as object), version };
    await management().updateSchoolUnit({ params: { uid: id }, body }, panel.credentials);
  } catch (error) {
    if (isStale(error)) return answerStale(before.body.data, before.body.meta.version, formData);
    return refused(error, reasonsOf(error), request, { values });
  }
  return done(request, `/controlpanel/organizations/${id}`, "form.saved", String(values.name));
}

/** What the second writer is shown, and the form as it stands then. */
function answerStale(entity: OrganizationEntity, version: number, formData: FormData) {
  const fields = editableOrganizationFields(entity);
  const { values, stale } = staleResult(fields, { stored: fieldTexts(entity), version }, formData);
  const form = new FormData();
  for (const [field, value] of Object.entries(values)) form.append(field, value);
  return data<OrganizationActionData>({ values: readOrganizationForm(form, fields), stale }, { status: 412 });
}

async function moveOrganization(panel: Panel, request: Request, id: string, parent: string | null) {
  try {
    const input = { params: { uid: id }, body: { parent } };
    const { body } = await management().updateSchoolUnit(input, panel.credentials);
    return await done(request, `/controlpanel/organizations/${id}`, "form.saved", body.data.name);
  } catch (error) {
    return refused(error, reasonsOf(error), request, { values: {} });
  }
}

type Typed = Pick<OrganizationActionData, "values" | "parent" | "places">;

/** What comes back when a form could not be taken, with what was typed. */
export function refused(error: unknown, errors: Record<string, string[]> | null, request: Request, typed: Typed) {
  if (errors) return data<OrganizationActionData>({ errors, ...typed }, { status: 400 });
  if (isFailure(error)) return data<OrganizationActionData>({ failed: true, ...typed }, { status: 502 });
  throw refusalOf(error, request);
}

export async function done(request: Request, to: string, text: string, name: string): Promise<Response> {
  const t = await getTranslator(request, "control-panel");
  return redirectWithNotice(to, "success", t(text, { name }));
}

/** The page that asks before an organisation goes, with what goes with it. */
export async function loadOrganizationDeletion(request: Request, id: string) {
  const panel = await enterPanel(request);
  const params = { uid: id };
  const [entity, effect] = await Promise.all([
    orRefuse(panel.client.getOrganization({ params: { id } }, panel.credentials), request),
    orRefuse(management().getSchoolUnitDeletion({ params }, panel.credentials), request),
  ]);
  const { name, type } = entity.body.data.attributes;
  return { id, name: name.value ?? "", type: type.value, effect: effect.body.data };
}

export async function deleteOrganization(request: Request, id: string): Promise<Response> {
  const panel = await enterPanel(request);
  const isSure = (await request.formData()).get("sure") === "on";
  if (!isSure) return redirect(`/controlpanel/organizations/${id}/delete`);
  const { body } = await orRefuse(panel.client.getOrganization({ params: { id } }, panel.credentials), request);
  try {
    await management().deleteSchoolUnit({ params: { uid: id } }, panel.credentials);
  } catch (error) {
    return sayRefused(error, request, `/controlpanel/organizations/${id}/delete`);
  }
  const name = body.data.attributes.name.value ?? "";
  return done(request, "/controlpanel/organizations", "form.deleted", name);
}

/** The deleted organisation that is asked about; for super users alone, and the service decides again. */
export async function loadOrganizationRestore(request: Request, id: string): Promise<{ name: string }> {
  const panel = await enterPanel(request);
  if (!panel.user.isSuperUser || !isUuid(id)) throw new Response(null, { status: 404 });
  const query = { filters: JSON.stringify({ status: "deleted", ids: [id] }), pageSize: 1 };
  const { body } = await orRefuse(management().getSchoolUnits({ query }, panel.credentials), request);
  const [found] = body.data;
  if (!found) throw new Response(null, { status: 404 });
  return { name: found.name };
}

export async function restoreOrganization(request: Request, id: string) {
  const panel = await enterPanel(request);
  try {
    const { body } = await management().restoreSchoolUnit({ params: { uid: id } }, panel.credentials);
    return await done(request, `/controlpanel/organizations/${id}`, "restore.done", body.data.name);
  } catch (error) {
    return sayRefused(error, request, `/controlpanel/organizations/${id}/restore`);
  }
}
