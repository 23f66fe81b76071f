import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Browser, sessionScene } from "#tests/support/session-scene";
import { requestContextOf } from "~/clients/request-context.server";
import { processBackend } from "~/composition/process-backend.server";
import { beginAttempt, finishSignIn } from "./sign-in.server";
import { nonceOf } from "./strategy.server";

/** A remote sign-in service that returns tokens for another address: they sign nobody in. docs/security.md, lines 8, 9. */

const origin = "https://se.localhost";
let server: Server;
let tokenResponse: Record<string, string> = {};

beforeAll(async () => {
  server = createServer((_message, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(tokenResponse));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await sessionScene([], { AUTH_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/auth` });
});

afterAll(() => void server.close());

const part = (claims: unknown) => Buffer.from(JSON.stringify(claims)).toString("base64url");
const token = (claims: object) => `${part({ alg: "ES256" })}.${part(claims)}.none`;

async function signInWith(change: Record<string, string>): Promise<string> {
  const browser = new Browser(origin);
  const { path, cookies } = await beginAttempt(processBackend(), requestContextOf(browser.request("/login")), {});
  const headers = new Headers();
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  browser.take({ headers });
  const state = String(new URLSearchParams(path.split("?")[1]).get("state"));
  const now = Math.floor(Date.now() / 1000);
  const both = { iss: `${origin}/services/auth`, aud: "fabel-web", exp: now + 900, realm: "se", ...change };
  const more = { sid: "s", amr: ["pwd"], acr: "basic", auth_time: now, scope: "openid", roles: [], subscriptions: [] };
  const person = { sub: "4711", name: "Anna", preferred_username: "anna" };
  tokenResponse = {
    access_token: token({ ...both, ...more, sub: crypto.randomUUID() }),
    id_token: token({ nonce: nonceOf(processBackend(), state), ...both, ...person }),
    refresh_token: "some refresh token",
    token_type: "Bearer",
  };
  return browser.take(
    await finishSignIn(processBackend(), browser.request(`/login/callback?code=a-code&state=${state}`)),
  );
}

it.each<Record<string, string>>([
  { iss: "https://elsewhere.example/services/auth" },
  { iss: "https://fr.localhost/services/auth" },
  { realm: "fr" },
  { nonce: "of another attempt" },
])("rejects tokens with %j", async (change) => {
  expect(await signInWith(change)).toMatch(/^\/login\?problem=attempt/);
});

it("accepts tokens with matching claims", async () => {
  expect(await signInWith({})).toBe("/");
});
