import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createPasswords } from "~/services/.server/auth/passwords/passwords";
import type { CredentialService } from "~/services/.server/directory/identity";
import { createControlPanelService } from "./service";

/** A new person and their first password are stored and logged in one transaction. */

let database: Database;
let school = "";

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  const { rows } = await database.execute<{ uid: string }>(
    sql`select uid from directory.organizations where realm = 'se' and name = 'Ekbackens skola'`,
  );
  school = rows[0]?.uid ?? "";
});

async function create(username: string, password: string | null, setPassword?: CredentialService["setPassword"]) {
  const databases = { eu: database, us: database };
  const credentials = { ...credentialsDouble, setPassword: setPassword ?? createPasswords(databases).set };
  const service = createControlPanelService({ databases, credentials } as never);
  const attributes = { name: username, username, organizations: [school], ...(password ? { password } : {}) };
  const body = {
    data: { attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, { value }])) },
  };
  return ask(
    service,
    "createPerson",
    { params: { version: "v1", type: "students" }, body },
    await callerOf(database, "admin.se"),
  );
}

async function count(text: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await database.execute<{ count: number }>(sql`select count(*)::int as count from ${text}`);
  return rows[0]?.count ?? 0;
}
const peopleCalled = (username: string) => count(sql`directory.users where username = ${username}`);
const everything = async () => [
  await count(sql`directory.users`),
  await count(sql`auth.passwords`),
  await count(sql`directory.audit`),
];

async function actionsOn(uid: string): Promise<string[]> {
  const { rows } = await database.execute<{ action: string }>(
    sql`select action from directory.audit where subject_uid = ${uid} order by id`,
  );
  return rows.map(({ action }) => action);
}

describe("a new person", () => {
  it("is stored with a first password and two audit log entries", async () => {
    const made = await create("med.losenord", "ett langt losen 7");
    expect(made.status).toBe(201);
    expect(await actionsOn(made.body.data.id)).toEqual(["user.created", "user.password_set"]);
    expect(await count(sql`auth.passwords where uid = ${made.body.data.id}`)).toBe(1);
  });

  it("given no password, then only the creation is logged", async () => {
    const made = await create("utan.losenord", null);
    expect(await actionsOn(made.body.data.id)).toEqual(["user.created"]);
  });

  it("given a failure while the password is set, then neither the person nor the password is stored", async () => {
    const before = await everything();
    const { set } = createPasswords({ eu: database, us: database });
    const failing: CredentialService["setPassword"] = async (...parts) => {
      await set(...parts);
      throw new Error("the lights went out");
    };
    await expect(create("halv.gjord", "ett langt losen 7", failing)).rejects.toThrow("the lights went out");
    expect(await everything()).toEqual(before);
    expect((await create("halv.gjord", "ett langt losen 7")).status).toBe(201);
  });

  it("is not stored with a password that is rejected (400)", async () => {
    const before = await everything();
    expect((await create("vanligt.losenord", "password")).status).toBe(400);
    expect(await peopleCalled("vanligt.losenord")).toBe(0);
    expect(await everything()).toEqual(before);
  });
});
