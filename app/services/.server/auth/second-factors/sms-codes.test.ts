import { sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AuthScene, authScene, codeOf, fixedPkce, type TokenResponse } from "#tests/support/auth-scene";
import { smsLimits } from "~/services/.server/auth/passwords/limits";
import type { IdentifiedPerson } from "~/services/.server/directory/identity";

/** One-time codes by text message as a second factor; docs/security.md, lines 17, 18, 29. */

const password = "ett langt losen 7";
let scene: AuthScene;
let teacher: IdentifiedPerson;
let tokens: TokenResponse;
let number: string;
let lastNumber = 46701740600;

beforeAll(async () => {
  scene = await authScene();
});

beforeEach(async () => {
  lastNumber += 1;
  number = `+${lastNumber}`;
  teacher = scene.identity.add({ realm: "se", username: crypto.randomUUID(), roles: ["employee"] });
  scene.identity.setSmsNumber(teacher.uid, number);
  await scene.auth.credentials.setPassword("se", teacher.uid, password, { temporary: false });
  tokens = await scene.signIn(teacher.username, password);
  scene.messages.length = 0;
});

function post(path: string, body: unknown, of = tokens, ipAddress = "192.0.2.1"): Promise<Response> {
  const headers = { authorization: `Bearer ${of.access_token}`, "content-type": "application/json" };
  return scene.send(`/services/auth${path}`, { method: "POST", headers, body: JSON.stringify(body), ipAddress });
}

async function sentCode(): Promise<string> {
  const response = await post("/v1/second-factor/sms", { locale: "fi" });
  expect(response.status).toBe(200);
  return String(scene.messages.at(-1)?.code);
}

function step(form: Record<string, string>, of = tokens) {
  return scene.authorize({
    query: { acr_values: "secure", id_token_hint: of.id_token },
    form,
    headers: { authorization: `Bearer ${of.access_token}` },
  });
}

const wrongOf = (code: string) => (code === "000000" ? "000001" : "000000");

describe("a code by text message", () => {
  it("is sent to the user's own number, of which only the last two digits are shown", async () => {
    const response = await post("/v1/second-factor/sms", { locale: "fi" });
    expect(await response.json()).toEqual({ to: `•••• ${number.slice(-2)}` });
    const expected = { realm: "se", to: number, code: expect.stringMatching(/^\d{6}$/), minutes: 5, locale: "fi" };
    expect(scene.messages).toEqual([{ ...expected, host: "se.localhost" }]);
    const written = await scene.databases.eu.execute(
      sql`select kind from auth.events where uid = ${teacher.uid} order by id desc limit 1`,
    );
    expect(written.rows).toEqual([{ kind: "sms_code_sent" }]);
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const state = await (await scene.send("/services/auth/v1/second-factor", { headers })).json();
    const smsNumber = `•••• ${number.slice(-2)}`;
    expect(state).toEqual({ isSet: false, recoveryCodesLeft: 0, smsNumber, mayChange: false });
  });

  it("makes the login secure and is accepted only once", async () => {
    const code = await sentCode();
    const response = await step({ sms_code: ` ${code.slice(0, 3)} ${code.slice(3)}` });
    const stepped = await (await scene.exchange(String(codeOf(response)), fixedPkce.verifier)).json();
    expect(decodeJwt(stepped.access_token)).toMatchObject({
      sub: teacher.uid,
      acr: "secure",
      amr: ["pwd", "sms", "mfa"],
    });
    expect((await step({ sms_code: code })).status).toBe(401);
  });

  it("is rejected when wrong, after five tries, after five minutes and once a newer one is sent", async () => {
    const first = await sentCode();
    for (let tries = 0; tries < 5; tries += 1) expect((await step({ sms_code: wrongOf(first) })).status).toBe(401);
    expect((await step({ sms_code: first })).status).toBe(401);
    const second = await sentCode();
    await scene.databases.eu.execute(sql`update auth.sms_codes set expires_at = now() - interval '1 second'`);
    expect((await step({ sms_code: second })).status).toBe(401);
    const third = await sentCode();
    const { rows } = await scene.databases.eu.execute(sql`
      select code_digest, extract(epoch from expires_at - now()) as seconds from auth.sms_codes where uid = ${teacher.uid}`);
    expect(Number(rows[0]?.seconds)).toBeLessThanOrEqual(300);
    expect(rows[0]?.code_digest).not.toContain(third);
    const fourth = await sentCode();
    if (third !== fourth) expect((await step({ sms_code: third })).status).toBe(401);
    expect((await step({ sms_code: fourth })).status).toBe(302);
  });

  it("is rejected (401) for another user", async () => {
    const code = await sentCode();
    const other = scene.identity.add({ realm: "se", username: crypto.randomUUID(), roles: ["employee"] });
    scene.identity.setSmsNumber(other.uid, `+${lastNumber + 5000}`);
    await scene.auth.credentials.setPassword("se", other.uid, password, { temporary: false });
    expect((await step({ sms_code: code }, await scene.signIn(other.username, password))).status).toBe(401);
  });

  it("returns 403 to students, guardians and employees without a number", async () => {
    for (const roles of [["student"], ["guardian"]] as const) {
      scene.identity.change(teacher.uid, { roles: [...roles] });
      expect((await post("/v1/second-factor/sms", {})).status).toBe(403);
      expect((await step({ sms_code: "123456" })).status).toBe(403);
    }
    scene.identity.change(teacher.uid, { roles: ["employee"] });
    scene.identity.setSmsNumber(teacher.uid, null);
    expect((await post("/v1/second-factor/sms", {})).status).toBe(403);
    expect(scene.messages).toEqual([]);
  });

  it("returns 429 after too many codes to one number or from one IP address", async () => {
    for (let sent = 0; sent < smsLimits.number.points; sent += 1) await sentCode();
    const late = await post("/v1/second-factor/sms", {});
    expect(late.status).toBe(429);
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(scene.messages).toHaveLength(smsLimits.number.points);
    const ipAddress = "203.0.113.9";
    for (let sent = 0; sent < smsLimits.address.points; sent += 1) {
      scene.identity.setSmsNumber(teacher.uid, `+4670000${1000 + sent}`);
      expect((await post("/v1/second-factor/sms", {}, tokens, ipAddress)).status).toBe(200);
    }
    scene.identity.setSmsNumber(teacher.uid, "+46700009999");
    expect((await post("/v1/second-factor/sms", {}, tokens, ipAddress)).status).toBe(429);
  });

  it("is required, besides the password, to set up an authenticator app", async () => {
    const begun = await post("/v1/second-factor", { currentPassword: password });
    expect(begun.status).toBe(403);
    expect(await begun.json()).toMatchObject({ error: "secure_login_needed" });
    const response = await step({ sms_code: await sentCode() });
    const stepped = await (await scene.exchange(String(codeOf(response)), fixedPkce.verifier)).json();
    expect((await post("/v1/second-factor", { currentPassword: password }, stepped)).status).toBe(200);
  });
});
