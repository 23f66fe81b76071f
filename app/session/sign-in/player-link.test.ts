import { sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { changedToken } from "#tests/support/changed-token";
import { Browser, type Databases, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { processBackend } from "~/composition/process-backend.server";
import { sessionIdOf } from "~/session/cookies.server";
import { optionalUser, type SignedIn } from "~/session/guard.server";
import { openPlayerLink } from "./player-link.server";
import { signOut } from "./sign-in.server";
import { readAccessToken } from "./token-calls.server";

/** Links that open a book with an ID token. docs/product/choices.md#player-link; docs/security.md, lines 13, 14, 15, 25, 26. */

const origin = "https://se.localhost";
const path = "/bookshelf/play/id/the-lantern";
let databases: Databases;

beforeAll(async () => {
  databases = await sessionScene(["se", "fr"]);
});
afterEach(() => void vi.useRealTimers());

async function tokensOf(browser: Browser) {
  const id = (await sessionIdOf(browser.request("/"))) ?? "";
  const session = await processBackend().sessionStore.find(browser.origin.startsWith("https://se.") ? "se" : "fr", id);
  if (!session) throw new Error("There is no session");
  return session.tokens;
}

async function linkOf(username: string, at = origin): Promise<{ browser: Browser; token: string }> {
  const browser = await signedInBrowser(at, username);
  return { browser, token: (await tokensOf(browser)).idToken };
}

async function press(browser: Browser, token: string, rest = ""): Promise<{ status: number; location: string }> {
  const response = await openPlayerLink(
    processBackend(),
    browser.request(`${path}?id_token=${token}${rest}`),
    "the-lantern",
  );
  return { status: response.status, location: browser.take(response) };
}

async function who(browser: Browser): Promise<SignedIn["user"] | null> {
  const person = await optionalUser(processBackend(), browser.request("/profile"));
  return person.kind === "user" ? person.user : null;
}

async function lines(kind: string, uid: string | undefined) {
  const { rows } = await databases.eu.execute<{ details: Record<string, unknown> }>(
    sql`select details from auth.events where kind = ${kind} and uid = ${uid ?? null} order by id desc`,
  );
  return rows.map(({ details }) => details);
}

describe("player link", () => {
  it("signs in the token's user and keeps every other parameter unchanged", async () => {
    const { token } = await linkOf("student.se");
    const browser = new Browser(origin);
    const rest =
      "&fileUrl=https%3A%2F%2Fbooks.example%2Fb%2F%3FPolicy%3Dp&Signature=a~b&Key-Pair-Id=K1&origin=polylino";
    const { status, location } = await press(browser, token, rest);
    expect(status).toBe(303);
    expect(location).toBe(`/reader/the-lantern?${rest.slice(1)}`);
    expect((await who(browser))?.username).toBe("student.se");
  });

  it("starts a single-factor session with the sign-in time and the end of the token's session", async () => {
    const { browser: portal, token } = await linkOf("teacher.se");
    const claims = decodeJwt(token);
    await databases.eu.execute(
      sql`update auth.sessions set acr = 'secure', amr = '{pwd,otp,mfa}' where id = ${String(claims.sid)}`,
    );
    const before = readAccessToken((await tokensOf(portal)).accessToken);
    const browser = new Browser(origin);
    await press(browser, token);
    const user = await who(browser);
    expect(user).toMatchObject({ acr: "basic", isSecureLogin: false, amr: ["pwd", "id_token"] });
    expect(user?.authTime).toBe(before.auth_time);
    const { rows } = await databases.eu.execute<{ ends: number }>(
      sql`select count(distinct expires_at)::int as ends from auth.sessions where uid = ${before.sub} and ended_at is null`,
    );
    expect(rows).toEqual([{ ends: 1 }]);
  });

  it("logs out another user first, on the server too, and records both events", async () => {
    const { token } = await linkOf("student.se");
    const browser = await signedInBrowser(origin, "guardian.se");
    const other = await who(browser);
    const old = readAccessToken((await tokensOf(browser)).accessToken);
    await press(browser, token);
    const student = await who(browser);
    expect(student?.username).toBe("student.se");
    const { rows } = await databases.eu.execute(sql`select end_reason from auth.sessions where id = ${old.sid}`);
    expect(rows).toEqual([{ end_reason: "logout" }]);
    expect(await lines("signed_out", other?.uid)).toHaveLength(1);
    expect((await lines("signed_in", student?.uid))[0]).toEqual({ amr: ["pwd", "id_token"], acr: "basic" });
  });

  it("works once, also when it is opened twice at the same time", async () => {
    const { token } = await linkOf("student.se");
    const browsers = [new Browser(origin), new Browser(origin)];
    await Promise.all(browsers.map((browser) => press(browser, token)));
    const people = await Promise.all(browsers.map(who));
    expect(people.filter(Boolean)).toHaveLength(1);
    const third = new Browser(origin);
    const { status, location } = await press(third, token, "&origin=polylino");
    expect(status).toBe(303);
    const back = encodeURIComponent("/reader/the-lantern?origin=polylino");
    expect(location).toBe(`/login?reauthenticate=true&problem=link&redirect=${back}`);
    expect((await lines("sign_in_refused", people.find(Boolean)?.uid))[0]).toEqual({
      method: "id_token",
      reason: "used",
    });
  });

  it("redirects to the book when its signed-in user opens it again", async () => {
    const { token } = await linkOf("student.se");
    const browser = new Browser(origin);
    await press(browser, token);
    expect((await press(browser, token)).location).toBe("/reader/the-lantern");
    expect((await who(browser))?.username).toBe("student.se");
  });

  it("is rejected for another user after its use, and they stay signed in", async () => {
    const { token } = await linkOf("student.se");
    await press(new Browser(origin), token);
    const browser = await signedInBrowser(origin, "teacher.se");
    expect((await press(browser, token)).location).toMatch(/^\/login\?reauthenticate=true&problem=link/);
    expect((await who(browser))?.username).toBe("teacher.se");
  });

  it("is rejected when its token has expired", async () => {
    const { token } = await linkOf("student.se");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 16 * 60_000 });
    const browser = new Browser(origin);
    expect((await press(browser, token)).location).toMatch(/problem=link/);
    expect(await who(browser)).toBeNull();
  });

  it.each<[string, Record<string, unknown>, string?]>([
    ["of another issuer", { iss: "https://elsewhere.example/services/auth" }],
    ["of another realm's issuer", { iss: "https://fr.localhost/services/auth" }],
    ["for another client", { aud: "another-app" }],
    ["without an id (jti)", { jti: undefined }],
    ["without an expiry (exp)", { exp: undefined }],
    ["of an unknown session", { sid: crypto.randomUUID() }],
    ["of another user than the session's", { sub: "1" }],
    ["issued while another user acts as its user", { act: { sub: "1", name: "A" } }],
    ["that is an access token", {}, "at+jwt"],
  ])("is rejected with a token %s", async (_what, change, typ) => {
    const { token } = await linkOf("student.se");
    const browser = new Browser(origin);
    const { location } = await press(
      browser,
      await changedToken(databases, token, { jti: crypto.randomUUID(), ...change }, typ),
    );
    expect(location).toMatch(/problem=link/);
    expect(await who(browser)).toBeNull();
  });

  it("is rejected with a foreign, altered, doubled or empty token, and signs nobody in without one", async () => {
    const { token: french } = await linkOf("student.fr", "https://fr.localhost");
    const { token } = await linkOf("student.se");
    const browser = new Browser(origin);
    for (const wrong of [french, `${token.slice(0, -3)}abc`, `${token}&id_token=${token}`, ""]) {
      expect((await press(browser, wrong)).location).toMatch(/problem=link/);
    }
    const bare = await openPlayerLink(processBackend(), browser.request(`${path}?origin=polylino`), "the-lantern");
    expect([bare.status, browser.take(bare)]).toEqual([303, "/reader/the-lantern?origin=polylino"]);
    expect(await who(browser)).toBeNull();
  });

  it("is rejected after its user has logged out", async () => {
    const { browser: portal, token } = await linkOf("student.se");
    portal.take({
      headers: new Headers({ "set-cookie": (await signOut(processBackend(), portal.request("/logout"))).cookie }),
    });
    expect((await press(new Browser(origin), token)).location).toMatch(/problem=link/);
  });

  it("is not used up by a prefetch, a frame or a HEAD request", async () => {
    const { token } = await linkOf("student.se");
    const browser = new Browser(origin);
    const address = `${path}?id_token=${token}`;
    for (const [name, value] of [
      ["sec-purpose", "prefetch"],
      ["sec-fetch-dest", "iframe"],
    ] as const) {
      const request = browser.request(address, { headers: { [name]: value } });
      await expect(openPlayerLink(processBackend(), request, "the-lantern")).rejects.toMatchObject({ status: 400 });
    }
    await openPlayerLink(processBackend(), browser.request(address, { method: "HEAD" }), "the-lantern");
    await press(browser, token);
    expect((await who(browser))?.username).toBe("student.se");
  });
});
