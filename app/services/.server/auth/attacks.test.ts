import { sql } from "drizzle-orm";
import { base64url, decodeJwt, exportSPKI, importJWK, type JWK, SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import {
  type AuthScene,
  authorizeQuery,
  authScene,
  codeOf,
  fixedPkce,
  originOf,
  scenePassword as password,
  type TokenResponse,
} from "#tests/support/auth-scene";
import { sessionSecret } from "#tests/support/auth-secrets";
import type { Realm } from "~/realms/realm";
import { secretBox } from "~/security/secret-box.server";
import type { IdentifiedPerson } from "~/services/.server/directory/identity";

/** Each test attacks one line of docs/security.md and expects a rejection; the numbers in the titles are its lines. */

let scene: AuthScene;

beforeAll(async () => {
  scene = await authScene();
});

async function signedIn(realm: Realm = "se"): Promise<{ person: IdentifiedPerson; tokens: TokenResponse }> {
  const person = await scene.newPerson(realm);
  return { person, tokens: await scene.signIn(person.username, password, realm) };
}

/** Status of the userinfo endpoint for an access token: 200 if the token is accepted. */
async function statusWith(token: string, realm: Realm = "se", headers: Record<string, string> = {}): Promise<number> {
  const authorization = `Bearer ${token}`;
  const response = await scene.send("/services/auth/v1/userinfo", { realm, headers: { authorization, ...headers } });
  return response.status;
}

async function countSessions(): Promise<number> {
  const { rows } = await scene.databases.eu.execute(sql`select count(*) as count from auth.sessions`);
  return Number(rows[0]?.count);
}

describe("3: cross-site requests", () => {
  it.each<Record<string, string>>([
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { referer: "https://evil.example/page" },
    { referer: "no address" },
  ])("given the headers of another site, then changes and sign-ins return 403: %j", async (headers) => {
    const { tokens } = await signedIn();
    const authorization = `Bearer ${tokens.access_token}`;
    const path = "/services/auth/v1/sessions";
    const response = await scene.send(path, { method: "DELETE", headers: { authorization, ...headers } });
    expect(response.status).toBe(403);
    const person = await scene.newPerson();
    const signIn = await scene.authorize({ form: { username: person.username, password }, headers });
    expect(signIn.status).toBe(403);
  });

  it("accepts a change with the site's own origin", async () => {
    const { tokens } = await signedIn();
    const headers = { authorization: `Bearer ${tokens.access_token}`, origin: originOf("se") };
    expect((await scene.send("/services/auth/v1/sessions", { method: "DELETE", headers })).status).toBe(204);
  });
});

describe("4: GET of the authorize endpoint", () => {
  it("redirects to the login page without a code, a token or a new session", async () => {
    const { tokens } = await signedIn();
    const before = await countSessions();
    const query = authorizeQuery("se", { id_token_hint: tokens.id_token, username: "person1", password });
    const response = await scene.send(`/services/auth/v1/authorize?${query}`);
    expect(response.status).toBe(302);
    const location = new URL(response.headers.get("location") ?? "");
    expect(location.pathname).toBe("/login");
    expect(location.href).not.toContain(tokens.id_token);
    expect(codeOf(response)).toBeNull();
    expect(await countSessions()).toBe(before);
  });
});

describe("5: PKCE", () => {
  it.each<Record<string, string | null>>([
    { code_challenge_method: "plain" },
    { code_challenge_method: null },
    { code_challenge: null },
    { code_challenge: "short" },
    { code_challenge: null, code_challenge_method: null },
  ])("rejects a code challenge that is not S256: %j", async (query) => {
    const person = await scene.newPerson();
    const response = await scene.authorize({ form: { username: person.username, password }, query });
    const location = new URL(response.headers.get("location") ?? "");
    expect(location.searchParams.get("error")).toBe("invalid_request");
    expect(location.searchParams.has("code")).toBe(false);
  });
});

describe("8: state and nonce", () => {
  it.each(["state", "nonce"].flatMap((name) => [null, "", " "].map((value) => ({ [name]: value }))))(
    "are required, before any credential is read: %j",
    async (query) => {
      const person = await scene.newPerson();
      const before = await countSessions();
      const page = await scene.send(`/services/auth/v1/authorize?${authorizeQuery("se", query)}`);
      const attempt = await scene.authorize({ form: { username: person.username, password }, query });
      for (const response of [page, attempt]) {
        const location = new URL(response.headers.get("location") ?? "");
        expect([location.pathname, location.searchParams.get("error")]).toEqual(["/login/callback", "invalid_request"]);
        expect(location.searchParams.has("code")).toBe(false);
      }
      expect(await countSessions()).toBe(before);
    },
  );
});

describe("6: redirect addresses", () => {
  it.each([
    "https://evil.example/login/callback",
    `${originOf("se")}/login/callback/`,
    `${originOf("se")}/login/callback?x=1`,
    `${originOf("se")}/login/callback#x`,
    `${originOf("se")}.evil.example/login/callback`,
    `${originOf("fr")}/login/callback`,
    "",
  ])("rejects (400) a redirect_uri that does not match exactly: %s", async (redirectUri) => {
    const person = await scene.newPerson();
    const form = { username: person.username, password };
    const response = await scene.authorize({ form, query: { redirect_uri: redirectUri } });
    expect(response.status).toBe(400);
    expect(response.headers.get("location")).toBeNull();
  });

  it.each(["https://evil.example/", `${originOf("se")}/anything`, `${originOf("se")}@evil.example/`])(
    "rejects (400) a post_logout_redirect_uri that does not match exactly, and keeps the session: %s",
    async (target) => {
      const { tokens } = await signedIn();
      const query = new URLSearchParams({ post_logout_redirect_uri: target, id_token_hint: tokens.id_token });
      const response = await scene.send(`/services/auth/logout?${query}`);
      expect(response.status).toBe(400);
      expect(await statusWith(tokens.access_token)).toBe(200);
    },
  );
});

describe("9: tokens", () => {
  it("rejects tokens of another realm or region", async () => {
    const { tokens } = await signedIn("se");
    expect(await statusWith(tokens.access_token, "se")).toBe(200);
    expect(await statusWith(tokens.access_token, "fr")).toBe(401);
    expect(await statusWith(tokens.access_token, "us")).toBe(401);
    expect(await statusWith(tokens.access_token, "se", { "x-country": "fr" })).toBe(400);
    const american = await signedIn("us");
    expect(await statusWith(american.tokens.access_token, "us")).toBe(200);
    expect(await statusWith(american.tokens.access_token, "se")).toBe(401);
  });

  it("rejects an altered claim, an altered signature, an id token and a refresh token", async () => {
    const { tokens } = await signedIn();
    const [head, body, signature] = tokens.access_token.split(".") as [string, string, string];
    const claims = decodeJwt(tokens.access_token);
    const altered = base64url.encode(JSON.stringify({ ...claims, sub: crypto.randomUUID() }));
    expect(await statusWith(`${head}.${altered}.${signature}`)).toBe(401);
    expect(await statusWith(`${head}.${body}.${signature.slice(0, -4)}AAAA`)).toBe(401);
    expect(await statusWith(tokens.id_token)).toBe(401);
    expect(await statusWith(tokens.refresh_token)).toBe(401);
  });

  it("rejects a token of our own key with another audience, type or issuer, or expired", async () => {
    const { tokens } = await signedIn();
    const claims = decodeJwt(tokens.access_token);
    const { rows } = await scene.databases.eu.execute<{ kid: string; private_jwk: Buffer }>(
      sql`select kid, private_jwk from auth.signing_keys order by signs_from`,
    );
    const { kid = "", private_jwk: sealed } = rows[0] ?? {};
    const jwk = JSON.parse(String(sealed && secretBox(sessionSecret, "signing keys").open(sealed))) as JWK;
    const key = await importJWK(jwk, "ES256");
    const signed = (change: Record<string, unknown>, typ = "at+jwt") =>
      new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: "ES256", kid, typ }).sign(key);
    expect(await statusWith(await signed({}))).toBe(200);
    expect(await statusWith(await signed({ aud: "another-client" }))).toBe(401);
    expect(await statusWith(await signed({}, "JWT"))).toBe(401);
    expect(await statusWith(await signed({ iss: "https://elsewhere.example/services/auth/x" }))).toBe(401);
    expect(await statusWith(await signed({ iss: "http://fr.localhost:3000/services/auth" }))).toBe(401);
    // Without configured origins one product is tried out at several names and ports of its machine, whose keys and cookies are the same.
    expect(await statusWith(await signed({ iss: "http://se.localhost:4000/services/auth" }))).toBe(200);
    expect(await statusWith(await signed({ iss: "http://evil.example:3000/services/auth" }))).toBe(401);
    expect(await statusWith(await signed({ exp: Math.floor(Date.now() / 1000) - 1 }))).toBe(401);
  });

  it("rejects algorithm none, and HS256 signed with the public key", async () => {
    const { tokens } = await signedIn();
    const { keys } = (await (await scene.send("/services/auth/.well-known/jwks.json")).json()) as { keys: JWK[] };
    const key = keys[0] as JWK;
    const claims = decodeJwt(tokens.access_token);
    const none = base64url.encode(JSON.stringify({ alg: "none", typ: "at+jwt", kid: key.kid }));
    expect(await statusWith(`${none}.${base64url.encode(JSON.stringify(claims))}.`)).toBe(401);
    const publicKey = (await importJWK(key, "ES256", { extractable: true })) as CryptoKey;
    for (const secret of [await exportSPKI(publicKey), JSON.stringify(key), String(key.x)]) {
      const forged = await new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256", typ: "at+jwt", kid: String(key.kid) })
        .sign(new TextEncoder().encode(secret));
      expect(await statusWith(forged)).toBe(401);
    }
  });

  it("publishes no private part of a signing key", async () => {
    const { keys } = (await (await scene.send("/services/auth/.well-known/jwks.json")).json()) as { keys: JWK[] };
    expect(Object.keys(keys[0] ?? {}).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
  });
});

