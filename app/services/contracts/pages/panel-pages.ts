import { groupPageContracts } from "./group-page";
import { groupsListContracts } from "./groups-list";
import { organizationPageContracts } from "./organization-page";
import { organizationsListContracts } from "./organizations-list";
import { overviewContracts } from "./overview";
import { panelFrameContracts } from "./panel-frame";
import { peopleListContracts } from "./people-list";

/** The page reads of the control-panel service. */
export const panelPageContracts = {
  ...groupPageContracts,
  ...groupsListContracts,
  ...organizationPageContracts,
  ...organizationsListContracts,
  ...overviewContracts,
  ...panelFrameContracts,
  ...peopleListContracts,
};
