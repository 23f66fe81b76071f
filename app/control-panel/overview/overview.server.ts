import {
  chooseOrganization,
  enterPanel,
  type PanelOrganization,
  shownOrganizations,
} from "~/control-panel/frame/panel.server";
import { importRight } from "~/control-panel/import/import-intents";
import { listKinds } from "~/control-panel/people/kinds";

/** Which pages of the panel have something for this person, by uid: what the service's action lists say. */
export async function loadPanel(request: Request): Promise<{ uid: string; pagesShown: string[] }> {
  const panel = await enterPanel(request);
  const organizations = await shownOrganizations(panel, request);
  const pages = pagesFor(organizations);
  return { uid: panel.user.uid, pagesShown: panel.user.isSuperUser ? [...pages, "beta/manage"] : pages };
}

function pagesFor(organizations: PanelOrganization[]): string[] {
  const may = (action: string) => organizations.some((organization) => organization.actions.includes(action));
  const lists = listKinds.filter((kind) => may(kind === "employees" ? "ListEmployees" : "ListUsers"));
  const others = may("ListGroups") ? ["groups", "organizations"] : [];
  return [...lists, ...others, ...(may(importRight) ? ["import"] : [])];
}

/** Organisations that somebody looks through at a glance; a person with more is led to the list and its search. */
const shownAtMost = 30;

export type OverviewData = {
  name: string;
  chosen: string | null;
  pages: string[];
  organizations: Array<{ id: string; name: string; type: string }>;
  hasMoreOrganizations: boolean;
  isSuperUser: boolean;
};

export async function loadOverview(request: Request): Promise<OverviewData> {
  const panel = await enterPanel(request);
  const organizations = await shownOrganizations(panel, request);
  const listed = organizations.filter((organization) => organization.actions.includes("ListUsers"));
  return {
    name: panel.user.name,
    chosen: chooseOrganization(organizations, null)?.id ?? null,
    pages: pagesFor(organizations),
    isSuperUser: panel.user.isSuperUser,
    organizations: listed.slice(0, shownAtMost).map(({ id, name, type }) => ({ id, name, type })),
    hasMoreOrganizations: listed.length > shownAtMost,
  };
}
