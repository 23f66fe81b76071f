import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sessionSecret, testHosts } from "#tests/support/auth-secrets";
import { callerOf } from "#tests/support/callers";
import { testDatabases } from "#tests/support/database";
import { unexpected } from "#tests/support/proofs-double";
import type { Databases } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { type Realm, realms, regionOf } from "~/realms/realm";
import { type AuthService, createAuthService } from "~/services/.server/auth/auth-service";
import { signUpLimit } from "~/services/.server/auth/passwords/limits";
import type { Caller } from "~/services/.server/directory/caller";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import { createPurge } from "~/services/.server/directory/purge";
import { writePeriod } from "~/services/.server/directory/subscriptions/periods";
import { dispatch } from "~/services/.server/dispatch/dispatch";
import type { Me } from "~/services/contracts/account";
import { ServiceError } from "~/services/contracts/service-error";
import { type Account, createAccount } from "./account-service";

let databases: Databases;
let auth: AuthService;
let account: Account;

beforeAll(async () => {
  databases = await testDatabases();
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
    mailer: { send: async () => undefined },
    report: unexpected,
  });
});

beforeEach(async () => {
  for (const database of Object.values(databases)) await database.execute(sql`delete from auth.rate_limits`);
});

const visitor = (realm: Realm, ipAddress = "192.0.2.1"): Caller => ({
  ...{ realm, region: regionOf(realm), origin: "http://localhost:3000", requestId: "test", ipAddress, user: null },
});
const ada = {
  firstname: "Ada",
  lastname: "Öberg",
  email: "ada@home.example",
  password: "tolv gröna bockar",
  country: "se",
};
const session = "a-browser-session-of-more-than-32-letters";

async function register(body: object, { realm = "se" as Realm, browserSession = "", ipAddress = "192.0.2.1" } = {}) {
  const headers = browserSession ? { "x-browser-session": browserSession } : {};
  try {
    const reply = await dispatch(account.service, "register", { body, headers }, visitor(realm, ipAddress));
    return { status: reply.status, body: reply.body as { uid: string; isResumed: boolean; [key: string]: unknown } };
  } catch (error) {
    if (error instanceof ServiceError) return { status: error.status, body: error.toJSON() as never };
    throw error;
  }
}

async function meOf(username: string): Promise<Me> {
  const realm: Realm = "se";
  const caller = await callerOf(databases.eu, username, { realm });
  return (await dispatch(account.service, "getMe", {}, caller)).body as Me;
}

async function pay(uid: string, endsOn: string | null): Promise<void> {
  const { rows } = await databases.eu.execute<{ id: number }>(sql`select id from directory.users where uid = ${uid}`);
  const owner = { kind: "user", id: Number(rows[0]?.id), uid } as const;
  const by = { realm: "se", uid: null, actorUid: null, requestId: "test", ipAddress: null } as const;
  const period = { type: "fabel-consumer", startsOn: "2026-01-01", endsOn };
  await inTransaction(databases.eu, (within) => writePeriod(within, by, owner, period));
}

describe("given an address without an account", () => {
  it("then registration creates an unpaid guardian with this password in the country's consumer unit", async () => {
    const { status, body } = await register(ada);
    expect([status, body.isResumed]).toEqual([200, false]);
    const { rows } = await databases.eu.execute(sql`
      select u.username, u.type, u.name, o.type as place, a.role, a.active
      from directory.users u join directory.associations a on a.user_id = u.id
      join directory.organizations o on o.id = a.organization_id where u.uid = ${body.uid}`);
    expect(rows).toEqual([
      { username: ada.email, type: "guardian", name: "Ada Öberg", place: "consumer", role: "guardian", active: true },
    ]);
    expect(await auth.proofs.isPassword(visitor("se"), { uid: body.uid, username: ada.email }, ada.password)).toBe(
      true,
    );
    expect(await meOf(ada.email)).toMatchObject({
      roles: ["guardian"],
      family: { state: "unpaid", subscription: null },
    });
  });

  it("then the audit log records the account and its password as changes by the new user", async () => {
    const { body } = await register({ ...ada, email: "audit@home.example" });
    const { rows } = await databases.eu.execute(
      sql`select action from directory.audit where subject_uid = ${body.uid} and user_uid = ${body.uid} order by id`,
    );
    expect(rows.map(({ action }) => action)).toEqual(["user.created"]);
  });

  it.each(realms)("then registration returns 200 in realm %s", async (realm) => {
    const email = `unit.${realm}@home.example`;
    expect((await register({ ...ada, email, country: realm }, { realm })).status).toBe(200);
  });

  it("then two registrations at once create one account", async () => {
    const twice = { ...ada, email: "twice@home.example" };
    const replies = await Promise.all([register(twice), register(twice)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(replies.map(({ body }) => body.uid)).size).toBe(1);
  });
});

describe("given an account without a payment", () => {
  it("then its address in any letter case and its password resume it, in the newest browser session only", async () => {
    const first = await register({ ...ada, email: "resume@home.example" }, { browserSession: session });
    const again = await register({ ...ada, email: "Resume@Home.example" }, { browserSession: `${session}-2` });
    expect(again).toMatchObject({ status: 200, body: { uid: first.body.uid, isResumed: true } });
    expect(await account.findRegistered("se", `${session}-2`)).toBe(first.body.uid);
    expect(await account.findRegistered("se", session)).toBeNull();
  });

  it("then another password returns 409 and does not resume the registration", async () => {
    await register({ ...ada, email: "guess@home.example" });
    const { status, body } = await register(
      { ...ada, email: "guess@home.example", password: "elva röda bockar" },
      { browserSession: session },
    );
    expect([status, body.error, body.message]).toEqual([409, "ConflictError", "Email is already used."]);
    expect(await account.findRegistered("se", session)).toBeNull();
  });

  it("then ten wrong passwords return 409 and the next returns 429", async () => {
    await register({ ...ada, email: "many@home.example" });
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1) {
      statuses.push((await register({ ...ada, email: "many@home.example", password: `fel lösen ${guess}` })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 409), 429]);
  });
});

