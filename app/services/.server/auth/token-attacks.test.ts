import { sql } from "drizzle-orm";
import { base64url, decodeJwt, exportSPKI, importJWK, type JWK, SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { type AttackScene, attackScene } from "#tests/support/attack-scene";
import { codeOf, fixedPkce, scenePassword as password, type TokenResponse } from "#tests/support/auth-scene";
import { sessionSecret } from "#tests/support/auth-secrets";
import { secretBox } from "~/security/secret-box.server";

/** Attacks on tokens and codes, each expected to be rejected; the numbers in the titles are lines of docs/security.md. */

let scene: AttackScene;

beforeAll(async () => {
  scene = await attackScene();
});

describe("9: tokens", () => {
  it("rejects tokens of another realm or region", async () => {
    const { tokens } = await scene.signedIn("se");
    expect(await scene.statusWith(tokens.access_token, "se")).toBe(200);
    expect(await scene.statusWith(tokens.access_token, "fr")).toBe(401);
    expect(await scene.statusWith(tokens.access_token, "us")).toBe(401);
    expect(await scene.statusWith(tokens.access_token, "se", { "x-country": "fr" })).toBe(400);
    const american = await scene.signedIn("us");
    expect(await scene.statusWith(american.tokens.access_token, "us")).toBe(200);
    expect(await scene.statusWith(american.tokens.access_token, "se")).toBe(401);
  });

  it("rejects an altered claim, an altered signature, an id token and a refresh token", async () => {
    const { tokens } = await scene.signedIn();
    const [head, body, signature] = tokens.access_token.split(".") as [string, string, string];
    const claims = decodeJwt(tokens.access_token);
    const altered = base64url.encode(JSON.stringify({ ...claims, sub: crypto.randomUUID() }));
    expect(await scene.statusWith(`${head}.${altered}.${signature}`)).toBe(401);
    expect(await scene.statusWith(`${head}.${body}.${signature.slice(0, -4)}AAAA`)).toBe(401);
    expect(await scene.statusWith(tokens.id_token)).toBe(401);
    expect(await scene.statusWith(tokens.refresh_token)).toBe(401);
  });

  it("rejects a token of our own key with another audience, type or issuer, or expired", async () => {
    const { tokens } = await scene.signedIn();
    const claims = decodeJwt(tokens.access_token);
    const { rows } = await scene.databases.eu.execute<{ kid: string; private_jwk: Buffer }>(
      sql`select kid, private_jwk from auth.signing_keys order by signs_from`,
    );
    const { kid = "", private_jwk: sealed } = rows[0] ?? {};
    const jwk = JSON.parse(String(sealed && secretBox(sessionSecret, "signing keys").open(sealed))) as JWK;
    const key = await importJWK(jwk, "ES256");
    const signed = (change: Record<string, unknown>, typ = "at+jwt") =>
      new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: "ES256", kid, typ }).sign(key);
    expect(await scene.statusWith(await signed({}))).toBe(200);
    expect(await scene.statusWith(await signed({ aud: "another-client" }))).toBe(401);
    expect(await scene.statusWith(await signed({}, "JWT"))).toBe(401);
    expect(await scene.statusWith(await signed({ iss: "https://elsewhere.example/services/auth/x" }))).toBe(401);
    expect(await scene.statusWith(await signed({ iss: "http://fr.localhost:3000/services/auth" }))).toBe(401);
    // Without configured origins one product is tried out at several names and ports of its machine, whose keys and cookies are the same.
    expect(await scene.statusWith(await signed({ iss: "http://se.localhost:4000/services/auth" }))).toBe(200);
    expect(await scene.statusWith(await signed({ iss: "http://evil.example:3000/services/auth" }))).toBe(401);
    expect(await scene.statusWith(await signed({ exp: Math.floor(Date.now() / 1000) - 1 }))).toBe(401);
  });

  it("rejects algorithm none, and HS256 signed with the public key", async () => {
    const { tokens } = await scene.signedIn();
    const { keys } = (await (await scene.send("/services/auth/.well-known/jwks.json")).json()) as { keys: JWK[] };
    const key = keys[0] as JWK;
    const claims = decodeJwt(tokens.access_token);
    const none = base64url.encode(JSON.stringify({ alg: "none", typ: "at+jwt", kid: key.kid }));
    expect(await scene.statusWith(`${none}.${base64url.encode(JSON.stringify(claims))}.`)).toBe(401);
    const publicKey = (await importJWK(key, "ES256", { extractable: true })) as CryptoKey;
    for (const secret of [await exportSPKI(publicKey), JSON.stringify(key), String(key.x)]) {
      const forged = await new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256", typ: "at+jwt", kid: String(key.kid) })
        .sign(new TextEncoder().encode(secret));
      expect(await scene.statusWith(forged)).toBe(401);
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
    const { tokens: first } = await scene.signedIn();
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
    expect(await scene.statusWith(tokens.access_token)).toBe(401);
  });

  it("are rejected after their own expiry, although the session has not ended", async () => {
    const { tokens } = await scene.signedIn();
    await scene.databases.eu.execute(sql`
      update auth.refresh_tokens set expires_at = now() - interval '1 second'
      where session_id = ${String(decodeJwt(tokens.id_token).sid)}`);
    expect((await scene.refresh(tokens.refresh_token)).status).toBe(400);
    expect(await scene.statusWith(tokens.access_token)).toBe(200);
  });
});

describe("11: a refresh whose response was lost", () => {
  const key = { "idempotency-key": "the-very-same-request" };
  const renewed = async (token: string, headers: Record<string, string> = key) =>
    (await (await scene.refresh(token, "se", headers)).json()) as TokenResponse;

  it("given a retry with the same idempotency key, then it returns new tokens and voids the lost ones", async () => {
    const { tokens } = await scene.signedIn();
    const lost = await renewed(tokens.refresh_token);
    const found = await renewed(tokens.refresh_token);
    expect(await scene.statusWith(found.access_token)).toBe(200);
    const next = await renewed(found.refresh_token, { "idempotency-key": "the-next-request" });
    expect(await scene.statusWith(next.access_token)).toBe(200);
    expect((await scene.refresh(lost.refresh_token)).status).toBe(400);
  });

  it("given another key, no key or tokens already in use, then the retry ends the session", async () => {
    for (const headers of [{}, { "idempotency-key": "somebody-else-asks" }] as Record<string, string>[]) {
      const { tokens } = await scene.signedIn();
      const given = await renewed(tokens.refresh_token);
      expect((await scene.refresh(tokens.refresh_token, "se", headers)).status).toBe(400);
      expect(await scene.statusWith(given.access_token)).toBe(401);
    }
    const { tokens } = await scene.signedIn();
    const given = await renewed(tokens.refresh_token);
    const used = await renewed(given.refresh_token, { "idempotency-key": "the-next-request" });
    expect((await scene.refresh(tokens.refresh_token, "se", key)).status).toBe(400);
    expect(await scene.statusWith(used.access_token)).toBe(401);
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
