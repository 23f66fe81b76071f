import { redirect } from "@remix-run/node";
import type { Backend, Clients } from "~/clients/backend";
import { orThrowResponse, stepUpPath } from "~/forms/service-errors.server";
import { isRead } from "~/security/foreign-request.server";
import type { OrganizationEntity } from "~/services/contracts/control-panel-entities";
import { formMessages } from "~/services/contracts/form-messages";
import type { SavedLists } from "~/services/contracts/saved-lists";
import { forbidden, ServiceError } from "~/services/contracts/service-error";
import { saveSubmittedForm } from "~/session/form-drafts/form-draft.server";
import { requireUser } from "~/session/guard.server";

/** Access checks and shared data of all control panel pages. */

export type PanelOrganization = { id: string; name: string; type: string; actions: string[]; parent: string | null };

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

/** Data shared by the panel's pages: organisations to choose from, and the user's list settings. */
type PanelFrame = { organizations: PanelOrganization[]; lists: SavedLists };

/**
 * Cached per person for 5 minutes (docs/product/control-panel.md#limits), invalidated by the person's own changes. No permission
 * depends on it. The layout and its page load it at the same time and share one call.
 */
export function loadPanelFrame(panel: Panel, request: Request): Promise<PanelFrame> {
  const { realm, user } = panel;
  const isEmpty = ({ organizations }: PanelFrame) => organizations.length === 0;
  return panel.backend.displayCache.find(`panel ${realm} ${user.uid}`, user.uid, () => fetchFrame(panel, request), {
    isEmpty,
  });
}

export async function loadPanelOrganizations(panel: Panel, request: Request): Promise<PanelOrganization[]> {
  return (await loadPanelFrame(panel, request)).organizations;
}

/** Maximum number of organisations in the frame. */
const frameSize = 100;

async function fetchFrame(panel: Panel, request: Request): Promise<PanelFrame> {
  const query = { pageSize: frameSize, sortBy: "name", sortOrder: "asc", include: "lists" as const };
  const { body } = await orThrowResponse(panel.client.getOrganizations({ query }, panel.credentials), request);
  return { organizations: body.data.map(panelOrganization), lists: body.meta.lists ?? { views: [], columns: {} } };
}

function panelOrganization(entity: OrganizationEntity): PanelOrganization {
  return {
    id: entity.id,
    name: entity.attributes.name.value ?? "",
    type: entity.attributes.type.value ?? "school",
    actions: entity.actions.filter((action) => action.active).map((action) => action.id),
    parent: entity.attributes.parent.value?.id ?? null,
  };
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
  const { body } = await orThrowResponse(panel.client.getOrganization({ params: { id } }, panel.credentials), request);
  return panelOrganization(body.data);
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
    return panelOrganization((await panel.client.getOrganization({ params: { id } }, panel.credentials)).body.data);
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null;
    throw error;
  }
}

/**
 * Whether the user sees everybody in an organisation, not only their own classes: implied by the permission to add anyone to a group.
 * docs/product/choices.md#default-permissions.
 */
export function seesEverybody({ actions }: Pick<PanelOrganization, "actions">): boolean {
  return actions.includes("AddGroupMember");
}

/**
 * Asks the service whether a cached list of an organisation may still be shown.
 * @returns false if the user sees only their own classes
 * @throws ServiceError from the service for the organisation; 403 if the list is no longer permitted
 */
export async function permitList(panel: Panel, id: string, action: string): Promise<boolean> {
  const { body } = await panel.client.getOrganization({ params: { id } }, panel.credentials);
  const organization = panelOrganization(body.data);
  if (!organization.actions.includes(action)) throw forbidden(formMessages.insufficientPermission);
  return seesEverybody(organization);
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
