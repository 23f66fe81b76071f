import { type CacheUse, cacheUses } from "~/caching/create-cache";
import type { Backend } from "~/clients/backend";
import { provideBackend } from "~/clients/backend-of.server";
import { withClientInfo } from "~/clients/client-info.server";
import { callRemoteAuth } from "~/clients/remote-auth";
import { reportingAuthFailures } from "~/clients/reported-failures";
import { closeDatabases, databasesRespond } from "~/db/.server/connect";
import { type Environment, readEnvironment } from "~/environment.server";
import type { AnyService } from "~/services/.server/dispatch/endpoint";
import { type ClientInfo, mountServices } from "~/services/.server/dispatch/mount";
import type { Library } from "~/services/.server/library/library-service";
import { createAssignmentSeed } from "~/services/.server/submissions/seed-assignment";
import { type BackgroundWork, createBackgroundWork } from "./background-work.server";
import { createClients } from "./create-clients.server";
import { addDemoData, type DemoPorts } from "./demo-data.server";
import { createInfrastructure, type Infrastructure } from "./infrastructure.server";
import { createServices, type Services } from "./services.server";

/**
 * The composition root: creates all services and gives each client its transport, in process or over HTTP, as configured by the
 * environment. Created once, from the environment only, so that it works in our own process and under remix-serve. Its parts, in order of
 * dependency: infrastructure, services, background work, clients.
 */

/** The pages' backend, and what the process itself needs to serve, seed, observe and stop it. */
export type ProcessBackend = Backend & {
  /** Services mounted under /services. */
  services: readonly AnyService[];
  /** Makes the request's client available to all code that handles it; see client-info.server.ts. */
  withClientInfo<Result>(clientInfo: ClientInfo, work: () => Result): Result;
  library: Library;
  /** With DEMO=1: creates missing demo people, their password, and the books of a folder. */
  seed(booksFolder: string, begun: () => void): Promise<void>;
  purgeDeleted: BackgroundWork["purgeDeleted"];
  isReady(): Promise<boolean>;
  /** Usage of the in-process caches, for the metrics. */
  cacheUses(): CacheUse[];
  /** Starts the job workers of this process; otherwise the first created job starts them. */
  startJobs(): Promise<void>;
  /** Returns running jobs to the queue, then closes the connection pools. */
  close(): Promise<void>;
};

function createBackend(environment: Environment): ProcessBackend {
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
      backend = undefined;
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

let backend: ProcessBackend | undefined;

/** The singleton of this process. After it was closed, the next call creates another: test files follow each other in one process. */
export function processBackend(): ProcessBackend {
  backend ??= createBackend(readEnvironment());
  return backend;
}

provideBackend(processBackend);
