import { redirect } from "@remix-run/node";
import { getWiring } from "~/clients/wiring.server";
import type { OrganizationEntity } from "~/services/contracts/control-panel";
import { requireUser } from "~/session/guard.server";
import { orRefuse, stepUpPath } from "./service-answers.server";

/** What every page of the control panel begins with. */

export type PanelOrganization = { id: string; name: string; type: string; actions: string[]; parent: string | null };

type Signed = Awaited<ReturnType<typeof requireUser>>;
export type Panel = Signed & { client: ReturnType<typeof getWiring>["clients"]["controlPanel"] };

/** Signed in and working at a school; others are told that they may not. The services decide again at each call. */
export async function enterPanel(request: Request): Promise<Panel> {
  const signed = await requireUser(request);
  if (!signed.user.isEmployee && !signed.user.isSuperUser) throw new Response(null, { status: 403 });
  if (signed.user.mustStepUp) throw redirect(stepUpPath(request));
  return { ...signed, client: getWiring().clients.controlPanel };
}

/** Organisations as they are shown for choosing: kept 5 minutes a person (spec 3, section 9). Nothing is decided by them. */
const keptFor = 5 * 60 * 1000;
const keptPeople = 2000;
const kept = new Map<string, { until: number; organizations: Promise<PanelOrganization[]> }>();

/** The layout and the page in it ask at the same time: they are given the one answer. */
export async function shownOrganizations(panel: Panel, request: Request): Promise<PanelOrganization[]> {
  const key = `${panel.realm} ${panel.user.uid}`;
  const found = kept.get(key);
  const isForced = new URL(request.url).searchParams.has("force");
  if (found && found.until > Date.now() && !isForced) {
    const organizations = await found.organizations;
    if (organizations.length > 0) return organizations;
  }
  const organizations = fetchOrganizations(panel, request);
  if (kept.size >= keptPeople) kept.clear();
  const entry = { until: Date.now() + keptFor, organizations };
  kept.set(key, entry);
  try {
    return await organizations;
  } catch (error) {
    if (kept.get(key) === entry) kept.delete(key);
    throw error;
  }
}

async function fetchOrganizations(panel: Panel, request: Request): Promise<PanelOrganization[]> {
  const query = { pageSize: 100, sortBy: "name", sortOrder: "asc" };
  const answer = await orRefuse(panel.client.getOrganizations({ query }, panel.credentials), request);
  return answer.body.data.map(shown);
}

/** After a write of one's own, what is shown must be fresh. */
export function forgetShownOrganizations(panel: Panel): void {
  kept.delete(`${panel.realm} ${panel.user.uid}`);
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
