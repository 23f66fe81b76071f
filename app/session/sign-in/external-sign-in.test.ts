import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenidProvider, startOpenidProvider } from "#tests/support/openid-provider";
import { Browser, type Databases, sessionScene } from "#tests/support/session-scene";
import { processBackend } from "~/composition/process-backend.server";
import { optionalUser, type SignedIn } from "~/session/guard.server";
import { completeExternalSignIn, goToProvider } from "./external-sign-in.server";
import { loadLogin } from "./login.server";
import { finishSignIn, signOut } from "./sign-in.server";

/** Sign-in with a real OpenID provider, from the button on the login page to the session. */

const origin = "https://fr.localhost:3000";
let provider: OpenidProvider;
let databases: Databases;

beforeAll(async () => {
  provider = await startOpenidProvider({
    redirectUris: [`${origin}/login/with/google/callback`],
    accounts: { "teacher-there": {}, "stranger-there": {} },
  });
  databases = await sessionScene(["fr"], {
    OIDC_FR_GOOGLE_ISSUER: provider.issuer,
    OIDC_FR_GOOGLE_CLIENT_ID: provider.clientId,
    OIDC_FR_GOOGLE_CLIENT_SECRET: provider.clientSecret,
  });
  await databases.eu.execute(sql`update directory.users set gsuite_id = 'teacher-there' where username = 'teacher.fr'`);
});

afterAll(() => provider.stop());

async function go(browser: Browser, account: string, query = ""): Promise<string> {
  const there = browser.take(
    await goToProvider(processBackend(), browser.request(`/login/with/google${query}`), "google"),
  );
  return (await provider.visit(there, account)).href;
}

const come = async (browser: Browser, address: string) =>
  browser.take(await completeExternalSignIn(processBackend(), browser.request(address), "google"));

describe("sign-in at a provider", () => {
  it("redirects through the provider to the requested page, and logging out revokes the provider's token", async () => {
    const browser = new Browser(origin);
    expect(await loadLogin(processBackend(), browser.request("/login"))).toMatchObject({ providers: ["google"] });
    const callback = await come(browser, await go(browser, "teacher-there", "?redirect=/bookshelf"));
    expect(browser.take(await finishSignIn(processBackend(), browser.request(callback)))).toBe("/bookshelf");
    expect([...browser.cookies.keys()]).toEqual(["__Host-fabel_session"]);
    const { user } = (await optionalUser(processBackend(), browser.request("/"))) as SignedIn;
    expect(user).toMatchObject({ username: "teacher.fr", amr: ["google"], isSecureLogin: false });
    const before = await provider.revocations();
    browser.take({
      headers: new Headers({ "set-cookie": (await signOut(processBackend(), browser.request("/logout"))).cookie }),
    });
    expect(await provider.revocations()).toBe(before + 1);
    expect((await optionalUser(processBackend(), browser.request("/"))).kind).toBe("visitor");
  });

  it("requests prompt=login for a signed-in user who reauthenticates, and not for a visitor", async () => {
    const browser = new Browser(origin);
    const promptFor = async () => {
      const path = "/login/with/google?reauthenticate=true&redirect=/profile";
      const there = (await goToProvider(processBackend(), browser.request(path), "google")).headers.get("location");
      return new URL(String(there)).searchParams.get("prompt");
    };
    expect(await promptFor()).toBeNull();
    browser.take(
      await finishSignIn(processBackend(), browser.request(await come(browser, await go(browser, "teacher-there")))),
    );
    expect(await promptFor()).toBe("login");
  });

  it("can be finished only in the browser that started it (docs/security.md, line 8)", async () => {
    const mine = new Browser(origin);
    const address = await go(mine, "teacher-there");
    const victim = new Browser(origin);
    expect(await come(victim, address)).toMatch(/^\/login\?problem=attempt/);
    await go(victim, "teacher-there");
    expect(await come(victim, address)).toMatch(/^\/login\?problem=attempt/);
    const callback = await come(mine, address);
    expect(victim.take(await finishSignIn(processBackend(), victim.request(callback)))).toMatch(
      /^\/login\?problem=attempt/,
    );
  });

  it("shows the problem on the login page for an unknown account and for a refusal at the provider", async () => {
    for (const [account, problem] of [
      ["stranger-there", "external_unknown"],
      ["nobody", "external_refused"],
    ] as const) {
      const browser = new Browser(origin);
      const back = await come(browser, await go(browser, account, "?redirect=/bookshelf"));
      expect(back).toBe(`/login?problem=${problem}&redirect=%2Fbookshelf`);
      expect(browser.cookies.has("__Host-fabel_external")).toBe(false);
      expect(await loadLogin(processBackend(), browser.request(back))).toMatchObject({
        problem,
        redirectTo: "/bookshelf",
      });
    }
  });

  it("stores verifier and nonce encrypted in an HttpOnly, Secure cookie", async () => {
    const browser = new Browser(origin);
    await goToProvider(processBackend(), browser.request("/login/with/google"), "google").then((response) =>
      browser.take(response),
    );
    const line = browser.cookieLines.find((each) => each.startsWith("__Host-fabel_external=")) ?? "";
    for (const part of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"]) expect(line).toContain(part);
    const decoded = Buffer.from(String(browser.cookies.get("__Host-fabel_external")), "base64url").toString("latin1");
    expect(decoded).not.toMatch(/verifier|nonce/);
  });

  it("returns 404 for an unknown provider", async () => {
    const request = new Browser(origin).request("/login/with/nothing");
    await expect(goToProvider(processBackend(), request, "nothing")).rejects.toMatchObject({ status: 404 });
  });
});
