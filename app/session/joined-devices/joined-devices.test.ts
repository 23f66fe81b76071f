import { sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { uidOf } from "#tests/support/callers";
import { addChild, addFamily } from "#tests/support/family-scene";
import { callWith, deviceCode, enterCode, joinedBrowser, tokensOf } from "#tests/support/joined-device";
import { type PageServer, pageServer } from "#tests/support/page-server";
import { Browser, type Databases, demoPassword, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { processBackend } from "~/composition/process-backend.server";
import { tokenDigest } from "~/security/secret-box.server";
import { deviceLinkSeconds, joinedDeviceClient, joinedDeviceDays } from "~/services/contracts/device-link";

/** Links that join a device to a child, and the sessions that they open. docs/security.md, line 35; decision 90. */

const origin = "https://se.localhost";
let databases: Databases;
let pages: PageServer;
let uid: string;
let child: string;
let parent: Browser;

beforeAll(async () => {
  databases = await sessionScene(["se", "no"]);
  pages = await pageServer();
  uid = await uidOf(databases.eu, "family.se");
  parent = await signedInBrowser(origin, "family.se");
});
beforeEach(async () => {
  await databases.eu.execute(sql`delete from directory.family_profiles where owner_uid = ${uid}::uuid`);
  await databases.eu.execute(sql`delete from auth.rate_limits`);
  await databases.eu.execute(sql`delete from auth.device_links`);
  child = await addChild(databases.eu, uid, "Léon");
});
afterEach(() => void vi.useRealTimers());

const code = () => deviceCode(pages, parent, child);
const statusOfShelf = async (browser: Browser) => (await pages.get(browser, "/bookshelf")).status;
const isOpen = async (browser: Browser) => (await statusOfShelf(browser)) === 200;

/** A page after its redirects. */
async function followed(browser: Browser, path: string): Promise<{ path: string; html: string }> {
  const response = await pages.get(browser, path);
  const location = response.headers.get("location");
  if (location !== null) return followed(browser, location.replace(origin, ""));
  return { path: path.split("?")[0] ?? "", html: await response.text() };
}

describe("a link that joins a device", () => {
  it("has 130 bits in an address's fragment, and only its digest is stored", async () => {
    const response = await pages.post(parent, `/profile/children/${child}/device`, { deviceName: "Blue tablet" });
    const html = await response.text();
    expect(html).toContain('aria-label="QR-kod');
    const made = await code();
    expect(made).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    const { rows } = await databases.eu.execute(sql`select * from auth.device_links`);
    // A new link voids the one before.
    expect(rows).toEqual([expect.objectContaining({ token_hash: tokenDigest(made), uid, profile_id: child })]);
    expect(JSON.stringify(rows)).not.toContain(made);
  });

  it("works once, also for two browsers at the same moment", async () => {
    const made = await code();
    const responses = await Promise.all([1, 2, 3].map(() => enterCode(pages, new Browser(origin), made)));
    expect(responses.map(({ status }) => status).sort()).toEqual([302, 401, 401]);
    expect((await enterCode(pages, new Browser(origin), made)).status).toBe(401);
    const { rows } = await databases.eu.execute(sql`select 1 from auth.device_links`);
    expect(rows).toEqual([]);
  });

  it("mails the family which device was joined to which child, once for each", async () => {
    await databases.eu.execute(sql`delete from mail.due_mails`);
    const made = await code();
    await enterCode(pages, new Browser(origin), made);
    await enterCode(pages, new Browser(origin), made);
    const { rows } = await databases.eu.execute(sql`select uid, kind from mail.due_mails`);
    expect(rows).toEqual([{ uid, kind: "device-joined" }]);
  });

  it("lives for five minutes", async () => {
    const made = await code();
    expect(deviceLinkSeconds).toBe(300);
    await databases.eu.execute(sql`update auth.device_links set expires_at = now() - interval '1 second'`);
    const late = await enterCode(pages, new Browser(origin), made);
    expect(late.status).toBe(401);
    expect(await late.text()).toContain("Koden är redan använd eller för gammal.");
  });

  it("ends with the session that made it, the child, and the account", async () => {
    const other = await signedInBrowser(origin, "family.se");
    const ofOther = await deviceCode(pages, other, child);
    await pages.get(other, "/logout");
    expect((await enterCode(pages, new Browser(origin), ofOther)).status).toBe(401);

    const ofGone = await code();
    await pages.post(parent, `/profile/children/${child}/remove`, {});
    expect((await enterCode(pages, new Browser(origin), ofGone)).status).toBe(401);
  });

  it("is not made for a child of another family, or by a person without family", async () => {
    const foreign = await addChild(databases.eu, await addFamily(databases.eu, "other@example.com"), "Other");
    const ask = async (browser: Browser, profileId: string) => {
      const { accessToken } = await tokensOf(browser);
      const credentials = { accessToken, realm: "se" as const, requestId: "test", ipAddress: null };
      const body = { profileId, deviceName: "Sly" };
      return processBackend()
        .clients.auth.createDeviceLink({ body }, credentials)
        .then(
          ({ status }) => status,
          ({ status }: { status: number }) => status,
        );
    };
    expect(await ask(parent, foreign)).toBe(404);
    expect(await ask(parent, crypto.randomUUID())).toBe(404);
    expect(await ask(await signedInBrowser(origin, "guardian.se"), child)).toBe(404);
    expect(await ask(parent, child)).toBe(201);
  });

  it("is refused in another country", async () => {
    const made = await code();
    expect((await enterCode(pages, new Browser("https://no.localhost"), made)).status).toBe(401);
    expect((await enterCode(pages, new Browser(origin), made)).status).toBe(302);
  });

  it("given too many wrong codes from an address, then it returns 429 but a valid link joins", async () => {
    const made = await code();
    const wrong = "0".repeat(26);
    for (let count = 0; count < 60; count += 1) await enterCode(pages, new Browser(origin), wrong);
    const late = await enterCode(pages, new Browser(origin), wrong);
    expect(late.status).toBe(429);
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await enterCode(pages, new Browser(origin), made)).status).toBe(302);
  });

  it("is refused if its name is missing or too long, and if the code is none", async () => {
    for (const deviceName of ["", " ", "a".repeat(41)]) {
      expect((await pages.post(parent, `/profile/children/${child}/device`, { deviceName })).status).toBe(400);
    }
    for (const typed of ["", "abc", "a".repeat(600)]) {
      expect((await enterCode(pages, new Browser(origin), typed)).status).toBe(400);
    }
  });
});

