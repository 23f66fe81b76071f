import { type CacheUse, cacheUses } from "~/caching/create-cache";
import { createDisplayCache, type DisplayCache } from "~/caching/display-cache";
import { closeDatabases, connectDatabases, databasesRespond, jobStatementLimit } from "~/db/.server/connect";
import { createFormDraftStore, type FormDraftStore } from "~/db/.server/form-draft-store";
import { createPaymentSessionStore, type PaymentSessionStore } from "~/db/.server/payment-session-store";
import { seedDemo } from "~/db/.server/seed/seed-demo";
import { createSessionStore, type SessionStore } from "~/db/.server/session-store";
import { type Environment, readEnvironment, type ServiceUrlName } from "~/environment.server";
import { createErrorReporter, type ErrorReporter } from "~/http/error-reports.server";
import { type RealmHosts, type Region, regionOf, regions } from "~/realms/realm";
import { secretBox } from "~/security/secret-box.server";
import { createAccount } from "~/services/.server/account/account-service";
import { eraseAccounts } from "~/services/.server/account/erase-accounts";
import { createActivity } from "~/services/.server/activity/activity-service";
import { eraseProfileEvents } from "~/services/.server/activity/activity-store";
import { createAuthService } from "~/services/.server/auth/auth-service";
import { createSmsSender } from "~/services/.server/auth/second-factors/sms-sender";
import { createControlPanel } from "~/services/.server/control-panel/service";
import { createCustomerManagementService } from "~/services/.server/customer-management/customer-management-service";
import { auditingRefusals } from "~/services/.server/directory/audit/refused-attempts";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import { createAgeLimit } from "~/services/.server/directory/people/age-limit";
import { createShelfPermission } from "~/services/.server/directory/people/shelf-permission";
import { createPurge } from "~/services/.server/directory/purge";
import type { CallerResolver } from "~/services/.server/dispatch/caller";
import { dispatch } from "~/services/.server/dispatch/dispatch";
import type { AnyService, Caller } from "~/services/.server/dispatch/endpoint";
import { createIdempotency, purgeExpiredReplies } from "~/services/.server/dispatch/idempotency";
import { type ClientInfo, mountServices } from "~/services/.server/dispatch/mount";
import { createImports } from "~/services/.server/import/imports";
import { createJobs } from "~/services/.server/jobs/jobs";
import { eraseProfileReader, eraseReaders } from "~/services/.server/library/erase-readers";
import { ingestApart } from "~/services/.server/library/ingest/ingest-apart";
import { createLibrary, type Library } from "~/services/.server/library/library-service";
import { createBookTitles } from "~/services/.server/library/offered-books";
import { storageFor } from "~/services/.server/library/storage-for";
import { createMailer } from "~/services/.server/mail/mailer";
import { createOutbox, type Outbox } from "~/services/.server/outbox/outbox";
import { createPayment } from "~/services/.server/payment/payment-service";
import { eraseSavedLists } from "~/services/.server/saved-lists/saved-lists-store";
import { createAssignmentSeed } from "~/services/.server/submissions/seed-assignment";
import { createSubmissions, erasePupils } from "~/services/.server/submissions/submissions-service";
import { createSync } from "~/services/.server/sync/sync-service";
import { accountContracts } from "~/services/contracts/account";
import { activityContracts } from "~/services/contracts/activity";
import { authContracts } from "~/services/contracts/auth";
import type { Contracts } from "~/services/contracts/contract";
import { controlPanelContracts } from "~/services/contracts/control-panel";
import { customerManagementContracts } from "~/services/contracts/customer-management";
import { importContracts } from "~/services/contracts/imports";
import { jobContracts } from "~/services/contracts/jobs";
import { bookBackEndContracts, libraryContracts } from "~/services/contracts/library";
import { paymentContracts } from "~/services/contracts/payment";
import { separateReadingLogContracts } from "~/services/contracts/reading-log";
import { savedListContracts } from "~/services/contracts/saved-lists";
import { submissionContracts } from "~/services/contracts/submissions";
import { syncContracts } from "~/services/contracts/sync";
import { type CallContext, type ClientOf, createClient, type Transport } from "./client";
import { withClientInfo } from "./client-info.server";
import { httpTransport } from "./http";
import { inProcessTransport } from "./in-process";
import { invalidatingWrites } from "./invalidating-writes";
import { callRemoteAuth } from "./remote-auth";
import { reportingAuthFailures, reportingCauses, reportingFailures } from "./reported-failures";

