import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type OpenidProvider, startOpenidProvider } from "#tests/support/openid-provider";
import { Browser, type Databases, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { processBackend } from "~/composition/process-backend.server";
import { loadProfile } from "~/profile/profile.server";
import { optionalUser, type SignedIn } from "~/session/guard.server";
import { goToProvider } from "~/session/sign-in/external-sign-in.server";
import { finishSignIn } from "~/session/sign-in/sign-in.server";
import { goToLink, handleProviderCallback } from "./links.server";
import { loadSettings, submitSettings } from "./settings.server";

/** External accounts that a user links through a real provider. docs/security.md, lines 4, 10, 17. */

const origin = "https://fr.localhost:3000";
let provider: OpenidProvider;
let databases: Databases;
let browser: Browser;

beforeAll(async () => {
  provider = await startOpenidProvider({
    redirectUris: [`${origin}/login/with/gar/callback`],
    accounts: { "own-there": {}, "other-there": {} },
  });
  databases = await sessionScene(["fr"], {
    OIDC_FR_GAR_ISSUER: provider.issuer,
    OIDC_FR_GAR_CLIENT_ID: provider.clientId,
    OIDC_FR_GAR_CLIENT_SECRET: provider.clientSecret,
  });
});

afterAll(() => provider.stop());

beforeEach(async () => {
  await databases.eu.execute(sql`delete from auth.external_links`);
  browser = await signedInBrowser(origin, "teacher.fr");
});

afterEach(() => {
  vi.useRealTimers();
});

const settings = async (of = browser) => (await loadSettings(processBackend(), of.request("/settings"))).links;
const answerOf = (work: Promise<unknown>) => work.catch((thrown) => thrown) as Promise<Response>;
const send = async (form: Record<string, string>, of = browser) =>
  of.take(await answerOf(submitSettings(processBackend(), of.post("/settings", form))));

async function begin(of = browser): Promise<string> {
  return of.take(await answerOf(goToLink(processBackend(), of.request("/settings/link/gar"), "gar")));
}

async function come(address: string, of = browser): Promise<string> {
  return of.take(await answerOf(handleProviderCallback(processBackend(), of.request(address), "gar")));
}

async function askAbout(account: string, of = browser): Promise<void> {
  const there = (await provider.visit(await begin(of), account)).href;
  expect(await come(there, of)).toBe("/settings#links");
}

async function signInThere(account: string): Promise<string | null> {
  const own = new Browser(origin);
  const there = own.take(await goToProvider(processBackend(), own.request("/login/with/gar"), "gar"));
  const callback = await come((await provider.visit(there, account)).href, own);
  if (!callback.includes("code=")) return null;
  own.take(await finishSignIn(processBackend(), own.request(callback)));
  return ((await optionalUser(processBackend(), own.request("/"))) as SignedIn).user.username;
}

const nothingLinked = { isUnavailable: false, links: [], providers: ["gar"], question: null, removal: null };

describe("external account", () => {
  it("is linked after confirmation, signs its owner in and can be unlinked; both events are recorded", async () => {
    expect(await settings()).toEqual(nothingLinked);
    expect(await signInThere("own-there")).toBeNull();
    await askAbout("own-there");
    expect(await settings()).toMatchObject({ links: [], question: { provider: "gar", accountName: "own-there" } });
    expect(await send({ intent: "confirm-link" })).toBe("/settings");
    const link = { provider: "gar", issuer: provider.issuer, subject: "own-there", isBySchool: false };
    expect(await settings()).toEqual({ ...nothingLinked, links: [link] });
    expect(await signInThere("own-there")).toBe("teacher.fr");

    expect(await send({ intent: "remove-link", issuer: link.issuer, subject: link.subject })).toBe("/settings");
    expect((await settings())?.links).toEqual([]);
    expect(await signInThere("own-there")).toBeNull();
    const { rows } = await databases.eu.execute(sql`
      select kind, details from auth.events where kind like 'external_%' order by id`);
    expect(rows).toEqual(
      ["external_linked", "external_unlinked"].map((kind) => ({ kind, details: { method: "gar" } })),
    );
  });

  it("is not linked by the callback alone or after a refusal (docs/security.md, line 4)", async () => {
    await askAbout("own-there");
    expect(await signInThere("own-there")).toBeNull();
    expect(await send({ intent: "drop-link" })).toBe("/settings");
    expect(await settings()).toEqual(nothingLinked);
    await send({ intent: "confirm-link" });
    expect((await settings())?.links).toEqual([]);
  });

  it("requires a sign-in within the last five minutes (docs/security.md, line 17)", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 301_000 });
    expect(await begin()).toBe("/login?reauthenticate=true&redirect=%2Fsettings%2Flink%2Fgar%3Fproved%3Dtrue");
  });

  it("keeps a removal during reauthentication, for its owner only (docs/security.md, lines 4, 17)", async () => {
    await askAbout("own-there");
    await send({ intent: "confirm-link" });
    const link = { issuer: provider.issuer, subject: "own-there" };
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 301_000 });
    const login = new URL(await send({ intent: "remove-link", ...link }), origin);
    const back = String(login.searchParams.get("redirect"));
    expect([login.pathname, back]).toEqual(["/login", expect.stringMatching(/^\/settings\?draft=[\w-]+$/)]);
    const page = async (of = browser) => await loadSettings(processBackend(), of.request(back));
    expect(await page()).toMatchObject({ isDraft: false, links: { removal: link, links: [link] } });
    expect((await page(await signedInBrowser(origin, "admin.fr"))).links?.removal).toBeNull();
    vi.useRealTimers();
    await send({ intent: "remove-link", ...link });
    expect(await page()).toMatchObject({ links: { removal: null, links: [] } });
  });

  it("keeps a removal that was submitted after the session had ended", async () => {
    await askAbout("own-there");
    await send({ intent: "confirm-link" });
    const link = { issuer: provider.issuer, subject: "own-there" };
    await databases.eu.execute(sql`update web.sessions set expires_at = now()`);
    const login = new URL(await send({ intent: "remove-link", "comes-back": "on", ...link }), origin);
    expect(login.searchParams.get("problem")).toBe("draft_saved");
    const back = String(login.searchParams.get("redirect"));
    const again = await signedInBrowser(origin, "teacher.fr");
    expect(await loadSettings(processBackend(), again.request(back))).toMatchObject({
      isDraft: false,
      links: { removal: link },
    });
  });

  it("is reached without script through a page with a meta refresh instead of a redirect", async () => {
    const request = browser.request("/settings/link/gar?proved=true");
    expect((await goToLink(processBackend(), request, "gar")).status).toBe(302);
    request.headers.set("sec-fetch-dest", "document");
    const page = await goToLink(processBackend(), request, "gar");
    expect([page.status, page.headers.get("set-cookie")]).toEqual([200, expect.stringContaining("fabel_linking=")]);
    expect(await page.text()).toContain(`http-equiv="refresh" content="0;url=${provider.issuer}/`);
  });

  it("cannot be linked or unlinked by another user", async () => {
    await askAbout("other-there");
    await send({ intent: "confirm-link" });
    const admin = await signedInBrowser(origin, "admin.fr");
    await askAbout("other-there", admin);
    await send({ intent: "confirm-link" }, admin);
    expect((await settings(admin))?.links).toEqual([]);
    expect(await send({ intent: "remove-link", issuer: provider.issuer, subject: "other-there" }, admin)).toBe("");
    expect(await signInThere("other-there")).toBe("teacher.fr");
  });

  it("cannot be linked by another user with the first user's attempt cookie", async () => {
    const admin = await signedInBrowser(origin, "admin.fr");
    const there = (await provider.visit(await begin(), "own-there")).href;
    const linking = "__Host-fabel_linking";
    const attempt = String(browser.cookies.get(linking));
    admin.cookies.set(linking, attempt);
    expect(await come(there, admin)).toBe("/settings");
    await askAbout("own-there");
    admin.cookies.set(linking, String(browser.cookies.get(linking)));
    await send({ intent: "confirm-link" }, admin);
    expect((await settings(admin))?.links).toEqual([]);
  });

  it("is not offered to guardians (403)", async () => {
    const guardian = await signedInBrowser(origin, "guardian.fr");
    expect(await settings(guardian)).toBeNull();
    expect((await answerOf(goToLink(processBackend(), guardian.request("/settings/link/gar"), "gar"))).status).toBe(
      403,
    );
  });

  it("cannot be unlinked as the only sign-in method, or when the school manages it (404)", async () => {
    await askAbout("own-there");
    await send({ intent: "confirm-link" });
    const uid = sql`(select uid from directory.users where username = 'teacher.fr')`;
    const removal = { intent: "remove-link", issuer: provider.issuer, subject: "own-there" };
    await databases.eu.execute(sql`update auth.passwords set realm = 'de' where uid = ${uid}`);
    expect(await send(removal)).toBe("/settings");
    expect((await settings())?.links).toHaveLength(1);
    await databases.eu.execute(sql`update auth.passwords set realm = 'fr' where uid = ${uid}`);
    await databases.eu.execute(sql`update auth.external_links set identifier = 'eppn', identifier_value = 'x'`);
    expect((await settings())?.links).toMatchObject([{ isBySchool: true }]);
    expect((await answerOf(submitSettings(processBackend(), browser.post("/settings", removal)))).status).toBe(404);
  });
});

describe("profile in a realm without step-up", () => {
  it("offers no authenticator app, but an existing one can be changed", async () => {
    expect((await loadProfile(processBackend(), browser.request("/profile"))).secondFactor).toBeNull();
    const insertFactor = sql`insert into auth.second_factors (realm, uid, secret, confirmed_at)
      select 'fr', uid, '', now() from directory.users where realm = 'fr' and username = 'teacher.fr'`;
    await databases.eu.execute(insertFactor);
    expect((await loadProfile(processBackend(), browser.request("/profile"))).secondFactor).toMatchObject({
      isSet: true,
      mayChange: true,
    });
  });
});
