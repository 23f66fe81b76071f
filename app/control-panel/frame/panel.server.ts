import { redirect } from "@remix-run/node";
import { getWiring } from "~/clients/wiring.server";
import { orRefuse, stepUpPath } from "~/forms/service-errors.server";
import { isRead } from "~/security/foreign-request.server";
import type { OrganizationEntity } from "~/services/contracts/control-panel-entities";
import { formMessages } from "~/services/contracts/form-messages";
import type { SavedLists } from "~/services/contracts/saved-lists";
import { forbidden, ServiceError } from "~/services/contracts/service-error";
import { saveSubmittedForm } from "~/session/form-drafts/form-draft.server";
import { requireUser } from "~/session/guard.server";

/** What every page of the control panel begins with. */

export type PanelOrganization = { id: string; name: string; type: string; actions: string[]; parent: string | null };

type Signed = Awaited<ReturnType<typeof requireUser>>;
export type Panel = Signed & { client: ReturnType<typeof getWiring>["clients"]["controlPanel"] };

/** Requires somebody who is signed in and works at a school, else 403. The services check rights at each call. */
export async function authorisePanel(request: Request): Promise<Panel> {
  const signed = await requireUser(request);
  if (!signed.user.isEmployee && !signed.user.isSuperUser) throw new Response(null, { status: 403 });
  if (signed.user.mustStepUp) {
    const draftPath = isRead(request) ? null : await saveSubmittedForm(signed.realm, signed.user.uid, request);
    throw redirect(stepUpPath(request, draftPath ?? undefined));
  }
  return { ...signed, client: getWiring().clients.controlPanel };
}

/** What the panel shows again and again: the organisations to choose from, and how the person likes their lists. */
export type PanelFrame = { organizations: PanelOrganization[]; lists: SavedLists };

/**
 * Kept 5 minutes a person (docs/product/control-panel.md#limits), dropped by what they write. No right depends on it. The layout
 * and its page load it at the same time and share one call.
 */
export function loadPanelFrame(panel: Panel, request: Request): Promise<PanelFrame> {
  const { realm, user } = panel;
  const isEmpty = ({ organizations }: PanelFrame) => organizations.length === 0;
  return getWiring().displayCache.find(`panel ${realm} ${user.uid}`, user.uid, () => fetchFrame(panel, request), {
    isEmpty,
  });
}

export async function loadPanelOrganizations(panel: Panel, request: Request): Promise<PanelOrganization[]> {
  return (await loadPanelFrame(panel, request)).organizations;
}

/** Organisations that the frame holds. */
const frameSize = 100;

async function fetchFrame(panel: Panel, request: Request): Promise<PanelFrame> {
  const query = { pageSize: frameSize, sortBy: "name", sortOrder: "asc", include: "lists" as const };
  const { body } = await orRefuse(panel.client.getOrganizations({ query }, panel.credentials), request);
  return { organizations: body.data.map(shown), lists: body.meta.lists ?? { views: [], columns: {} } };
}

function shown(entity: OrganizationEntity): PanelOrganization {
  return {
    id: entity.id,
    name: entity.attributes.name.value ?? "",
    type: entity.attributes.type.value ?? "school",
    actions: entity.actions.filter((action) => action.active).map((action) => action.id),
    parent: entity.attributes.parent.value?.id ?? null,
  };
}

/** What a list's page shows for choosing an organisation. */
export type OrganizationChoices = {
  /** Those to choose from, few enough to be looked through. */
  few: Array<{ id: string; name: string }>;
  /** There are more: the way leads over the list of organisations and its search. */
  areMany: boolean;
};

/** Organisations that somebody looks through in a box; a person with more searches for one. */
export const fewAtMost = 30;

/** Those whose list the person may see, as far as choosing one needs it. */
export function organizationChoices(
  organizations: PanelOrganization[],
  action: "ListUsers" | "ListGroups",
): OrganizationChoices {
  const listed = organizations.filter(({ actions }) => actions.includes(action));
  if (listed.length > fewAtMost) return { few: [], areMany: true };
  return { few: listed.map(({ id, name }) => ({ id, name })), areMany: false };
}

/**
 * The organisation that a list opens with: the one that the address names, else the topmost whose people may be listed. One that
 * is not among those to choose from, since there are too many, is asked for.
 * @throws Response 404 for one that the person has nothing to do with
 */
export async function openedOrganization(
  panel: Panel,
  request: Request,
  organizations: PanelOrganization[],
  id: string | null,
): Promise<PanelOrganization | null> {
  const isAmong = id === null || organizations.some((organization) => organization.id === id);
  if (isAmong || organizations.length < frameSize) return chooseOrganization(organizations, id);
  const { body } = await orRefuse(panel.client.getOrganization({ params: { id } }, panel.credentials), request);
  return shown(body.data);
}

/** What the person may do at an organisation, for showing; null for one that they have nothing to do with. */
export async function findOrganization(panel: Panel, request: Request, id: string): Promise<PanelOrganization | null> {
  const organizations = await loadPanelOrganizations(panel, request);
  const among = organizations.find((organization) => organization.id === id);
  if (among || organizations.length < frameSize) return among ?? null;
  try {
    return shown((await panel.client.getOrganization({ params: { id } }, panel.credentials)).body.data);
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null;
    throw error;
  }
}

/**
 * Whether the person sees everybody of an organisation, not only their own classes: who may put all its people into groups does.
 * docs/product/choices.md#default-permissions.
 */
export function seesEverybody({ actions }: Pick<PanelOrganization, "actions">): boolean {
  return actions.includes("AddGroupMember");
}

/**
 * Asks the service whether a cached list of an organisation may still be shown: false where the person sees their own classes only.
 * @throws ServiceError the service's own about the organisation, 403 for a list that it does not show any more
 */
export async function permitList(panel: Panel, id: string, action: string): Promise<boolean> {
  const { body } = await panel.client.getOrganization({ params: { id } }, panel.credentials);
  const organization = shown(body.data);
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
