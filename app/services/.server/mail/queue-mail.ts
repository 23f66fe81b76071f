import { and, eq, ne, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { randomToken } from "~/security/secret-box.server";
import type { DueMailKind, DueMailValues } from "~/services/contracts/mail-table";
import { dueMails } from "./tables";
import type { directMails } from "./write-mail";

/** Mails about events are written in the transaction of the event: one that is rolled back sends none. Decision 82. */

/**
 * A person gets the mail at the account's address at the time of sending, as long as the account is active. With `address` it goes there,
 * whatever becomes of the account; that is for an old address, and for accounts that end. `uid` null: somebody without an account.
 */
export type MailRecipient =
  | { uid: string; address?: undefined; name?: undefined }
  | { uid: string | null; address: string; name: string };

export type DueMailOf<Kind extends DueMailKind> = {
  realm: Realm;
  kind: Kind;
  /** Unique for the event in its realm and kind, e.g. an invoice's id. A second mail with the same key is not written. */
  key: string;
  to: MailRecipient;
  values: DueMailValues[Kind];
  /** Seconds from now until it is due; 0 by default. A mail that is not sent yet becomes due at the earliest time that was asked for. */
  after?: number;
};

/** A mail of any kind, whose values fit its kind. */
export type NewDueMail = { [Kind in DueMailKind]: DueMailOf<Kind> }[DueMailKind];

/** Writes a mail, unless one was written or withheld for the same event. It is sent after the transaction. */
export async function queueMail(transaction: Transaction, mail: NewDueMail): Promise<void> {
  const { realm, kind, key, to, values, after = 0 } = mail;
  const dueAt = sql<Date>`now() + make_interval(secs => ${after})`;
  await transaction
    .insert(dueMails)
    .values({ realm, kind, key, uid: to.uid, address: to.address ?? null, name: to.name ?? null, values, dueAt })
    .onConflictDoUpdate({
      target: [dueMails.realm, dueMails.kind, dueMails.key],
      set: { dueAt: sql`excluded.due_at`, values: sql`excluded.values` },
      setWhere: sql`${dueMails.state} = 'due' and ${dueMails.attempts} = 0 and excluded.due_at < ${dueMails.dueAt}`,
    });
}

/** Writes the mail that says that a person has chosen another password, in the transaction that stores it. */
export function queuePasswordMail(transaction: Transaction, realm: Realm, uid: string): Promise<void> {
  const values = { changedOn: { moment: new Date().toISOString() } };
  // Each change is an event of its own, which happens in this transaction or not at all.
  return queueMail(transaction, { realm, kind: "password-changed", key: randomToken(12), to: { uid }, values });
}

/** Whether a mail was written for an event, and not withheld. */
export async function isMailWritten(
  within: Transaction,
  { realm, kind, key }: { realm: Realm; kind: DueMailKind; key: string },
): Promise<boolean> {
  const isOfEvent = and(eq(dueMails.realm, realm), eq(dueMails.kind, kind), eq(dueMails.key, key));
  const rows = await within
    .select({ id: dueMails.id })
    .from(dueMails)
    .where(and(isOfEvent, ne(dueMails.state, "withheld")));
  return rows.length > 0;
}

/** Notes a mail that was sent at once, so that it is among the person's mails; never what it says, nor where it went. */
export async function noteSentMail(
  within: Database | Transaction,
  { realm, kind, uid }: { realm: Realm; kind: (typeof directMails)[number]; uid: string },
): Promise<void> {
  const key = randomToken(12);
  await within.insert(dueMails).values({ realm, kind, key, uid, values: {}, state: "sent", sentAt: sql`now()` });
}

/** Keeps a mail that is not sent yet from being sent, also one that is written later for the same event. */
export async function withholdMail(
  transaction: Transaction,
  { realm, kind, key }: { realm: Realm; kind: DueMailKind; key: string },
): Promise<void> {
  await transaction
    .insert(dueMails)
    .values({ realm, kind, key, values: {}, state: "withheld" })
    .onConflictDoUpdate({
      target: [dueMails.realm, dueMails.kind, dueMails.key],
      set: { state: "withheld" },
      setWhere: sql`${dueMails.state} = 'due' and ${dueMails.claimedAt} is null`,
    });
}
