import type { Backend } from "~/clients/backend";
import { authorisePanel, chooseOrganization, loadPanelOrganizations } from "~/control-panel/frame/panel.server";
import type { PanelOrganization } from "~/services/contracts/pages/panel-frame";
import { listKinds } from "~/services/contracts/person-kinds";
import { importRight } from "./panel-rights";

/** `place` is the topmost school of the user. */
type PanelData = { uid: string; pagesShown: string[]; place: string | null };

/** The user's uid, and the panel pages that apply to them according to the service's action lists. */
export async function loadPanel(backend: Backend, request: Request): Promise<PanelData> {
  const panel = await authorisePanel(backend, request);
  const organizations = await loadPanelOrganizations(panel, request);
  const pages = pagesFor(organizations);
  // Super users do not belong to a school.
  const place = panel.user.isSuperUser ? null : (chooseOrganization(organizations, null)?.name ?? null);
  return {
    uid: panel.user.uid,
    pagesShown: panel.user.isSuperUser ? [...pages, "families", "books", "beta/manage"] : pages,
    place,
  };
}

function pagesFor(organizations: PanelOrganization[]): string[] {
  const may = (action: string) => organizations.some((organization) => organization.actions.includes(action));
  const lists = listKinds.filter((kind) => may(kind === "employees" ? "ListEmployees" : "ListUsers"));
  const others = may("ListGroups") ? ["groups", "organizations"] : [];
  return [...lists, ...others, ...(may(importRight) ? ["import"] : [])];
}
