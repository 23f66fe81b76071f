import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { uidOf } from "#tests/support/callers";
import { pageServer } from "#tests/support/page-server";
import { type Browser, type Databases, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";

/** What the profile says about mails, and the switches of those by choice. */

const origin = "https://se.localhost";
const databases: Databases = await sessionScene(["se"]);
const pages = await pageServer();
let browser: Browser;

beforeAll(async () => {
  browser = await signedInBrowser(origin, "family.se");
});

const page = async () => (await pages.get(browser, "/profile")).text();
/** null if there is no switch. */
function isOn(html: string, name = "cardExpiry"): boolean | null {
  const [input] = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html) ?? [];
  return input === undefined ? null : / checked=""/.test(input);
}

it("given a family, then lists the mails that always come, and a switch without script for those by choice", async () => {
  const html = await page();
  expect(html).toContain("Betalningar: varje kvitto, och om en betalning inte går igenom");
  expect(isOn(html)).toBe(true);
  const off = await pages.post(browser, "/profile", { intent: "choose-mails" });
  expect([off.status, off.headers.get("location")]).toEqual([302, "/profile"]);
  expect(isOn(await page())).toBe(false);
  await pages.post(browser, "/profile", { intent: "choose-mails", cardExpiry: "on" });
  expect(isOn(await page())).toBe(true);
});

it("given a guardian of pupils, then offers the weekly note about reading alone, off until it is chosen", async () => {
  const guardian = await signedInBrowser(origin, "guardian.se");
  const shown = async () => (await pages.get(guardian, "/profile")).text();
  const html = await shown();
  expect([isOn(html, "readingWeek"), isOn(html), html.includes("varje kvitto")]).toEqual([false, null, false]);
  await pages.post(guardian, "/profile", { intent: "choose-mails", readingWeek: "on", cardExpiry: "on" });
  expect(isOn(await shown(), "readingWeek")).toBe(true);
});

it("given a teacher, then says nothing about mails", async () => {
  const teacher = await signedInBrowser(origin, "teacher.se");
  expect(isOn(await (await pages.get(teacher, "/profile")).text())).toBeNull();
});

it("given the export, then it names the mails that were sent, and not those that were withheld", async () => {
  const uid = await uidOf(databases.eu, "family.se");
  await databases.eu.execute(sql`
    insert into mail.due_mails (realm, kind, key, uid, "values", state, sent_at) values
      ('se', 'trial-started', 'a', ${uid}, '{}', 'sent', now()), ('se', 'payment-failed', 'b', ${uid}, '{}', 'withheld', null),
      ('se', 'welcome', 'c', gen_random_uuid(), '{}', 'sent', now())`);
  const headers = { accept: "text/html", "sec-fetch-dest": "document" };
  const { mails } = await (await pages.visit(browser.request("/profile/export", { headers }))).json();
  expect(mails).toEqual([
    { kind: "trial-started", createdAt: expect.any(String), sentAt: expect.stringMatching(/^\d{4}-.*Z$/) },
  ]);
});
