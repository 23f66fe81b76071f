import type { Panel } from "~/control-panel/frame/panel.server";
import { readBackHref } from "~/control-panel/lists/back-parameter.server";
import { readPersonSummary } from "~/control-panel/people/person-summary.server";
import { orThrowResponse } from "~/forms/service-errors.server";
import type { PanelGroup } from "~/services/contracts/pages/group-page";
import type { PanelOrganization } from "~/services/contracts/pages/panel-frame";
import type { PersonSummary } from "~/services/contracts/pages/person-page";
import type { PersonKind } from "~/services/contracts/person-kinds";
import { panelListHref } from "~/shell/list-address";

/** Owner of a page as identified by its URL: a person, a class or an organisation. */
export type OwnerAddress = { kind: PersonKind | "groups" | "organizations"; id: string };

/** The owner as loaded from the service, for pages that exist for all three kinds. */
export type ShelfOwnerEntity =
  | { kind: PersonKind; name: string; person: PersonSummary; backHref: string }
  | { kind: "groups"; name: string; group: PanelGroup }
  | { kind: "organizations"; name: string; organization: PanelOrganization };

export function ownerHref({ kind, id }: OwnerAddress): string {
  return `/controlpanel/${kind}/${id}`;
}

/** @throws Response 404 for an owner out of scope, 403 if the user may not perform the action */
export async function findOwner(
  panel: Panel,
  request: Request,
  { kind, id }: OwnerAddress,
  action: string,
): Promise<ShelfOwnerEntity> {
  const { client, credentials } = panel;
  const { owner, actions } = await ask();
  if (!actions.includes(action)) throw new Response(null, { status: 403 });
  return owner;

  async function ask(): Promise<{ owner: ShelfOwnerEntity; actions: string[] }> {
    if (kind === "groups") {
      const call = client.getPanelGroup({ params: { id } }, credentials);
      const group = (await orThrowResponse(call, request)).body.data;
      return { owner: { kind, name: group.name, group }, actions: group.actions };
    }
    if (kind === "organizations") {
      const call = client.getPanelOrganization({ params: { id } }, credentials);
      const organization = (await orThrowResponse(call, request)).body.data;
      return { owner: { kind, name: organization.name, organization }, actions: organization.actions };
    }
    const person = await readPersonSummary(panel, request, { kind, id });
    const back = readBackHref(new URL(request.url).searchParams);
    const list = panelListHref(`/controlpanel/${kind}`, { organization: person.organizations[0]?.id ?? null });
    return { owner: { kind, name: person.name, person, backHref: back ?? list }, actions: person.actions };
  }
}
