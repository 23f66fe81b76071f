import { createServer, type Server } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { sampleMails } from "#tests/support/sample-mails";
import { type Locale, locales, realmRow, realms } from "~/realms/realm";
import type { OutgoingMessage } from "~/services/.server/outbox/outbox";
import { mailTable } from "~/services/contracts/mail-table";
import { mailTextsOf } from "./mail-texts";
import { createMailer, type MailerDeps } from "./mailer";
import { directMails, type MailTemplate, type MailValues, writeMail } from "./write-mail";

const direct = {
  "confirm-email": { name: "Åsa <b>", link: "https://x.example/confirm-email?token=a&b", hours: 24, family: "" },
  "confirm-new-email": { name: "Åsa", link: "https://x.example/confirm-email?token=a", hours: 24 },
  "email-change-note": { name: "Åsa", address: "n…@hem.example", family: "", member: null },
  "reset-password": { name: "Åsa", username: "asa", link: "https://x.example/login/new-password?token=a", minutes: 60 },
  "deletion-planned": {
    ...{ name: "Åsa", link: "https://x.example/restore-account?token=a", until: "28 december 2026" },
    ...{ orderNumber: "4F7A-01C2-99B0-7E5D-A3F1", withdrawBy: "14 december 2026" },
    ...{ withdrawal: "https://x.example/withdraw", years: 7 },
  },
  "deletion-done": { years: 7 },
} as const satisfies Partial<MailValues>;
const added = {
  ...{ name: "Åsa", page: "https://x.example/subscription", family: "", member: null },
  ...{ terms: "https://x.example/legal/terms", withdrawal: "https://x.example/withdraw" },
} as const;

const texts = import.meta.glob<string>("../../../../templates/mail/*/*.md", {
  ...{ eager: true, import: "default", query: "?raw" },
});
const templates = Object.keys(texts);
const textOf = (locale: Locale, template: string) => texts[`../../../../templates/mail/${locale}/${template}.md`] ?? "";

/** Values of each kind as they reach the templates. */
function samplesIn(locale: Locale): MailValues {
  const realm = realms.find((each) => realmRow(each).locale === locale) ?? "se";
  const due = Object.entries(sampleMails).map(([kind, values]) => [
    kind,
    { ...mailTextsOf(values, { realm, locale }), ...added },
  ]);
  return { ...direct, ...Object.fromEntries(due) };
}