describe("11: refresh tokens", () => {
  const rotated = async (tokens: TokenResponse) => {
    const response = await scene.refresh(tokens.refresh_token);
    expect(response.status).toBe(200);
    return (await response.json()) as TokenResponse;
  };

  it("given any number of rotations, then they expire with their session, whose end does not move", async () => {
    const { tokens: first } = await signedIn();
    const session = String(decodeJwt(first.id_token).sid);
    const endOf = async () => {
      const { rows } = await scene.databases.eu.execute(
        sql`select expires_at from auth.sessions where id = ${session}`,
      );
      return rows[0]?.expires_at;
    };
    const end = await endOf();
    // The session has been open for some days when its tokens rotate.
    await scene.databases.eu.execute(sql`
      update auth.sessions set created_at = created_at - interval '5 days', expires_at = expires_at - interval '5 days'
      where id = ${session}`);
    const earlier = await endOf();
    expect(earlier).not.toEqual(end);
    let tokens = first;
    for (let rotations = 0; rotations < 3; rotations += 1) {
      const next = await rotated(tokens);
      expect(next.refresh_token).not.toBe(tokens.refresh_token);
      tokens = next;
    }
    expect(await endOf()).toEqual(earlier);
    const { rows } = await scene.databases.eu.execute(sql`
      select expires_at from auth.refresh_tokens where session_id = ${session} order by created_at offset 1`);
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ expires_at: earlier })));

    await scene.databases.eu.execute(sql`
      update auth.sessions set expires_at = now() - interval '1 second' where id = ${session}`);
    expect((await scene.refresh(tokens.refresh_token)).status).toBe(400);
    expect(await statusWith(tokens.access_token)).toBe(401);
  });

  it("are rejected after their own expiry, although the session has not ended", async () => {
    const { tokens } = await signedIn();
    await scene.databases.eu.execute(sql`
      update auth.refresh_tokens set expires_at = now() - interval '1 second'
      where session_id = ${String(decodeJwt(tokens.id_token).sid)}`);
    expect((await scene.refresh(tokens.refresh_token)).status).toBe(400);
    expect(await statusWith(tokens.access_token)).toBe(200);
  });
});

