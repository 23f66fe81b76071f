import { sql } from "drizzle-orm";
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import {
  type AuthScene,
  authScene,
  codeOf,
  fixedPkce,
  newPkce,
  originOf,
  type TokenResponse,
} from "#tests/support/auth-scene";
import type { IdentifiedPerson } from "~/services/.server/directory/identity";

const password = "ett langt losen 7";

let scene: AuthScene;
let pupil: IdentifiedPerson;

beforeAll(async () => {
  scene = await authScene();
  pupil = scene.identity.add({
    realm: "se",
    username: "elsa",
    name: "Elsa Berg",
    legacyId: 4711,
    roles: ["student"],
    subscriptions: [{ type: "polyglutt-school" }],
  });
  await scene.auth.credentials.setPassword("se", pupil.uid, password, { temporary: false });
});

const proof = { username: "elsa", password };

async function freshCode(): Promise<string> {
  const code = codeOf(await scene.authorize({ form: proof }));
  if (!code) throw new Error("No code received");
  return code;
}

async function errorOf(response: Response): Promise<string> {
  return ((await response.json()) as { error: string }).error;
}

/** Sends a request five times at once, and expects exactly one to be accepted. */
async function onlySuccess(send: () => Promise<Response>): Promise<TokenResponse> {
  const responses = await Promise.all(Array.from({ length: 5 }, send));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
  return (await responses.find(({ status }) => status === 200)?.json()) as TokenResponse;
}

async function statusWith({ access_token: token }: Pick<TokenResponse, "access_token">): Promise<number> {
  return (await scene.send("/services/auth/v1/userinfo", { headers: { authorization: `Bearer ${token}` } })).status;
}

describe("sign-in with a password", () => {
  it("redirects with a code and the state, and the code is exchanged for three tokens", async () => {
    const response = await scene.authorize({ form: proof });
    expect(response.status).toBe(302);
    const location = new URL(response.headers.get("location") ?? "");
    expect(location.origin + location.pathname).toBe(`${originOf("se")}/login/callback`);
    expect(location.searchParams.get("state")).toBe("some-state");

    const tokens = await scene.exchange(String(location.searchParams.get("code")), fixedPkce.verifier);
    expect(tokens.status).toBe(200);
    expect(tokens.headers.get("cache-control")).toBe("no-store");
    const body = await tokens.json();
    expect(Object.keys(body).sort()).toEqual(
      ["access_token", "expires_in", "id_token", "refresh_token", "scope", "token_type"].sort(),
    );
  });

  it("puts the specified claims into the access token and the id token", async () => {
    const tokens = await scene.signIn("ELSA", password);
    const access = decodeJwt(tokens.access_token);
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: "ES256", typ: "at+jwt" });
    expect(access).toMatchObject({
      iss: `${originOf("se")}/services/auth`,
      aud: "fabel-web",
      sub: pupil.uid,
      scope: "openid profile",
      realm: "se",
      roles: [{ value: "student" }],
      subscriptions: [{ type: "polyglutt-school" }],
      amr: ["pwd"],
      acr: "basic",
    });
    expect(access.auth_time).toEqual(expect.any(Number));
    expect(Number(access.exp) - Number(access.iat)).toBeGreaterThan(300);
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      sub: "4711",
      name: "Elsa Berg",
      preferred_username: "elsa",
      nonce: "some-nonce",
      aud: "fabel-web",
    });
    expect(decodeJwt(tokens.id_token)).not.toHaveProperty("act");
  });

  it("accepts a username pasted with characters that nobody sees, decomposed and in capitals", async () => {
    const person = await scene.newPerson("se", { username: "åsa.ek" });
    const pasted = ` \u200B${person.username.toUpperCase().normalize("NFD")}\u00AD\uFEFF`;
    const response = await scene.authorize({ form: { username: pasted, password } });
    expect(codeOf(response)).not.toBeNull();
  });

  it("returns the same 401 for a wrong password, an unknown or invalid username and a disabled user", async () => {
    const gone = scene.identity.add({ realm: "se", username: "gone", status: "inactive" });
    await scene.auth.credentials.setPassword("se", gone.uid, password, { temporary: false });
    const responses = await Promise.all(
      [
        { username: "elsa", password: "wrong password" },
        { username: "nobody-at-all", password },
        { username: "elsa\0", password: "\0" },
        { username: "gone", password },
      ].map(async (form) => {
        const response = await scene.authorize({ form });
        return { status: response.status, headers: headersBut(response, "x-request-id"), body: await response.text() };
      }),
    );
    expect(responses[0]?.status).toBe(401);
    for (const response of responses) expect(response).toEqual(responses[0]);
  });
});

