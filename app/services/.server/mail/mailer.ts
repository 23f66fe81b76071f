import { createTransport } from "nodemailer";
import type { Locale, Realm } from "~/realms/realm";
import type { Outbox } from "~/services/.server/outbox/outbox";
import { ServiceError } from "~/services/contracts/service-error";
import { type MailAppendix, type MailSeller, type MailTemplate, type MailValues, writeMail } from "./write-mail";

/** Sends e-mails: by SMTP_URL, to the demo outbox, or only as a log line. */

export type MailTo = {
  realm: Realm;
  locale: Locale;
  to: string;
  /** Of a due mail: a mail that is sent twice, because its process died in between, has the same Message-ID. */
  id?: string;
  /** Legal texts below the letter. */
  appendix?: MailAppendix;
};

export type Mailer = {
  /** @throws ServiceError 503 `mail_unavailable` if the mail server does not accept the e-mail */
  send<Name extends MailTemplate>(template: Name, to: MailTo, values: MailValues[Name]): Promise<void>;
};

export type MailerDeps = {
  /** smtp: or smtps: address with user and password; null if there is no mail server. */
  smtpUrl: string | null;
  /** Sender address. */
  from: string;
  demo: boolean;
  outbox: Pick<Outbox, "add">;
  /** Who sells in a country; null where the operator has not said so. */
  sellerOf(realm: Realm): MailSeller | null;
  /** Called for an e-mail that was not sent; never receives its address or text. */
  note(line: string): void;
};

/** Timeout in milliseconds for connecting to the mail server and for each response. */
const timeLimit = 10_000;

export function createMailer({ smtpUrl, from, demo, outbox, sellerOf, note }: MailerDeps): Mailer {
  const transport = smtpUrl
    ? createTransport({
        url: smtpUrl,
        connectionTimeout: timeLimit,
        greetingTimeout: timeLimit,
        socketTimeout: timeLimit,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    : null;

  return {
    async send(template, { realm, locale, to, id, appendix }, values) {
      const mail = writeMail(template, { realm, locale, seller: sellerOf(realm), appendix }, values);
      if (transport) {
        // As an object, so that an address cannot inject a second recipient. The header suppresses automatic replies.
        const envelope = {
          ...{ from, to: { name: "", address: to }, headers: { "Auto-Submitted": "auto-generated" } },
          ...(id === undefined ? {} : { messageId: `<${id}@${domainOf(from)}>` }),
        };
        await transport.sendMail({ ...envelope, ...mail }).catch((cause: unknown) => {
          const message = "The mail could not be sent";
          throw new ServiceError(503, "mail_unavailable", message, undefined, undefined, { cause });
        });
      } else if (demo) {
        await outbox.add({ realm, kind: "mail", to, ...mail });
      } else {
        note(`a mail (${template}, ${realm}) was not sent: SMTP_URL is not set`);
      }
    },
  };
}

/** The domain of a sender's address, with or without a name: `Fabel <no-reply@fabel.example>`. */
function domainOf(from: string): string {
  return /@([\w.-]+)/.exec(from)?.[1] ?? "localhost";
}
