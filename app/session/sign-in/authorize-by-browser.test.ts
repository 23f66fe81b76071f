import { sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { authorizeQuery, fixedPkce } from "#tests/support/auth-scene";
import { Browser, type Databases, demoPassword, sessionScene } from "#tests/support/session-scene";
import { processBackend } from "~/composition/process-backend.server";
import { optionalUser, type SignedIn } from "~/session/guard.server";
import { loadActAs, loadEscalate, submitActAs, submitEscalate } from "~/session/step-up/step-up.server";
import { loadLogin, submitLogin } from "./login.server";
import { finishSignIn } from "./sign-in.server";

/** Browser requests to {auth}/v1/authorize with the parameters of docs/product/shell.md#calls, from a client with PKCE. */

const origin = "http://se.localhost:3000";
let databases: Databases;
let browser: Browser;

beforeAll(async () => {
  databases = await sessionScene(["se"]);
});

beforeEach(async () => {
  browser = await signIn("admin.se");
});

async function signIn(username: string): Promise<Browser> {
  const made = new Browser(origin);
  const result = await submitLogin(processBackend(), made.post("/login", { username, password: demoPassword }));
  if (!(result instanceof Response)) throw new Error("Not signed in");
  made.take(await finishSignIn(processBackend(), made.request(made.take(result))));
  return made;
}

const clientInfo = { ipAddress: "192.0.2.1", requestId: "r-1" };

/** Calls the authorize endpoint; returns the target of the redirect. */
async function authorize(parameters: Record<string, string>): Promise<URL> {
  const request = new Request(`${origin}/services/auth/v1/authorize?${authorizeQuery("se", parameters)}`);
  const response = await processBackend().callAuth(request, clientInfo);
  expect(response.status).toBe(302);
  return new URL(response.headers.get("location") ?? "", origin);
}

const pathOf = ({ pathname, search }: URL) => pathname + search;

/** Exchanges the code of a redirect to the client; returns the claims of the access token. */
async function claimsFor(result: unknown) {
  if (!(result instanceof Response)) throw new Error(`No redirect: ${JSON.stringify(result)}`);
  const back = new URL(result.headers.get("location") ?? "");
  expect([back.pathname, back.searchParams.get("state")]).toEqual(["/login/callback", "some-state"]);
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code: back.searchParams.get("code") ?? "",
    client_id: "fabel-web",
    redirect_uri: `${origin}/login/callback`,
    code_verifier: fixedPkce.verifier,
  });
  const request = new Request(`${origin}/services/auth/v2/token`, { method: "POST", body });
  const tokens = (await (await processBackend().callAuth(request, clientInfo)).json()) as { access_token: string };
  return decodeJwt<{ acr: string; act?: { sub: string } }>(tokens.access_token);
}

async function idTokenOf(of: Browser): Promise<string> {
  const { sessionId } = (await optionalUser(processBackend(), of.request("/"))) as SignedIn;
  return String((await processBackend().sessionStore.find("se", sessionId))?.tokens.idToken);
}

async function uidOf(username: string): Promise<string> {
  const { rows } = await databases.eu.execute<{ uid: string }>(
    sql`select uid from directory.users where username = ${username}`,
  );
  return String(rows[0]?.uid);
}

describe("act_as", () => {
  it("redirects to the page that asks for a reason, then to the client with that user's token", async () => {
    const pupil = await uidOf("student.se");
    const page = await authorize({ act_as: pupil, id_token_hint: await idTokenOf(browser) });
    expect([page.pathname, page.searchParams.get("user")]).toEqual(["/login/act-as", pupil]);
    expect(page.href).not.toContain(await idTokenOf(browser));
    await loadActAs(processBackend(), browser.request(pathOf(page)));
    const claims = await claimsFor(
      await submitActAs(processBackend(), browser.post(pathOf(page), { reason: "helping by phone" })),
    );
    expect(claims).toMatchObject({ sub: pupil, act: { sub: await uidOf("admin.se") } });
  });

  it("returns 404 on that page for a user whom the administrator may not act as", async () => {
    const page = await authorize({ act_as: await uidOf("super.se") });
    await expect(loadActAs(processBackend(), browser.request(pathOf(page)))).rejects.toMatchObject({ status: 404 });
  });
});

describe("acr_values=secure", () => {
  it("redirects to the second factor, then to the client with a secure login", async () => {
    browser = await signIn("teacher.se");
    const page = await authorize({ acr_values: "secure", id_token_hint: await idTokenOf(browser) });
    expect(page.pathname).toBe("/login/escalate");
    const path = pathOf(page);
    expect(await loadEscalate(processBackend(), browser.request(path))).toMatchObject({
      factors: { smsNumber: "•••• 03" },
    });
    await submitEscalate(processBackend(), browser.post(path, { intent: "send" }));
    const [message] = await processBackend().outbox.list("se", 1);
    const code = /^\d{6}/.exec(message?.text ?? "")?.[0] ?? "";
    const claims = await claimsFor(await submitEscalate(processBackend(), browser.post(path, { method: "sms", code })));
    expect(claims).toMatchObject({ sub: await uidOf("teacher.se"), acr: "secure" });
  });

  it("with another user's hint is rejected as other_person (403)", async () => {
    const page = await authorize({ acr_values: "secure", id_token_hint: await idTokenOf(browser) });
    browser = await signIn("teacher.se");
    const result = await submitEscalate(
      processBackend(),
      browser.post(pathOf(page), { method: "app", code: "123456" }),
    );
    expect(result).toMatchObject({
      data: { lastResult: { error: { code: ["other_person"] } } },
      init: { status: 403 },
    });
  });
});

describe("id_token_hint", () => {
  it("requires the same user to sign in again and rejects another user (403)", async () => {
    const page = await authorize({ id_token_hint: await idTokenOf(browser) });
    expect([page.pathname, page.searchParams.get("reauthenticate")]).toEqual(["/login", "true"]);
    const { authorize: carried } = await loadLogin(processBackend(), browser.request(pathOf(page)));
    const form = { password: demoPassword, authorize: String(carried) };
    const other = await submitLogin(processBackend(), browser.post("/login", { ...form, username: "teacher.se" }));
    expect(other).toMatchObject({ data: { lastResult: { error: { "": ["other_person"] } } }, init: { status: 403 } });
    const claims = await claimsFor(
      await submitLogin(processBackend(), browser.post("/login", { ...form, username: "admin.se" })),
    );
    expect(claims.sub).toBe(await uidOf("admin.se"));
  });

  it("that is invalid redirects to the client with invalid_request", async () => {
    const back = await authorize({ id_token_hint: "x.y.z" });
    expect(back.pathname).toBe("/login/callback");
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: "invalid_request", state: "some-state" });
  });
});
