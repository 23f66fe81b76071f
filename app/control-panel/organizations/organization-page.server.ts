import type { Backend } from "~/clients/backend";
import type { Candidate } from "~/control-panel/forms/picker";
import { authorisePanel } from "~/control-panel/frame/panel.server";
import { findFormDraft } from "~/forms/form-drafts.server";
import { isFailure, orThrowResponse, refusalOf } from "~/forms/service-errors.server";
import type { FieldTexts } from "~/forms/stale-version";
import { getTranslator } from "~/i18n/i18n.server";
import type { OrganizationField } from "~/services/contracts/organization-field-table";
import type { OrganizationDetails } from "~/services/contracts/pages/organization-page";
import { isUid } from "~/services/contracts/uid";
import { isForced } from "~/shell/list-address";
import { editableOrganizationFields, textsOfOrganizationDraft } from "./organization-fields";

/** Loaders of one organisation: its page, deletion, move and restoration. */

export type OrganizationPageData = {
  organization: Omit<OrganizationDetails, "foundParents" | "foundPeople">;
  /** Search results for a new parent; null without a search term. */
  candidates: Candidate[] | null;
  /** Search results for people of other organisations; null without a search term. */
  newcomers: Candidate[] | null;
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
  const { searchParams } = new URL(request.url);
  const above = (searchParams.get("above") ?? "").slice(0, 200);
  const person = (searchParams.get("person") ?? "").trim().slice(0, 200);
  const query = {
    ...(above ? { above } : {}),
    ...(person ? { person } : {}),
    ...(isForced(request) ? { isFresh: "true" as const } : {}),
  };
  try {
    const [{ body }, draft, t] = await Promise.all([
      panel.client.getOrganizationPage({ params: { id }, query }, panel.credentials),
      findFormDraft(panel, request),
      getTranslator(request, "control-panel"),
    ]);
    const { foundParents, foundPeople, ...organization } = body.data;
    const parents = foundParents?.map(({ id: found, name, type, city }) => ({
      id: found,
      name,
      detail: [t(`organizationTypes.${type}`), city].filter(Boolean).join(", "),
    }));
    const people = foundPeople?.map(({ id: found, name, username, organizations }) => ({
      id: found,
      name,
      detail: [username, ...organizations].filter(Boolean).join(", "),
    }));
    return {
      organization,
      candidates: parents ?? null,
      newcomers: people ?? null,
      draft: organizationDraftOf(draft, editableOrganizationFields(organization.fields)),
    };
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

const management = (backend: Backend) => backend.clients.customerManagement;

/** Data of the confirmation before an organisation is deleted, with what is deleted with it. */
export async function loadOrganizationDeletion(backend: Backend, request: Request, id: string) {
  const panel = await authorisePanel(backend, request);
  const params = { uid: id };
  const [organization, effect] = await Promise.all([
    orThrowResponse(panel.client.getPanelOrganization({ params: { id } }, panel.credentials), request),
    orThrowResponse(management(backend).getSchoolUnitDeletion({ params }, panel.credentials), request),
  ]);
  const { name, type } = organization.body.data;
  return { id, name, type, effect: effect.body.data };
}

type OrganizationMoveData = {
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
  const [organization, above, effect] = await Promise.all([
    orThrowResponse(panel.client.getPanelOrganization({ params: { id } }, panel.credentials), request),
    parent
      ? orThrowResponse(panel.client.getPanelOrganization({ params: { id: parent } }, panel.credentials), request)
      : null,
    orThrowResponse(management(backend).getSchoolUnitMove(input, panel.credentials), request),
  ]);
  return {
    id,
    name: organization.body.data.name,
    parent: above && { id: above.body.data.id, name: above.body.data.name },
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
