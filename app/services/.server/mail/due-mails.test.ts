import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testDatabases } from "#tests/support/database";
import { sampleMails } from "#tests/support/sample-mails";
import type { Databases } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { createFamily } from "~/services/.server/directory/people/families";
import type { MailChoice } from "~/services/contracts/mail-table";
import { createDueMails, type DueMails } from "./due-mails";
import { listMailsOf } from "./due-mails-store";
import type { MailTo } from "./mailer";
import { type NewDueMail, queueMail, withholdMail } from "./queue-mail";

let databases: Databases;
let families = 0;
type Sent = MailTo & { template: string; values: Record<string, unknown> };
let sent: Sent[] = [];
let reported: unknown[] = [];
let isDown = false;
let unwanted: MailChoice[] = [];

beforeAll(async () => {
  databases = await testDatabases();
});
beforeEach(async () => {
  [sent, reported, isDown, unwanted] = [[], [], false, []];
  await databases.eu.execute(sql`delete from mail.due_mails`);
});

/** Another process of the product. */
const mails = (): DueMails =>
  createDueMails({
    databases,
    mailer: {
      async send(template, to, values) {
        if (isDown) throw new Error("the mail server is down");
        sent.push({ ...to, template, values });
      },
    },
    originOf: (realm) => `https://${realm}.example`,
    contractTextsOf: () => [{ version: "2026-01-31", title: "Terms", blocks: [] }],
    wants: async (_realm, _uid, choice) => !unwanted.includes(choice),
    report: (error) => void reported.push(error),
  });

async function family(): Promise<{ uid: string; email: string }> {
  families += 1;
  const email = `family${families}@home.example`;
  const draft = { email, firstName: "Ada", lastName: "Öberg", setPassword: async () => {}, note: async () => {} };
  const made = await createFamily(databases.eu, { realm: "se", requestId: "test", ipAddress: null }, draft);
  return { uid: String(made?.uid), email };
}

const ended = (uid: string, key = "sub_1"): NewDueMail => ({
  ...{ realm: "se", kind: "subscription-ended", key, to: { uid } },
  values: { plan: { plan: "month" }, endedOn: { day: "2026-11-30" }, refund: null },
});
const queue = (...given: NewDueMail[]) =>
  inTransaction(databases.eu, async (within) => {
    for (const mail of given) await queueMail(within, mail);
  });
const statesOf = async (uid: string) =>
  (await listMailsOf(databases.eu, { realm: "se", uid }, 10)).map(({ state }) => state);
const makeDue = () => databases.eu.execute(sql`update mail.due_mails set due_at = now() where state = 'due'`);

