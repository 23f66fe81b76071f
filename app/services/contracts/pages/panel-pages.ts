import { bulkContracts } from "./bulk";
import { groupPageContracts } from "./group-page";
import { groupsListContracts } from "./groups-list-page";
import { organizationChoiceContracts } from "./organization-choices";
import { organizationPageContracts } from "./organization-page";
import { organizationsListContracts } from "./organizations-list-page";
import { overviewContracts } from "./overview";
import { panelFrameContracts } from "./panel-frame";
import { peopleListContracts } from "./people-list-page";
import { personPageContracts } from "./person-page";
import { searchContracts } from "./search";

/** The page reads of the control-panel service. */
export const panelPageContracts = {
  ...groupPageContracts,
  ...groupsListContracts,
  ...organizationPageContracts,
  ...organizationsListContracts,
  ...overviewContracts,
  ...panelFrameContracts,
  ...peopleListContracts,
  ...bulkContracts,
  ...organizationChoiceContracts,
  ...personPageContracts,
  ...searchContracts,
};
