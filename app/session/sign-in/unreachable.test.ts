import { beforeAll, describe, expect, it, vi } from "vitest";
import { Browser, sessionScene } from "#tests/support/session-scene";
import { requestContextOf } from "~/clients/request-context.server";
import { processBackend } from "~/composition/process-backend.server";
import { randomToken } from "~/security/secret-box.server";
import { sessionCookieHeader } from "~/session/cookies.server";
import { optionalUser, requireUser, type SignedIn } from "~/session/guard.server";
import { liveSession } from "~/session/live-session.server";
import { loadActAs, loadEscalate, submitActAs } from "~/session/step-up/step-up.server";
import { goToProvider } from "./external-sign-in.server";
import { loadLogin, submitLogin } from "./login.server";

/** A sign-in service that does not respond: stored tokens stay unchanged. docs/product/shell.md#states. */

const origin = "https://se.localhost";

// Without these short delays each call waits seconds for its retries, which clients.test.ts and remote-auth.test.ts cover.
vi.mock(import("~/clients/remote-auth"), async (original) => {
  const { callRemoteAuth } = await original();
  return { callRemoteAuth: (url, request, info) => callRemoteAuth(url, request, info, { delay: () => 1 }) };
});
vi.mock(import("~/clients/http"), async (original) => {
  const http = await original();
  return { ...http, httpTransport: (url, options) => http.httpTransport(url, { ...options, delay: () => 1 }) };
});

beforeAll(async () => {
  // Nothing listens on port 9 (discard).
  process.env.AUTH_URL = "http://127.0.0.1:9/services/auth";
  await sessionScene(["se"]);
});

const part = (claims: unknown) => Buffer.from(JSON.stringify(claims)).toString("base64url");
const token = (claims: object) => `${part({ alg: "ES256" })}.${part(claims)}.none`;

/** Stores a session whose access token expires in `seconds`; returns its browser and id. */
async function signedIn(seconds: number): Promise<{ browser: Browser; id: string }> {
  const browser = new Browser(origin);
  const id = randomToken();
  const exp = Math.floor(Date.now() / 1000) + seconds;
  const common = { aud: "fabel-web", iss: `${origin}/services/auth`, exp };
  const access = { ...common, sub: crypto.randomUUID(), realm: "se", sid: "s", amr: ["pwd"], acr: "basic" };
  const more = { auth_time: exp - 900, scope: "openid profile", roles: [{ value: "employee" }], subscriptions: [] };
  await processBackend().sessionStore.create(id, {
    realm: "se",
    uid: access.sub,
    accessExpiresAt: new Date(exp * 1000),
    tokens: {
      accessToken: token({ ...access, ...more }),
      idToken: token({ ...common, sub: "4711", name: "Anna", preferred_username: "anna" }),
      refreshToken: "some refresh token",
      returnTo: null,
    },
  });
  browser.take({ headers: new Headers({ "set-cookie": await sessionCookieHeader(browser.request("/"), id) }) });
  return { browser, id };
}

/** The stored record of a session whose access token expires in `seconds`. */
async function signedInSession(seconds: number) {
  return processBackend().sessionStore.find("se", (await signedIn(seconds)).id);
}

/** Runs `work` and expects that its failed calls are reported. */
async function reporting<Result>(work: () => Promise<Result>): Promise<Result> {
  const reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const result = await work();
  expect(reported).toHaveBeenCalled();
  reported.mockRestore();
  return result;
}