describe("a mail about an event", () => {
  it("is written with its event, and sent to the account's address in the country's words", async () => {
    const { uid, email } = await family();
    await queue(ended(uid));
    await mails().sendTo("se", uid);
    expect(sent).toMatchObject([
      {
        ...{ template: "subscription-ended", to: email, realm: "se", locale: "sv", id: expect.any(String) },
        values: { name: "Ada Öberg", plan: "månadsabonnemang", endedOn: "30 november 2026" },
      },
    ]);
    expect(sent[0]?.values.page).toBe("https://se.example/subscription");
    expect(await statesOf(uid)).toEqual(["sent"]);
  });

  it("of a purchase holds the texts of the contract, and later ones do not", async () => {
    const { uid } = await family();
    const { "payment-receipt": first } = sampleMails;
    const receipt = (key: string, values: typeof first): NewDueMail => {
      return { realm: "se", kind: "payment-receipt", key, to: { uid }, values };
    };
    await queue(receipt("first", first), receipt("second", { ...first, withdrawBy: null }));
    await mails().sendTo("se", uid);
    const texts = [{ version: "2026-01-31", title: "Terms", blocks: [] }];
    expect(sent.map(({ appendix }) => appendix)).toEqual([{ texts, origin: "https://se.example" }, undefined]);
  });

  it("given an event that is rolled back, then is not sent", async () => {
    const { uid } = await family();
    const rolledBack = inTransaction(databases.eu, async (within) => {
      await queueMail(within, ended(uid));
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    await mails().sendDue("eu");
    expect(sent).toEqual([]);
  });

  it("given an event that comes twice, before and after sending, then is sent once", async () => {
    const { uid } = await family();
    await queue(ended(uid), ended(uid));
    await mails().sendTo("se", uid);
    await queue(ended(uid));
    await mails().sendDue("eu");
    expect(sent).toHaveLength(1);
    await queue(ended(uid, "sub_2"));
    await mails().sendDue("eu");
    expect(sent).toHaveLength(2);
  });

  it("given one about a person's children, then what it said is removed once it is sent", async () => {
    const { uid } = await family();
    const reading = [{ name: "Alva", minutes: 5, days: 1, books: 1 }];
    const values = { from: { day: "2026-11-23" }, until: { day: "2026-11-29" }, children: { reading } };
    await queue({ realm: "se", kind: "reading-week", key: "w", to: { uid }, values });
    await mails().sendDue("eu");
    expect(sent.map(({ values: said }) => said.children)).toEqual(["Alva: 5 minuter på 1 dag, 1 bok"]);
    const { rows } = await databases.eu.execute(sql`select values from mail.due_mails where uid = ${uid}`);
    expect(rows).toEqual([{ values: {} }]);
  });

  it("given several processes that send at once, then each mail is sent once", async () => {
    const { uid } = await family();
    await queue(...Array.from({ length: 12 }, (_, number) => ended(uid, `sub_${number}`)));
    await Promise.all([mails().sendDue("eu"), mails().sendDue("eu"), mails().sendTo("se", uid)]);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(12);
    expect(sent).toHaveLength(12);
  });

  it("given a process that died while sending, then is sent by another ten minutes later, with the same Message-ID", async () => {
    const { uid } = await family();
    await queue(ended(uid));
    await databases.eu.execute(sql`update mail.due_mails set claimed_at = now() - interval '9 minutes', attempts = 1`);
    await mails().sendDue("eu");
    expect(sent).toEqual([]);
    await databases.eu.execute(sql`update mail.due_mails set claimed_at = now() - interval '11 minutes'`);
    await mails().sendDue("eu");
    expect(sent).toHaveLength(1);
  });

  it("given a mail server that is down, then is sent after pauses that grow, and is given up and reported after three days", async () => {
    const { uid } = await family();
    await queue(ended(uid));
    isDown = true;
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await mails().sendDue("eu");
      await mails().sendDue("eu");
      const { rows } = await databases.eu.execute<{ pause: number }>(
        sql`select round(extract(epoch from due_at - now()) / 60)::int as pause from mail.due_mails`,
      );
      pauses.push(Number(rows[0]?.pause));
      await makeDue();
    }
    expect(pauses.slice(0, 11)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]);
    expect(pauses.slice(0, 19).reduce((sum, pause) => sum + pause, 0) / 60 / 24).toBeGreaterThan(2.5);
    expect(await statesOf(uid)).toEqual(["failed"]);
    expect(reported).toHaveLength(20);
    expect(String(reported.at(-1))).toContain("given up");
    isDown = false;
    await mails().sendDue("eu");
    expect(sent).toEqual([]);
  });

  it("given a mail server that comes back, then is sent once", async () => {
    const { uid } = await family();
    await queue(ended(uid));
    isDown = true;
    await mails().sendTo("se", uid);
    isDown = false;
    await makeDue();
    await mails().sendDue("eu");
    await mails().sendDue("eu");
    expect(sent).toHaveLength(1);
  });

  it("given one that is due later, then waits, and comes earlier if the event comes again with an earlier time", async () => {
    const { uid } = await family();
    await queue({ ...ended(uid), after: 3600 });
    await mails().sendDue("eu");
    expect(sent).toEqual([]);
    await queue({ ...ended(uid), after: 7200 });
    await queue(ended(uid));
    await mails().sendDue("eu");
    expect(sent).toHaveLength(1);
  });

  it("given one that was withheld, before or after it was written, then is not sent", async () => {
    const { uid } = await family();
    const withhold = (key: string) =>
      inTransaction(databases.eu, (within) => withholdMail(within, { realm: "se", kind: "subscription-ended", key }));
    await queue(ended(uid, "sub_1"));
    await withhold("sub_1");
    await withhold("sub_2");
    await queue(ended(uid, "sub_2"));
    await mails().sendDue("eu");
    expect(sent).toEqual([]);
  });
});

