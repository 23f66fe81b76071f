import type { Panel } from "~/control-panel/frame/panel.server";
import { isActive } from "~/control-panel/frame/person-kinds";
import { readBackHref } from "~/control-panel/lists/back-parameter.server";
import { mayMoveFrom } from "~/control-panel/people/person-page.server";
import { orThrowResponse } from "~/forms/service-errors.server";
import type { GroupEntity, OrganizationEntity, PersonEntity } from "~/services/contracts/control-panel-entities";
import type { PersonKind } from "~/services/contracts/person-kinds";
import { panelListHref } from "~/shell/list-address";

/** Owner of a page as identified by its URL: a person, a class or an organisation. */
export type OwnerAddress = { kind: PersonKind | "groups" | "organizations"; id: string };

/** The owner as loaded from the service, for pages that exist for all three kinds. */
export type ShelfOwnerEntity =
  | { kind: PersonKind; entity: PersonEntity; backHref: string; school: string | null; mayMove: boolean }
  | { kind: "groups"; entity: GroupEntity }
  | { kind: "organizations"; entity: OrganizationEntity };

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
  const owner = await ask();
  if (!isActive(owner.entity, action)) throw new Response(null, { status: 403 });
  return owner;

  async function ask(): Promise<ShelfOwnerEntity> {
    if (kind === "groups") {
      const { body } = await orThrowResponse(client.getGroup({ params: { id } }, credentials), request);
      return { kind, entity: body.data };
    }
    if (kind === "organizations") {
      const { body } = await orThrowResponse(client.getOrganization({ params: { id } }, credentials), request);
      return { kind, entity: body.data };
    }
    const params = { version: "v1" as const, type: kind, id };
    const { body } = await orThrowResponse(client.getPerson({ params }, credentials), request);
    const school = body.data.attributes.organizations.value?.[0]?.id ?? null;
    const back = readBackHref(new URL(request.url).searchParams);
    return {
      kind,
      entity: body.data,
      ...(await mayMoveFrom(panel, request, body.data)),
      backHref: back ?? panelListHref(`/controlpanel/${kind}`, { organization: school }),
    };
  }
}
