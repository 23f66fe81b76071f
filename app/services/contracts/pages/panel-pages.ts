import { bulkContracts } from "./bulk";
import { organizationChoiceContracts } from "./organization-choices";
import { panelFrameContracts } from "./panel-frame";
import { peopleListContracts } from "./people-list";
import { personPageContracts } from "./person-page";
import { searchContracts } from "./search";

/** The page reads of the control-panel service. */
export const panelPageContracts = {
  ...bulkContracts,
  ...organizationChoiceContracts,
  ...panelFrameContracts,
  ...peopleListContracts,
  ...personPageContracts,
  ...searchContracts,
};
