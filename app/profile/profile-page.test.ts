import { sql } from "drizzle-orm";
import { authenticator } from "otplib";
import { beforeAll, expect, it } from "vitest";
import { type PageServer, pageServer } from "#tests/support/page-server";
import { type Browser, type Databases, demoPassword, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";

/** The profile's forms without script: each response opens the sheet of its form. */

let pages: PageServer;
let databases: Databases;
let browser: Browser;

beforeAll(async () => {
  databases = await sessionScene(["se"]);
  // A user with a phone number would have to prove the second factor first.
  await databases.eu.execute(sql`update directory.users set sms = null where username = 'teacher.se'`);
  pages = await pageServer();
  browser = await signedInBrowser("https://se.localhost:3000", "teacher.se");
});

it("a device is named by its browser and system, its last use by words, without its address", async () => {
  const agent = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
  await databases.eu.execute(sql`update auth.sessions set user_agent = ${agent}`);
  const html = await (await pages.get(browser, "/profile")).text();
  expect(html).toMatch(/Chrome på Windows/);
  expect(html).toMatch(/Senast använd: i ?dag kl. \d\d?:\d\d, Stockholmstid/);
  expect(html).not.toMatch(/::1|127\.0\.0\.1|CET|UTC/);
});

it("setting up an authenticator app shows a QR code and a key on the same sheet", async () => {
  const form = { intent: "begin-second-factor", currentPassword: "not this one" };
  const first = await (await pages.post(browser, "/profile", form)).text();
  expect(first).toContain('action="/profile#second-factor"');
  const response = await pages.post(browser, "/profile", { ...form, currentPassword: demoPassword });
  const html = await response.text();
  expect(html).toMatch(/<svg[^>]*role="img"[^>]*aria-label="QR-kod till autentiseringsappen"/);
  expect(html).toMatch(/>(?:[A-Z2-7]{4} )+[A-Z2-7]{1,4}</);
  expect(html).toContain('id="second-factor"');

  const secret = /name="secret" value="([A-Z2-7]+)"/.exec(html)?.[1] ?? "";
  const wrong = { intent: "confirm-second-factor", secret, code: "000000" };
  const refused = await (await pages.post(browser, "/profile", wrong)).text();
  expect(refused).toMatch(/action="\/profile#second-factor-code".*id="second-factor-code".*aria-invalid="true"/s);
});

it.each([
  ["password", "change-password"],
  ["email", "change-email"],
])("an error about the %s is shown on its sheet", async (sheet, intent) => {
  const html = await (await pages.post(browser, "/profile", { intent, email: "no address" })).text();
  expect(html).toContain(`action="/profile#${sheet}"`);
  expect(html).toContain(`id="${sheet}"`);
  expect(html).toContain('aria-invalid="true"');
});

it("given a wrong new address and no password, then both are listed with links to their fields", async () => {
  const form = { intent: "change-email", email: "no address", currentPassword: "" };
  const response = await pages.post(browser, "/profile", form);
  const html = await response.text();
  expect(response.status).toBe(400);
  for (const field of ["email", "currentPassword"]) expect(html).toContain(`href="#change-email-${field}"`);
  expect(html).toContain('value="no address"');
});

it("several errors in a new password are listed with links to their fields", async () => {
  const html = await (await pages.post(browser, "/profile", { intent: "change-password" })).text();
  for (const field of ["currentPassword", "password"]) expect(html).toContain(`href="#change-password-${field}"`);
});

it("the page that asks for a second factor links back to the drafted profile form", async () => {
  const requested = `/login/escalate?again=true&redirect=${encodeURIComponent("/profile?draft=kept")}`;
  expect(await (await pages.get(browser, requested)).text()).toContain('href="/profile?draft=kept"');
});

// Last, since the second factor must then be proved before a change.
it("given a reload after the code, then the same recovery codes are shown again", async () => {
  const begin = { intent: "begin-second-factor", currentPassword: demoPassword };
  const html = await (await pages.post(browser, "/profile", begin)).text();
  const [, secret = ""] = /name="secret" value="([A-Z2-7]+)"/.exec(html) ?? [];
  const [, key = ""] = /name="key" value="([0-9a-f-]+)"/.exec(html) ?? [];
  const confirm = { intent: "confirm-second-factor", secret, key, code: authenticator.generate(secret) };
  const codesIn = async (response: Response) => (await response.text()).match(/(?<=select-all">)[a-z0-9-]{10,}/g);
  const first = await codesIn(await pages.post(browser, "/profile", confirm));
  expect(first).toHaveLength(10);
  expect(await codesIn(await pages.post(browser, "/profile", confirm))).toEqual(first);
});
