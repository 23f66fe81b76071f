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

/** Each test breaks a line of the security page on purpose and must be refused; the numbers are that page's. */

let scene: AuthScene;

beforeAll(async () => {
  scene = await authScene();
});

async function signedIn(realm: Realm = "se"): Promise<{ person: IdentifiedPerson; tokens: TokenResponse }> {
  const person = await scene.newPerson(realm);
  return { person, tokens: await scene.signIn(person.username, password, realm) };
}

/** Asks with a token who one is: 200 when it opens the door. */
async function statusWith(token: string, realm: Realm = "se", headers: Record<string, string> = {}): Promise<number> {
  const authorization = `Bearer ${token}`;
  const response = await scene.send("/services/auth/v1/userinfo", { realm, headers: { authorization, ...headers } });
  return response.status;
}

async function countSessions(): Promise<number> {
  const { rows } = await scene.databases.eu.execute(sql`select count(*) as count from auth.sessions`);
  return Number(rows[0]?.count);
}

describe("3: another site's page", () => {
  it.each<Record<string, string>>([
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { referer: "https://evil.example/page" },
    { referer: "no address" },
  ])("cannot make a browser change anything: %j", async (headers) => {
    const { tokens } = await signedIn();
    const authorization = `Bearer ${tokens.access_token}`;
    const path = "/services/auth/v1/sessions";
    const response = await scene.send(path, { method: "DELETE", headers: { authorization, ...headers } });
    expect(response.status).toBe(403);
    const person = await scene.newPerson();
    const signIn = await scene.authorize({ form: { username: person.username, password }, headers });
    expect(signIn.status).toBe(403);
  });

  it("is told apart from our own", async () => {
    const { tokens } = await signedIn();
    const headers = { authorization: `Bearer ${tokens.access_token}`, origin: originOf("se") };
    expect((await scene.send("/services/auth/v1/sessions", { method: "DELETE", headers })).status).toBe(204);
  });
});

describe("4: GET", () => {
  it("signs nobody in and leads to the login page without any token", async () => {
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
  ])("is S256 or nothing: %j", async (query) => {
    const person = await scene.newPerson();
    const response = await scene.authorize({ form: { username: person.username, password }, query });
    const location = new URL(response.headers.get("location") ?? "");
    expect(location.searchParams.get("error")).toBe("invalid_request");
    expect(location.searchParams.has("code")).toBe(false);
  });
});

