import { fillTemplate } from "~/i18n/fill-template";
import { brandName, type Locale, type Realm, realmRow } from "~/realms/realm";
import type { Outbox } from "~/services/.server/outbox/outbox";
import { ServiceError } from "~/services/contracts/service-error";

/** Sends one-time codes as text messages: by SMS_URL, to the demo outbox, or only as a log line. */

export type CodeMessage = {
  realm: Realm;
  /** E.164. */
  to: string;
  code: string;
  /** Validity in minutes. */
  minutes: number;
  locale: Locale;
  /** The host on which the code is entered. */
  host: string;
};

export type SmsSender = {
  /** @throws ServiceError 503 `sms_unavailable` if the gateway does not accept the message */
  sendCode(message: CodeMessage): Promise<void>;
};

const words = import.meta.glob<string>("/templates/sms/*.txt", {
  eager: true,
  import: "default",
  query: "?raw",
});

type SmsSenderDeps = {
  /** http(s) address, with user and password if the gateway requires them; null if there is no gateway. */
  smsUrl: string | null;
  demo: boolean;
  outbox: Pick<Outbox, "add">;
  /** Called for a message that was not sent; never receives its number or text. */
  note(line: string): void;
};

/** Timeout of the gateway in milliseconds. */
const timeLimit = 10_000;

export function createSmsSender({ smsUrl, demo, outbox, note }: SmsSenderDeps): SmsSender {
  return {
    async sendCode(message) {
      const { realm, to } = message;
      const text = textOf(message);
      if (smsUrl !== null) await post(smsUrl, { to, text });
      else if (demo) await outbox.add({ realm, kind: "sms", to, subject: "", text });
      else note(`a text message (${realm}) was not sent: SMS_URL is not set`);
    },
  };
}

/** The last line binds the code to our host: phones offer to autofill it there and nowhere else. */
function textOf({ realm, code, minutes, locale, host }: CodeMessage): string {
  const text = words[`/templates/sms/${locale}.txt`];
  if (text === undefined) throw new Error(`There is no text message in ${locale}`);
  const filled = fillTemplate(text.trim(), { code, brand: brandName(realmRow(realm).brand), minutes });
  return `${filled}\n\n@${host} #${code}`;
}

/** POSTs `{to, text}` as JSON; any 2xx is success. Never retried: two messages would confuse the user. */
async function post(smsUrl: string, { to, text }: { to: string; text: string }): Promise<void> {
  const address = new URL(smsUrl);
  const headers = new Headers({ "content-type": "application/json" });
  if (address.username) {
    const pair = `${decodeURIComponent(address.username)}:${decodeURIComponent(address.password)}`;
    headers.set("authorization", `Basic ${Buffer.from(pair).toString("base64")}`);
    address.username = "";
    address.password = "";
  }
  const body = JSON.stringify({ to, text });
  const signal = AbortSignal.timeout(timeLimit);
  try {
    const response = await fetch(address, { method: "POST", headers, body, signal, redirect: "error" });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The SMS gateway answered ${response.status}`);
  } catch (cause) {
    const message = "The text message could not be sent";
    throw new ServiceError(503, "sms_unavailable", message, undefined, undefined, { cause });
  }
}
