import { sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { type AttackScene, attackScene } from "#tests/support/attack-scene";
import { authorizeQuery, codeOf, fixedPkce, originOf, scenePassword as password } from "#tests/support/auth-scene";

/** Attacks on the authorize endpoint, each expected to be rejected; the numbers in the titles are lines of docs/security.md. */

let scene: AttackScene;

beforeAll(async () => {
  scene = await attackScene();
});

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
    const { tokens } = await scene.signedIn();
    const authorization = `Bearer ${tokens.access_token}`;
    const path = "/services/auth/v1/sessions";
    const response = await scene.send(path, { method: "DELETE", headers: { authorization, ...headers } });
    expect(response.status).toBe(403);
    const person = await scene.newPerson();
    const signIn = await scene.authorize({ form: { username: person.username, password }, headers });
    expect(signIn.status).toBe(403);
  });

  it("accepts a change with the site's own origin", async () => {
    const { tokens } = await scene.signedIn();
    const headers = { authorization: `Bearer ${tokens.access_token}`, origin: originOf("se") };
    expect((await scene.send("/services/auth/v1/sessions", { method: "DELETE", headers })).status).toBe(204);
  });
});

describe("4: GET of the authorize endpoint", () => {
  it("redirects to the login page without a code, a token or a new session", async () => {
    const { tokens } = await scene.signedIn();
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
      const { tokens } = await scene.signedIn();
      const query = new URLSearchParams({ post_logout_redirect_uri: target, id_token_hint: tokens.id_token });
      const response = await scene.send(`/services/auth/logout?${query}`);
      expect(response.status).toBe(400);
      expect(await scene.statusWith(tokens.access_token)).toBe(200);
    },
  );
});

describe("18: parameters of the authorize request", () => {
  const form = async () => ({ username: (await scene.newPerson("se", { roles: ["employee"] })).username, password });

  it("requires a factor for secure and the actor's session for acting, and rejects repeated parameters", async () => {
    expect((await scene.authorize({ form: await form(), query: { acr_values: "secure" } })).status).toBe(403);
    const target = await scene.newPerson();
    expect((await scene.authorize({ form: await form(), query: { act_as: target.uid } })).status).toBe(401);
    const { tokens } = await scene.signedIn();
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
