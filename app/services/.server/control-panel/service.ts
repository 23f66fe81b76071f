import type { Service } from "~/services/.server/endpoint";
import { controlPanelContracts } from "~/services/contracts/control-panel";
import type { ControlPanelDeps } from "./deps";
import { createGroupEndpoints } from "./group-endpoints";
import { createGroupMemberEndpoints } from "./group-member-endpoints";
import { createMeEndpoint } from "./me-endpoint";
import { createOrganizationEndpoints } from "./organization-endpoints";
import { createPeopleEndpoints } from "./people-endpoints";
import { createSignInEndpoints } from "./sign-in-endpoints";

export type { ControlPanelDeps } from "./deps";

/** The control panel's own service, over the directory. Spec 3, section 7. */
export function createControlPanelService(deps: ControlPanelDeps): Service<typeof controlPanelContracts> {
  const endpoints = {
    ...createMeEndpoint(deps, controlPanelContracts),
    ...createOrganizationEndpoints(deps, controlPanelContracts),
    ...createGroupEndpoints(deps, controlPanelContracts),
    ...createGroupMemberEndpoints(deps, controlPanelContracts),
    ...createSignInEndpoints(deps, controlPanelContracts),
    ...createPeopleEndpoints(deps, controlPanelContracts),
  };
  return { name: "control-panel", endpoints };
}