describe("11: a refresh whose response was lost", () => {
  const key = { "idempotency-key": "the-very-same-request" };
  const renewed = async (token: string, headers: Record<string, string> = key) =>
    (await (await scene.refresh(token, "se", headers)).json()) as TokenResponse;

  it("given a retry with the same idempotency key, then it returns new tokens and voids the lost ones", async () => {
    const { tokens } = await signedIn();
    const lost = await renewed(tokens.refresh_token);
    const found = await renewed(tokens.refresh_token);
    expect(await statusWith(found.access_token)).toBe(200);
    const next = await renewed(found.refresh_token, { "idempotency-key": "the-next-request" });
    expect(await statusWith(next.access_token)).toBe(200);
    expect((await scene.refresh(lost.refresh_token)).status).toBe(400);
  });

  it("given another key, no key or tokens already in use, then the retry ends the session", async () => {
    for (const headers of [{}, { "idempotency-key": "somebody-else-asks" }] as Record<string, string>[]) {
      const { tokens } = await signedIn();
      const given = await renewed(tokens.refresh_token);
      expect((await scene.refresh(tokens.refresh_token, "se", headers)).status).toBe(400);
      expect(await statusWith(given.access_token)).toBe(401);
    }
    const { tokens } = await signedIn();
    const given = await renewed(tokens.refresh_token);
    const used = await renewed(given.refresh_token, { "idempotency-key": "the-next-request" });
    expect((await scene.refresh(tokens.refresh_token, "se", key)).status).toBe(400);
    expect(await statusWith(used.access_token)).toBe(401);
  });
});

