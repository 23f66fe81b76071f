import { sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import { authenticator } from "otplib";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type AuthScene,
  authScene,
  codeOf,
  fixedPkce,
  originOf,
  scenePassword,
  type TokenResponse,
} from "#tests/support/auth-scene";
import { ask } from "#tests/support/callers";
import { unexpected } from "#tests/support/proofs-double";
import { createAccount } from "~/services/.server/account/account-service";
import type { AuthEvent } from "~/services/.server/auth/sessions/events";
import type { IdentifiedPerson } from "~/services/.server/directory/identity";

/** Steps that require a session: a second factor (docs/security.md, lines 13, 17, 18) and acting as a user (docs/security.md, line 27). */

const password = "ett langt losen 7";
let scene: AuthScene;
let teacher: IdentifiedPerson;
let pupil: IdentifiedPerson;
let tokens: TokenResponse;

beforeAll(async () => {
  scene = await authScene();
});

beforeEach(async () => {
  const id = crypto.randomUUID();
  teacher = scene.identity.add({
    realm: "se",
    username: `teacher-${id}`,
    name: "Anna",
    type: "employee",
    roles: ["employee"],
  });
  pupil = scene.identity.add({ realm: "se", username: `pupil-${id}`, name: "Elsa", roles: ["student"] });
  scene.identity.allowActing(teacher.uid, pupil.uid);
  for (const { uid } of [teacher, pupil])
    await scene.auth.credentials.setPassword("se", uid, password, { temporary: false });
  tokens = await scene.signIn(teacher.username, password);
});

const bearer = (of: TokenResponse) => ({ authorization: `Bearer ${of.access_token}` });