describe("mail", () => {
  it.each([
    ["de", "de", "30. November 2026 um 08:42 Uhr (Berliner Zeit)"],
    ["us", "en-US", "November 30, 2026 at 2:42 AM (New York time)"],
    ["fr", "fr", "30 novembre 2026 à 08:42 (heure de Paris)"],
  ] as const)("names the time zone of a moment in words in %s", (realm, locale, text) => {
    const { at } = mailTextsOf({ at: { moment: "2026-11-30T07:42:00Z" } }, { realm, locale });
    expect(String(at).replaceAll(/\s/g, " ")).toBe(text);
  });

  it("ends with who sells, where that is known", () => {
    const seller = {
      name: "Böcker & Co",
      address: "Storgatan 1, Lund",
      email: "hej@bok.example",
      phone: "+46 555 0100",
    };
    const to = { realm: "se", locale: "sv", seller } as const;
    const mail = writeMail("confirm-email", to, direct["confirm-email"]);
    expect(mail.text).toMatch(/\n\nFabel\n\nBöcker & Co\nStorgatan 1, Lund\nhej@bok.example, \+46 555 0100$/);
    expect(mail.html).toContain("Böcker &amp; Co<br>");
  });

  it.each(locales)("has a subject, text and HTML in %s without unfilled placeholders", (locale) => {
    const samples = samplesIn(locale);
    for (const template of Object.keys(samples) as MailTemplate[]) {
      const mail = writeMail(template, { realm: "se", locale }, samples[template]);
      for (const part of [mail.subject, mail.text, mail.html]) {
        expect(part).not.toMatch(/\{\{|\}\}|\b(undefined|null|NaN|Invalid)\b/);
        expect(part.length).toBeGreaterThan(5);
      }
      expect(mail.text).toMatch(/\n\nFabel$/);
      expect(mail.html).toMatch(/^<!doctype html>\n<html lang="[a-zA-Z-]+">/);
    }
  });

  it.each(locales)("has a value for each placeholder of the texts in %s", (locale) => {
    const samples = samplesIn(locale);
    for (const template of Object.keys(samples) as MailTemplate[]) {
      const names = [...textOf(locale, template).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
      expect([...Object.keys(samples[template]), "brand"], template).toEqual(expect.arrayContaining(names));
    }
  });

  it.each(locales)("has the button of each kind with a page in %s", (locale) => {
    const opening = Object.entries(mailTable).filter(([, { page }]) => page !== null);
    const without = opening.filter(([kind]) => !textOf(locale, kind).includes("]({{page}})"));
    expect(without.map(([kind]) => kind)).toEqual([]);
  });

  it("leaves out lines whose value an earlier version has not stored", () => {
    const { previous: _, charged: __, ...stored } = samplesIn("sv")["plan-changed"];
    const { text } = writeMail("plan-changed", { realm: "se", locale: "sv" }, stored as MailValues["plan-changed"]);
    expect(text).not.toMatch(/Tidigare|Draget/);
    expect(text).toContain("Nytt abonnemang: årsabonnemang");
  });

  it("has a text for each kind in each language, and no text without a kind", () => {
    const kinds = [...directMails, ...Object.keys(mailTable)].toSorted();
    for (const locale of locales) {
      const names = templates
        .filter((file) => file.includes(`/${locale}/`))
        .map((file) => /([\w-]+)\.md$/.exec(file)?.[1]);
      expect(names.toSorted()).toEqual(kinds);
    }
  });

  it("leaves out what has no value, and what is for somebody else", () => {
    const values = {
      ...samplesIn("sv")["payment-receipt"],
      plan: null,
      from: null,
      vat: null,
      rate: null,
      credit: null,
    };
    const receipt = writeMail("payment-receipt", { realm: "se", locale: "sv" }, values);
    expect(receipt.text).not.toMatch(/Abonnemang:|Period:|moms/);
    expect(receipt.text).toContain("Betalt den: 30 november 2026\nBelopp: 79,00");
    const note = { name: "Åsa", address: "n…@hem.example" };
    const to = { realm: "se", locale: "sv" } as const;
    const family = writeMail("email-change-note", to, { ...note, family: "", member: null });
    const teacher = writeMail("email-change-note", to, { ...note, family: null, member: "" });
    expect([family.text.includes("skola"), teacher.text.includes("skola")]).toEqual([false, true]);
  });

  it("contains the whole link in its text and escapes names in its HTML", () => {
    const mail = writeMail("confirm-email", { realm: "se", locale: "sv" }, direct["confirm-email"]);
    expect(mail.text).toContain("Bekräfta adressen:\nhttps://x.example/confirm-email?token=a&b");
    expect(mail.html).toContain('href="https://x.example/confirm-email?token=a&amp;b"');
    expect(mail.html).toContain("Hej Åsa &lt;b&gt;!");
    expect(mail.html).not.toContain("<b>");
  });

  it("has the realm's brand", () => {
    const se = writeMail("confirm-email", { realm: "se", locale: "sv" }, direct["confirm-email"]);
    const fr = writeMail("confirm-email", { realm: "fr", locale: "fr" }, direct["confirm-email"]);
    expect(se.text).toMatch(/Fabel$/);
    expect(fr.text).toMatch(/Fabulette$/);
    expect(fr.text).toContain("\u00a0:\nhttps:");
    expect(fr.html).toContain("#2b3a8c");
  });
});

describe("sending a mail", () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });
  const to = { realm: "se", locale: "sv", to: "larare@skola.example" } as const;
  const deps = (
    given: Partial<MailerDeps>,
    outboxMessages: OutgoingMessage[] = [],
    lines: string[] = [],
  ): MailerDeps => ({
    smtpUrl: null,
    from: "Fabel <no-reply@fabel.example>",
    demo: false,
    outbox: { add: async (message) => void outboxMessages.push(message) },
    sellerOf: () => null,
    note: (line) => void lines.push(line),
    ...given,
  });

  it("uses SMTP when a server is configured, also in demo mode", async () => {
    const { url, heard } = await smtpServer(servers);
    const outboxMessages: OutgoingMessage[] = [];
    await createMailer(deps({ smtpUrl: url, demo: true }, outboxMessages)).send(
      "confirm-email",
      { ...to, id: "0b0c" },
      direct["confirm-email"],
    );
    const received = heard();
    expect(received).toContain("MAIL FROM:<no-reply@fabel.example>");
    expect(received).toContain("RCPT TO:<larare@skola.example>");
    expect(received).toMatch(/multipart\/alternative/);
    expect(received).toContain("Message-ID: <0b0c@fabel.example>");
    expect(outboxMessages).toEqual([]);
  });

  it("fails with 503 mail_unavailable when the server cannot be reached", async () => {
    const mailer = createMailer(deps({ smtpUrl: "smtp://127.0.0.1:1" }));
    await expect(mailer.send("confirm-email", to, direct["confirm-email"])).rejects.toMatchObject({
      status: 503,
      code: "mail_unavailable",
      cause: { code: "ESOCKET" },
    });
  });

  it("stores the mail in the outbox in demo mode without a server", async () => {
    const outboxMessages: OutgoingMessage[] = [];
    await createMailer(deps({ demo: true }, outboxMessages)).send("confirm-email", to, direct["confirm-email"]);
    expect(outboxMessages[0]).toMatchObject({
      realm: "se",
      kind: "mail",
      to: to.to,
      subject: "Bekräfta din e-postadress",
    });
  });

  it("logs a line without personal data if there is no server and no demo mode (docs/security.md, line 25)", async () => {
    const lines: string[] = [];
    await createMailer(deps({}, [], lines)).send("confirm-email", to, direct["confirm-email"]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/@|token|Åsa/);
  });
});

/** A minimal SMTP server; `heard` returns the text that it has received. */
async function smtpServer(servers: Server[]): Promise<{ url: string; heard: () => string }> {
  let heard = "";
  const server = createServer((socket) => {
    let isData = false;
    socket.write("220 mail.example\r\n");
    socket.on("data", (chunk) => {
      const text = chunk.toString();
      heard += text;
      if (isData) {
        if (!/\r\n\.\r\n$/.test(heard)) return;
        isData = false;
        socket.write("250 taken\r\n");
      } else if (/^DATA/i.test(text)) {
        isData = true;
        socket.write("354 go on\r\n");
      } else if (/^QUIT/i.test(text)) socket.end("221 bye\r\n");
      else socket.write("250 fine\r\n");
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The mail server has no port");
  return { url: `smtp://127.0.0.1:${address.port}`, heard: () => heard };
}
