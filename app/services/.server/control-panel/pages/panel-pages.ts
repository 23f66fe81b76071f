import type { Endpoints } from "~/services/.server/dispatch/endpoint";
import type { panelPageContracts } from "~/services/contracts/pages/panel-pages";
import { createBulkQuestion } from "./bulk";
import { createOrganizationChoices } from "./organization-choices";
import type { PageDeps } from "./page-deps";
import { createPanelFrame } from "./panel-frame";
import { createPeopleListPage } from "./people-list";
import { createPersonPage } from "./person-page";
import { createSearchPage } from "./search";

/** The page reads of the control-panel service. docs/decisions/0079-page-reads.md. */
export function createPanelPages(deps: PageDeps): Endpoints<typeof panelPageContracts> {
  return {
    ...createBulkQuestion(deps),
    ...createOrganizationChoices(deps),
    ...createPanelFrame(deps),
    ...createPeopleListPage(deps),
    ...createPersonPage(deps),
    ...createSearchPage(deps),
  };
}
