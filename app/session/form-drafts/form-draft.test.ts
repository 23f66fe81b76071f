import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { Browser, type Databases, demoPassword, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { processBackend } from "~/composition/process-backend.server";
import { loadProfile, submitProfile } from "~/profile/profile.server";
import { optionalUser, type SignedIn } from "~/session/guard.server";
import { logOut } from "~/session/log-out.server";
import { loadLogin, submitLogin } from "~/session/sign-in/login.server";
import { finishSignIn } from "~/session/sign-in/sign-in.server";

/** A form that is submitted after a logout is stored as a draft for its user only. Decision 19. */

const origin = "https://se.localhost";
let databases: Databases;

beforeAll(async () => {
  databases = await sessionScene(["se"]);
});

const form = { intent: "change-email", "comes-back": "on", email: "ny@hem.example", currentPassword: demoPassword };

/** Submits the form without a session; returns the target of the redirect. */
async function sendLate(browser: Browser, sent: Record<string, string> = form): Promise<URL> {
  const result = await submitProfile(processBackend(), browser.post("/profile", sent)).catch(
    (thrown: unknown) => thrown,
  );
  if (!(result instanceof Response)) throw new Error("Taken from somebody who is logged out");
  return new URL(browser.take(result), origin);
}

async function comeBack(browser: Browser, username: string, target: string): Promise<string> {
  const typed = { username, password: demoPassword, redirect: target };
  const response = (await submitLogin(processBackend(), browser.post("/login", typed))) as Response;
  return browser.take(await finishSignIn(processBackend(), browser.request(browser.take(response))));
}

const draftAt = async (browser: Browser, path: string) =>
  (await loadProfile(processBackend(), browser.request(path))).email.draft;

describe("form submitted after a logout", () => {
  it("is drafted without its password and filled in only after the same user has signed in again", async () => {
    const browser = await signedInBrowser(origin, "guardian.se");
    browser.take(await logOut(processBackend(), browser.request("/logout")));
    const cookies = [...browser.cookies.keys()].sort();
    expect(cookies).toEqual(["__Host-fabel_device", "__Host-fabel_left", "fabel_notice"]);
    expect(String(browser.cookies.get("__Host-fabel_left"))).not.toMatch(/guardian/);
    const login = await sendLate(browser);
    expect(login.pathname).toBe("/login");
    expect(await loadLogin(processBackend(), browser.request(login.href))).toMatchObject({ problem: "draft_saved" });
    const target = String(login.searchParams.get("redirect"));
    expect(target).toMatch(/^\/profile\?draft=[0-9a-f-]{36}$/);

    expect(await comeBack(browser, "guardian.se", target)).toBe(target);
    expect(await draftAt(browser, target)).toBe("ny@hem.example");
    const { user } = (await optionalUser(processBackend(), browser.request("/"))) as SignedIn;
    const id = target.split("=")[1] ?? "";
    expect(await processBackend().formDrafts.find("se", user.uid, "/profile", id)).toEqual({
      email: ["ny@hem.example"],
    });
    const other = await signedInBrowser(origin, "family.se");
    expect(await draftAt(other, target)).toBeNull();
  });

  it("is drafted when the session has expired or was idle for four days", async () => {
    for (const change of ["expires_at = now()", "last_seen_at = now() - interval '4 days'"]) {
      const browser = await signedInBrowser(origin, "teacher.se");
      await databases.eu.execute(sql.raw(`update web.sessions set ${change}`));
      const target = String((await sendLate(browser)).searchParams.get("redirect"));
      await comeBack(browser, "teacher.se", target);
      expect(await draftAt(browser, target)).toBe("ny@hem.example");
    }
  });

  it("leads to the problem not_done when the form does not support drafts", async () => {
    const browser = await signedInBrowser(origin, "teacher.se");
    await databases.eu.execute(sql`update web.sessions set expires_at = now()`);
    const { "comes-back": _, ...bare } = form;
    const login = await sendLate(browser, bare);
    expect(login.search).toBe("?reauthenticate=true&redirect=%2Fprofile&problem=not_done");
    expect(await loadLogin(processBackend(), browser.request(login.href))).toMatchObject({ problem: "not_done" });
  });

  it("is not drafted without an earlier session or with a forged cookie", async () => {
    const stranger = new Browser(origin);
    expect((await sendLate(stranger)).search).toBe("?reauthenticate=true&redirect=%2Fprofile&problem=not_done");
    stranger.cookies.set("__Host-fabel_left", Buffer.from(JSON.stringify("A".repeat(80))).toString("base64"));
    expect((await sendLate(stranger)).searchParams.get("redirect")).toBe("/profile");
  });
});
