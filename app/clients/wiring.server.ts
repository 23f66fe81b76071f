import { type CacheUse, cacheUses } from "~/caching/create-cache";
import type { DisplayCache } from "~/caching/display-cache";
import { closeDatabases, databasesRespond } from "~/db/.server/connect";
import type { FormDraftStore } from "~/db/.server/form-draft-store";
import type { PaymentSessionStore } from "~/db/.server/payment-session-store";
import type { SessionStore } from "~/db/.server/session-store";
import { type Environment, readEnvironment } from "~/environment.server";
import type { ErrorReporter } from "~/http/error-reports.server";
import type { ServedHosts } from "~/realms/served-hosts";
import type { AnyService } from "~/services/.server/dispatch/endpoint";
import { type ClientInfo, mountServices } from "~/services/.server/dispatch/mount";
import type { Library } from "~/services/.server/library/library-service";
import type { Outbox } from "~/services/.server/outbox/outbox";
import { createAssignmentSeed } from "~/services/.server/submissions/seed-assignment";
import { withClientInfo } from "./client-info.server";
import { addDemoData, type DemoPorts } from "./demo-data.server";
import { callRemoteAuth } from "./remote-auth";
import { reportingAuthFailures } from "./reported-failures";
import { type BackgroundWork, createBackgroundWork } from "./wiring/background-work.server";
import { type Clients, createClients } from "./wiring/clients.server";
import { createInfrastructure, type Infrastructure } from "./wiring/infrastructure.server";
import { createServices, type Services } from "./wiring/services.server";

/**
 * The composition root: creates all services and gives each client its transport, in process or over HTTP, as configured by the
 * environment. Created once, from the environment only, so that it works in our own process and under remix-serve. The parts lie in
 * `wiring/`, in order of dependency: infrastructure, services, background work, clients.
 */

export type { WebSession } from "~/db/.server/session-store";
export type { Clients } from "./wiring/clients.server";

type Wiring = {
  environment: Environment;
  /** Which hosts are served, and the public origin of each realm. */
  hosts: ServedHosts;
  clients: Clients;
  /** The OAuth endpoints of the sign-in service (/services/auth/…), which have no contract: in this process or remote, as configured. */
  callAuth(request: Request, clientInfo: ClientInfo): Promise<Response>;
  /** Services mounted under /services. */
  services: readonly AnyService[];
  serveServices(request: Request, clientInfo: ClientInfo): Promise<Response>;
  /** Makes the request's client available to all code that handles it; see client-info.server.ts. */
  withClientInfo<Result>(clientInfo: ClientInfo, work: () => Result): Result;
  sessionStore: SessionStore;
  formDrafts: FormDraftStore;
  /** Progress of browser sessions in sign-up and payment. */
  paymentSessions: PaymentSessionStore;
  /** Caches displayed data of people. Every write by a person, or to one by id, invalidates that person's entries. */
  displayCache: DisplayCache;
  library: Library;
  /** Mails and text messages of the demo. */
  outbox: Outbox;
  /** With DEMO=1: creates missing demo people, their password, and the books of a folder. */
  seed(booksFolder: string, begun: () => void): Promise<void>;
  purgeDeleted: BackgroundWork["purgeDeleted"];
  isReady(): Promise<boolean>;
  /** Usage of the in-process caches, for the metrics. */
  cacheUses(): CacheUse[];
  /** Reports unexpected errors. */
  errors: Pick<ErrorReporter, "report">;
  /** Starts the job workers of this process; otherwise the first created job starts them. */
  startJobs(): Promise<void>;
  /** Returns running jobs to the queue, then closes the connection pools. */
  close(): Promise<void>;
};

function createWiring(environment: Environment): Wiring {
  const infrastructure = createInfrastructure(environment);
  const services = createServices(environment, infrastructure);
  const { purgeDeleted } = createBackgroundWork(environment, infrastructure, services);
  const clients = createClients(environment, infrastructure, services);

  const { errors, databases, jobDatabases, hosts, idempotency, queue } = infrastructure;
  const { sessionStore, formDrafts, paymentSessions, displayCache, outbox } = infrastructure;
  const serveServices = mountServices(services.mounted, {
    callers: services.auth.callers,
    idempotency,
    hosts,
    report: (error, { requestId }) => errors.report(error, { where: "service", requestId }),
  });
  const { AUTH: authUrl } = environment.serviceUrls;
  return {
    environment,
    hosts,
    clients,
    callAuth:
      authUrl === null
        ? serveServices
        : reportingAuthFailures(errors, (request, clientInfo) => {
            const realm = hosts.realmOf(new URL(request.url).origin);
            return callRemoteAuth(authUrl, request, { ...clientInfo, realm });
          }),
    services: services.mounted,
    serveServices,
    withClientInfo,
    sessionStore,
    formDrafts,
    paymentSessions,
    purgeDeleted,
    displayCache,
    library: services.library,
    outbox,
    async seed(booksFolder, begun) {
      if (environment.demo) await addDemoData(databases, demoPorts(infrastructure, services), booksFolder, begun);
    },
    isReady: () => databasesRespond(databases),
    cacheUses,
    errors,
    startJobs: queue.start,
    async close() {
      await queue.stop();
      await errors.close();
      await Promise.all([closeDatabases(databases), closeDatabases(jobDatabases)]);
    },
  };
}

/** Functions that write the demonstration's data. */
function demoPorts({ databases, identity }: Infrastructure, { auth, library }: Services): DemoPorts {
  const { addBook, addReading, addBookmarks, addReadingDays } = library;
  return {
    addBook,
    addReading,
    addBookmarks,
    addReadingDays,
    addAssignment: createAssignmentSeed(databases),
    addCard: auth.credentials.addLibraryCard,
    identity,
  };
}

let wiring: Wiring | undefined;

/** The singleton of this process. */
export function getWiring(): Wiring {
  wiring ??= createWiring(readEnvironment());
  return wiring;
}