function post(path: string, body: unknown, of = tokens): Promise<Response> {
  const headers = { ...bearer(of), "content-type": "application/json" };
  return scene.send(`/services/auth${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

async function setUpFactor(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await (await post("/v1/second-factor", { currentPassword: password })).json();
  const confirmed = await post("/v1/second-factor/confirmation", { code: authenticator.generate(secret) });
  return { secret, ...(await confirmed.json()) };
}

function step(query: Record<string, string>, form: Record<string, string>, of = tokens, hint = of.id_token) {
  return scene.authorize({ query: { ...query, id_token_hint: hint }, form, headers: bearer(of) });
}

async function tokensOf(response: Response): Promise<TokenResponse> {
  const code = codeOf(response);
  if (!code) throw new Error(`No code received: ${response.status} ${await response.text()}`);
  return (await (await scene.exchange(code, fixedPkce.verifier)).json()) as TokenResponse;
}

/** Moves the service's clock on, until the end of the test or `vi.useRealTimers()`; the database's clock stays. */
function passSeconds(seconds: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
}
afterEach(() => void vi.useRealTimers());

/** Adds a user of the identity double to the directory's tables, with a school of their own. */
async function addToDirectory({ uid, username, type }: IdentifiedPerson): Promise<void> {
  await scene.databases.eu.execute(sql`
    with school as (
      insert into directory.organizations (realm, type, name) values ('se', 'school', ${`School of ${username}`}) returning id),
    person as (
      insert into directory.users (realm, uid, type, username, name) values ('se', ${uid}, ${type}, ${username}, 'Anna')
      returning id, type)
    insert into directory.associations (user_id, organization_id, realm, role)
    select person.id, school.id, 'se', person.type from person, school`);
}

const secure = { acr_values: "secure" };
const from = { realm: "se", origin: originOf("se") } as const;

describe("a second factor", () => {
  it("makes the login secure, in a new session", async () => {
    const { recoveryCodes } = await setUpFactor();
    expect(recoveryCodes).toHaveLength(10);
    const stepped = await tokensOf(await step(secure, { recovery_code: String(recoveryCodes[0]) }));
    const [before, after] = [decodeJwt(tokens.access_token), decodeJwt(stepped.access_token)];
    expect(after).toMatchObject({ sub: teacher.uid, acr: "secure", amr: ["pwd", "recovery", "mfa"] });
    expect(after.sid).not.toBe(before.sid);
    expect(Number(after.auth_time)).toBeGreaterThanOrEqual(Number(before.auth_time));
  });

  it("is rejected when wrong, used before or not set up, and acr_values alone gives no secure login", async () => {
    expect((await step(secure, { otp: "123456" })).status).toBe(403);
    const { secret, recoveryCodes } = await setUpFactor();
    const code = { recovery_code: String(recoveryCodes[0]) };
    expect((await step(secure, { otp: "000000" })).status).toBe(401);
    expect((await step(secure, {})).status).toBe(403);
    // This code was already used to confirm the app.
    expect((await step(secure, { otp: authenticator.generate(secret) })).status).toBe(401);
    expect((await step(secure, code)).status).toBe(302);
    expect((await step(secure, code)).status).toBe(401);
    const byPassword = await scene.authorize({ query: secure, form: { username: teacher.username, password } });
    expect(byPassword.status).toBe(403);
  });

  it("requires the password to set it up, and the factor itself to replace or remove it", async () => {
    expect((await post("/v1/second-factor", { currentPassword: "wrong password" })).status).toBe(400);
    const { recoveryCodes } = await setUpFactor();
    expect((await post("/v1/second-factor/removal", { currentPassword: password })).status).toBe(403);
    expect((await post("/v1/second-factor", { currentPassword: password })).status).toBe(403);
    const stepped = await tokensOf(await step(secure, { recovery_code: String(recoveryCodes[1]) }));
    expect((await post("/v1/second-factor/removal", { currentPassword: password }, stepped)).status).toBe(204);
  });

  it("given another app is being set up, then the old factor is valid until the new one is confirmed", async () => {
    const { secret, recoveryCodes } = await setUpFactor();
    const stepped = await tokensOf(await step(secure, { recovery_code: String(recoveryCodes[0]) }));
    const begun = await post("/v1/second-factor", { currentPassword: password }, stepped);
    const other = (await begun.json()).secret;
    const wrong = { code: authenticator.generate(secret) };
    expect((await post("/v1/second-factor/confirmation", wrong, stepped)).status).toBe(400);
    expect((await step(secure, { recovery_code: String(recoveryCodes[1]) })).status).toBe(302);

    const right = { code: authenticator.generate(other) };
    const confirmed = await (await post("/v1/second-factor/confirmation", right, stepped)).json();
    expect((await post("/v1/second-factor/confirmation", right, stepped)).status).toBe(400);
    expect((await step(secure, { recovery_code: String(recoveryCodes[2]) })).status).toBe(401);
    expect((await step(secure, { recovery_code: confirmed.recoveryCodes[0] })).status).toBe(302);
  });

  it("given a retry of the confirmation within five minutes, then it returns the same recovery codes", async () => {
    const { secret } = await (await post("/v1/second-factor", { currentPassword: password })).json();
    const body = JSON.stringify({ code: authenticator.generate(secret) });
    const headers = { ...bearer(tokens), "content-type": "application/json", "idempotency-key": "confirmation" };
    const confirm = () => scene.send("/services/auth/v1/second-factor/confirmation", { method: "POST", headers, body });
    const { recoveryCodes } = await (await confirm()).json();
    expect(recoveryCodes).toHaveLength(10);
    expect(await (await confirm()).json()).toEqual({ recoveryCodes });
    await scene.databases.eu.execute(sql`
      update auth.second_factors set confirmed_at = now() - interval '301 seconds' where uid = ${teacher.uid}`);
    const late = await confirm();
    expect([late.status, await late.json()]).toMatchObject([403, { error: "secure_login_needed" }]);
  });

  it("is required within the last five minutes for a change of credentials (docs/security.md, lines 17, 18)", async () => {
    const change = (of: TokenResponse) =>
      post("/v1/password", { currentPassword: password, password: "helt nytt losen 8" }, of);
    const mayChange = async (of: TokenResponse) =>
      (await (await scene.send("/services/auth/v1/second-factor", { headers: bearer(of) })).json()).mayChange;
    expect(await mayChange(tokens)).toBe(true);
    const { recoveryCodes } = await setUpFactor();
    expect(await (await change(tokens)).json()).toMatchObject({ error: "secure_login_needed" });
    expect(await mayChange(tokens)).toBe(false);

    const stepped = await tokensOf(await step(secure, { recovery_code: String(recoveryCodes[2]) }));
    passSeconds(301);
    expect(await (await change(stepped)).json()).toMatchObject({ error: "secure_login_needed" });
    expect(await mayChange(stepped)).toBe(false);
    vi.useRealTimers();
    expect(await mayChange(stepped)).toBe(true);
    expect((await change(stepped)).status).toBe(204);
    await scene.signIn(teacher.username, "helt nytt losen 8");
  });

  it("is required within the last five minutes for a change of the email address (docs/security.md, line 17)", async () => {
    const sent: string[] = [];
    const account = createAccount({
      giveUpOrders: async () => undefined,
      endPayments: async () => undefined,
      purchaseOf: async () => null,
      profileErasers: [],
      databases: scene.databases,
      proofs: scene.auth.proofs,
      mailer: { send: async (template) => void sent.push(template) },
      report: unexpected,
    });
    await addToDirectory(teacher);
    const caller = { ...from, requestId: "r", ipAddress: null };
    const body = {
      email: "ny@skola.example",
      confirmUrl: `${originOf("se")}/confirm-email`,
      currentPassword: password,
    };
    const change = async (of: TokenResponse, changed: Partial<typeof body> = {}) => {
      const { user } = await scene.auth.callers.user(of.access_token, caller);
      const given = { body: { ...body, ...changed } };
      return ask(account.service, "requestEmailChange", given, { ...caller, region: "eu", user });
    };
    const refusal = { status: 403, body: { error: "secure_login_needed" } };
    expect((await change(tokens)).status).toBe(204);
    const { recoveryCodes } = await setUpFactor();
    sent.length = 0;
    expect(await change(tokens)).toMatchObject(refusal);
    const stepped = await tokensOf(await step(secure, { recovery_code: String(recoveryCodes[0]) }));
    passSeconds(301);
    expect(await change(stepped)).toMatchObject(refusal);
    vi.useRealTimers();
    const wrong = { status: 400, body: { details: [{ attribute: "currentPassword" }] } };
    expect(await change(stepped, { currentPassword: "wrong password" })).toMatchObject(wrong);
    expect(sent).toEqual([]);
    expect((await change(stepped)).status).toBe(204);
    expect(sent).toEqual(["confirm-new-email"]);
  });

  it("returns 403 to a student who sets one up", async () => {
    const own = await scene.signIn(pupil.username, password);
    expect((await post("/v1/second-factor", { currentPassword: password }, own)).status).toBe(403);
  });

  it.each(["fr", "us"] as const)("returns 403 in %s, where second factors are not offered", async (realm) => {
    const person = await scene.newPerson(realm, { roles: ["employee"] });
    scene.identity.setSmsNumber(person.uid, "+33612345678");
    const headers = {
      ...bearer(await scene.signIn(person.username, scenePassword, realm)),
      "content-type": "application/json",
    };
    const body = JSON.stringify({ currentPassword: scenePassword });
    const ask = { method: "POST", headers, realm };
    const begun = await scene.send("/services/auth/v1/second-factor", { ...ask, body });
    const sent = await scene.send("/services/auth/v1/second-factor/sms", { ...ask, body: "{}" });
    expect([begun.status, sent.status]).toEqual([403, 403]);
  });

  it("is rejected for another user's session and for another session of the same user", async () => {
    const { recoveryCodes } = await setUpFactor();
    const own = await scene.signIn(pupil.username, password);
    const form = { recovery_code: String(recoveryCodes[0]) };
    expect((await step(secure, form, own)).status).toBe(403);
    expect((await step(secure, form, own, tokens.id_token)).status).toBe(401);
    // The id token hint and the access token must belong to the same session, not only to the same user.
    const elsewhere = await scene.signIn(teacher.username, password);
    expect((await step(secure, form, elsewhere, tokens.id_token)).status).toBe(401);
    const withoutToken = await scene.authorize({ query: { ...secure, id_token_hint: tokens.id_token }, form });
    expect(withoutToken.status).toBe(401);
  });
});

describe("acting as another user", () => {
  const actAs = (uid: string, of = tokens, reason = "helping on the phone") => step({ act_as: uid }, { reason }, of);

  it("puts both users into the tokens, lasts 30 minutes, is logged and keeps the actor's session", async () => {
    const acting = await tokensOf(await actAs(pupil.uid));
    expect(decodeJwt(acting.id_token)).toMatchObject({
      sub: String(pupil.legacyId),
      name: "Elsa",
      act: { sub: String(teacher.legacyId), name: "Anna" },
    });
    expect(decodeJwt(acting.access_token)).toMatchObject({ sub: pupil.uid, act: { sub: teacher.uid }, acr: "basic" });
    const { rows } = await scene.databases.eu.execute(sql`
      select actor_reason, extract(epoch from expires_at - created_at) as seconds from auth.sessions
      where id = ${String(decodeJwt(acting.id_token).sid)}`);
    expect(rows[0]?.actor_reason).toBe("helping on the phone");
    expect(Number(rows[0]?.seconds)).toBeLessThanOrEqual(1801);
    expect((await scene.send("/services/auth/v1/userinfo", { headers: bearer(tokens) })).status).toBe(200);
    const journal = await scene.databases.eu.execute(sql`
      select details ->> 'reason' as reason from auth.events
      where kind = 'acting_began' and uid = ${pupil.uid} and actor_uid = ${teacher.uid}`);
    expect(journal.rows).toEqual([{ reason: "helping on the phone" }]);
  });

  it("given an audit log that cannot be written, then acting does not begin", async () => {
    const noted = scene.identity.noteActing;
    scene.identity.noteActing = async () => {
      throw new Error("the log is full");
    };
    await expect(actAs(pupil.uid)).rejects.toThrow("the log is full");
    scene.identity.noteActing = noted;
    const { rows } = await scene.databases.eu.execute(sql`
      select 1 from auth.sessions where uid = ${pupil.uid} union all select 1 from auth.events where uid = ${pupil.uid}`);
    expect(rows).toEqual([]);
  });

  it("is rejected for a user out of scope, for oneself, without a reason and while acting", async () => {
    const stranger = scene.identity.add({ realm: "se", username: crypto.randomUUID() });
    expect((await actAs(stranger.uid)).status).toBe(403);
    // Rejected even if the directory allows it.
    scene.identity.allowActing(teacher.uid, teacher.uid);
    expect((await actAs(teacher.uid)).status).toBe(403);
    expect((await actAs(crypto.randomUUID())).status).toBe(403);
    expect((await actAs("nonsense")).status).toBe(403);
    expect((await actAs(pupil.uid, tokens, "  ")).status).toBe(400);
    const acting = await tokensOf(await actAs(pupil.uid));
    scene.identity.allowActing(pupil.uid, stranger.uid);
    expect((await actAs(stranger.uid, acting)).status).toBe(403);
    const own = await scene.signIn(pupil.username, password);
    expect((await actAs(teacher.uid, own)).status).toBe(403);
    const plain = await scene.authorize({
      query: { act_as: pupil.uid },
      form: { username: teacher.username, password, reason: "no hint" },
    });
    expect(plain.status).toBe(401);
  });

  it("returns 403 for changes of the user's credentials and sessions", async () => {
    const acting = await tokensOf(await actAs(pupil.uid));
    const change = { currentPassword: password, password: "helt nytt losen" };
    expect((await post("/v1/password", change, acting)).status).toBe(403);
    expect((await post("/v1/second-factor", { currentPassword: password }, acting)).status).toBe(403);
    const end = await scene.send("/services/auth/v1/sessions", { method: "DELETE", headers: bearer(acting) });
    expect(end.status).toBe(403);
    expect((await step(secure, { otp: "123456" }, acting)).status).toBe(403);
    // Not even with the user's own password.
    expect((await step({ reauthenticate: "true" }, { password }, acting)).status).toBe(403);
  });

  it("returns 403 for a disabled user, even if the directory allows it", async () => {
    scene.identity.change(pupil.uid, { status: "inactive" });
    expect((await actAs(pupil.uid)).status).toBe(403);
  });

  it("ends when the actor's sessions are ended", async () => {
    const acting = await tokensOf(await actAs(pupil.uid));
    await scene.auth.credentials.endSessions("se", teacher.uid);
    expect((await scene.send("/services/auth/v1/userinfo", { headers: bearer(acting) })).status).toBe(401);
    expect((await scene.refresh(acting.refresh_token)).status).toBe(400);
  });

  it("ends when the actor's own session expires", async () => {
    const acting = await tokensOf(await actAs(pupil.uid));
    await scene.databases.eu.execute(sql`
      update auth.sessions set expires_at = now() - interval '1 second' where id = ${String(decodeJwt(tokens.id_token).sid)}`);
    expect((await scene.send("/services/auth/v1/userinfo", { headers: bearer(acting) })).status).toBe(401);
    expect((await scene.refresh(acting.refresh_token)).status).toBe(400);
  });

  it("ends when the actor is disabled, although the actor's session has not ended", async () => {
    const acting = await tokensOf(await actAs(pupil.uid));
    scene.identity.change(teacher.uid, { status: "inactive" });
    expect((await scene.send("/services/auth/v1/userinfo", { headers: bearer(acting) })).status).toBe(401);
    expect((await scene.refresh(acting.refresh_token)).status).toBe(400);
  });
});

describe("the event log (docs/security.md, line 26)", () => {
  /** Kinds of the two users' events, oldest first. */
  const kinds = async () => {
    const { rows } = await scene.databases.eu.execute<{ kind: AuthEvent["kind"] }>(sql`
      select kind from auth.events where uid in (${teacher.uid}, ${pupil.uid}) order by id`);
    return rows.map(({ kind }) => kind);
  };
  const remove = (path: string, of: TokenResponse) =>
    scene.send(`/services/auth/v1/sessions${path}`, { method: "DELETE", headers: bearer(of) });

  it("records every step of a session and every refusal", async () => {
    const { recoveryCodes } = await setUpFactor();
    await step(secure, { otp: "000000" });
    const stepped = await tokensOf(await step(secure, { recovery_code: String(recoveryCodes[0]) }));
    await step({ act_as: teacher.uid }, { reason: "myself" });
    await step({ act_as: pupil.uid }, { reason: "helping" });
    await post("/v1/password", { currentPassword: password, password: "helt nytt losen" }, stepped);
    await post("/v1/second-factor/removal", { currentPassword: "helt nytt losen" }, stepped);
    const other = await scene.signIn(teacher.username, "helt nytt losen");
    await remove(`/${decodeJwt(other.id_token).sid}`, stepped);
    await remove("", stepped);
    await scene.send(`/services/auth/logout?${new URLSearchParams({ id_token_hint: stepped.id_token })}`);
    expect(await kinds()).toEqual([
      ...["signed_in", "second_factor_changed", "step_up_refused", "stepped_up", "acting_refused", "acting_began"],
      ...["password_changed", "second_factor_changed", "signed_in", "sessions_ended", "sessions_ended", "signed_out"],
    ]);
  });

  it("records the change of a first password and the reuse of codes and refresh tokens", async () => {
    await scene.auth.credentials.setPassword("se", pupil.uid, "first given 4", { temporary: true });
    const form = { username: pupil.username, password: "first given 4", new_password: "mitt eget losen" };
    const code = String(codeOf(await scene.authorize({ form })));
    await scene.exchange(code, fixedPkce.verifier);
    await scene.exchange(code, fixedPkce.verifier);
    await scene.refresh(tokens.refresh_token);
    await scene.refresh(tokens.refresh_token);
    expect(await kinds()).toEqual(["signed_in", "password_changed", "signed_in", "code_reused", "refresh_reused"]);
  });
});
