import { createDisplayCache } from "~/caching/display-cache";
import { connectDatabases, jobStatementLimit } from "~/db/.server/connect";
import { createFormDraftStore } from "~/db/.server/form-draft-store";
import { createPaymentSessionStore } from "~/db/.server/payment-session-store";
import { createSessionStore } from "~/db/.server/session-store";
import type { Environment } from "~/environment.server";
import { createErrorReporter } from "~/http/error-reports.server";
import { sellerOf } from "~/realms/operator";
import { createServedHosts } from "~/realms/served-hosts";
import { secretBox } from "~/security/secret-box.server";
import { createSmsSender } from "~/services/.server/auth/second-factors/sms-sender";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import { createIdempotency } from "~/services/.server/dispatch/idempotency";
import { createJobQueue } from "~/services/.server/jobs/queue";
import { createMailer } from "~/services/.server/mail/mailer";
import { createOutbox } from "~/services/.server/outbox/outbox";

/** The infrastructure of services and pages: connections, stores, senders, the job queue. Needs the environment only. */
export type Infrastructure = ReturnType<typeof createInfrastructure>;

export function createInfrastructure(environment: Environment) {
  const { sessionSecret, smsUrl, demo } = environment;
  const errors = createErrorReporter(environment.sentryDsn);
  const databases = connectDatabases(databaseUrlsOf(environment));
  const jobDatabases = connectDatabases(databaseUrlsOf(environment), { max: 6, statementLimit: jobStatementLimit });
  const outbox = createOutbox(databases);
  return {
    errors,
    databases,
    /** For work in the background: fewer connections, which may take longer. */
    jobDatabases,
    hosts: createServedHosts(environment),
    outbox,
    identity: createIdentityDirectory(databases),
    idempotency: createIdempotency(databases, secretBox(sessionSecret, "idempotency")),
    smsSender: createSmsSender({ smsUrl, demo, outbox, note: (line) => console.warn(line) }),
    mailer: createMailer({
      smtpUrl: environment.smtpUrl,
      from: environment.mailFrom,
      demo,
      outbox,
      sellerOf: (realm) => sellerOf(realm, environment.operators[realm]),
      note: (line) => console.info(line),
    }),
    sessionStore: createSessionStore(databases, sessionSecret),
    formDrafts: createFormDraftStore(databases, sessionSecret),
    paymentSessions: createPaymentSessionStore(databases, sessionSecret),
    displayCache: createDisplayCache(),
    queue: createJobQueue(jobDatabases, (error) => errors.report(error, { where: "job" })),
    /** Passwords of an import, which the control panel stores and the import reads. */
    importSecrets: secretBox(sessionSecret, "imports"),
  };
}

function databaseUrlsOf({ databaseUrls: { eu, us } }: Environment): Parameters<typeof connectDatabases>[0] {
  if (!eu || !us)
    throw new Error("DATABASE_URL_EU and DATABASE_URL_US must be set where the product does not start them");
  return { eu, us };
}