describe("12: authorization codes", () => {
  it("expire within 60 seconds and are rejected after that", async () => {
    const person = await scene.newPerson();
    const code = String(codeOf(await scene.authorize({ form: { username: person.username, password } })));
    const { rows } = await scene.databases.eu.execute(sql`
      select extract(epoch from max(expires_at) - now()) as seconds from auth.authorization_codes`);
    expect(Number(rows[0]?.seconds)).toBeLessThanOrEqual(60);
    await scene.databases.eu.execute(sql`update auth.authorization_codes set expires_at = now() - interval '1 second'`);
    expect((await scene.exchange(code, fixedPkce.verifier)).status).toBe(400);
  });
});

describe("14: logging out", () => {
  it("ends the session on the server and rejects its tokens", async () => {
    const { tokens } = await signedIn();
    const query = new URLSearchParams({
      post_logout_redirect_uri: `${originOf("se")}/`,
      id_token_hint: tokens.id_token,
    });
    expect((await scene.send(`/services/auth/logout?${query}`)).status).toBe(302);
    expect(await statusWith(tokens.access_token)).toBe(401);
    expect((await scene.refresh(tokens.refresh_token)).status).toBe(400);
  });
});

describe("15, 21: the user's status, sessions and roles", () => {
  const countActive = async (uid: string) => {
    const { rows } = await scene.databases.eu.execute(
      sql`select count(*) as count from auth.sessions where uid = ${uid} and ended_at is null and expires_at > now()`,
    );
    return Number(rows[0]?.count);
  };

  it.each(["inactive", "deleted"] as const)(
    "given a user who is %s, then every token is rejected although the session has not ended",
    async (status) => {
      const { person, tokens } = await signedIn();
      scene.identity.change(person.uid, { status });
      expect(await statusWith(tokens.access_token)).toBe(401);
      // This endpoint requires only a signed-in user.
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      expect((await scene.send("/services/auth/v1/sessions", { headers })).status).toBe(401);
      expect((await scene.refresh(tokens.refresh_token)).status).toBe(400);
      expect(await countActive(person.uid)).toBe(1);
    },
  );

  it("given an active user whose sessions were ended, then every token is rejected", async () => {
    const { person, tokens } = await signedIn();
    await scene.auth.credentials.endSessions("se", person.uid);
    expect(await scene.identity.findByUid("se", person.uid)).toMatchObject({ status: "active" });
    expect(await countActive(person.uid)).toBe(0);
    expect(await statusWith(tokens.access_token)).toBe(401);
    expect((await scene.refresh(tokens.refresh_token)).status).toBe(400);
  });

  it("returns the user's current roles and scopes, not those in the token", async () => {
    const { person, tokens } = await signedIn();
    scene.identity.change(person.uid, { roles: ["employee"], scopes: ["ilt.user.se.write"] });
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const info = await (await scene.send("/services/auth/v1/userinfo", { headers })).json();
    expect(info).toMatchObject({ roles: ["employee"], scopes: ["ilt.user.se.write"] });
  });
});