describe("given an unreachable sign-in service", () => {
  it("then a session that is due for renewal stays unchanged, with the claims of its tokens", async () => {
    const { browser, id } = await signedIn(200);
    const { user } = (await reporting(() => optionalUser(processBackend(), browser.request("/")))) as SignedIn;
    expect(user).toMatchObject({ username: "anna", name: "Anna", isEmployee: true });
    const stored = await processBackend().sessionStore.find("se", id);
    expect(stored).toMatchObject({ version: 0, tokens: { refreshToken: "some refresh token" } });
  });

  it("then a session with an expired token is not valid and stays stored", async () => {
    const { browser, id } = await signedIn(-10);
    expect(await reporting(() => liveSession(processBackend(), requestContextOf(browser.request("/")), id))).toBeNull();
    expect(await processBackend().sessionStore.find("se", id)).not.toBeNull();
  });

  it("then a user with an expired token is redirected to the login page with the problem waiting", async () => {
    const { browser } = await signedIn(-10);
    const sent = await reporting(() =>
      requireUser(processBackend(), browser.request("/profile")).catch((thrown: Response) => thrown),
    );
    if (!(sent instanceof Response)) throw new Error("The session holds");
    const login = sent.headers.get("location");
    expect(login).toBe("/login?reauthenticate=true&redirect=%2Fprofile&problem=waiting");
    const page = await reporting(() => loadLogin(processBackend(), browser.request(String(login))));
    expect(page).toMatchObject({ problem: "waiting", redirectTo: "/profile" });
  });

  it("then a failed renewal does not block the next, after which the login page redirects the user", async () => {
    const { browser, id } = await signedIn(-10);
    await reporting(() => liveSession(processBackend(), requestContextOf(browser.request("/")), id));
    const { sessionStore } = processBackend();
    expect(await sessionStore.claimRenewal("se", id, 0)).toBe(true);
    const { tokens } = (await signedInSession(900)) ?? {};
    if (!tokens) throw new Error("No session");
    await sessionStore.renew("se", id, 0, tokens, new Date(Date.now() + 900_000));
    const path = "/login?reauthenticate=true&redirect=%2Fprofile&problem=waiting";
    const sent = await reporting(() =>
      loadLogin(processBackend(), browser.request(path)).catch((thrown: Response) => thrown),
    );
    expect((sent as Response).headers.get("location")).toBe("/profile");
  });

  it("then sign-in at a provider redirects to the login page with the problem unreachable", async () => {
    const request = new Browser(origin).request("/login/with/google?redirect=%2Fprofile");
    const response = await reporting(() => goToProvider(processBackend(), request, "google"));
    expect(response.headers.get("location")).toBe("/login?problem=unreachable&redirect=%2Fprofile");
    const { problem } = await reporting(() =>
      loadLogin(processBackend(), new Browser(origin).request("/login?problem=unreachable")),
    );
    expect(problem).toBe("unreachable");
  });

  it("then the form for acting as a user returns 503 and keeps the reason", async () => {
    const { browser } = await signedIn(900);
    const path = `/login/act-as?user=${crypto.randomUUID()}`;
    const sent = await reporting(() => submitActAs(processBackend(), browser.post(path, { reason: "Hjälper till" })));
    if (sent instanceof Response) throw new Error("Acting by nobody's leave");
    expect(sent).toMatchObject({
      data: { lastResult: { initialValue: { reason: "Hjälper till" } }, failed: true },
      init: { status: 503 },
    });
    const page = await reporting(() => loadActAs(processBackend(), browser.request(path)));
    expect(page).toMatchObject({ data: { target: null }, init: { status: 503 } });
  });

  it("then the second factor page shows that the service is unavailable", async () => {
    const { browser } = await signedIn(900);
    const page = await reporting(() =>
      loadEscalate(processBackend(), browser.request("/login/escalate?redirect=/profile")),
    );
    expect(page).toMatchObject({ redirectTo: "/profile", isUnavailable: true, factors: null });
  });

  it("then a login returns 503 and keeps the username", async () => {
    const form = { username: "teacher.se", password: "some password" };
    const result = await reporting(() => submitLogin(processBackend(), new Browser(origin).post("/login", form)));
    if (result instanceof Response) throw new Error("Signed in by nobody");
    expect(result.init?.status).toBe(503);
    expect(result.data.lastResult).toMatchObject({
      error: { "": ["unreachable"] },
      initialValue: { username: "teacher.se" },
    });
  });
});