describe("who gets a mail", () => {
  it("given a deleted account, then nobody, except at an address that the event names", async () => {
    const { uid, email } = await family();
    await queue(ended(uid), { ...ended(uid, "sub_2"), to: { uid, address: email, name: "Ada" } });
    await databases.eu.execute(
      sql`update directory.users set status = 'deleted', deleted_at = now() where uid = ${uid}`,
    );
    await mails().sendDue("eu");
    expect(sent).toMatchObject([{ to: email, values: { name: "Ada" } }]);
    expect((await statesOf(uid)).toSorted()).toEqual(["sent", "undeliverable"]);
  });

  it("given a person of a school, then only at a confirmed address", async () => {
    const { rows } = await databases.eu.execute<{ uid: string }>(sql`
      with school as (insert into directory.organizations (realm, type, name) values ('se', 'school', 'Björkskolan') returning id),
        person as (insert into directory.users (realm, type, username, name, email)
          values ('se', 'employee', 'lina.lund', 'Lina Lund', 'lina@skola.example') returning id, uid),
        place as (insert into directory.associations (user_id, organization_id, realm, role)
          select person.id, school.id, 'se', 'employee' from person, school)
      select uid from person`);
    const uid = String(rows[0]?.uid);
    const changed = { kind: "password-changed", values: { changedOn: { moment: "2026-11-30T07:42:00Z" } } } as const;
    await queue({ realm: "se", key: "1", to: { uid }, ...changed });
    await mails().sendDue("eu");
    expect(sent).toEqual([]);
    await databases.eu.execute(sql`update directory.users set email_verified = true where uid = ${uid}`);
    await queue({ realm: "se", key: "2", to: { uid }, ...changed });
    await mails().sendDue("eu");
    expect(sent).toMatchObject([{ to: "lina@skola.example", values: { family: null, member: "" } }]);
  });

  it("given a mail by choice, then only those who have not switched it off; others are always sent", async () => {
    const { uid } = await family();
    const expiring = { card: "Visa", last4: "4242", month: { month: "2026-12" } };
    unwanted = ["cardExpiry"];
    await queue({ realm: "se", kind: "card-expiring", key: "pm_1", to: { uid }, values: expiring }, ended(uid));
    await mails().sendDue("eu");
    expect(sent.map(({ template }) => template)).toEqual(["subscription-ended"]);
    expect((await statesOf(uid)).toSorted()).toEqual(["sent", "withheld"]);
  });

  it("given a person who is purged, then all their mails are deleted, sent or not", async () => {
    const { uid } = await family();
    const other = await family();
    await queue(ended(uid), ended(other.uid, "sub_2"));
    await mails().erasePeople("se", [uid]);
    await mails().sendDue("eu");
    expect(sent.map(({ to }) => to)).toEqual([other.email]);
    expect(await statesOf(uid)).toEqual([]);
  });

  it("given somebody without an account, then the mail is deleted after 90 days", async () => {
    await queue({ ...ended("x", "sub_1"), to: { uid: null, address: "old@home.example", name: "Ada" } });
    await mails().sendDue("eu");
    const count = async () => (await databases.eu.execute(sql`select id from mail.due_mails`)).rows.length;
    await mails().purgeExpired();
    expect([sent.length, await count()]).toEqual([1, 1]);
    await databases.eu.execute(sql`update mail.due_mails set created_at = now() - interval '91 days'`);
    await mails().purgeExpired();
    expect(await count()).toBe(0);
  });
});
