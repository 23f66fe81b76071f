import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type PageServer, pageServer } from "#tests/support/page-server";
import { type Browser, demoPassword, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { getWiring } from "~/clients/wiring.server";

/** What the profile's forms show without script: their answer opens at the sheet that it is about. */

let pages: PageServer;
let browser: Browser;

beforeAll(async () => {
  const databases = await sessionScene(["se"]);
  // Who has a number proves it first.
  await databases.eu.execute(sql`update directory.users set sms = null where username = 'teacher.se'`);
  pages = await pageServer();
  browser = await signedInBrowser("https://se.localhost:3000", "teacher.se");
});

afterAll(() => getWiring().close());

it("an authenticator app is set up by a QR code to scan or a key to type, on the sheet where it was begun", async () => {
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
])("a refusal about the %s is seen there", async (sheet, intent) => {
  const html = await (await pages.post(browser, "/profile", { intent, email: "no address" })).text();
  expect(html).toContain(`action="/profile#${sheet}"`);
  expect(html).toContain(`id="${sheet}"`);
  expect(html).toContain('aria-invalid="true"');
});

it("several mistakes in a new password stand on top, each with the way to its field", async () => {
  const html = await (await pages.post(browser, "/profile", { intent: "change-password" })).text();
  for (const field of ["currentPassword", "password"]) expect(html).toContain(`href="#change-password-${field}"`);
});

it("that waits for a second factor is a link away for whoever cannot give it", async () => {
  const requested = `/login/escalate?again=true&redirect=${encodeURIComponent("/profile?draft=kept")}`;
  expect(await (await pages.get(browser, requested)).text()).toContain('href="/profile?draft=kept"');
});
