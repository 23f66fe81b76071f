import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, showTeachersTheSchool } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createControlPanelService } from "./service";

/** The filter withoutGroup counts only groups that the caller may see: it does not reveal others. docs/security.md, line 19. */

let database: Database;
let service: ReturnType<typeof createControlPanelService>;
let school = "";
const username = "tva.skolor";

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  await showTeachersTheSchool(database);
  service = createControlPanelService({ databases: { eu: database, us: database }, credentials: credentialsDouble });
  const me = await ask(service, "getMe", {}, await callerOf(database, "teacher.se"));
  school = me.body.data.attributes.organizations.value[0].id;
  await database.execute(sql`
    with elsewhere as (
      insert into directory.organizations (realm, name, type) values ('se', 'Annan skola', 'school') returning id)
    , class as (
      insert into directory.groups (realm, organization_id, name, type) select 'se', id, '9Z', 'class' from elsewhere returning id)
    , pupil as (
      insert into directory.users (realm, type, username, name) values ('se', 'student', ${username}, 'Två Skolor') returning id)
    , placed as (
      insert into directory.associations (user_id, organization_id, realm, role)
      select pupil.id, o.id, 'se', 'student' from pupil,
        (select id from elsewhere union all select id from directory.organizations where uid = ${school}) o)
    insert into directory.memberships (realm, group_id, user_id) select 'se', class.id, pupil.id from class, pupil`);
});

const isListed = async (caller: string, filters: object) => {
  const query = { filters: JSON.stringify(filters), q: username, calculateTotal: true };
  const { status, body } = await ask(
    service,
    "getStudents",
    { params: { id: school }, query },
    await callerOf(database, caller),
  );
  expect(status).toBe(200);
  return [body.data.length, body.meta.totalCount];
};

test.each(["teacher.se", "admin.se"])(
  "lists a student with a group at another school as without a group for %s",
  async (caller) => {
    expect(await isListed(caller, { withoutGroup: true })).toEqual([1, 1]);
  },
);

test("does not list the student as without a group for a super user", async () => {
  expect(await isListed("super.se", {})).toEqual([1, 1]);
  expect(await isListed("super.se", { withoutGroup: true })).toEqual([0, 0]);
});

test("given a group at the teacher's school, then the student is no longer listed", async () => {
  await database.execute(sql`
    insert into directory.memberships (realm, group_id, user_id)
    select 'se', g.id, u.id from directory.users u, directory.groups g join directory.organizations o on o.id = g.organization_id
    where u.username = ${username} and o.uid = ${school} order by g.id limit 1`);
  expect(await isListed("teacher.se", { withoutGroup: true })).toEqual([0, 0]);
});
