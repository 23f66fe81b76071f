import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { uidOf } from "#tests/support/callers";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createAgeLimit } from "./age-limit";

let database: Database;
let limitOf: ReturnType<typeof createAgeLimit>;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  limitOf = createAgeLimit({ eu: database, us: database });
});

test("returns the lowest limit of a student, their groups and parent groups, and null for a teacher", async () => {
  const pupil = await uidOf(database, "student.se");
  const own = (age: number | null) =>
    database.execute(sql`update directory.users set age_filter = ${age} where uid = ${pupil}`);
  const ofGroups = (age: number | null) =>
    database.execute(sql`update directory.groups set age_filter = ${age} where id in (
      select group_id from directory.memberships m join directory.users u on u.id = m.user_id where u.uid = ${pupil})`);
  expect(await limitOf("se", pupil)).toBeNull();
  await own(9);
  expect(await limitOf("se", pupil)).toBe(9);
  await ofGroups(7);
  expect(await limitOf("se", pupil)).toBe(7);
  await ofGroups(null);
  await database.execute(sql`
    with parent as (
      insert into directory.groups (realm, organization_id, name, type, age_filter)
      select g.realm, g.organization_id, 'Lågstadiet', 'grade', 6 from directory.groups g
      join directory.memberships m on m.group_id = g.id join directory.users u on u.id = m.user_id
      where u.uid = ${pupil} limit 1 returning id)
    update directory.groups set parent_group_id = (select id from parent) where id in (
      select group_id from directory.memberships m join directory.users u on u.id = m.user_id where u.uid = ${pupil})`);
  expect(await limitOf("se", pupil)).toBe(6);
  expect(await limitOf("se", await uidOf(database, "teacher.se"))).toBeNull();
  expect(await limitOf("no", pupil)).toBeNull();
});
