import type { Endpoints } from "~/services/.server/dispatch/endpoint";
import type { panelPageContracts } from "~/services/contracts/pages/panel-pages";
import { createBulkQuestion } from "./bulk";
import { createGroupPage } from "./group-page";
import { createGroupsListPage } from "./groups-list-page";
import { createOrganizationChoices } from "./organization-choices";
import { createOrganizationPage } from "./organization-page";
import { createOrganizationsListPage } from "./organizations-list-page";
import { createOverviewPage } from "./overview";
import type { PageDeps } from "./page-deps";
import { createPanelFrame } from "./panel-frame";
import { createPeopleListPage } from "./people-list-page";
import { createPersonPage } from "./person-page";
import { createSearchPage } from "./search";

/** The page reads of the control-panel service. docs/decisions/0079-page-reads.md. */
export function createPanelPages(deps: PageDeps): Endpoints<typeof panelPageContracts> {
  return {
    ...createGroupPage(deps),
    ...createGroupsListPage(deps),
    ...createOrganizationPage(deps),
    ...createOrganizationsListPage(deps),
    ...createOverviewPage(deps),
    ...createPanelFrame(deps),
    ...createPeopleListPage(deps),
    ...createBulkQuestion(deps),
    ...createOrganizationChoices(deps),
    ...createPersonPage(deps),
    ...createSearchPage(deps),
  };
}
