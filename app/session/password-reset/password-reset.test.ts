import { beforeAll, expect, test } from "vitest";
import { type PageServer, pageServer } from "#tests/support/page-server";
import { Browser, demoPassword, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { processBackend } from "~/composition/process-backend.server";

/** Password reset on the pages, without script. */

const origin = "https://se.localhost:3000";
let pages: PageServer;

beforeAll(async () => {
  await sessionScene(["se"]);
  pages = await pageServer();
});

async function newestLink(): Promise<URL> {
  const link = async () => {
    const [mail] = await processBackend().outbox.list("se", 1);
    return /https:\S+new-password\?token=\S+/.exec(mail?.text ?? "")?.[0];
  };
  await expect.poll(link).toBeDefined();
  return new URL(String(await link()));
}

test("given a mailed link, then its token is removed from the address and the new password signs in", async () => {
  const browser = new Browser(origin);
  expect(await (await pages.get(browser, "/login")).text()).toContain('href="/login/forgot"');
  const sent = await pages.post(browser, "/login/forgot", { username: "teacher.se" });
  const location = sent.headers.get("location") ?? "";
  expect(location).toBe("/login/forgot?sent=true&username=teacher.se");
  expect(await (await pages.get(browser, location)).text()).toContain("Titta i din e-post");

  const link = await newestLink();
  const stripped = await pages.get(browser, link.pathname + link.search);
  expect(browser.take(stripped)).toBe("/login/new-password");
  expect(browser.cookieLines.at(-1)).toMatch(/Path=\/login\/new-password; HttpOnly; Secure; SameSite=Lax/);
  expect(await (await pages.get(browser, "/login/new-password")).text()).toContain("teacher.se");

  const form = { password: "åtta nya hattar", passwordAgain: "nio nya hattar" };
  const differing = await pages.post(browser, "/login/new-password", form);
  const html = await differing.text();
  expect([differing.status, html.includes("hattar")]).toEqual([400, false]);
  const common = { password: "password123", passwordAgain: "password123" };
  expect((await pages.post(browser, "/login/new-password", common)).status).toBe(400);
  const saved = await pages.post(browser, "/login/new-password", { ...form, passwordAgain: form.password });
  expect(browser.take(saved)).toBe("/login");
  expect(await (await pages.get(browser, "/login")).text()).toContain("Lösenordet är ändrat");

  await signedInBrowser(origin, "teacher.se", form.password);
  await expect(signedInBrowser(origin, "teacher.se", demoPassword)).rejects.toThrow();
});

test("given an unknown username, then the response is the same and the page advises to ask a teacher", async () => {
  const browser = new Browser(origin);
  const sent = await pages.post(browser, "/login/forgot", { username: "nobody.at.all" });
  expect(sent.headers.get("location")).toBe("/login/forgot?sent=true&username=nobody.at.all");
  const page = await (await pages.get(browser, "/login/forgot")).text();
  expect(page).toContain("Elev: be din lärare om ett nytt lösenord.");
  const empty = await pages.post(browser, "/login/forgot", {});
  expect(empty.status).toBe(400);
});

test("given an invalid link, then the page shows that it has expired and links to a new request", async () => {
  const browser = new Browser(origin);
  browser.take(await pages.get(browser, "/login/new-password?token=abcdefghijklmnopqrstuvwxyz"));
  const page = await (await pages.get(browser, "/login/new-password")).text();
  expect(page).toContain("Länken gäller inte längre");
  expect(page).toContain('href="/login/forgot"');
});
