import { organizationEntity } from "~/services/.server/control-panel/entities";
import { firstByName, listPanelOrganizations } from "~/services/.server/control-panel/panel-lists";
import type { Access } from "~/services/.server/directory/access";
import {
  authoriseCaller,
  authoriseOrganization,
  authoriseOrganizations,
  type CallerProof,
  rememberPositions,
} from "~/services/.server/directory/authorisation";
import type { Organization } from "~/services/.server/directory/organizations/organizations-store";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { readSavedLists, savedListsValue } from "~/services/.server/saved-lists/saved-lists-store";
import {
  panelFrameContracts as contracts,
  frameSize,
  type PanelFrame,
  type PanelOrganization,
} from "~/services/contracts/pages/panel-frame";
import { permissionsOf } from "./cached-rows";
import type { PageDeps } from "./page-deps";

/** Page reads that all pages of the control panel share. */

export function createPanelFrame(deps: PageDeps): Endpoints<typeof contracts> {
  return {
    getPanelFrame: endpoint({
      contract: contracts.getPanelFrame,
      authorise: (_, caller) => authoriseCaller(deps, caller),
      async handle({ query: { isFresh } }, proof) {
        return { status: 200, body: { data: await cachedFrame(deps, proof, isFresh !== undefined) } };
      },
    }),

    getPanelOrganization: endpoint({
      contract: contracts.getPanelOrganization,
      authorise: ({ params }, caller) => authoriseOrganization(authoriseCaller(deps, caller), params.id, null),
      async handle(_, proof) {
        rememberPositions(proof, [proof.organization]);
        return { status: 200, body: { data: panelOrganization(proof.access, proof.organization) } };
      },
    }),
  };
}

/**
 * Cached per caller for 5 minutes (docs/product/control-panel.md#limits) until their own next write. No permission depends on it.
 * @param isForced reads anew even if a frame is cached
 */
export function cachedFrame(
  { displayCache }: Pick<PageDeps, "displayCache">,
  proof: CallerProof,
  isForced = false,
): Promise<PanelFrame> {
  const { access } = proof;
  const key = JSON.stringify(["frame", permissionsOf(access)]);
  const isEmpty = ({ organizations }: PanelFrame) => organizations.length === 0;
  return displayCache.find(key, access.uid, () => readFrame(proof), { isEmpty, isForced });
}

async function readFrame(proof: CallerProof): Promise<PanelFrame> {
  const { database, access } = proof;
  const scope = { ...authoriseOrganizations(proof, undefined).scope, beside: savedListsValue(access) };
  const page = await listPanelOrganizations({ database, access }, scope, firstByName(frameSize));
  rememberPositions(proof, page.organizations);
  const organizations = page.organizations.map((organization) => panelOrganization(access, organization));
  return { organizations, lists: readSavedLists(page.beside) };
}

export function panelOrganization(access: Access, organization: Organization): PanelOrganization {
  const { uid: id, name, type, parent } = organization;
  const actions = organizationEntity(access, organization).actions.flatMap((action) =>
    action.active ? [action.id] : [],
  );
  return { id, name, type, actions, parent: parent?.id ?? null };
}
