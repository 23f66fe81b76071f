import type { Environment } from "~/environment.server";
import { regionOf } from "~/realms/realm";
import { secretBox } from "~/security/secret-box.server";
import { createAccount } from "~/services/.server/account/account-service";
import { wantsMail } from "~/services/.server/account/settings-store";
import { createActivity } from "~/services/.server/activity/activity-service";
import { eraseProfileEvents } from "~/services/.server/activity/activity-store";
import { createAuthService } from "~/services/.server/auth/auth-service";
import { createControlPanel } from "~/services/.server/control-panel/service";
import { createCustomerManagementService } from "~/services/.server/customer-management/customer-management-service";
import { createAgeLimit } from "~/services/.server/directory/people/age-limit";
import { createShelfPermission } from "~/services/.server/directory/people/shelf-permission";
import type { AnyService } from "~/services/.server/dispatch/endpoint";
import { invalidatingService } from "~/services/.server/dispatch/invalidating-service";
import { auditingRefusals } from "~/services/.server/dispatch/refused-attempts";
import { eraseProfileReader } from "~/services/.server/library/erase-readers";
import { ingestApart } from "~/services/.server/library/ingest/ingest-apart";
import { createLibrary } from "~/services/.server/library/library-service";
import { createBookTitles } from "~/services/.server/library/offered-books";
import { storageFor } from "~/services/.server/library/storage-for";
import { contractTextsOf } from "~/services/.server/mail/contract-texts";
import { createDueMails } from "~/services/.server/mail/due-mails";
import { createPayment } from "~/services/.server/payment/payment-service";
import { createSubmissions } from "~/services/.server/submissions/submissions-service";
import { createSync } from "~/services/.server/sync/sync-service";
import type { Infrastructure } from "./infrastructure.server";

/** The services. Each is created after those that it uses. */
export type Services = ReturnType<typeof createServices>;

export function createServices(environment: Environment, infrastructure: Infrastructure) {
  const { errors, databases, jobDatabases, hosts, identity, smsSender, mailer, sessionStore, queue } = infrastructure;
  const { sessionSecret } = environment;
  const reportAs = (where: "service" | "payment" | "job" | "sync") => (error: unknown) =>
    errors.report(error, { where });

  const mails = createDueMails({
    databases,
    mailer,
    // The port counts only where no public origins are configured.
    originOf: (realm) => hosts.originOf(realm, `http://${realm}.localhost:${environment.port}`),
    contractTextsOf: (realm) =>
      contractTextsOf(realm, {
        ...environment.operators[realm],
        controller: environment.dataControllers[realm] ?? null,
      }),
    wants: (realm, uid, choice) => wantsMail(databases[regionOf(realm)], { realm, uid }, choice),
    report: reportAs("service"),
  });
  const auth = createAuthService({
    databases,
    identity,
    hosts,
    sessionSecret,
    smsSender,
    providers: environment.oidc,
    mails,
  });
  const account = createAccount({
    databases,
    proofs: auth.proofs,
    mailer,
    mails,
    // The payment service is created below: it uses the account service as well.
    giveUpOrders: (realm, uid, cause) => payment.giveUpOrders(realm, uid, cause),
    endPayments: (realm, uid, cause) => payment.endPayments(realm, uid, cause),
    purchaseOf: (realm, uid) => payment.purchaseOf(realm, uid),
    profileErasers: [eraseProfileReader, eraseProfileEvents, auth.endOfProfile, sessionStore.endOfProfile],
    report: reportAs("service"),
  });
  const credentials = { ...auth.credentials, mailPasswordLink: account.mailPasswordLink };
  const payment = createPayment({
    databases,
    environment: environment.stripe,
    sessionSecret,
    registrations: { findRegistered: account.findRegistered },
    couponGuesses: auth.couponGuesses,
    statementLimits: auth.statementLimits,
    proofs: {
      requireFreshProof: auth.credentials.requireFreshProof,
      requireFactor: auth.proofs.requireFactor,
    },
    mails,
    report: reportAs("payment"),
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
    queue,
    ledCodeGuesses: auth.ledCodeGuesses,
    report: reportAs("job"),
  });
  const sync = createSync({
    databases,
    jobDatabases,
    identity,
    secrets: secretBox(sessionSecret, "sync"),
    queue,
    report: reportAs("sync"),
    limits: { privateAddresses: environment.privateSources ? "allow" : "refuse" },
  });
  const controlPanel = createControlPanel({
    databases,
    credentials,
    queue,
    secrets: infrastructure.importSecrets,
    displayCache: infrastructure.displayCache,
  });
  const customerManagement = auditingRefusals(
    createCustomerManagementService({ databases, credentials: auth.credentials }),
    databases,
  );

  const activity = createActivity(databases);

  const invalidating = <Created extends AnyService>(service: Created) =>
    invalidatingService(service, infrastructure.displayCache);
  const called = {
    auth: { ...auth, service: invalidating(auth.service) },
    account: { ...account, service: invalidating(account.service) },
    payment: { ...payment, service: invalidating(payment.service) },
    controlPanel: invalidating(controlPanel),
    customerManagement: invalidating(customerManagement),
    library: { ...library, service: invalidating(library.service) },
    submissions: invalidating(createSubmissions({ databases, bookTitleOf: createBookTitles(databases) })),
    activity: { ...activity, service: invalidating(activity.service) },
    sync: { ...sync, service: invalidating(sync.service) },
  };
  return {
    ...called,
    credentials,
    mails,
    /** All of them, as they are mounted under /services. */
    mounted: [
      called.auth.service,
      called.account.service,
      called.payment.service,
      called.controlPanel,
      called.customerManagement,
      called.library.service,
      called.submissions,
      called.activity.service,
      called.sync.service,
    ],
  };
}
