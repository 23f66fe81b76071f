import { sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type AuthScene,
  authorizeQuery,
  authScene,
  fixedPkce,
  originOf,
  scenePassword,
  type TokenResponse,
} from "#tests/support/auth-scene";
import { type ForgingProvider, forgeries, startForgingProvider } from "#tests/support/forging-provider";
import { type OpenidProvider, startOpenidProvider } from "#tests/support/openid-provider";
import type { Realm } from "~/realms/realm";
import { tokenLimit } from "~/services/.server/auth/passwords/limits";
import type { ExternalIdentifier, IdentifiedPerson } from "~/services/.server/directory/identity";
import { identifiersIn } from "./external-providers";

/** Sign-in through a real OpenID Connect provider in a separate process; docs/security.md, lines 8, 9, 10. */

let provider: OpenidProvider;
let forging: ForgingProvider;
let scene: AuthScene;

const accounts = {
  "google-1": { email: "elsa@skola.example", email_verified: true, hd: "skola.example" },
  "google-2": { email: "elsa@skola.example", email_verified: false, hd: "skola.example" },
  "google-3": { email: "elsa@skola.example", email_verified: true },
  "google-4": { email: "other@skola.example", email_verified: true, hd: "skola.example" },
  "microsoft-1": { preferred_username: "elsa@kommun.example", email: "boss@kommun.example" },
  "eid-1": { personal_number: "199001011234" },
  "gar-1": { name: "Elsa" },
  "domino-1": { eppn: "elsa@skola.example" },
};
const names = ["google", "microsoft", "eid", "gar", "domino", "vidis"];

beforeAll(async () => {
  provider = await startOpenidProvider({
    redirectUris: names.map((name) => `${originOf("se")}/login/with/${name}/callback`),
    accounts,
  });
  const { issuer, clientId, clientSecret } = provider;
  const each = Object.fromEntries(names.map((name) => [name, { issuer, clientId, clientSecret }]));
  forging = await startForgingProvider("forged-1");
  const forged = Object.fromEntries(
    forgeries.map((forgery) => [forgery, { issuer: forging.issuerOf(forgery), clientId, clientSecret }]),
  );
  const deaf = { issuer: "http://127.0.0.1:9", clientId, clientSecret };
  scene = await authScene({ se: { ...each, ...forged, deaf } });
});

afterAll(async () => {
  await provider.stop();
  await forging.stop();
});

let person: IdentifiedPerson;
beforeEach(async () => {
  person = scene.identity.add({ realm: "se", username: crypto.randomUUID(), roles: ["employee"] });
  scene.identity.clearExternal();
  await scene.databases.eu.execute(sql`delete from auth.external_links`);
});

const has = (identifier: ExternalIdentifier, value: string, of = person) =>
  scene.identity.setExternal(of.uid, identifier, value);

const questionWith = (change: Record<string, string> = {}) =>
  authorizeQuery("se", { state: "our-state", nonce: "our-nonce", ...change }).toString();