describe("17: password change", () => {
  const change = async (tokens: TokenResponse, body: Record<string, string>) =>
    scene.send("/services/auth/v1/password", {
      method: "POST",
      headers: { authorization: `Bearer ${tokens.access_token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  it("requires the current password and ends the other sessions", async () => {
    const { person, tokens } = await signedIn();
    const other = await scene.signIn(person.username, password);
    const wrong = await change(tokens, { currentPassword: "not this one", password: "helt nytt losen" });
    expect(await wrong.json()).toMatchObject({
      error: "ValidationError",
      details: [{ attribute: "currentPassword", reason: "Your current password is incorrect" }],
    });
    expect(await statusWith(other.access_token)).toBe(200);
    expect((await change(tokens, { currentPassword: password, password: "helt nytt losen" })).status).toBe(204);
    expect(await statusWith(other.access_token)).toBe(401);
    expect(await statusWith(tokens.access_token)).toBe(200);
    await expect(scene.signIn(person.username, password)).rejects.toThrow("No code received");
    await scene.signIn(person.username, "helt nytt losen");
  });

  it.each(["short", "a".repeat(256), "password1", "Passw0rd!", "qwertyuiop", "12345678", "aaaaaaaa", "hejhejhej"])(
    "rejects a password that is common, too short or too long (23): %s",
    async (fresh) => {
      const { tokens } = await signedIn();
      const response = await change(tokens, { currentPassword: password, password: fresh });
      expect(response.status).toBe(400);
    },
  );

  it.each(["Anna.svensson1", "svensson2015", "a.svensson@x.example"])(
    "rejects a password that is just the user's own name or address (23): %s",
    async (fresh) => {
      const own = { name: "Anna Svensson", email: "a.svensson@x.example" };
      const person = await scene.newPerson("se", own);
      const tokens = await scene.signIn(person.username, password);
      const response = await change(tokens, { currentPassword: password, password: fresh });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { details: [{ attribute: "password", reason: "Too close to your own name" }] },
      ]);
      await scene.auth.credentials.setPassword("se", person.uid, "first given 4", { temporary: true });
      const form = { username: person.username, password: "first given 4", new_password: fresh };
      expect((await scene.authorize({ form })).status).toBe(400);
      expect((await scene.authorize({ form: { ...form, new_password: "mitt eget losen" } })).status).toBe(302);
    },
  );

  it("given a password set by staff, then it accepts 8 and 255 characters and rejects 7 and 256 (23)", async () => {
    const { person } = await signedIn();
    for (const [fresh, reason] of [
      [`${"långt ".repeat(42)}slut`, "Up to 255 characters"],
      ["kort på", "At least 8 characters"],
    ] as const) {
      const set = scene.auth.credentials.setPassword("se", person.uid, fresh, { temporary: true });
      await expect(set).rejects.toMatchObject({ details: [{ attribute: "password", reason }] });
    }
    for (const fresh of [`${"långt ".repeat(42)}så!`, "kort på8"]) {
      await scene.auth.credentials.setPassword("se", person.uid, fresh, { temporary: false });
      await scene.signIn(person.username, fresh);
    }
  });

  it("stores passwords as argon2id with at least 19 MiB and two passes (23)", async () => {
    const { person } = await signedIn();
    const { rows } = await scene.databases.eu.execute(sql`select hash from auth.passwords where uid = ${person.uid}`);
    const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(String(rows[0]?.hash)) ?? [];
    expect(Number(memory)).toBeGreaterThanOrEqual(19 * 1024);
    expect(Number(passes)).toBeGreaterThanOrEqual(2);
  });

  it("checks a long password to its last character (23)", async () => {
    const { person, tokens } = await signedIn();
    const long = `${"långt ".repeat(40)}slut`;
    expect((await change(tokens, { currentPassword: password, password: long })).status).toBe(204);
    await scene.signIn(person.username, long);
    await expect(scene.signIn(person.username, long.slice(0, -1))).rejects.toThrow("No code received");
  });
});

describe("22: first passwords", () => {
  it("given two people with one slip at the same moment, then the first one's own password stays", async () => {
    const person = await scene.newPerson();
    await scene.auth.credentials.setPassword("se", person.uid, "first given 4", { temporary: true });
    const form = { username: person.username, password: "first given 4" };
    const own = ["mitt eget losen", "ditt eget losen", "hans eget losen"];
    const responses = await Promise.all(
      own.map((fresh) => scene.authorize({ form: { ...form, new_password: fresh } })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([302, 401, 401]);
    const chosen = own[responses.findIndex(({ status }) => status === 302)] ?? "";
    await scene.signIn(person.username, chosen);
  });

  it("must be changed at the first sign-in, to another password, and expire", async () => {
    const person = await scene.newPerson();
    await scene.auth.credentials.setPassword("se", person.uid, "first given 4", { temporary: true });
    const form = { username: person.username, password: "first given 4" };
    const before = await countSessions();
    const response = await scene.authorize({ form });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: "password_change_required" });
    expect((await scene.authorize({ form: { ...form, new_password: form.password } })).status).toBe(400);
    expect(await countSessions()).toBe(before);
    expect((await scene.authorize({ form: { ...form, new_password: "mitt eget losen" } })).status).toBe(302);
    await scene.signIn(person.username, "mitt eget losen");

    await scene.auth.credentials.setPassword("se", person.uid, "second given 5", { temporary: true });
    await scene.databases.eu.execute(sql`
      update auth.passwords set expires_at = now() - interval '1 second' where uid = ${person.uid}`);
    const late = await scene.authorize({
      form: { username: person.username, password: "second given 5", new_password: "ett annat losen" },
    });
    expect(late.status).toBe(401);
  });
});

describe("18: parameters of the authorize request", () => {
  const form = async () => ({ username: (await scene.newPerson("se", { roles: ["employee"] })).username, password });

  it("requires a factor for secure and the actor's session for acting, and rejects repeated parameters", async () => {
    expect((await scene.authorize({ form: await form(), query: { acr_values: "secure" } })).status).toBe(403);
    const target = await scene.newPerson();
    expect((await scene.authorize({ form: await form(), query: { act_as: target.uid } })).status).toBe(401);
    const { tokens } = await signedIn();
    const hinted = { act_as: target.uid, id_token_hint: tokens.id_token };
    expect((await scene.authorize({ form: await form(), query: hinted })).status).toBe(401);
    for (const name of ["acr_values", "act_as"]) {
      const twice = new URLSearchParams({ client_id: "fabel-web", [name]: "x" });
      twice.append(name, "y");
      const response = await scene.send(`/services/auth/v1/authorize?${twice}`, { method: "POST", body: twice });
      expect(response.status).toBe(400);
    }
  });

  it("given no acr_values, then the login is basic", async () => {
    const response = await scene.authorize({ form: await form(), query: { acr_values: null } });
    const tokens = await (await scene.exchange(String(codeOf(response)), fixedPkce.verifier)).json();
    expect(decodeJwt(tokens.access_token).acr).toBe("basic");
  });

  it("given unknown acr_values, then it redirects with invalid_request and no code", async () => {
    const response = await scene.authorize({ form: await form(), query: { acr_values: "super" } });
    const location = new URL(String(response.headers.get("location")));
    expect([location.searchParams.get("error"), location.searchParams.has("code")]).toEqual(["invalid_request", false]);
  });
});

describe("25: responses", () => {
  it("with personal data or an authorization code have Cache-Control: no-store", async () => {
    const { person, tokens } = await signedIn();
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const info = await scene.send("/services/auth/v1/userinfo", { headers });
    expect(info.headers.get("cache-control")).toBe("no-store");
    const code = await scene.authorize({ form: { username: person.username, password } });
    expect(code.headers.get("cache-control")).toBe("no-store");
  });
});

describe("26: the event log", () => {
  it("records sign-ins and refusals without the password, and cannot be altered", async () => {
    const { person } = await signedIn();
    await scene.authorize({ form: { username: person.username, password: "wrong password" } });
    const { rows } = await scene.databases.eu.execute<{ kind: string; details: unknown }>(
      sql`select kind, details from auth.events where uid = ${person.uid} order by id`,
    );
    expect(rows.map((row) => row.kind)).toEqual(["signed_in", "sign_in_refused"]);
    expect(JSON.stringify(rows)).not.toContain("wrong password");
    await expect(scene.databases.eu.execute(sql`delete from auth.events`)).rejects.toThrow();
    await expect(scene.databases.eu.execute(sql`update auth.events set kind = 'x'`)).rejects.toThrow();
    await expect(scene.databases.eu.execute(sql`truncate auth.events`)).rejects.toThrow();
  });
});
