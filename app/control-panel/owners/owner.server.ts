import type { Panel } from "~/control-panel/frame/panel.server";
import { isActive } from "~/control-panel/frame/person-kinds";
import { readBackHref } from "~/control-panel/lists/back-parameter.server";
import { mayMoveFrom } from "~/control-panel/people/person-page.server";
import { orThrowResponse } from "~/forms/service-errors.server";
import type { PersonEntity } from "~/services/contracts/control-panel-entities";
import type { PanelGroup } from "~/services/contracts/pages/group-page";
import type { PanelOrganization } from "~/services/contracts/pages/panel-frame";
import type { PersonKind } from "~/services/contracts/person-kinds";
import { panelListHref } from "~/shell/list-address";

/** Owner of a page as identified by its URL: a person, a class or an organisation. */
export type OwnerAddress = { kind: PersonKind | "groups" | "organizations"; id: string };

/** The owner as loaded from the service, for pages that exist for all three kinds. */
export type ShelfOwnerEntity =
  | { kind: PersonKind; name: string; entity: PersonEntity; backHref: string; school: string | null; mayMove: boolean }
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
  const { owner, isPermitted } = await ask();
  if (!isPermitted) throw new Response(null, { status: 403 });
  return owner;

  async function ask(): Promise<{ owner: ShelfOwnerEntity; isPermitted: boolean }> {
    if (kind === "groups") {
      const { data: group } = (await orThrowResponse(client.getPanelGroup({ params: { id } }, credentials), request))
        .body;
      return { owner: { kind, name: group.name, group }, isPermitted: group.actions.includes(action) };
    }
    if (kind === "organizations") {
      const call = client.getPanelOrganization({ params: { id } }, credentials);
      const { data: organization } = (await orThrowResponse(call, request)).body;
      const isPermitted = organization.actions.includes(action);
      return { owner: { kind, name: organization.name, organization }, isPermitted };
    }
    const params = { version: "v1" as const, type: kind, id };
    const { body } = await orThrowResponse(client.getPerson({ params }, credentials), request);
    const school = body.data.attributes.organizations.value?.[0]?.id ?? null;
    const back = readBackHref(new URL(request.url).searchParams);
    const owner = {
      kind,
      name: body.data.attributes.name.value ?? "",
      entity: body.data,
      ...(await mayMoveFrom(panel, request, body.data)),
      backHref: back ?? panelListHref(`/controlpanel/${kind}`, { organization: school }),
    };
    return { owner, isPermitted: isActive(body.data, action) };
  }
}
