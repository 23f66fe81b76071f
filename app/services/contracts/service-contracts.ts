import { accountContracts } from "./account";
import { activityContracts } from "./activity";
import { authContracts } from "./auth";
import type { Contracts } from "./contract";
import { controlPanelContracts } from "./control-panel";
import { customerManagementContracts } from "./customer-management";
import { importContracts } from "./imports";
import { jobContracts } from "./jobs";
import { libraryContracts } from "./library";
import { panelPageContracts } from "./pages/panel-pages";
import { paymentContracts } from "./payment";
import { savedListContracts } from "./saved-lists";
import { submissionContracts } from "./submissions";
import { syncContracts } from "./sync";

/** Contracts of every service, by the service's name below `/services`. */
export const serviceContracts = {
  auth: authContracts,
  account: accountContracts,
  payment: paymentContracts,
  "control-panel": {
    ...controlPanelContracts,
    ...jobContracts,
    ...importContracts,
    ...savedListContracts,
    ...panelPageContracts,
  },
  "customer-management": customerManagementContracts,
  library: libraryContracts,
  submissions: submissionContracts,
  activity: activityContracts,
  sync: syncContracts,
} satisfies Record<string, Contracts>;
