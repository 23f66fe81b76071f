import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { sessionSecret, testHosts } from "#tests/support/auth-secrets";
import { testDatabases } from "#tests/support/database";
import type { Databases } from "~/db/.server/connect";
import { type Realm, regionOf } from "~/realms/realm";
import { type AuthService, createAuthService } from "~/services/.server/auth/auth-service";
import { passwordResetLimits } from "~/services/.server/auth/passwords/limits";
import { seedPasswords } from "~/services/.server/auth/passwords/seed-passwords";
import type { Caller } from "~/services/.server/directory/caller";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import { dispatch } from "~/services/.server/dispatch/dispatch";
import type { MailTo } from "~/services/.server/mail/mailer";
import { ServiceError } from "~/services/contracts/service-error";
import { type Account, createAccount } from "./account-service";

type Sent = { template: string; to: MailTo; values: Record<string, unknown> };

const demoPassword = "demo-Passw0rd";
const resetUrl = "http://localhost:3000/login/new-password";
let databases: Databases;
let auth: AuthService;
let account: Account;
let sent: Sent[];
let reported: unknown[];
let isMailDown: boolean;

beforeAll(async () => {
  databases = await testDatabases();
  for (const realm of ["se", "fr"] as const)
    await seedPasswords(databases, await seedRealm(databases.eu, realm), demoPassword);
  const identity = createIdentityDirectory(databases);
  const smsSender = { sendCode: async () => undefined };
  auth = createAuthService({ databases, identity, hosts: testHosts, sessionSecret, smsSender, providers: {} });
  account = createAccount({
    giveUpOrders: async () => undefined,
    endPayments: async () => undefined,
    purchaseOf: async () => null,
    profileErasers: [],
    databases,
    proofs: auth.proofs,
    mailer: {
      async send(template, to, values) {
        if (isMailDown) throw new Error("The mail server is down");
        sent.push({ template, to, values });
      },
    },
    report: (error) => void reported.push(error),
  });
});

beforeEach(async () => {
  [sent, reported, isMailDown] = [[], [], false];
  for (const table of ["auth.rate_limits", "account.password_resets"])
    await databases.eu.execute(sql.raw(`delete from ${table}`));
});

afterEach(() => vi.useRealTimers());

const visitor = (realm: Realm, ipAddress = "192.0.2.1"): Caller => ({
  ...{ realm, region: regionOf(realm), origin: "http://localhost:3000", requestId: "test", ipAddress, user: null },
});

async function call(name: keyof Account["service"]["endpoints"], body: object, caller = visitor("se")) {
  try {
    const { status, body: answer } = await dispatch(account.service, name, { body }, caller);
    return { status, body: answer as Record<string, unknown> | undefined };
  } catch (error) {
    if (error instanceof ServiceError) return { status: error.status, body: error.toJSON() as Record<string, unknown> };
    throw error;
  }
}

async function uidOf(username: string): Promise<string> {
  const { rows } = await databases.eu.execute<{ uid: string }>(
    sql`select uid from directory.users where username = ${username}`,
  );
  return String(rows[0]?.uid);
}

/** Requests a reset and returns the token of the mailed link. */
async function tokenFor(username: string): Promise<string> {
  expect(await call("requestPasswordReset", { username, resetUrl })).toEqual({ status: 204, body: undefined });
  await expect.poll(() => sent.length).toBe(1);
  return new URL(String(sent[0]?.values.link)).searchParams.get("token") ?? "";
}

async function opens(username: string, password: string): Promise<boolean> {
  return auth.proofs.isPassword(visitor("se"), { uid: await uidOf(username), username }, password);
}

test("given a verified address, then the link changes the password once, ends all sessions and is logged", async () => {
  const token = await tokenFor("TEACHER.se");
  expect(sent[0]).toMatchObject({ template: "reset-password", to: { realm: "se", locale: "sv" } });
  expect(await call("readPasswordReset", { token })).toEqual({ status: 200, body: { username: "teacher.se" } });
  const uid = await uidOf("teacher.se");
  await databases.eu.execute(sql`
    insert into auth.sessions (id, realm, uid, client_id, scope, amr, acr, auth_time, expires_at, last_used_at)
    values (gen_random_uuid(), 'se', ${uid}, 'fabel-web', 'openid', '{pwd}', 'basic', now(), now() + interval '1 day', now())`);
  const password = "fyra nya hattar";
  expect(await call("resetPassword", { token, password })).toEqual({ status: 200, body: { uid } });
  expect([await opens("teacher.se", password), await opens("teacher.se", demoPassword)]).toEqual([true, false]);
  expect(await auth.credentials.listSessions("se", uid)).toEqual([]);
  const { rows } = await databases.eu.execute(
    sql`select kind, details from auth.events where uid = ${uid} and kind = 'password_changed'`,
  );
  expect(rows).toEqual([{ kind: "password_changed", details: { method: "email" } }]);
  expect(await call("resetPassword", { token, password: "fem nya hattar" })).toMatchObject({
    status: 400,
    body: { error: "invalid_link" },
  });
});

