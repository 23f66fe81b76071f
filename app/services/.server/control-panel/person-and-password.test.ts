import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { sessionSecret, testHosts } from "#tests/support/auth-secrets";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createAuthService } from "~/services/.server/auth/auth-service";
import type { CredentialService } from "~/services/.server/directory/identity";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import { createControlPanelService } from "./service";

/** A person's attributes and new password are stored and logged in one transaction. */

let database: Database;
let pupil = "";
let own: CredentialService;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  pupil = await uidOf(database, "student.se");
  const databases = { eu: database, us: database };
  const identity = createIdentityDirectory(databases);
  const smsSender = { sendCode: async () => undefined };
  own = createAuthService({
    databases,
    identity,
    sessionSecret,
    hosts: testHosts,
    smsSender,
    providers: {},
  }).credentials;
});
beforeEach(async () => {
  await database.execute(sql`delete from auth.sessions`);
  await database.execute(sql`
    insert into auth.sessions (realm, uid, client_id, scope, amr, acr, auth_time, expires_at)
    values ('se', ${pupil}, 'fabel-web', 'openid', '{pwd}', 'basic', now(), now() + interval '1 day')`);
});

function serviceWith(setPassword = own.setPassword) {
  const databases = { eu: database, us: database };
  return createControlPanelService({ databases, credentials: { ...own, setPassword } } as never);
}

async function change(sent: Record<string, unknown>, setPassword?: CredentialService["setPassword"], version?: number) {
  const attributes = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, { value }]));
  const params = { version: "v1", type: "students", id: pupil };
  const body = { data: { attributes }, ...(version === undefined ? {} : { meta: { version } }) };
  return ask(serviceWith(setPassword), "updatePerson", { params, body }, await callerOf(database, "admin.se"));
}

async function stored() {
  const { rows } = await database.execute<{
    name: string;
    version: number;
    hash: string;
    actions: string[];
    sessions: number;
  }>(sql`
    select u.name, u.version, p.hash,
      (select count(*)::int from auth.sessions s where s.uid = u.uid and s.ended_at is null) as sessions,
      (select json_agg(a.action order by a.id) from directory.audit a where a.subject_uid = u.uid) as actions
    from directory.users u left join auth.passwords p on p.uid = u.uid where u.uid = ${pupil}`);
  const [row] = rows;
  if (!row) throw new Error("the pupil is gone");
  return { ...row, actions: row.actions ?? [] };
}

/** Stores the password, then fails. */
const failing: CredentialService["setPassword"] = async (...parts) => {
  await own.setPassword(...parts);
  throw new Error("the lights went out");
};

describe("a person's attributes with a new password", () => {
  it("are stored and logged together, and end the person's sessions", async () => {
    const before = await stored();
    expect((await change({ name: "Nytt Namn", password: "ett langt losen 7" })).status).toBe(200);
    const after = await stored();
    expect(after).toMatchObject({ name: "Nytt Namn", version: before.version + 1 });
    expect(after.hash).not.toBe(before.hash);
    expect(after.actions.slice(before.actions.length)).toEqual(["user.changed", "user.password_set"]);
    expect([before.sessions, after.sessions]).toEqual([1, 0]);
  });

  it("are unchanged when the password is rejected (400)", async () => {
    const before = await stored();
    const refused = await change({ name: "Halva Namnet", status: "inactive", password: "password" });
    expect(refused).toMatchObject({ status: 400, body: { details: [{ attribute: "password" }] } });
    expect(await stored()).toEqual(before);
  });

  it("are unchanged, and so is the password, when storing it fails", async () => {
    const before = await stored();
    await expect(change({ name: "Halva Namnet", password: "ett annat losen 8" }, failing)).rejects.toThrow(
      "the lights",
    );
    expect(await stored()).toEqual(before);
  });

  it("are unchanged, and so is the password, when the version is stale (412)", async () => {
    const before = await stored();
    expect((await change({ name: "Halva Namnet", password: "ett annat losen 8" }, undefined, 0)).status).toBe(412);
    expect(await stored()).toEqual(before);
  });
});

describe("a new password alone", () => {
  it("is logged and ends the sessions, and is not stored when storing fails", async () => {
    const before = await stored();
    await expect(change({ password: "ett annat losen 8" }, failing)).rejects.toThrow("the lights");
    expect(await stored()).toEqual(before);
    expect((await change({ password: "ett annat losen 8" })).status).toBe(200);
    const after = await stored();
    expect(after.actions.slice(before.actions.length)).toEqual(["user.password_set"]);
    expect([after.version, after.sessions]).toEqual([before.version, 0]);
  });

  it("given a reset, then the generated password is logged, and not stored when storing fails", async () => {
    const before = await stored();
    const input = { params: { version: "v1", type: "students", id: pupil } };
    const caller = await callerOf(database, "admin.se");
    await expect(ask(serviceWith(failing), "resetPassword", input, caller)).rejects.toThrow("the lights");
    expect(await stored()).toEqual(before);
    expect((await ask(serviceWith(), "resetPassword", input, caller)).status).toBe(200);
    const after = await stored();
    expect(after.actions.slice(before.actions.length)).toEqual(["user.password_set"]);
    expect(after.sessions).toBe(0);
  });
});
