import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { Browser, type Databases, demoCards, sessionScene } from "#tests/support/session-scene";
import { processBackend } from "~/composition/process-backend.server";
import { tokenDigest } from "~/security/secret-box.server";
import { demoCard } from "~/services/contracts/library-card";
import { loadCardLogin } from "~/session/badges/library-card.server";
import { optionalUser, requireUser, type SignedIn } from "~/session/guard.server";
import { loadLogin } from "./login.server";
import { finishSignIn } from "./sign-in.server";
import { badgeMethod, cardMethod, type SignInMethod } from "./sign-in-methods";
import { loadSignInMethod, submitSignInMethod } from "./sign-in-methods.server";

/** Sign-in with a badge or a library card, from the form to the session. */

const origin = "https://se.localhost:3000";
let databases: Databases;

beforeAll(async () => {
  databases = await sessionScene(["se"]);
});

/** Submits a form that must be rejected; returns its status, kept input and errors. */
async function submit<Schema extends z.ZodObject>(
  browser: Browser,
  way: SignInMethod<Schema>,
  form: Record<string, string>,
) {
  const result = await submitSignInMethod(processBackend(), browser.post("/login/qr", form), way);
  if (result instanceof Response) throw new Error(`Signed in by ${JSON.stringify(form)}`);
  const { error = {}, initialValue } = result.data.lastResult;
  const { "": problems, ...errors } = error;
  return { status: result.init?.status ?? 200, typed: initialValue, errors, problem: problems?.[0] ?? null };
}

async function signInBy<Schema extends z.ZodObject>(
  browser: Browser,
  way: SignInMethod<Schema>,
  form: Record<string, string>,
): Promise<string> {
  const result = await submitSignInMethod(processBackend(), browser.post("/login/qr", form), way);
  if (!(result instanceof Response)) throw new Error(`Refused: ${JSON.stringify(result.data)}`);
  return browser.take(await finishSignIn(processBackend(), browser.request(browser.take(result))));
}

describe("QR badge", () => {
  const way = badgeMethod;
  const code = "7ZX4M0Q2K9ABCDEFGHJKMNPQRS";

  beforeAll(async () => {
    await databases.eu.execute(sql`
      insert into auth.badges (realm, uid, token_hash)
      select 'se', uid, ${tokenDigest(code)} from directory.users where username = 'student.se'`);
  });

  it("signs in without script by a typed code and redirects to the requested page", async () => {
    const browser = new Browser(origin);
    expect(await signInBy(browser, way, { badge: code.toLowerCase(), redirect: "/bookshelf" })).toBe("/bookshelf");
    const { user } = (await optionalUser(processBackend(), browser.request("/"))) as SignedIn;
    expect(user).toMatchObject({ username: "student.se", isStudent: true, isSecureLogin: false });
    expect(user.signedInBy).toMatchObject({ qr: true, gar: false });
    // On a shared tablet the next student must see who is signed in.
    expect(await loadSignInMethod(processBackend(), browser.request("/login/qr"))).toMatchObject({
      signedInName: user.name,
    });
  });

  it("returns 401 for an unknown code and 400 for a malformed or empty one, without the input", async () => {
    const wrong = await submit(new Browser(origin), way, { badge: "0".repeat(26) });
    expect(wrong).toEqual({ status: 401, typed: {}, errors: {}, problem: "invalid_badge" });
    const none = await submit(new Browser(origin), way, { badge: "hello" });
    expect(none).toEqual({ status: 400, typed: {}, errors: { badge: ["Incorrectly formatted"] }, problem: null });
    const empty = await submit(new Browser(origin), way, { badge: " " });
    expect(empty.errors).toEqual({ badge: ["Mandatory"] });
  });

  it("leads to badges_off after the school disabled badges, at sign-in and in an open session", async () => {
    const browser = new Browser(origin);
    await signInBy(browser, way, { badge: code });
    const allow = (isOn: boolean) =>
      databases.eu.execute(sql`update directory.organizations set qr_code_login_enabled = ${isOn}`);
    await allow(false);
    const result = await submit(new Browser(origin), way, { badge: code });
    const left = (await requireUser(processBackend(), browser.request("/bookshelf")).catch(
      (thrown) => thrown,
    )) as Response;
    await allow(true);
    expect(result).toMatchObject({ status: 401, problem: "badges_off" });
    const login = new URL(left.headers.get("location") ?? "", origin);
    expect(login.searchParams.get("redirect")).toBe("/bookshelf");
    expect(await loadLogin(processBackend(), new Browser(origin).request(login.pathname + login.search))).toMatchObject(
      {
        problem: "badges_off",
      },
    );
  });

  it("is rejected in a form from another site with 403 (docs/security.md, line 3)", async () => {
    const request = new Request(`${origin}/login/qr`, {
      method: "POST",
      body: new URLSearchParams({ badge: code }),
      headers: { origin: "https://evil.example" },
    });
    await expect(submitSignInMethod(processBackend(), request, way)).rejects.toMatchObject({ status: 403 });
  });
});

describe("library card", () => {
  const way = cardMethod;

  it("signs in the student of the demo card", async () => {
    await demoCards(databases);
    const browser = new Browser(origin);
    const { number, pin } = demoCard("se");
    expect(await loadCardLogin(processBackend(), browser.request("/login/ak-bibliotheken"))).toMatchObject({
      demoCard: { number, pin },
    });
    expect(await signInBy(browser, way, { card: number, pin })).toBe("/bookshelf");
    const { user } = (await optionalUser(processBackend(), browser.request("/"))) as SignedIn;
    expect(user).toMatchObject({ username: "student.se" });
    expect(user.signedInBy).toMatchObject({ akBibliotheken: true, qr: false });
  });

  it("is rejected with 401 or 400, keeping the number and dropping the PIN", async () => {
    const wrong = await submit(new Browser(origin), way, { card: "1234 5678", pin: "9753" });
    expect(wrong).toEqual({ status: 401, typed: { card: "1234 5678" }, errors: {}, problem: "invalid_card" });
    const odd = await submit(new Browser(origin), way, { card: "1", pin: "" });
    expect(odd).toMatchObject({ status: 400, errors: { card: ["Incorrectly formatted"], pin: ["Mandatory"] } });
  });
});