async function post(path: string, body: unknown, realm: Realm = "se") {
  const headers = { "content-type": "application/json", "x-country": realm };
  const response = await scene.send(`/services/auth/v1/external/${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    realm,
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

type Begun = { location: string; attempt: string };
const begin = async (name: string, change?: Record<string, string>): Promise<Begun> =>
  (await post(`${name}/attempts`, { authorize: questionWith(change) })).body;

async function cameBack(name: string, account: string, change?: Record<string, string>) {
  const { location, attempt } = await begin(name, change);
  return { attempt, answer: (await provider.visit(location, account)).search };
}

async function signIn(name: string, account: string, change?: Record<string, string>) {
  return post(`${name}/answers`, await cameBack(name, account, change));
}

async function tokensOf({ body }: { body: { location?: string } }): Promise<TokenResponse> {
  const code = String(new URL(String(body.location)).searchParams.get("code"));
  return (await (await scene.exchange(code, fixedPkce.verifier)).json()) as TokenResponse;
}

describe("sign-in with a provider", () => {
  it.each<[string, string, ExternalIdentifier, string]>([
    ["google", "google-1", "gsuiteId", "google-1"],
    ["google", "google-1", "gsuiteEmail", "elsa@skola.example"],
    ["microsoft", "microsoft-1", "office365", "elsa@kommun.example"],
    ["domino", "domino-1", "eppn", "elsa@skola.example"],
    ["vidis", "domino-1", "eppn", "elsa@skola.example"],
  ])(
    "given %s account %s and a matching %s, then it signs the user in and links issuer and subject",
    async (name, account, kind, value) => {
      has(kind, value);
      const response = await signIn(name, account);
      expect(response.status).toBe(200);
      const tokens = await tokensOf(response);
      expect(decodeJwt(tokens.access_token)).toMatchObject({ sub: person.uid, amr: [name], acr: "basic", realm: "se" });
      expect(decodeJwt(tokens.id_token).nonce).toBe("our-nonce");
      const { rows } = await scene.databases.eu.execute(sql`select issuer, subject, uid from auth.external_links`);
      expect(rows).toEqual([{ issuer: provider.issuer, subject: account, uid: person.uid }]);
      expect((await signIn(name, account)).status).toBe(200);
    },
  );

  it("given a manual link to issuer and subject, then it signs in without a matching identifier", async () => {
    expect(await signIn("gar", "gar-1")).toMatchObject({ status: 403, body: { error: "external_unknown" } });
    await scene.auth.credentials.linkExternal("se", person.uid, { issuer: provider.issuer, subject: "gar-1" });
    const tokens = await tokensOf(await signIn("gar", "gar-1"));
    expect(decodeJwt(tokens.access_token)).toMatchObject({ sub: person.uid, amr: ["gar"] });
  });

  it("returns 403 when only an email address matches that is not a trusted identifier", async () => {
    scene.identity.change(person.uid, { email: "elsa@skola.example" });
    expect((await signIn("google", "google-1")).status).toBe(403);
    has("gsuiteEmail", "elsa@skola.example");
    // Not verified; without a workspace; of another provider.
    for (const account of ["google-2", "google-3"]) expect((await signIn("google", account)).status).toBe(403);
    expect((await signIn("microsoft", "google-1")).status).toBe(403);
    has("office365", "boss@kommun.example");
    expect((await signIn("microsoft", "microsoft-1")).status).toBe(403);
  });

  it("given an identifier moved to another user, then the account signs in as that user", async () => {
    has("gsuiteEmail", "elsa@skola.example");
    await signIn("google", "google-1");
    const other = scene.identity.add({ realm: "se", username: crypto.randomUUID(), roles: ["student"] });
    has("gsuiteEmail", "elsa@skola.example", other);
    expect(decodeJwt((await tokensOf(await signIn("google", "google-1"))).access_token).sub).toBe(other.uid);
  });

  it("given an identifier withdrawn from its user, then the account no longer signs in (403) until it is restored", async () => {
    has("gsuiteEmail", "elsa@skola.example");
    expect((await signIn("google", "google-1")).status).toBe(200);
    scene.identity.clearExternal();
    expect(await signIn("google", "google-1")).toMatchObject({ status: 403, body: { error: "external_unknown" } });
    const { rows } = await scene.databases.eu.execute(sql`select 1 from auth.external_links`);
    expect(rows).toEqual([]);
    has("gsuiteEmail", "elsa@skola.example");
    expect((await signIn("google", "google-1")).status).toBe(200);
  });

  it("returns 403 for guardians and disabled users, and for students with an electronic ID", async () => {
    has("gsuiteId", "google-4");
    has("bankid", "199001011234");
    scene.identity.change(person.uid, { roles: ["guardian"] });
    expect((await signIn("google", "google-4")).status).toBe(403);
    scene.identity.change(person.uid, { roles: ["student"] });
    expect((await signIn("google", "google-4")).status).toBe(200);
    expect((await signIn("eid", "eid-1")).status).toBe(403);
    scene.identity.change(person.uid, { roles: ["employee"], status: "inactive" });
    expect((await signIn("google", "google-4")).status).toBe(403);
  });

  it("gives a secure login with an electronic ID, and 403 with another provider", async () => {
    has("bankid", "199001011234");
    const tokens = await tokensOf(await signIn("eid", "eid-1", { acr_values: "secure" }));
    expect(decodeJwt(tokens.access_token)).toMatchObject({ sub: person.uid, acr: "secure", amr: ["eid", "mfa"] });
    has("gsuiteId", "google-4");
    expect((await signIn("google", "google-4", { acr_values: "secure" })).status).toBe(403);
  });
});

describe("a sign-in attempt", () => {
  beforeEach(() => has("gsuiteId", "google-4"));

  it("sends a new state, nonce and S256 challenge each time, and prompt=login to reauthenticate", async () => {
    const [first, second] = [new URL((await begin("google")).location), new URL((await begin("google")).location)];
    expect(first.searchParams.get("code_challenge_method")).toBe("S256");
    expect(first.searchParams.get("redirect_uri")).toBe(`${originOf("se")}/login/with/google/callback`);
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(first.searchParams.get(name)?.length).toBeGreaterThan(20);
      expect(first.searchParams.get(name)).not.toBe(second.searchParams.get(name));
    }
    const again = new URL((await begin("google", { reauthenticate: "true" })).location);
    expect(again.searchParams.get("prompt")).toBe("login");
  });

  it("is accepted only once", async () => {
    const back = await cameBack("google", "google-4");
    expect((await post("google/answers", back)).status).toBe(200);
    expect(await post("google/answers", back)).toMatchObject({ status: 400, body: { error: "external_attempt" } });
  });

  it("is bound to its browser, provider and realm", async () => {
    const mine = await cameBack("google", "google-4");
    const theirs = await cameBack("google", "google-1");
    const mixed = { attempt: mine.attempt, answer: theirs.answer };
    expect((await post("google/answers", mixed)).status).toBe(400);
    expect((await post("microsoft/answers", mine)).status).toBe(400);
    expect((await post("google/answers", { ...mine, attempt: "nonsense" })).status).toBe(400);
    expect((await post("google/answers", { ...mine, attempt: `${mine.attempt.slice(0, -4)}AAAA` })).status).toBe(400);
    expect((await post("google/answers", mine, "fr")).status).toBe(400);
    expect((await post("google/answers", mine)).status).toBe(200);
  });

  it("returns 401 with the code of another attempt and without a code", async () => {
    const { attempt, answer } = await cameBack("google", "google-4");
    const stolen = new URLSearchParams((await cameBack("google", "google-1")).answer);
    const query = new URLSearchParams(answer);
    query.set("code", String(stolen.get("code")));
    // The code was issued for the other attempt's PKCE challenge.
    expect(await post("google/answers", { attempt, answer: `?${query}` })).toMatchObject({ status: 401 });
    const none = await begin("google");
    const state = String(new URL(none.location).searchParams.get("state"));
    expect(await post("google/answers", { attempt: none.attempt, answer: `?state=${state}` })).toMatchObject({
      status: 401,
      body: { error: "external_refused" },
    });
  });

  it("returns 401 when the user cancels at the provider", async () => {
    expect(await signIn("google", "nobody")).toMatchObject({ status: 401, body: { error: "external_refused" } });
  });

  it("returns 400 for invalid parameters, 404 for an unknown provider and 503 for an unavailable one", async () => {
    const ask = (change: Record<string, string>, name = "google") =>
      post(`${name}/attempts`, { authorize: questionWith(change) });
    expect((await ask({ redirect_uri: "https://evil.example/" })).status).toBe(400);
    expect((await ask({ code_challenge_method: "plain" })).status).toBe(400);
    expect((await ask({ act_as: person.uid })).status).toBe(400);
    expect((await ask({ id_token_hint: "x" })).status).toBe(400);
    expect((await ask({}, "constructor")).status).toBe(404);
    expect((await ask({}, "deaf")).status).toBe(503);
  });

  it("given too many invalid attempts from an address, then it returns 429 but a valid one succeeds (29)", async () => {
    const back = await cameBack("google", "google-4");
    const rubbish = { ...back, attempt: "nonsense" };
    expect((await post("google/answers", rubbish)).status).toBe(400);
    await scene.databases.eu.execute(sql`
      update auth.rate_limits set points = ${tokenLimit.points + 1} where key like 'external:%'`);
    const late = await post("google/answers", rubbish);
    expect(late).toMatchObject({ status: 429, body: { error: "too_many_attempts" } });
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await post("google/answers", back)).status).toBe(200);
    await scene.databases.eu.execute(sql`delete from auth.rate_limits`);
  });

  it("logs a refusal with the provider's name and no email address", async () => {
    await signIn("google", "google-1");
    const { rows } = await scene.databases.eu.execute(sql`
      select details from auth.events where kind = 'sign_in_refused' order by id desc limit 1`);
    expect(rows).toEqual([{ details: { method: "google", reason: "unknown" } }]);
  });
});

describe("an identity provider", () => {
  const link = (forgery: (typeof forgeries)[number]) =>
    scene.auth.credentials.linkExternal("se", person.uid, { issuer: forging.issuerOf(forgery), subject: "forged-1" });
  async function comeFrom(forgery: string) {
    const { location, attempt } = await begin(forgery);
    return post(`${forgery}/answers`, { attempt, answer: forging.answerTo(location) });
  }

  it.each(["nonce", "issuer", "audience", "expired", "key", "unsigned"] as const)(
    "given an invalid id token (%s), then sign-in returns 401 (docs/security.md, lines 8, 9)",
    async (forgery) => {
      for (const each of [forgery, "honest"] as const) await link(each);
      expect((await comeFrom("honest")).status).toBe(200);
      expect(await comeFrom(forgery)).toMatchObject({ status: 401, body: { error: "external_refused" } });
    },
  );

  it("given a provider error after the redirect, then it returns 503 and reports the cause", async () => {
    expect(await comeFrom("failing")).toMatchObject({ status: 503, body: { error: "external_unavailable" } });
    const { location, attempt } = await begin("honest");
    const state = new URL(location).searchParams.get("state");
    const answer = `?state=${state}&error=temporarily_unavailable`;
    expect((await post("honest/answers", { attempt, answer })).body.error).toBe("external_unavailable");
    expect(scene.reported.slice(-2)).toMatchObject([
      { code: "external_unavailable", cause: { name: "ClientError" } },
      { code: "external_unavailable", cause: { message: "Sent back with temporarily_unavailable" } },
    ]);
  });

  it("given a provider that does not respond, then logging out still returns 204", async () => {
    await link("honest");
    const { access_token: token } = await tokensOf(await comeFrom("honest"));
    const response = await scene.send(`/services/auth/v1/external/honest/logout?access_token=${token}`);
    const [tokenRequest] = forging.givenBack;
    // The revocation request is still pending although the response was sent.
    expect([response.status, tokenRequest?.socket.destroyed]).toEqual([204, false]);
  });
});

describe("the claims of a provider", () => {
  it("are read only as identifiers that this provider manages", () => {
    const everything = { ...accounts["google-1"], ...accounts["eid-1"], sub: "s", upn: "u", eppn: "e" };
    const kinds = (name: string) => identifiersIn(name, everything).map(({ identifier }) => identifier);
    expect(kinds("google")).toEqual(["gsuiteId", "gsuiteEmail"]);
    expect(kinds("microsoft")).toEqual(["office365"]);
    expect(kinds("eid")).toEqual(["bankid"]);
    for (const name of ["gar", "domino", "vidis", "skol_id"]) expect(kinds(name)).toEqual(["eppn"]);
  });
});

describe("the logout endpoint of a provider", () => {
  it("revokes the provider's tokens once, and returns 401 for an invalid access token", async () => {
    has("gsuiteId", "google-4");
    const { access_token: token } = await tokensOf(await signIn("google", "google-4"));
    const before = await provider.revocations();
    const call = (given: string) =>
      scene.send(`/services/auth/v1/external/google/logout?access_token=${encodeURIComponent(given)}`);
    expect((await call("nonsense")).status).toBe(401);
    expect(await provider.revocations()).toBe(before);
    expect((await call(token)).status).toBe(204);
    expect(await provider.revocations()).toBe(before + 1);
    expect((await call(token)).status).toBe(204);
    expect(await provider.revocations()).toBe(before + 1);
  });

  it("given the valid token of another user or of another session, then it revokes only that session's tokens", async () => {
    has("gsuiteId", "google-4");
    const { access_token: token } = await tokensOf(await signIn("google", "google-4"));
    const stranger = await scene.newPerson();
    const others = [
      await scene.signIn(stranger.username, scenePassword),
      await tokensOf(await signIn("google", "google-4")),
    ];
    const storedTokens = async () => {
      const { rows } = await scene.databases.eu.execute(sql`
        select 1 from auth.external_sessions where session_id = ${String(decodeJwt(token).sid)}`);
      return rows.length;
    };
    const call = (given: string) =>
      scene.send(`/services/auth/v1/external/google/logout?access_token=${encodeURIComponent(given)}`);
    const before = await provider.revocations();
    expect((await call(String(others[0]?.access_token))).status).toBe(204);
    expect(await provider.revocations()).toBe(before);
    expect((await call(String(others[1]?.access_token))).status).toBe(204);
    expect(await provider.revocations()).toBe(before + 1);
    expect(await storedTokens()).toBe(1);
    expect((await call(token)).status).toBe(204);
    expect(await provider.revocations()).toBe(before + 2);
    expect(await storedTokens()).toBe(0);
  });

  it("given a stored sign-in, then the provider's tokens are not in plain text in the database", async () => {
    has("gsuiteId", "google-4");
    await signIn("google", "google-4");
    const { rows } = await scene.databases.eu.execute(
      sql`select encode(tokens, 'escape') as tokens from auth.external_sessions`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain("accessToken");
  });
});