describe("the authorization code", () => {
  it("given a code used twice, then it is rejected and the first use's refresh token is void", async () => {
    const code = await freshCode();
    const first = (await (await scene.exchange(code, fixedPkce.verifier)).json()) as { refresh_token: string };
    const second = await scene.exchange(code, fixedPkce.verifier);
    expect(second.status).toBe(400);
    expect(await errorOf(second)).toBe("invalid_grant");
    expect(await errorOf(await scene.refresh(first.refresh_token))).toBe("invalid_grant");
  });

  it("given a code used several times at once, then one use gets tokens that work; a later use ends them", async () => {
    for (let round = 0; round < 5; round += 1) {
      const code = await freshCode();
      const tokens = await onlySuccess(() => scene.exchange(code, fixedPkce.verifier));
      expect(await statusWith(tokens)).toBe(200);
      const refreshed = await scene.refresh(tokens.refresh_token);
      expect(refreshed.status).toBe(200);
      expect((await scene.exchange(code, fixedPkce.verifier)).status).toBe(400);
      expect(await statusWith(await refreshed.json())).toBe(401);
    }
  });

  it("given a second use that arrives a moment later on another connection, then it ends nothing; a later one ends them", async () => {
    const code = await freshCode();
    const tokens = (await (await scene.exchange(code, fixedPkce.verifier)).json()) as TokenResponse;
    const use = (later: number) =>
      scene.exchange(code, fixedPkce.verifier, {
        arrivedAt: new Date(Date.now() + later),
        previousResponseAt: null,
      });
    expect((await use(500)).status).toBe(400);
    expect(await statusWith(tokens)).toBe(200);
    expect((await use(2000)).status).toBe(400);
    expect(await statusWith(tokens)).toBe(401);
  });

  it("given an exchange whose end was not stored, then it counts as ended ten seconds later", async () => {
    const code = await freshCode();
    const tokens = (await (await scene.exchange(code, fixedPkce.verifier)).json()) as TokenResponse;
    await scene.databases.eu.execute(sql`update auth.authorization_codes set exchanged_at = null`);
    expect((await scene.exchange(code, fixedPkce.verifier)).status).toBe(400);
    expect(await statusWith(tokens)).toBe(200);
    await scene.databases.eu.execute(sql`
      update auth.authorization_codes set used_at = now() - interval '11 seconds' where exchanged_at is null`);
    expect((await scene.exchange(code, fixedPkce.verifier)).status).toBe(400);
    expect(await statusWith(tokens)).toBe(401);
  });

  it.each([
    ["another verifier", { code_verifier: newPkce().verifier }, "invalid_grant"],
    ["another client", { client_id: "other" }, "invalid_client"],
    ["another redirect address", { redirect_uri: `${originOf("se")}/login/callback/` }, "invalid_request"],
  ])("is rejected with %s", async (_name, extra, error) => {
    const response = await scene.exchange(await freshCode(), fixedPkce.verifier, { extra });
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toBe(error);
  });

  it("is rejected without a verifier and in another realm", async () => {
    const bare = new URLSearchParams({
      grant_type: "authorization_code",
      code: await freshCode(),
      client_id: "fabel-web",
      redirect_uri: `${originOf("se")}/login/callback`,
    });
    const response = await scene.send("/services/auth/v2/token", { method: "POST", body: bare });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: "invalid_grant",
      error_description: "Missing code verifier when authenticating with code.",
    });
    expect(await errorOf(await scene.exchange(await freshCode(), fixedPkce.verifier, { realm: "fr" }))).toBe(
      "invalid_grant",
    );
  });
});

