import type { Backend } from "~/clients/backend";
import { parentTypes } from "~/control-panel/forms/organization-types";
import type { Candidate } from "~/control-panel/forms/picker";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { isActive } from "~/control-panel/frame/person-kinds";
import { fetchList } from "~/control-panel/lists/fetch-list.server";
import { findFormDraft } from "~/forms/form-drafts.server";
import { isFailure, orThrowResponse, refusalOf } from "~/forms/service-errors.server";
import type { FieldTexts } from "~/forms/stale-version";
import { getTranslator } from "~/i18n/i18n.server";
import type { OrganizationEntity } from "~/services/contracts/control-panel-entities";
import { isUid } from "~/services/contracts/uid";
import { editableOrganizationFields, type OrganizationField, textsOfOrganizationDraft } from "./organization-fields";
import { findNewcomers, mayAddPeople } from "./organization-people.server";

/** Loaders of one organisation: its page, deletion, move and restoration. */

type OrganizationCount = { list: string; total: number; hasMore: boolean };

export type OrganizationPageData = {
  entity: OrganizationEntity;
  version: number;
  counts: OrganizationCount[];
  /** The first 100 by name. */
  below: { organizations: Array<{ id: string; name: string; type: string }>; hasMore: boolean };
  /** Whether the user may open the parent; its name is shown regardless. */
  mayOpenParent: boolean;
  /** Search results for a new parent; null without a search term. */
  candidates: Candidate[] | null;
  /** Whether the user may add people from other organisations, and the search results; null without a search term. */
  newcomers: { mayAdd: boolean; candidates: Candidate[] | null };
  draft: OrganizationDraft;
};

/** Form values saved before the user had to sign in again or step up, with the version and the original values of the form. */
export type OrganizationDraft = { values: FieldTexts; version: number | null; read: string | null } | null;

/** @returns null if the service failed: 'Could not fetch the organization'. docs/product/control-panel.md#errors. */
export async function loadOrganization(
  backend: Backend,
  request: Request,
  id: string,
): Promise<OrganizationPageData | null> {
  const panel = await authorisePanel(backend, request);
  try {
    const { body } = await panel.client.getOrganization({ params: { id } }, panel.credentials);
    const entity = body.data;
    const [counts, below, mayOpenParent, candidates, newMembers, draft] = await Promise.all([
      countLists(panel, entity),
      organizationsBelow(panel, request, entity),
      mayOpen(panel, entity.attributes.parent.value),
      findParents(panel, request, entity),
      findNewcomers(panel, request, entity),
      findFormDraft(panel, request),
    ]);
    const version = body.meta.version;
    const drafted = organizationDraftOf(draft, editableOrganizationFields(entity));
    const newcomers = { mayAdd: mayAddPeople(entity), candidates: newMembers };
    return { entity, version, counts, below, mayOpenParent, candidates, newcomers, draft: drafted };
  } catch (error) {
    if (isFailure(backend, error)) return null;
    throw refusalOf(error, request);
  }
}

export function organizationDraftOf(
  draft: Record<string, string> | null,
  fields: OrganizationField[],
): OrganizationDraft {
  if (!draft) return null;
  return {
    values: textsOfOrganizationDraft(draft, fields),
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
  const permitted = lists.filter(([, action]) => isActive(entity, action));
  return Promise.all(
    permitted.map(async ([list, , call]) => {
      const request = { params: { id: entity.id }, query: { pageSize: 1 } };
      const { meta } = (await panel.client[call](request, panel.credentials)).body;
      return { list, total: meta.totalCount, hasMore: meta.more ?? false };
    }),
  );
}

/** Direct children; empty if they could not be fetched. */
async function organizationsBelow(
  panel: Panel,
  request: Request,
  entity: OrganizationEntity,
): Promise<OrganizationPageData["below"]> {
  const { id } = entity;
  const query = { pageSize: 100, sortBy: "name", sortOrder: "asc", filters: JSON.stringify({ parent: id }) };
  const { rows } = await fetchList(panel, request, {
    list: "schoolSubSchool",
    key: [id],
    async fetch() {
      const { body } = await panel.client.getOrganizations({ query }, panel.credentials);
      return { organizations: body.data.map(named), hasMore: body.meta.nextCursor !== null };
    },
    count: ({ organizations }) => organizations.length,
    seesEverybody: isActive(entity, "AddGroupMember"),
  });
  return rows ?? { organizations: [], hasMore: false };
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
  // An organisation cannot belong to itself or to its descendants.
  const filters = JSON.stringify({ outside: entity.id, type: parentTypes });
  const query = { q: q.slice(0, 200), filters, pageSize: 10, sortBy: "name", sortOrder: "asc" };
  const { body } = await panel.client.getOrganizations({ query }, panel.credentials);
  const t = await getTranslator(request, "control-panel");
  return body.data.map(({ id, attributes }) => ({
    id,
    name: attributes.name.value ?? "",
    detail: [t(`organizationTypes.${attributes.type.value}`), attributes.city.value].filter(Boolean).join(", "),
  }));
}

const management = (backend: Backend) => backend.clients.customerManagement;

/** Data of the confirmation before an organisation is deleted, with what is deleted with it. */
export async function loadOrganizationDeletion(backend: Backend, request: Request, id: string) {
  const panel = await authorisePanel(backend, request);
  const params = { uid: id };
  const [entity, effect] = await Promise.all([
    orThrowResponse(panel.client.getOrganization({ params: { id } }, panel.credentials), request),
    orThrowResponse(management(backend).getSchoolUnitDeletion({ params }, panel.credentials), request),
  ]);
  const { name, type } = entity.body.data.attributes;
  return { id, name: name.value ?? "", type: type.value, effect: effect.body.data };
}

export type OrganizationMoveData = {
  id: string;
  name: string;
  parent: { id: string; name: string } | null;
  effect: Record<"losing" | "gaining", { total: number; names: string[] }>;
};

/** Data of the confirmation before a move, with the people whose permissions change. */
export async function loadOrganizationMove(
  backend: Backend,
  request: Request,
  id: string,
): Promise<OrganizationMoveData> {
  const panel = await authorisePanel(backend, request);
  const parent = new URL(request.url).searchParams.get("parent");
  const input = { params: { uid: id }, query: parent ? { parent } : {} };
  const [entity, above, effect] = await Promise.all([
    orThrowResponse(panel.client.getOrganization({ params: { id } }, panel.credentials), request),
    parent
      ? orThrowResponse(panel.client.getOrganization({ params: { id: parent } }, panel.credentials), request)
      : null,
    orThrowResponse(management(backend).getSchoolUnitMove(input, panel.credentials), request),
  ]);
  const nameOf = ({ attributes }: OrganizationEntity) => attributes.name.value ?? "";
  return {
    id,
    name: nameOf(entity.body.data),
    parent: above && { id: above.body.data.id, name: nameOf(above.body.data) },
    effect: effect.body.data,
  };
}

/** The deleted organisation to restore; super users only, and the service checks again. */
export async function loadOrganizationRestore(
  backend: Backend,
  request: Request,
  id: string,
): Promise<{ name: string }> {
  const panel = await authorisePanel(backend, request);
  if (!panel.user.isSuperUser || !isUid(id)) throw new Response(null, { status: 404 });
  const query = { filters: JSON.stringify({ status: "deleted", ids: [id] }), pageSize: 1 };
  const { body } = await orThrowResponse(management(backend).getSchoolUnits({ query }, panel.credentials), request);
  const [unit] = body.data;
  if (!unit) throw new Response(null, { status: 404 });
  return { name: unit.name };
}
