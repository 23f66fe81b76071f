import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { createPasswords } from "~/services/.server/auth/passwords/passwords";
import { createCustomerManagementService } from "~/services/.server/customer-management/customer-management-service";
import { passwordValidities } from "~/services/.server/directory/people/first-passwords";
import { createControlPanelService } from "./service";

/** Passwords that staff set for students need no change and expire by the school's setting. docs/decisions/0051-passwords-of-pupils.md. */

let database: Database;
let service: ReturnType<typeof createControlPanelService>;
let management: ReturnType<typeof createCustomerManagementService>;
let school = "";

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  const databases = { eu: database, us: database };
  const credentials = { ...credentialsDouble, setPassword: createPasswords(databases).set };
  service = createControlPanelService({ databases, credentials });
  management = createCustomerManagementService({ databases, credentials });
  const { rows } = await database.execute<{ uid: string }>(
    sql`select uid from directory.organizations where school_unit_code = 'se-1001'`,
  );
  school = rows[0]?.uid ?? "";
});

beforeEach(async () => {
  await database.execute(sql`update directory.organizations set pupil_password_days = null`);
});

const asAdmin = () => callerOf(database, "admin.se");

async function setDays(pupilPasswordDays: unknown) {
  const input = { params: { uid: school }, body: { pupilPasswordDays } };
  return ask(management, "updateSchoolUnit", input, await asAdmin());
}

type Stored = { temporary: boolean; days: number | null };

/** Whether a stored password must be changed, and in how many days it expires. */
async function storedOf(uid: string): Promise<Stored | undefined> {
  const { rows } = await database.execute<Stored>(sql`
    select temporary, round(extract(epoch from expires_at - now()) / 86400)::int as days from auth.passwords
    where realm = 'se' and uid = ${uid}::uuid`);
  return rows[0];
}

async function reset(type: "students" | "employees", username: string): Promise<Stored | undefined> {
  const id = await uidOf(database, username);
  const input = { params: { version: "v1", type, id } };
  expect((await ask(service, "resetPassword", input, await asAdmin())).status).toBe(200);
  return storedOf(id);
}

async function create(type: "students" | "employees", username: string): Promise<Stored | undefined> {
  const values = { name: username, username, organizations: [school], password: "ett langt losen 7" };
  const attributes = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
  const input = { params: { version: "v1", type }, body: { data: { attributes } } };
  const made = await ask(service, "createPerson", input, await asAdmin());
  expect(made.status).toBe(201);
  return storedOf(made.body.data.id);
}

describe("given a school without password expiry", () => {
  it("then a student's password does not expire, and an employee's must be changed within 14 days", async () => {
    expect(await reset("students", "student.se")).toEqual({ temporary: false, days: null });
    expect(await create("students", "ny.elev")).toEqual({ temporary: false, days: null });
    expect(await reset("employees", "teacher.se")).toEqual({ temporary: true, days: 14 });
    expect(await create("employees", "ny.larare")).toEqual({ temporary: true, days: 14 });
  });
});

describe("given a school where students' passwords expire after 30 days", () => {
  it("then new passwords of students expire after 30 days, and those of employees still after 14", async () => {
    expect((await setDays(30)).status).toBe(200);
    expect(await reset("students", "student.se")).toEqual({ temporary: false, days: 30 });
    expect(await create("students", "elev.med.dagar")).toEqual({ temporary: false, days: 30 });
    expect(await create("employees", "larare.med.dagar")).toEqual({ temporary: true, days: 14 });
  });

  it("then it applies to many users at once, and the shorter expiry of two schools counts", async () => {
    await setDays(30);
    const { rows } = await database.execute<{ id: number; type: "student" | "employee"; username: string }>(sql`
      select id::int as id, type, username from directory.users where username in ('student.se', 'teacher.se')`);
    const lives = await inTransaction(database, (within) => passwordValidities(within, rows));
    const of = (name: string) => lives.get(rows.find(({ username }) => username === name)?.id ?? 0);
    expect([of("student.se"), of("teacher.se")]).toEqual([{ temporary: false, days: 30 }, { temporary: true }]);
    await database.execute(sql`
      with other as (
        update directory.organizations set pupil_password_days = 7
        where id = (select id from directory.organizations where realm = 'se' and type = 'school' and uid <> ${school} limit 1)
        returning id)
      insert into directory.associations (user_id, organization_id, realm, role)
      select u.id, other.id, 'se', 'student' from other, directory.users u where u.username = 'student.se'
      on conflict do nothing`);
    expect(await reset("students", "student.se")).toEqual({ temporary: false, days: 7 });
    const again = await inTransaction(database, (within) => passwordValidities(within, rows));
    expect(again.get(rows.find(({ username }) => username === "student.se")?.id ?? 0)).toEqual({
      temporary: false,
      days: 7,
    });
  });
});

describe("the number of days", () => {
  it.each([0, 1001, 1.5, "soon"])("rejects %s", async (days) => {
    await expect(setDays(days)).rejects.toThrow("pupilPasswordDays");
  });

  it("can be set and cleared by an administrator, not by a teacher (403), and the change is logged", async () => {
    expect((await setDays("90")).body.data.pupilPasswordDays).toBe(90);
    const { rows } = await database.execute<{ details: { attributes: string[] } }>(sql`
      select details from directory.audit where subject_uid = ${school} order by id desc limit 1`);
    expect(rows[0]?.details.attributes).toEqual(["pupilPasswordDays"]);
    const input = { params: { uid: school }, body: { pupilPasswordDays: 1 } };
    const refused = await ask(management, "updateSchoolUnit", input, await callerOf(database, "teacher.se"));
    expect(refused.status).toBe(403);
    expect((await setDays("")).body.data.pupilPasswordDays).toBeNull();
  });
});