/**
 * The composition root: creates all services and gives each client its transport, in process or over HTTP, as configured by the
 * environment. Created once, from the environment only, so that it works in our own process and under remix-serve.
 */

export type { WebSession } from "~/db/.server/session-store";

export type Clients = {
  account: ClientOf<typeof accountContracts>;
  auth: ClientOf<typeof authContracts>;
  controlPanel: ClientOf<
    typeof controlPanelContracts & typeof jobContracts & typeof importContracts & typeof savedListContracts
  >;
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

export type Wiring = {
  environment: Environment;
  hosts: RealmHosts;
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
  /** Erases the data of people deleted 29 days before `now`; runs daily. */
  purgeDeleted: ReturnType<typeof createPurge>;
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

export function createWiring(environment: Environment): Wiring {
  const errors = createErrorReporter(environment.sentryDsn);
  const databases = connectDatabases(databaseUrlsOf(environment));
  const jobDatabases = connectDatabases(databaseUrlsOf(environment), { max: 6, statementLimit: jobStatementLimit });
  const hosts: RealmHosts = { fallback: environment.defaultRealm, domains: environment.domains };
  const identity = createIdentityDirectory(databases);
  const idempotency = createIdempotency(databases, secretBox(environment.sessionSecret, "idempotency"));
  const outbox = createOutbox(databases);
  const { sessionSecret, smsUrl, demo } = environment;
  const smsSender = createSmsSender({ smsUrl, demo, outbox, note: (line) => console.warn(line) });
  const auth = createAuthService({ databases, identity, hosts, sessionSecret, smsSender, providers: environment.oidc });
  const mailer = createMailer({
    smtpUrl: environment.smtpUrl,
    from: environment.mailFrom,
    demo,
    outbox,
    note: (line) => console.info(line),
  });
  const sessionStore = createSessionStore(databases, sessionSecret);
  const account = createAccount({
    databases,
    proofs: auth.proofs,
    mailer,
    profileErasers: [
      eraseProfileReader,
      eraseProfileEvents,
      (within, profile) => sessionStore.endOfProfile(within, profile),
    ],
    report: (error) => errors.report(error, { where: "service" }),
  });
  const payment = createPayment({
    databases,
    environment: environment.stripe,
    sessionSecret,
    registrations: { findRegistered: account.findRegistered },
    mailer,
    report: (error) => errors.report(error, { where: "payment" }),
  });
  const library = createLibrary({
    databases,
    identity,
    storage: storageFor(environment.storageUrl),
    ingest: ingestApart,
    contentOrigin: environment.contentOrigin,
    bookBackEnd: environment.bookBackendUrl,
    mayViewShelf: createShelfPermission(databases),
    ageLimitOf: createAgeLimit(databases),
    // `jobs` is created below, before any book is ingested.
    wake: (region, id) => jobs.queue.send(region, id, "upload"),
    report: (error) => errors.report(error, { where: "job" }),
  });
  const submissions = createSubmissions({ databases, bookTitleOf: createBookTitles(databases) });
  const activity = createActivity(databases);
  const callerOf = callersByCredentials(auth.callers);
  const paymentSessions = createPaymentSessionStore(databases, sessionSecret);
  const purgeDeleted = createPurge(jobDatabases, [
    payment.erasePeople,
    auth.erasePeople,
    eraseAccounts(databases),
    eraseReaders(databases),
    activity.erasePeople,
    eraseSavedLists(databases),
    erasePupils(databases),
    sessionStore.erasePeople,
    paymentSessions.erasePeople,
    // `imports` and `sync` are created below, before the nightly job runs.
    (realm, uids) => imports.erasePeople(realm, uids),
    (realm, uids) => sync.erasePeople(realm, uids),
  ]);
  const formDrafts = createFormDraftStore(databases, sessionSecret);
  const displayCache = createDisplayCache();
  const importSecrets = secretBox(environment.sessionSecret, "imports");
  const imports = createImports({
    databases: jobDatabases,
    identity,
    credentials: auth.credentials,
    secrets: importSecrets,
    changed: displayCache.drop,
    report: (error) => errors.report(error, { where: "import" }),
    syncEnded: (within, ended) => sync.noteEnd(within, ended),
  });
  const sync = createSync({
    databases,
    jobDatabases,
    identity,
    secrets: secretBox(environment.sessionSecret, "sync"),
    wake: (region, id, kind, after) => jobs.queue.send(region, id, kind, after),
    report: (error) => errors.report(error, { where: "sync" }),
    limits: { privateAddresses: environment.privateSources ? "allow" : "refuse" },
  });
  const jobs = createJobs({
    imports,
    syncs: sync.syncs,
    uploads: library.uploads,
    databases: jobDatabases,
    identity,
    credentials: auth.credentials,
    secrets: secretBox(environment.sessionSecret, "jobs"),
    cleanups: {
      daily: [
        ...regions.map((region) => () => library.purgeFiles(region)),
        // Reconcile payments first, so that nobody who has paid is treated as unpaid; ended accounts are then purged in the same night.
        async () => {
          try {
            await payment.reconciliation.nightly(new Date());
            await account.endUnpaid(new Date());
          } finally {
            await purgeDeleted(new Date());
          }
        },
      ],
      hourly: [
        auth.purgeExpired,
        account.purgeExpired,
        payment.reconciliation.hourly,
        ...regions.flatMap((region) => [
          () => purgeExpiredReplies(jobDatabases, region),
          () => sessionStore.purgeExpired(region),
          () => formDrafts.purgeExpired(region),
          () => paymentSessions.purgeExpired(region),
          () => imports.purgeExpired(region),
          () => sync.purgeExpired(region),
          () => outbox.purgeExpired(region),
          () => library.purgeExpired(region),
          () => activity.purgeExpired(region),
        ]),
      ],
    },
    changed: displayCache.drop,
    report: (error) => errors.report(error, { where: "job" }),
  });
  const controlPanel = createControlPanel({
    databases,
    credentials: auth.credentials,
    queue: jobs.queue,
    secrets: importSecrets,
  });
  const panelContracts = { ...controlPanelContracts, ...jobContracts, ...importContracts, ...savedListContracts };
  const customerManagement = auditingRefusals(
    createCustomerManagementService({ databases, credentials: auth.credentials }),
    databases,
  );

  const services = [
    auth.service,
    account.service,
    payment.service,
    controlPanel,
    customerManagement,
    library.service,
    submissions,
    activity.service,
    sync.service,
  ];
  const app = mountServices(services, {
    callers: auth.callers,
    idempotency,
    hosts,
    report: (error, { requestId }) => errors.report(error, { where: "service", requestId }),
  });

  const { AUTH: authUrl } = environment.serviceUrls;
  return {
    environment,
    hosts,
    clients: {
      account: clientOf(accountContracts, account.service, "ACCOUNT"),
      auth: clientOf(authContracts, auth.service, "AUTH"),
      controlPanel: clientOf(panelContracts, controlPanel, "CONTROL_PANEL"),
      customerManagement: createClient(
        customerManagementContracts,
        byRegion({
          eu: transportOf(customerManagement, "CUSTOMER_MANAGEMENT_EU"),
          us: transportOf(customerManagement, "CUSTOMER_MANAGEMENT_US"),
        }),
      ),
      library: clientOf(libraryContracts, library.service, "LIBRARY"),
      payment: clientOf(paymentContracts, payment.service, "PAYMENT"),
      submissions: clientOf(submissionContracts, submissions, "SUBMISSIONS"),
      activity: clientOf(activityContracts, activity.service, "ACTIVITY"),
      sync: clientOf(syncContracts, sync.service, "SYNC"),
      readingLog:
        environment.readlogUrl === null
          ? null
          : createClient(separateReadingLogContracts, reportingFailures(errors, httpTransport(environment.readlogUrl))),
      bookBackEnd:
        environment.bookBackendUrl === null
          ? null
          : createClient(bookBackEndContracts, reportingFailures(errors, httpTransport(environment.bookBackendUrl))),
    },
    callAuth:
      authUrl === null
        ? app
        : reportingAuthFailures(errors, (request, clientInfo) => callRemoteAuth(authUrl, request, clientInfo)),
    services,
    serveServices: app,
    withClientInfo,
    sessionStore,
    formDrafts,
    paymentSessions,
    purgeDeleted,
    displayCache,
    library,
    outbox,
    async seed(booksFolder, begun) {
      const { addBook, addReading, addBookmarks, addReadingDays } = library;
      const addAssignment = createAssignmentSeed(databases);
      const ports = {
        addBook,
        addReading,
        addBookmarks,
        addReadingDays,
        addAssignment,
        addCard: auth.credentials.addLibraryCard,
        identity,
      };
      if (demo) await seedDemo(databases, ports, booksFolder, begun);
    },
    isReady: () => databasesRespond(databases),
    cacheUses,
    errors,
    startJobs: jobs.start,
    async close() {
      await jobs.stop();
      await errors.close();
      await Promise.all([closeDatabases(databases), closeDatabases(jobDatabases)]);
    },
  };

  function clientOf<Cs extends Contracts>(contracts: Cs, service: AnyService, urlName: ServiceUrlName): ClientOf<Cs> {
    return createClient(contracts, transportOf(service, urlName));
  }

  function transportOf(service: AnyService, urlName: ServiceUrlName): Transport {
    const url = environment.serviceUrls[urlName];
    return invalidatingWrites(
      displayCache,
      url === null ? reportingCauses(errors, inProcess(service)) : reportingFailures(errors, httpTransport(url)),
    );
  }

  function inProcess(service: AnyService): Transport {
    return inProcessTransport(async (name, input, credentials, options) => {
      const caller = await callerOf(credentials);
      const idempotent = options.idempotencyKey ? { key: options.idempotencyKey, store: idempotency } : undefined;
      return dispatch(service, name, input, caller, idempotent);
    });
  }
}

/**
 * Resolves the caller once per call context, i.e. once per web request. Long-lived contexts, like those of jobs, must be created anew for
 * each run.
 */
function callersByCredentials(callers: CallerResolver): (credentials: CallContext) => Promise<Caller> {
  const known = new WeakMap<CallContext, Promise<Caller>>();
  return (credentials) => {
    const { realm, requestId, ipAddress, accessToken, origin = "" } = credentials;
    const from = { realm, requestId, ipAddress, origin };
    if (!accessToken) return Promise.resolve(callers.visitor(from));
    const caller = known.get(credentials) ?? callers.user(accessToken, from);
    known.set(credentials, caller);
    return caller;
  };
}

/** Routes each call to the region of its realm. */
function byRegion(transports: Record<Region, Transport>): Transport {
  return (call, credentials, options) => transports[regionOf(credentials.realm)](call, credentials, options);
}

function databaseUrlsOf({ databaseUrls: { eu, us } }: Environment): Parameters<typeof connectDatabases>[0] {
  if (!eu || !us)
    throw new Error("DATABASE_URL_EU and DATABASE_URL_US must be set where the product does not start them");
  return { eu, us };
}

let wiring: Wiring | undefined;

/** The singleton of this process. */
export function getWiring(): Wiring {
  wiring ??= createWiring(readEnvironment());
  return wiring;
}