describe("6: addresses", () => {
  it.each([
    "https://evil.example/login/callback",
    `${originOf("se")}/login/callback/`,
    `${originOf("se")}/login/callback?x=1`,
    `${originOf("se")}/login/callback#x`,
    `${originOf("se")}.evil.example/login/callback`,
    `${originOf("fr")}/login/callback`,
    "",
  ])("match exactly when a code is asked for: %s", async (redirectUri) => {
    const person = await scene.newPerson();
    const form = { username: person.username, password };
    const response = await scene.authorize({ form, query: { redirect_uri: redirectUri } });
    expect(response.status).toBe(400);
    expect(response.headers.get("location")).toBeNull();
  });

  it.each(["https://evil.example/", `${originOf("se")}/anything`, `${originOf("se")}@evil.example/`])(
    "match exactly after logging out: %s",
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
  it("of another realm or region open nothing", async () => {
    const { tokens } = await signedIn("se");
    expect(await statusWith(tokens.access_token, "se")).toBe(200);
    expect(await statusWith(tokens.access_token, "fr")).toBe(401);
    expect(await statusWith(tokens.access_token, "us")).toBe(401);
    expect(await statusWith(tokens.access_token, "se", { "x-country": "fr" })).toBe(400);
    const american = await signedIn("us");
    expect(await statusWith(american.tokens.access_token, "us")).toBe(200);
    expect(await statusWith(american.tokens.access_token, "se")).toBe(401);
  });

  it("with an altered claim or signature, or of another kind, open nothing", async () => {
    const { tokens } = await signedIn();
    const [head, body, signature] = tokens.access_token.split(".") as [string, string, string];
    const claims = decodeJwt(tokens.access_token);
    const altered = base64url.encode(JSON.stringify({ ...claims, sub: crypto.randomUUID() }));
    expect(await statusWith(`${head}.${altered}.${signature}`)).toBe(401);
    expect(await statusWith(`${head}.${body}.${signature.slice(0, -4)}AAAA`)).toBe(401);
    expect(await statusWith(tokens.id_token)).toBe(401);
    expect(await statusWith(tokens.refresh_token)).toBe(401);
  });

  it("that our own key signed for somebody else, for another issuer or as another kind open nothing", async () => {
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
    expect(await statusWith(await signed({ exp: Math.floor(Date.now() / 1000) - 1 }))).toBe(401);
  });

  it("by algorithm none, or HS256 with the public key, open nothing", async () => {
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

  it("publish no private part of a key", async () => {
    const { keys } = (await (await scene.send("/services/auth/.well-known/jwks.json")).json()) as { keys: JWK[] };
    expect(Object.keys(keys[0] ?? {}).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
  });
});

describe("11: refresh tokens", () => {
  it("end with their session, however often they rotate", async () => {
    const { tokens } = await signedIn();
    const session = String(decodeJwt(tokens.id_token).sid);
    const { rows } = await scene.databases.eu.execute(sql`
      select r.expires_at <= s.expires_at as ends from auth.refresh_tokens r join auth.sessions s on s.id = r.session_id
      where s.id = ${session}`);
    expect(rows).toEqual([{ ends: true }]);
    await scene.databases.eu.execute(sql`
      update auth.sessions set expires_at = now() - interval '1 second' where id = ${session}`);
    expect((await scene.refresh(tokens.refresh_token)).status).toBe(400);
    expect(await statusWith(tokens.access_token)).toBe(401);
  });
});

describe("11: a refresh whose answer was lost", () => {
  const key = { "idempotency-key": "the-very-same-request" };
  const renewed = async (token: string, headers: Record<string, string> = key) =>
    (await (await scene.refresh(token, "se", headers)).json()) as TokenResponse;

  it("is answered again to the same request, and what the lost answer gave is void", async () => {
    const { tokens } = await signedIn();
    const lost = await renewed(tokens.refresh_token);
    const found = await renewed(tokens.refresh_token);
    expect(await statusWith(found.access_token)).toBe(200);
    const next = await renewed(found.refresh_token, { "idempotency-key": "the-next-request" });
    expect(await statusWith(next.access_token)).toBe(200);
    expect((await scene.refresh(lost.refresh_token)).status).toBe(400);
  });

  it("is reuse all the same with another key or none, and once what it gave was used", async () => {
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

describe("12: codes", () => {
  it("hold for 60 seconds", async () => {
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
  it("ends the session on the server: its tokens are dead at once", async () => {
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

describe("15, 21: the person", () => {
  const countLiving = async (uid: string) => {
    const { rows } = await scene.databases.eu.execute(
      sql`select count(*) as count from auth.sessions where uid = ${uid} and ended_at is null and expires_at > now()`,
    );
    return Number(rows[0]?.count);
  };

  it.each(["inactive", "deleted"] as const)(
    "who is %s opens nothing by the status alone, while the session itself still lives",
    async (status) => {
      const { person, tokens } = await signedIn();
      scene.identity.change(person.uid, { status });
      expect(await statusWith(tokens.access_token)).toBe(401);
      // A call that asks for nothing but somebody who is signed in.
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      expect((await scene.send("/services/auth/v1/sessions", { headers })).status).toBe(401);
      expect((await scene.refresh(tokens.refresh_token)).status).toBe(400);
      expect(await countLiving(person.uid)).toBe(1);
    },
  );

  it("whose sessions are ended loses every token at once by that alone, while they are active themselves", async () => {
    const { person, tokens } = await signedIn();
    await scene.auth.credentials.endSessions("se", person.uid);
    expect(await scene.identity.findByUid("se", person.uid)).toMatchObject({ status: "active" });
    expect(await countLiving(person.uid)).toBe(0);
    expect(await statusWith(tokens.access_token)).toBe(401);
    expect((await scene.refresh(tokens.refresh_token)).status).toBe(400);
  });

  it("has the roles of this moment, not of the token", async () => {
    const { person, tokens } = await signedIn();
    scene.identity.change(person.uid, { roles: ["employee"], scopes: ["ilt.user.se.write"] });
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const info = await (await scene.send("/services/auth/v1/userinfo", { headers })).json();
    expect(info).toMatchObject({ roles: ["employee"], scopes: ["ilt.user.se.write"] });
  });
});

describe("17: a new password", () => {
  const change = async (tokens: TokenResponse, body: Record<string, string>) =>
    scene.send("/services/auth/v1/password", {
      method: "POST",
      headers: { authorization: `Bearer ${tokens.access_token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  it("needs the old one, and ends the other sessions", async () => {
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
    "is refused when it is easy to guess, too short or too long (23): %s",
    async (fresh) => {
      const { tokens } = await signedIn();
      const response = await change(tokens, { currentPassword: password, password: fresh });
      expect(response.status).toBe(400);
    },
  );

  it("is refused when it is too long, or too short, whoever sets it (23)", async () => {
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

  it("is kept as argon2id, with at least 19 MiB and two passes (23)", async () => {
    const { person } = await signedIn();
    const { rows } = await scene.databases.eu.execute(sql`select hash from auth.passwords where uid = ${person.uid}`);
    const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(String(rows[0]?.hash)) ?? [];
    expect(Number(memory)).toBeGreaterThanOrEqual(19 * 1024);
    expect(Number(passes)).toBeGreaterThanOrEqual(2);
  });

  it("is never cut short (23)", async () => {
    const { person, tokens } = await signedIn();
    const long = `${"långt ".repeat(40)}slut`;
    expect((await change(tokens, { currentPassword: password, password: long })).status).toBe(204);
    await scene.signIn(person.username, long);
    await expect(scene.signIn(person.username, long.slice(0, -1))).rejects.toThrow("No code received");
  });
});

describe("22: a first password", () => {
  it("must be changed before it opens anything, and expires", async () => {
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

describe("18: what is asked in the address", () => {
  const form = async () => ({ username: (await scene.newPerson("se", { roles: ["employee"] })).username, password });

  it("proves nothing: secure needs its factor, acting needs the actor's own session, and both only once each", async () => {
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

  it("left out gives a login that is not secure, whatever the page hoped for", async () => {
    const response = await scene.authorize({ form: await form(), query: { acr_values: null } });
    const tokens = await (await scene.exchange(String(codeOf(response)), fixedPkce.verifier)).json();
    expect(decodeJwt(tokens.access_token).acr).toBe("basic");
  });

  it("with a level that nobody knows is sent back", async () => {
    const response = await scene.authorize({ form: await form(), query: { acr_values: "super" } });
    const location = new URL(String(response.headers.get("location")));
    expect([location.searchParams.get("error"), location.searchParams.has("code")]).toEqual(["invalid_request", false]);
  });
});

describe("25: answers", () => {
  it("with tokens or personal data are not kept", async () => {
    const { person, tokens } = await signedIn();
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const info = await scene.send("/services/auth/v1/userinfo", { headers });
    expect(info.headers.get("cache-control")).toBe("no-store");
    const code = await scene.authorize({ form: { username: person.username, password } });
    expect(code.headers.get("cache-control")).toBe("no-store");
  });
});

describe("26: the journal", () => {
  it("names sign-ins and refusals and cannot be altered", async () => {
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