describe("refresh tokens", () => {
  it("given one used several times at once, then one use gets tokens that work; a later use ends them", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { refresh_token: token } = await scene.signIn("elsa", password);
      const tokens = await onlySuccess(() => scene.refresh(token));
      expect(await statusWith(tokens)).toBe(200);
      expect((await scene.refresh(token)).status).toBe(400);
      expect(await statusWith(tokens)).toBe(401);
    }
  });

  it("rotate, and a reused refresh token ends the whole token family", async () => {
    const first = await scene.signIn("elsa", password);
    const second = (await (await scene.refresh(first.refresh_token)).json()) as typeof first;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(decodeJwt(second.id_token).nonce).toBe("some-nonce");
    expect(await errorOf(await scene.refresh(first.refresh_token))).toBe("invalid_grant");
    expect(await errorOf(await scene.refresh(second.refresh_token))).toBe("invalid_grant");
  });
});

describe("a refresh request", () => {
  it("without a refresh token returns 400 with a description", async () => {
    const response = await scene.refresh("");
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: "invalid_request",
      error_description: "No refresh token available",
    });
  });
});

describe("an invalid request to the token endpoint", () => {
  it.each([
    [{}, "invalid_request"],
    [{ client_id: "fabel-web" }, "invalid_request"],
    [{ grant_type: "refresh_token", refresh_token: "x" }, "invalid_client"],
    [{ grant_type: "refresh_token", refresh_token: "x", client_id: "fabel-web" }, "invalid_grant"],
    [{ grant_type: "refresh_token", refresh_token: "\u0000", client_id: "fabel-web" }, "invalid_request"],
  ])("returns the OAuth error code: %j", async (form, error) => {
    const response = await scene.send("/services/auth/v2/token", { method: "POST", body: new URLSearchParams(form) });
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toBe(error);
  });

  it("returns invalid_request for a body that is not a form", async () => {
    const headers = { "content-type": "application/json" };
    const response = await scene.send("/services/auth/v2/token", { method: "POST", headers, body: "{}" });
    expect([response.status, await errorOf(response)]).toEqual([400, "invalid_request"]);
  });
});

describe("the discovery document", () => {
  const read = async (path: string) => (await scene.send(`/services/auth/.well-known/${path}`)).json();

  it("lists endpoints, keys, claims and grants that match the service's behaviour", async () => {
    const configuration = await read("openid-configuration");
    expect(configuration.issuer).toBe(`${originOf("se")}/services/auth`);
    const local = (address: string) => address.replace(originOf("se"), "");
    expect((await scene.send(local(configuration.authorization_endpoint))).status).toBe(400);
    expect((await scene.send(local(configuration.token_endpoint), { method: "POST" })).status).toBe(400);
    expect((await scene.send(local(configuration.end_session_endpoint))).status).toBe(302);
    const tokens = await scene.signIn("elsa", password);
    const jwks = createLocalJWKSet(await (await scene.send(local(configuration.jwks_uri))).json());
    const checks = {
      issuer: configuration.issuer,
      audience: "fabel-web",
      algorithms: configuration.id_token_signing_alg_values_supported,
    };
    const { payload } = await jwtVerify(tokens.id_token, jwks, checks);
    await jwtVerify(tokens.access_token, jwks, checks);
    for (const claim of Object.keys({ ...payload, ...decodeJwt(tokens.access_token) })) {
      expect(configuration.claims_supported).toContain(claim);
    }
    expect(configuration.code_challenge_methods_supported).toEqual(["S256"]);
    expect(configuration.response_types_supported).toEqual(["code"]);
    expect(configuration.grant_types_supported).toEqual(["authorization_code", "refresh_token"]);
  });
});

describe("unsupported grants and response types", () => {
  it.each(["password", "client_credentials", "implicit"])(
    "grant_type %s returns unsupported_grant_type",
    async (grant) => {
      const body = new URLSearchParams({ grant_type: grant, client_id: "fabel-web", ...proof });
      expect(await errorOf(await scene.send("/services/auth/v2/token", { method: "POST", body }))).toBe(
        "unsupported_grant_type",
      );
    },
  );

  it.each(["token", "id_token", "id_token token", "code id_token", ""])(
    "response_type '%s' redirects with an error and no code (docs/security.md, line 7)",
    async (kind) => {
      const response = await scene.authorize({ query: { response_type: kind }, form: proof });
      const location = new URL(String(response.headers.get("location")));
      expect([location.searchParams.get("error"), location.hash]).toEqual(["unsupported_response_type", ""]);
      expect(location.searchParams.has("code")).toBe(false);
    },
  );
});

function headersBut(response: Response, name: string): Array<[string, string]> {
  return [...response.headers].filter(([key]) => key !== name);
}
