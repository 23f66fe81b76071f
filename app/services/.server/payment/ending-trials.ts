import type { Database } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Realm } from "~/realms/realm";
import { findEndingTrials } from "~/services/.server/directory/subscriptions/periods";
import { queueMail } from "~/services/.server/mail/queue-mail";

/** Days before the last day of a trial when its mail is sent. */
const noticeDays = 3;

/** Writes the mails of trials that end within three days; run every night. A trial that became a plan is none any more. */
export async function mailEndingTrials(database: Database, realm: Realm): Promise<void> {
  for (const { uid, endsOn } of await findEndingTrials(database, realm, noticeDays)) {
    const values = { until: { day: endsOn } };
    await inTransaction(database, (transaction) =>
      queueMail(transaction, { realm, kind: "trial-ending", key: `${uid} ${endsOn}`, to: { uid }, values }),
    );
  }
}
