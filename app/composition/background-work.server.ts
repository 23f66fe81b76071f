import type { Environment } from "~/environment.server";
import { realms, regions } from "~/realms/realm";
import { secretBox } from "~/security/secret-box.server";
import { createPurge } from "~/services/.server/directory/purge";
import { purgeExpiredReplies } from "~/services/.server/dispatch/idempotency";
import { createImports } from "~/services/.server/import/imports";
import { serveJobs } from "~/services/.server/jobs/jobs";
import { eraseReaders } from "~/services/.server/library/erase-readers";
import { eraseSavedLists } from "~/services/.server/saved-lists/saved-lists-store";
import { erasePupils } from "~/services/.server/submissions/submissions-service";
import type { Infrastructure } from "./infrastructure.server";
import type { Services } from "./services.server";

export type BackgroundWork = {
  /** Erases the data of people deleted 29 days before `now`; runs daily. */
  purgeDeleted: ReturnType<typeof createPurge>;
};

/** Gives the job queue what its workers run: jobs, imports, syncs, uploads and the cleanups of every hour and night. */
export function createBackgroundWork(
  { sessionSecret }: Pick<Environment, "sessionSecret">,
  infrastructure: Infrastructure,
  { auth, account, credentials, mails, payment, library, sync, activity }: Services,
): BackgroundWork {
  const { errors, databases, jobDatabases, identity, queue, displayCache } = infrastructure;
  const { sessionStore, formDrafts, paymentSessions, outbox, importSecrets } = infrastructure;
  const imports = createImports({
    databases: jobDatabases,
    identity,
    credentials: auth.credentials,
    secrets: importSecrets,
    changed: displayCache.drop,
    report: (error) => errors.report(error, { where: "import" }),
    syncEnded: sync.noteEnd,
  });
  const purgeDeleted = createPurge(jobDatabases, [
    payment.erasePeople,
    auth.erasePeople,
    account.erasePeople,
    mails.erasePeople,
    eraseReaders(databases),
    activity.erasePeople,
    eraseSavedLists(databases),
    erasePupils(databases),
    sessionStore.erasePeople,
    paymentSessions.erasePeople,
    imports.erasePeople,
    sync.erasePeople,
  ]);
  serveJobs({
    queue,
    imports,
    syncs: sync.syncs,
    uploads: library.uploads,
    databases: jobDatabases,
    identity,
    credentials,
    secrets: secretBox(sessionSecret, "jobs"),
    cleanups: {
      async everyMinute(region) {
        await auth.endExpiredActing(region);
        await mails.sendDue(region);
      },
      daily: [
        ...regions.map((region) => () => library.purgeFiles(region)),
        ...realms.map((realm) => async () => {
          await library.writeReadingNotes(realm, await account.findReadersOfNotes(realm), new Date());
        }),
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
        mails.purgeExpired,
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
          () => library.readStoredAccessibility(region),
          () => activity.purgeExpired(region),
        ]),
      ],
    },
    changed: displayCache.drop,
    report: (error) => errors.report(error, { where: "job" }),
  });
  return { purgeDeleted };
}