describe("the session of a joined device", () => {
  it("carries its child, ends after 14 days and outlives the browser until then", async () => {
    const device = await joinedBrowser(pages, parent, child);
    const { accessToken, idToken } = await tokensOf(device);
    const access = decodeJwt(accessToken);
    expect(access).toMatchObject({
      sub: uid,
      aud: joinedDeviceClient,
      profile_id: child,
      amr: ["device"],
      acr: "basic",
    });
    const inDays = (Number(decodeJwt(idToken).stays_until) * 1000 - Date.now()) / (24 * 60 * 60 * 1000);
    expect(inDays).toBeGreaterThan(joinedDeviceDays - 0.01);
    expect(inDays).toBeLessThanOrEqual(joinedDeviceDays);
    const maxAge = device.cookieLines.map((line) => /session=[\w-]{43}.*Max-Age=(\d+)/i.exec(line)?.[1]).find(Boolean);
    expect(Number(maxAge) / 86_400).toBeCloseTo(joinedDeviceDays, 1);
  });

  it("goes on after its access token has ended, and ends after 14 days however often it is used", async () => {
    const device = await joinedBrowser(pages, parent, child);
    const start = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: start + 14 * 60 * 1000 });
    expect(await isOpen(device)).toBe(true);
    expect(decodeJwt((await tokensOf(device)).accessToken)).toMatchObject({
      profile_id: child,
      aud: joinedDeviceClient,
    });
    vi.setSystemTime(start + (joinedDeviceDays * 24 + 1) * 60 * 60 * 1000);
    expect(await isOpen(device)).toBe(false);
  });

  it("is in the parents' list by its name, and ends at once when a parent ends it", async () => {
    const device = await joinedBrowser(pages, parent, child);
    const { accessToken } = await tokensOf(device);
    const html = await (await pages.get(parent, "/profile")).text();
    expect(html).toContain("Blue tablet");
    const { rows } = await databases.eu.execute<{ id: string }>(sql`
      select id from auth.sessions where profile_id = ${child}::uuid and ended_at is null`);
    expect(rows).toHaveLength(1);
    await pages.post(parent, "/profile", { intent: "end-session", id: String(rows[0]?.id) });
    expect((await callWith(accessToken, origin, "/auth/v1/userinfo")).status).toBe(401);
    expect(new URL((await pages.get(device, "/bookshelf")).headers.get("location") ?? "", origin).pathname).toBe(
      "/login",
    );
  });

  it("given a parent has ended it, then the tablet says so, with what a parent can do and a link to the log-in", async () => {
    const device = await joinedBrowser(pages, parent, child);
    await databases.eu.execute(
      sql`update auth.sessions set ended_at = now(), end_reason = 'ended_by_person' where profile_id = ${child}::uuid`,
    );
    const shown = await followed(device, "/bookshelf");
    expect(shown.path).toBe("/login/device");
    expect(shown.html).toContain("Den här surfplattan är inte längre ansluten");
    expect(shown.html).toContain('href="/login"');
    expect(shown.html).not.toContain('name="password"');
    // The reader's "log in again" leads there too, the link itself to the log-in.
    expect((await followed(device, "/login?reauthenticate=true&redirect=/reader/one")).path).toBe("/login/device");
    expect((await followed(device, "/login")).html).toContain('name="password"');
    // Joined again, the tablet opens as before; a browser that somebody logs in or out of forgets that it was joined.
    await enterCode(pages, device, await code());
    expect(await isOpen(device)).toBe(true);
    device.take(await pages.get(device, "/logout"));
    expect((await followed(device, "/bookshelf")).path).toBe("/login");
  });

  it("ends with its child, and the sibling's device stays", async () => {
    const sibling = await addChild(databases.eu, uid, "Alma");
    const [device, other] = [await joinedBrowser(pages, parent, child), await joinedBrowser(pages, parent, sibling)];
    const { accessToken } = await tokensOf(device);
    await pages.post(parent, `/profile/children/${child}/remove`, {});
    expect((await callWith(accessToken, origin, "/auth/v1/userinfo")).status).toBe(401);
    expect(await isOpen(device)).toBe(false);
    expect(await isOpen(other)).toBe(true);
  });

  it("ends when the parents change their password", async () => {
    const device = await joinedBrowser(pages, parent, child);
    const password = "ett helt annat losen 9";
    const change = {
      intent: "change-password",
      currentPassword: demoPassword,
      password,
      passwordAgain: password,
    };
    expect((await pages.post(parent, "/profile", change)).status).toBe(302);
    expect(await isOpen(device)).toBe(false);
    const back = { ...change, currentPassword: password, password: demoPassword, passwordAgain: demoPassword };
    expect((await pages.post(parent, "/profile", back)).status).toBe(302);
  });

  it("cannot be stepped up, and its id token opens no session", async () => {
    const device = await joinedBrowser(pages, parent, child);
    const { idToken, accessToken } = await tokensOf(device);
    const book = await pages.get(new Browser(origin), `/bookshelf/play/id/no-such-book?id_token=${idToken}`);
    expect(book.headers.get("location")).toContain("/login");
    const query = new URLSearchParams({
      ...{ response_type: "code", client_id: "fabel-web", redirect_uri: `${origin}/login/callback` },
      ...{ scope: "openid profile", state: "state", nonce: "nonce", id_token_hint: idToken },
      ...{ code_challenge: "a".repeat(43), code_challenge_method: "S256" },
    });
    const request = new Request(`${origin}/services/auth/v1/authorize?${query}`, {
      method: "POST",
      headers: { authorization: `Bearer ${accessToken}`, origin },
      body: new URLSearchParams({ password: demoPassword }),
    });
    const info = { requestId: "test", ipAddress: "192.0.2.1", localAddress: null };
    expect((await processBackend().serveServices?.(request, info))?.status).toBe(403);
  });

  it("begins by a link alone: its client takes no password, and our own client takes no link", async () => {
    const made = await code();
    const authorize = async (client: string, form: Record<string, string>) => {
      const query = new URLSearchParams({
        ...{ response_type: "code", client_id: client, redirect_uri: `${origin}/login/callback` },
        ...{ scope: "openid profile", state: "state", nonce: "nonce" },
        ...{ code_challenge: "a".repeat(43), code_challenge_method: "S256" },
      });
      const body = new URLSearchParams(form);
      const init = { method: "POST", headers: { origin }, body };
      const request = new Request(`${origin}/services/auth/v1/authorize?${query}`, init);
      const info = { requestId: "test", ipAddress: "192.0.2.1", localAddress: null };
      return (await processBackend().serveServices?.(request, info))?.status;
    };
    expect(await authorize(joinedDeviceClient, { username: "family.se", password: demoPassword })).toBe(403);
    expect(await authorize("fabel-web", { device_link: made })).toBe(403);
    expect(await authorize(joinedDeviceClient, { device_link: made })).toBe(302);
  });

  it("replaces the session that the browser had", async () => {
    const shared = await signedInBrowser(origin, "family.se");
    const { accessToken } = await tokensOf(shared);
    const html = await (await pages.get(shared, "/login/device")).text();
    expect(html).toContain("är inloggad här och loggas ut");
    await enterCode(pages, shared, await code());
    expect((await pages.get(shared, "/profile")).status).toBe(403);
    expect((await callWith(accessToken, origin, "/auth/v1/userinfo")).status).toBe(401);
  });

  it("is erased with the family", async () => {
    const gone = await addFamily(databases.eu, "gone@example.com");
    await databases.eu.execute(sql`
      insert into auth.device_links (token_hash, realm, uid, profile_id, session_id, device_name, expires_at)
      values ('gone', 'se', ${gone}::uuid, gen_random_uuid(), gen_random_uuid(), 'Tablet', now() + interval '1 day')`);
    await databases.eu.execute(sql`update directory.users set status = 'deleted', status_before = 'active',
      deleted_at = now() - interval '60 days' where uid = ${gone}::uuid`);
    await processBackend().purgeDeleted(new Date());
    const { rows } = await databases.eu.execute(sql`select 1 from auth.device_links where uid = ${gone}::uuid`);
    expect(rows).toEqual([]);
  });
});
