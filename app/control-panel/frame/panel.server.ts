import { redirect } from "@remix-run/node";
import type { Backend, Clients } from "~/clients/backend";
import { orThrowResponse, stepUpPath } from "~/forms/service-errors.server";
import { isRead } from "~/security/foreign-request.server";
import { frameSize, type PanelFrame, type PanelOrganization } from "~/services/contracts/pages/panel-frame";
import { ServiceError } from "~/services/contracts/service-error";
import { saveSubmittedForm } from "~/session/form-drafts/form-draft.server";
import { requireUser } from "~/session/guard.server";
import { isForced } from "~/shell/list-address";

/** Access checks and shared data of all control panel pages. */

type Signed = Awaited<ReturnType<typeof requireUser>>;
export type Panel = Signed & { client: Clients["controlPanel"] };

/** Requires a signed-in employee or super user, else 403. The services check permissions on every call. */
export async function authorisePanel(backend: Backend, request: Request): Promise<Panel> {
  const signed = await requireUser(backend, request);
  if (!signed.user.isEmployee && !signed.user.isSuperUser) throw new Response(null, { status: 403 });
  if (signed.user.mustStepUp) {
    const draftPath = isRead(request) ? null : await saveSubmittedForm(backend, signed.realm, signed.user.uid, request);
    throw redirect(stepUpPath(request, draftPath ?? undefined));
  }
  return { ...signed, client: backend.clients.controlPanel };
}

/**
 * The user's organisations and list settings, as all pages of the panel show them: cached below the call for 5 minutes
 * (docs/product/control-panel.md#limits) unless the address forces a fetch. No permission depends on it.
 */
export async function loadPanelFrame(panel: Panel, request: Request): Promise<PanelFrame> {
  const query = isForced(request) ? { isFresh: "true" as const } : {};
  return (await orThrowResponse(panel.client.getPanelFrame({ query }, panel.credentials), request)).body.data;
}

export async function loadPanelOrganizations(panel: Panel, request: Request): Promise<PanelOrganization[]> {
  return (await loadPanelFrame(panel, request)).organizations;
}

/** Data of a list page for choosing an organisation. */
export type OrganizationChoices = {
  /** Organisations for a select box; empty if there are too many. */
  few: Array<{ id: string; name: string }>;
  /** Whether there are too many: users choose one in the searchable list of organisations. */
  areMany: boolean;
};

/** Maximum number of organisations in a select box; with more, users search. */
export const maxListedOrganizations = 30;

/** Organisations whose list the user may see. */
export function organizationChoices(
  organizations: PanelOrganization[],
  action: "ListUsers" | "ListGroups",
): OrganizationChoices {
  const listed = organizations.filter(({ actions }) => actions.includes(action));
  if (listed.length > maxListedOrganizations) return { few: [], areMany: true };
  return { few: listed.map(({ id, name }) => ({ id, name })), areMany: false };
}

/**
 * The organisation that a list opens with: the one in the URL, else the topmost whose people may be listed. One that is missing
 * because the frame is full is fetched.
 * @throws Response 404 for an organisation out of the user's scope
 */
export async function openedOrganization(
  panel: Panel,
  request: Request,
  organizations: PanelOrganization[],
  id: string | null,
): Promise<PanelOrganization | null> {
  const isAmong = id === null || organizations.some((organization) => organization.id === id);
  if (isAmong || organizations.length < frameSize) return chooseOrganization(organizations, id);
  return (await orThrowResponse(panel.client.getPanelOrganization({ params: { id } }, panel.credentials), request)).body
    .data;
}

/** An organisation with the user's actions, for display only; null if it is out of scope. */
export async function findPanelOrganization(
  panel: Panel,
  request: Request,
  id: string,
): Promise<PanelOrganization | null> {
  const organizations = await loadPanelOrganizations(panel, request);
  const among = organizations.find((organization) => organization.id === id);
  if (among || organizations.length < frameSize) return among ?? null;
  try {
    return (await panel.client.getPanelOrganization({ params: { id } }, panel.credentials)).body.data;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null;
    throw error;
  }
}

/** The organisation that a list opens with: the chosen one, else the topmost whose people may be listed. */
export function chooseOrganization(
  organizations: PanelOrganization[],
  chosen: string | null,
): PanelOrganization | null {
  const listed = organizations.filter((organization) => organization.actions.includes("ListUsers"));
  const ids = new Set(listed.map((organization) => organization.id));
  const byRequest = listed.find((organization) => organization.id === chosen);
  const tops = listed.filter((organization) => organization.parent === null || !ids.has(organization.parent));
  return byRequest ?? tops.find((organization) => organization.type !== "consumer") ?? tops[0] ?? null;
}
