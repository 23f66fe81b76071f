import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { type PageServer, pageServer } from "#tests/support/page-server";
import { type Browser, type Databases, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { processBackend } from "~/composition/process-backend.server";
import { optionalUser, type SignedIn } from "~/session/guard.server";

/** A page is rendered once for the same address and data, decision 27: a repeated request returns the user's own, current page. */

const origin = "https://se.localhost:3000";
const list = "/controlpanel/students";
let databases: Databases;
let pages: PageServer;

beforeAll(async () => {
  databases = await sessionScene(["se"]);
  pages = await pageServer();
});

const nameOf = async (browser: Browser) =>
  ((await optionalUser(processBackend(), browser.request("/"))) as SignedIn).user.name;
const visit = async (browser: Browser, path: string) => (await pages.get(browser, path)).text();

it("shows each user their own page only, in any order of requests", async () => {
  const browsers = await Promise.all(["admin.se", "teacher.se"].map((name) => signedInBrowser(origin, name)));
  const [one = "", other = ""] = await Promise.all(browsers.map(nameOf));
  const seen = new Set<string>();
  for (let round = 0; round < 4; round += 1) {
    for (const [index, browser] of browsers.entries()) {
      const html = await visit(browser, list);
      expect(html).toContain(index === 0 ? one : other);
      expect(html).not.toContain(index === 0 ? other : one);
      seen.add(html);
    }
  }
  expect(seen.size).toBe(2);
});

it("shows the current data, and redirects to sign-in when the session has ended", async () => {
  const browser = await signedInBrowser(origin, "admin.se");
  const fresh = `${list}?force=true`;
  for (let round = 0; round < 3; round += 1) expect(await visit(browser, fresh)).not.toContain("Nyfödd Namnsdotter");
  const [, id] = /controlpanel\/students\/([0-9a-f-]{36})/.exec(await visit(browser, fresh)) ?? [];
  await databases.eu.execute(sql`update directory.users set name = 'Nyfödd Namnsdotter' where uid = ${id}`);
  expect(await visit(browser, fresh)).toContain("Nyfödd Namnsdotter");
  await databases.eu.execute(sql`update auth.sessions set ended_at = now(), end_reason = 'logout'`);
  const response = await pages.get(browser, fresh);
  expect([response.status, response.headers.get("location")]).toEqual([302, expect.stringContaining("/login")]);
});
