import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { uidOf } from "#tests/support/callers";
import { addChild } from "#tests/support/family-scene";
import { pageServer } from "#tests/support/page-server";
import { demoPassword, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { tokenDigest } from "~/security/secret-box.server";

/** The pages on which a family deletes its account and restores it, over the real page server, without script. */

const origin = "https://se.localhost";
const databases = await sessionScene(["se"]);
const pages = await pageServer();

const statusOf = async (uid: string) => {
  const { rows } = await databases.eu.execute<{ status: string }>(
    sql`select status from directory.users where uid = ${uid}`,
  );
  return rows[0]?.status;
};

it("a family reads what goes and what stays, deletes its account with its password, and restores it by the link", async () => {
  const family = await uidOf(databases.eu, "family.se");
  await addChild(databases.eu, family, "Alva");
  const browser = await signedInBrowser(origin, "family.se");
  expect(await (await pages.get(browser, "/profile")).text()).toContain('href="/profile/delete"');
  const page = await (await pages.get(browser, "/profile/delete")).text();
  expect(page).toContain("/profile/export");
  expect(page).toContain("7 år");
  for (const currentPassword of ["", "wrong password"]) {
    const refused = await pages.post(browser, "/profile/delete", { currentPassword });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("aria-invalid");
  }
  expect(await statusOf(family)).toBe("active");
  const done = await pages.post(browser, "/profile/delete", { currentPassword: demoPassword });
  expect([done.status, done.headers.get("location")]).toEqual([302, "/"]);
  expect(await statusOf(family)).toBe("deleted");
  expect((await pages.get(browser, "/profile")).headers.get("location")).toMatch(/^\/login/);

  // The mail has the token; the database has only its digest.
  const token = "a-token-that-only-the-mail-has-0123456789";
  await databases.eu.execute(
    sql`update account.restorations set token_hash = ${tokenDigest(token)} where uid = ${family}`,
  );
  const opened = await pages.get(browser, `/restore-account?token=${token}`);
  expect(opened.headers.get("location")).toBe("/restore-account");
  browser.take(opened);
  expect(await (await pages.get(browser, "/restore-account")).text()).toContain('id="restore-account"');
  expect(await statusOf(family)).toBe("deleted");
  const restored = await pages.post(browser, "/restore-account", {});
  expect([restored.status, restored.headers.get("location")]).toEqual([302, "/login"]);
  expect(await statusOf(family)).toBe("active");
  const again = await signedInBrowser(origin, "family.se");
  expect(await (await pages.get(again, "/profile")).text()).toContain("Alva");
});

it("a link that is unknown restores nothing", async () => {
  const browser = await signedInBrowser(origin, "teacher.se");
  browser.take(await pages.get(browser, `/restore-account?token=${"x".repeat(40)}`));
  expect(await (await pages.get(browser, "/restore-account")).text()).not.toContain('id="restore-account"');
  expect((await pages.post(browser, "/restore-account", {})).status).toBe(400);
});
