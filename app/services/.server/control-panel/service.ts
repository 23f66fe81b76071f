import type { Endpoints, Service } from "~/services/.server/dispatch/endpoint";
import { auditingRefusals } from "~/services/.server/dispatch/refused-attempts";
import { controlPanelContracts } from "~/services/contracts/control-panel";
import type { ImportContracts } from "~/services/contracts/imports";
import type { ControlPanelDeps } from "./deps";
import { createGroupEndpoints } from "./group-endpoints";
import { createGroupMemberEndpoints } from "./group-member-endpoints";
import { importPreparationEndpoints } from "./import-preparation-endpoints";
import { importReadEndpoints } from "./import-read-endpoints";
import type { ImportEndpointDeps } from "./import-rights";
import { importRunEndpoints } from "./import-run-endpoints";
import { createJobEndpoints, type JobEndpointDeps } from "./job-endpoints";
import { createMeEndpoint } from "./me-endpoint";
import { createOrganizationEndpoints } from "./organization-endpoints";
import type { PageDeps } from "./pages/page-deps";
import { createPanelPages } from "./pages/panel-pages";
import { createPeopleEndpoints } from "./people-endpoints";
import { createPersonGroupEndpoints } from "./person-group-endpoints";
import { createSavedListEndpoints } from "./saved-list-endpoints";
import { createSignInEndpoints } from "./sign-in-endpoints";

export type { ControlPanelDeps } from "./deps";

/** The control-panel service: people, organisations, groups, jobs, imports, saved lists, page reads. Refused writes are audited. */
export function createControlPanel(deps: PageDeps & JobEndpointDeps & ImportEndpointDeps) {
  const { name, endpoints } = createControlPanelService(deps);
  const whole = {
    ...endpoints,
    ...createJobEndpoints(deps),
    ...createImportEndpoints(deps),
    ...createSavedListEndpoints(deps.databases),
    ...createPanelPages(deps),
  };
  return auditingRefusals({ name, endpoints: whole }, deps.databases);
}

/** Endpoints for people, organisations and groups. docs/product/control-panel.md#calls. */
export function createControlPanelService(deps: ControlPanelDeps): Service<typeof controlPanelContracts> {
  const endpoints = {
    ...createMeEndpoint(deps, controlPanelContracts),
    ...createOrganizationEndpoints(deps, controlPanelContracts),
    ...createGroupEndpoints(deps, controlPanelContracts),
    ...createGroupMemberEndpoints(deps, controlPanelContracts),
    ...createPersonGroupEndpoints(deps, controlPanelContracts),
    ...createSignInEndpoints(deps, controlPanelContracts),
    ...createPeopleEndpoints(deps, controlPanelContracts),
  };
  return { name: "control-panel", endpoints };
}

/** Endpoints for imports of people, for administrators of the organisation or an ancestor. docs/product/choices.md#default-permissions. */
export function createImportEndpoints(deps: ImportEndpointDeps): Endpoints<ImportContracts> {
  return { ...importPreparationEndpoints(deps), ...importReadEndpoints(deps), ...importRunEndpoints(deps) };
}