test("given a password that is too common, then it is rejected and the link stays valid", async () => {
  const token = await tokenFor("admin.se");
  expect(await call("resetPassword", { token, password: "password123" })).toMatchObject({
    status: 400,
    body: { error: "ValidationError", details: [{ attribute: "password", reason: "Too common" }] },
  });
  expect((await call("resetPassword", { token, password: "sex nya hattar" })).status).toBe(200);
});

test("given a password that is just the user's own name, then it is rejected and the link stays valid", async () => {
  const token = await tokenFor("admin.se");
  expect(await call("resetPassword", { token, password: "admin.se2026" })).toMatchObject({
    status: 400,
    body: { error: "ValidationError", details: [{ attribute: "password", reason: "Too close to your own name" }] },
  });
  expect((await call("resetPassword", { token, password: "sju nya hattar" })).status).toBe(200);
});

test("given an unknown user or one who cannot reset a password, then it returns 204 and sends no mail", async () => {
  await databases.eu.execute(sql`update directory.users set email = 'x@y.example' where username = 'guardian.se'`);
  await databases.eu.execute(sql`update directory.users set shared = true where username = 'student.se'`);
  await databases.eu.execute(sql`update directory.users set status = 'inactive' where username = 'family.se'`);
  await databases.eu.execute(sql`delete from auth.passwords where uid = ${await uidOf("super.se")}`);
  for (const username of ["nobody", "guardian.se", "student.se", "family.se", "super.se", "teacher.fr"])
    expect(await call("requestPasswordReset", { username, resetUrl })).toEqual({ status: 204, body: undefined });
  // By the time this last mail is sent, mails of the earlier requests would have been sent too.
  await tokenFor("admin.se");
  expect(sent).toHaveLength(1);
});

test("given another country or a changed address, then the link is invalid (400)", async () => {
  const invalid = { status: 400, body: { error: "invalid_link" } };
  const token = await tokenFor("admin.se");
  expect(await call("readPasswordReset", { token }, visitor("fr"))).toMatchObject(invalid);
  await databases.eu.execute(sql`update directory.users set email = 'new@school.example' where username = 'admin.se'`);
  expect(await call("resetPassword", { token, password: "sju nya hattar" })).toMatchObject(invalid);
  await databases.eu.execute(sql`update directory.users set email_verified = true where username = 'admin.se'`);
});

test("given a reset page of another origin, then the request is rejected (400)", async () => {
  const elsewhere = { username: "admin.se", resetUrl: "https://evil.example/login/new-password" };
  expect(await call("requestPasswordReset", elsewhere)).toMatchObject({
    status: 400,
    body: { details: [{ attribute: "resetUrl", reason: "InvalidInputError" }] },
  });
});

test("given too many requests, then it returns 429 for existing and unknown users alike (docs/security.md, line 29)", async () => {
  for (const username of ["nobody", "admin.se"]) {
    const statuses: number[] = [];
    for (let count = 0; count <= passwordResetLimits.pair.points; count += 1)
      statuses.push((await call("requestPasswordReset", { username, resetUrl })).status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(passwordResetLimits.pair.points);
    expect(statuses.at(-1)).toBe(429);
  }
  expect(
    (await call("requestPasswordReset", { username: "admin.se", resetUrl }, visitor("se", "192.0.2.9"))).status,
  ).toBe(204);
  // Mails are sent after the response; wait for them, because the next test counts its own.
  await expect.poll(() => sent.length).toBe(passwordResetLimits.pair.points + 1);
});

test("given too many requests from many addresses, then the user waits for seconds at a new one (docs/security.md, line 29)", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const ask = (ipAddress: string) =>
    call("requestPasswordReset", { username: "nobody", resetUrl }, visitor("se", ipAddress));
  for (let nth = 0; nth < passwordResetLimits.account.points; nth += 1) {
    expect((await ask(`198.51.100.${nth}`)).status).toBe(204);
  }
  expect((await ask("192.0.2.9")).status).toBe(429);
  expect((await ask("198.51.100.99")).status).toBe(429);
  vi.setSystemTime(Date.now() + 1000);
  expect((await ask("198.51.100.98")).status).toBe(429);
  expect((await ask("192.0.2.9")).status).toBe(204);
});

test("given a mail server that is unavailable, then the error is reported and the response is still 204", async () => {
  isMailDown = true;
  expect((await call("requestPasswordReset", { username: "admin.se", resetUrl })).status).toBe(204);
  await expect.poll(() => reported).toEqual([new Error("The mail server is down")]);
});
