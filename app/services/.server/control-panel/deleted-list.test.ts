import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import { type MatrixTarget, matrixTarget } from "#tests/support/permission-matrix";
import type { Database } from "~/db/.server/connect";
import type { DeletedList } from "~/services/contracts/control-panel-entities";
import { createControlPanelService } from "./service";

/** Deleted people and groups of a school, for users who may restore them. docs/product/choices.md#who-and-where: deletion. */

let database: Database;
let service: ReturnType<typeof createControlPanelService>;
let own: MatrixTarget;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  service = createControlPanelService({ databases: { eu: database, us: database }, credentials: credentialsDouble });
});

beforeEach(async () => {
  own = await matrixTarget(database, "se", "se-1001", "school");
});

async function deletedAt(school: string, username = "admin.se", pageNumber = 1) {
  const input = { params: { id: school }, query: { pageNumber } };
  const { body } = await ask(service, "getOrganizationDeleted", input, await callerOf(database, username));
  return body as { data: DeletedList; meta: { hasMorePeople: boolean } };
}

const idsOf = async (username?: string) => {
  const { people, groups } = (await deletedAt(own.school, username)).data;
  return [...people, ...groups].map(({ id }) => id);
};

async function end(table: "users" | "groups", uid: string, days = 0) {
  await database.execute(sql`update ${sql.raw(`directory.${table}`)} set status_before = status, status = 'deleted',
    deleted_at = now() - make_interval(days => ${days}) where uid = ${uid}`);
}

test("given a deleted student and group, then both are listed until restored, the student with the last day", async () => {
  await end("users", own.student, 1);
  await end("groups", own.group, 2);
  const { people, groups } = (await deletedAt(own.school)).data;
  const pupil = people.find(({ id }) => id === own.student);
  expect(pupil).toMatchObject({ type: "students", isUsernameTaken: false });
  const days = (Date.parse(pupil?.restorableUntil ?? "") - Date.now()) / (24 * 60 * 60 * 1000);
  expect(Math.round(days)).toBe(27);
  expect(groups.map(({ id }) => id)).toContain(own.group);
  const admin = await callerOf(database, "admin.se");
  const params = { version: "v1", type: "students", id: own.student };
  expect((await ask(service, "restorePerson", { params }, admin)).status).toBe(200);
  expect((await ask(service, "restoreGroup", { params: { id: own.group } }, admin)).status).toBe(200);
  const after = await idsOf();
  expect([after.includes(own.student), after.includes(own.group)]).toEqual([false, false]);
});

test("given deletions 28 days ago, then only a super user sees them", async () => {
  await end("users", own.student, 28);
  await end("groups", own.group, 28);
  const [admins, supers] = [await idsOf(), await idsOf("super.se")];
  expect([admins.includes(own.student), admins.includes(own.group)]).toEqual([false, false]);
  expect([supers.includes(own.student), supers.includes(own.group)]).toEqual([true, true]);
});

test("given a deleted administrator, then a super user sees them and another administrator does not", async () => {
  await database.execute(sql`update directory.associations set admin = true
    where user_id = (select id from directory.users where uid = ${own.employee})`);
  await end("users", own.employee);
  expect(await idsOf()).not.toContain(own.employee);
  expect(await idsOf("super.se")).toContain(own.employee);
});

test("does not list people who were deleted with their school or at another school", async () => {
  const other = await matrixTarget(database, "se", "se-1002", "school");
  await end("users", other.student);
  await end("users", own.guardian);
  await database.execute(sql`update directory.users set deleted_with = ${own.school} where uid = ${own.guardian}`);
  const ids = await idsOf();
  expect([ids.includes(other.student), ids.includes(own.guardian)]).toEqual([false, false]);
});

test("given more than 50 deleted people, then the second page lists others and is the last", async () => {
  await database.execute(sql`
    with made as (insert into directory.users (realm, type, username, name, status, deleted_at)
      select 'se', 'student', 'gone' || n, 'Gone ' || n, 'deleted', now() - make_interval(mins => n)
      from generate_series(1, 60) n returning id)
    insert into directory.associations (user_id, organization_id, realm, role)
    select made.id, o.id, 'se', 'student' from made, directory.organizations o where o.school_unit_code = 'se-1001'`);
  const [first, second] = [await deletedAt(own.school), await deletedAt(own.school, "admin.se", 2)];
  expect([first.data.people.length, first.meta.hasMorePeople, second.meta.hasMorePeople]).toEqual([50, true, false]);
  const ids = [...first.data.people, ...second.data.people].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