describe("given an account with a payment", () => {
  it.each([
    ["running", null],
    ["lapsed", "2026-02-01"],
  ])("then registering again with its password returns 409 while its subscription is %s", async (state, endsOn) => {
    const email = `${state}@home.example`;
    const { body } = await register({ ...ada, email });
    await pay(body.uid, endsOn);
    expect((await register({ ...ada, email })).status).toBe(409);
    expect((await meOf(email)).family).toEqual({ state, subscription: "fabel-consumer", endsOn });
  });
});

describe("given invalid input", () => {
  it("then the response lists every error with its attribute", async () => {
    const { status, body } = await register({
      firstname: " ",
      lastname: "",
      email: "ada",
      password: "short",
      country: "dk",
    });
    expect([status, body.error]).toEqual([400, "ValidationError"]);
    const attributes = (body.details as Array<{ attribute: string }>).map(({ attribute }) => attribute);
    expect(attributes.toSorted()).toEqual(["country", "email", "firstname", "lastname", "password"]);
  });

  it("then a country of another site is rejected, and the two-letter code GB is accepted in realm uk", async () => {
    const elsewhere = await register({ ...ada, country: "us" });
    expect(elsewhere).toMatchObject({ status: 400, body: { details: [{ attribute: "country" }] } });
    expect((await register({ ...ada, email: "gb@home.example", country: "GB" }, { realm: "uk" })).status).toBe(200);
  });

  it("then a common password is rejected", async () => {
    const { status, body } = await register({ ...ada, email: "common@home.example", password: "password123" });
    expect([status, (body.details as unknown[])[0]]).toEqual([400, { attribute: "password", reason: "Too common" }]);
  });

  it("then a password that is just the own name is rejected", async () => {
    const own = { ...ada, email: "ada.oberg@home.example", password: "Ada.Öberg1" };
    const { status, body } = await register(own);
    const detail = { attribute: "password", reason: "Too close to your own name" };
    expect([status, (body.details as unknown[])[0]]).toEqual([400, detail]);
  });

  it("then an IP address over the registration limit gets 429, and other addresses are not limited", async () => {
    const from = { ipAddress: "198.51.100.7" };
    for (let time = 0; time < signUpLimit.points; time += 1) await register({ ...ada, country: "us" }, from);
    const statuses = [];
    for (let time = 0; time < signUpLimit.points + 1; time += 1) {
      statuses.push((await register({ ...ada, password: "password123" }, from)).status);
    }
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([400]));
    expect(statuses.at(-1)).toBe(429);
    expect((await register({ ...ada, email: "other@home.example" })).status).toBe(200);
  });
});

describe("given 30 days without a payment", () => {
  const daysLater = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);

  it("then the account is purged and its address is free, not before day 30; a paid account is kept", async () => {
    const purge = createPurge(databases, [auth.erasePeople, account.erasePeople]);
    const gone = await register({ ...ada, email: "gone@home.example" });
    const paid = await register({ ...ada, email: "paid@home.example" });
    await pay(paid.body.uid, "2026-02-01");
    const left = async () => {
      const { rows } = await databases.eu.execute<{ uid: string }>(
        sql`select uid from directory.users where uid in (${gone.body.uid}, ${paid.body.uid})`,
      );
      return rows.map(({ uid }) => uid);
    };
    await account.endUnpaid(daysLater(29.9));
    await purge(daysLater(0));
    expect(await left()).toHaveLength(2);
    await account.endUnpaid(daysLater(30.1));
    await purge(daysLater(0.01));
    expect(await left()).toEqual([paid.body.uid]);
    expect((await register({ ...ada, email: "gone@home.example" })).body.isResumed).toBe(false);
  });
});
