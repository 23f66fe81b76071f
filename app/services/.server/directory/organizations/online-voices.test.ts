import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { uidOf } from "#tests/support/callers";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { mayUseOnlineVoices } from "./online-voices";

let database: Database;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
});

const may = async (username: string) => mayUseOnlineVoices(database, "se", await uidOf(database, username));
const switchOn = (isOn: boolean, name = "%") =>
  database.execute(
    sql`update directory.organizations set online_voices_enabled = ${isOn} where realm = 'se' and name like ${name}`,
  );

it("refuses pupils whose school has not switched online voices on", async () => {
  expect(await may("student.se")).toBe(false);
});

it.each(["teacher.se", "guardian.se", "family.se", "super.se"])("leaves the choice to %s", async (username) => {
  expect(await may(username)).toBe(true);
});

it("permits them to pupils of a school that has", async () => {
  await switchOn(true);
  expect(await may("student.se")).toBe(true);
});

it("needs every active school of a pupil", async () => {
  await switchOn(true);
  const { rows } = await database.execute<{ id: number }>(sql`
    insert into directory.organizations (realm, type, status, name) values ('se', 'school', 'active', 'Another school') returning id`);
  await database.execute(sql`
    insert into directory.associations (user_id, organization_id, realm, role)
    select u.id, ${rows[0]?.id}, 'se', 'student' from directory.users u where u.realm = 'se' and u.username = 'student.se'`);
  expect(await may("student.se")).toBe(false);
  await database.execute(sql`update directory.organizations set status = 'inactive' where id = ${rows[0]?.id}`);
  expect(await may("student.se")).toBe(true);
});
