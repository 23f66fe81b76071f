import type { Databases } from "~/db/.server/connect";
import type { LegalText } from "~/realms/legal-text";
import { type Locale, type Realm, type Region, realmRow, regionOf, regions } from "~/realms/realm";
import { findMailRecipient } from "~/services/.server/directory/people/mail-recipient";
import { type DueMailKind, isDueMailKind, type MailChoice, mailTable } from "~/services/contracts/mail-table";
import {
  claimDueMail,
  closeDueMail,
  type DueMailRow,
  deleteMailsOf,
  mostAttempts,
  postponeDueMail,
  purgeMailsWithoutPerson,
} from "./due-mails-store";
import { mailTextsOf } from "./mail-texts";
import type { Mailer } from "./mailer";
import type { MailValues } from "./write-mail";

/**
 * Sends the mails that `queueMail` has written: at once after their transaction, and every minute those that are still due. A mail that
 * the mail server did not accept is sent again, after longer and longer pauses, for about three days. Decision 82.
 */
export type DueMails = {
  /** Sends what is due of a person, after the transaction that has written it. Never throws: what fails is sent later. */
  sendTo(realm: Realm, uid: string | null): Promise<void>;
  /** Sends what is due in a region, for half a minute; run every minute. */
  sendDue(region: Region): Promise<void>;
  /** Deletes old mails to people without an account; run every hour. */
  purgeExpired(): Promise<void>;
  /** Deletes the mails of people who are purged. */
  erasePeople(realm: Realm, uids: string[]): Promise<void>;
};

export type DueMailsDeps = {
  databases: Databases;
  mailer: Mailer;
  /** The public origin of a country's site, for links to its pages; null if it has none. */
  originOf(realm: Realm): string | null;
  /** The texts of a country's contract with families. */
  contractTextsOf(realm: Realm): LegalText[];
  /** Whether a person wants mails that are by choice. */
  wants(realm: Realm, uid: string, choice: MailChoice): Promise<boolean>;
  report(error: unknown): void;
};

/** Milliseconds for which one run sends, so that other work of the minute is not kept waiting. */
const runLimit = 30_000;
/** Failures after which a run ends: the mail server is unavailable. */
const mostFailures = 3;

export function createDueMails(deps: DueMailsDeps): DueMails {
  const { databases, report } = deps;
  return {
    async sendTo(realm, uid) {
      if (uid !== null) await sendAll(regionOf(realm), { realm, uid }).catch(report);
    },
    sendDue: (region) => sendAll(region, null),
    async purgeExpired() {
      for (const region of regions) await purgeMailsWithoutPerson(databases[region]);
    },
    erasePeople: (realm, uids) => deleteMailsOf(databases[regionOf(realm)], realm, uids),
  };

  async function sendAll(region: Region, of: { realm: Realm; uid: string } | null): Promise<void> {
    const end = Date.now() + runLimit;
    let failures = 0;
    while (failures < mostFailures && Date.now() < end) {
      const mail = await claimDueMail(databases[region], of);
      if (!mail) return;
      if (!(await sendOne(region, mail))) failures += 1;
    }
  }

  /** @returns false if the mail could not be sent */
  async function sendOne(region: Region, mail: DueMailRow): Promise<boolean> {
    const database = databases[region];
    const { id, realm, kind, attempts } = mail;
    try {
      // Written by a newer version of the product, which sends it.
      if (!isDueMailKind(kind)) throw new Error(`There is no mail ${kind}`);
      const { choice, page } = mailTable[kind];
      const to = await recipientOf(mail);
      if (!to) {
        await closeDueMail(database, id, "undeliverable", forgetting(kind));
        return true;
      }
      if (choice !== null && mail.uid !== null && !(await deps.wants(realm, mail.uid, choice))) {
        await closeDueMail(database, id, "withheld", forgetting(kind));
        return true;
      }
      const origin = deps.originOf(realm);
      const addressOf = (path: string | null) => (path === null || origin === null ? null : new URL(path, origin).href);
      const { locale } = to;
      const texts = {
        ...mailTextsOf(mail.values, { realm, locale }),
        name: to.name,
        ...{
          page: addressOf(pathOf(mail.values) ?? page),
          terms: addressOf("/legal/terms"),
          withdrawal: addressOf("/withdraw"),
        },
        family: to.isFamily ? "" : null,
        member: to.isFamily ? null : "",
      };
      // Only the first mail of a purchase says until when the family may withdraw.
      const isContract = mail.values.withdrawBy != null;
      const appendix = isContract ? { appendix: { texts: deps.contractTextsOf(realm), origin } } : {};
      const envelope = { realm, locale, to: to.address, id, ...appendix };
      await deps.mailer.send(kind, envelope, texts as MailValues[DueMailKind]);
    } catch (error) {
      if (attempts >= mostAttempts) await closeDueMail(database, id, "failed", forgetting(kind));
      else await postponeDueMail(database, id);
      report(attempts >= mostAttempts ? new Error(`The mail ${id} (${kind}) is given up`, { cause: error }) : error);
      return false;
    }
    await closeDueMail(database, id, "sent", forgetting(kind));
    return true;
  }

  /** null if the mail has nobody to go to: the account has ended, or has no address. */
  async function recipientOf({
    realm,
    uid,
    address,
    name,
  }: DueMailRow): Promise<{ name: string; address: string; locale: Locale; isFamily: boolean } | null> {
    const { locale } = realmRow(realm);
    const person = uid === null ? null : await findMailRecipient(databases[regionOf(realm)], realm, uid);
    const isFamily = person === null || person.isFamily;
    if (address !== null) return { name: name ?? person?.name ?? "", address, locale, isFamily };
    // An address that nobody has confirmed may be somebody else's; families get the papers of their purchase there nevertheless.
    if (!person?.isActive || !person.email || !(person.emailVerified || person.isFamily)) return null;
    return { name: person.name, address: person.email, locale, isFamily };
  }
}

/** The path of the page that an event has of its own. */
function pathOf({ path }: DueMailRow["values"]): string | null {
  return typeof path === "string" ? path : null;
}

function forgetting(kind: string): { isForgotten: boolean } {
  return { isForgotten: isDueMailKind(kind) && mailTable[kind].isForgotten === true };
}
