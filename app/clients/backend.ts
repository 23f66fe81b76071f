import type { DisplayCache } from "~/caching/display-cache";
import type { FormDraftStore } from "~/db/.server/form-draft-store";
import type { PaymentSessionStore } from "~/db/.server/payment-session-store";
import type { SessionStore } from "~/db/.server/session-store";
import type { Environment } from "~/environment.server";
import type { ErrorReporter } from "~/http/error-reports.server";
import type { ClientInfo } from "~/services/.server/dispatch/mount";
import type { Outbox } from "~/services/.server/outbox/outbox";
import type { accountContracts } from "~/services/contracts/account";
import type { activityContracts } from "~/services/contracts/activity";
import type { authContracts } from "~/services/contracts/auth";
import type { customerManagementContracts } from "~/services/contracts/customer-management";
import type { bookBackEndContracts, libraryContracts } from "~/services/contracts/library";
import type { paymentContracts } from "~/services/contracts/payment";
import type { separateReadingLogContracts } from "~/services/contracts/reading-log";
import type { serviceContracts } from "~/services/contracts/service-contracts";
import type { submissionContracts } from "~/services/contracts/submissions";
import type { syncContracts } from "~/services/contracts/sync";
import type { ClientOf } from "./client";

export type { WebSession } from "~/db/.server/session-store";

export type Clients = {
  account: ClientOf<typeof accountContracts>;
  auth: ClientOf<typeof authContracts>;
  controlPanel: ClientOf<(typeof serviceContracts)["control-panel"]>;
  /** One base URL per region, selected by the caller's realm. */
  customerManagement: ClientOf<typeof customerManagementContracts>;
  library: ClientOf<typeof libraryContracts>;
  payment: ClientOf<typeof paymentContracts>;
  submissions: ClientOf<typeof submissionContracts>;
  activity: ClientOf<typeof activityContracts>;
  sync: ClientOf<typeof syncContracts>;
  /** Back end configured by READLOG_URL; null if the library stores the reading log itself. */
  readingLog: ClientOf<typeof separateReadingLogContracts> | null;
  /** Alternative book back end configured by BOOK_BACKEND_URL; null if there is none. */
  bookBackEnd: ClientOf<typeof bookBackEndContracts> | null;
};

/**
 * What pages use of the process: a loader or action takes it from its load context and hands it down.
 * `app/composition/` creates it.
 */
export type Backend = {
  environment: Environment;
  clients: Clients;
  /** The OAuth endpoints of the sign-in service (/services/auth/…), which have no contract: in this process or remote, as configured. */
  callAuth(request: Request, clientInfo: ClientInfo): Promise<Response>;
  serveServices(request: Request, clientInfo: ClientInfo): Promise<Response>;
  sessionStore: SessionStore;
  formDrafts: FormDraftStore;
  /** Progress of browser sessions in sign-up and payment. */
  paymentSessions: PaymentSessionStore;
  /** Caches displayed data of people. Every write by a person, or to one by id, invalidates that person's entries. */
  displayCache: DisplayCache;
  /** Mails and text messages of the demo. */
  outbox: Outbox;
  /** Reports unexpected errors. */
  errors: Pick<ErrorReporter, "report">;
};
