import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { matrixTarget } from "#tests/support/permission-matrix";
import { type Browser, type Databases, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { processBackend } from "~/composition/process-backend.server";
import { loadGroup } from "~/control-panel/groups/groups.server";
import { loadPeopleList } from "~/control-panel/people/people-list.server";
import { loadPerson } from "~/control-panel/people/person-page.server";

/** What pages show to users who see only their own classes. docs/product/choices.md#default-permissions. */

const origin = "https://se.localhost";
let databases: Databases;
let teacher: Browser;
let admin: Browser;

beforeAll(async () => {
  databases = await sessionScene(["se"]);
  teacher = await signedInBrowser(origin, "teacher.se");
  admin = await signedInBrowser(origin, "admin.se");
});

const personNamed = (username: string) => sql`(select id from directory.users where username = ${username})`;

describe("given a pupil of a teacher's own class", () => {
  const actionsOf = async (browser: Browser, group: string, student: string) => {
    const list = await loadPeopleList(
      processBackend(),
      browser.request("/controlpanel/students?itemsPerPage=100&force=true"),
      "students",
    );
    const page = await loadGroup(processBackend(), browser.request(`/controlpanel/groups/${group}?force=true`), group);
    const rows = [list.list.rows, page?.pupils?.list.rows ?? []];
    return rows.map((each) => each.find(({ id }) => id === student)?.actions);
  };
  const mayMove = async (browser: Browser, student: string) =>
    (await loadPerson(processBackend(), browser.request(`/controlpanel/students/${student}`), "students", student))
      ?.person.mayMove;

  test("the teacher may set the password and issue a badge, but not move the pupil", async () => {
    const { group, student } = await matrixTarget(databases.eu, "se", "se-1001", "school");
    const teachers = ["password", "badge"];
    expect(await actionsOf(teacher, group, student)).toEqual([teachers, teachers]);
    expect(await mayMove(teacher, student)).toBe(false);
  });

  test("an administrator of the school may also move the pupil and act as the pupil", async () => {
    const { group, student } = await matrixTarget(databases.eu, "se", "se-1001", "school");
    const administrators = ["password", "badge", "move", "actAs"];
    expect(await actionsOf(admin, group, student)).toEqual([administrators, administrators]);
    expect(await mayMove(admin, student)).toBe(true);
  });
});

test("given an administrator who teaches elsewhere, then a pupil who leaves that class leaves the list", async () => {
  const { school, group, student } = await matrixTarget(databases.eu, "se", "se-1002", "school");
  await databases.eu.execute(sql`
    insert into directory.associations (user_id, organization_id, realm, role)
    select ${personNamed("admin.se")}, id, 'se', 'employee' from directory.organizations where uid = ${school}`);
  await databases.eu.execute(sql`
    insert into directory.memberships (user_id, group_id, realm)
    select ${personNamed("admin.se")}, id, 'se' from directory.groups where uid = ${group}`);
  const both = await signedInBrowser(origin, "admin.se");
  processBackend().displayCache.drop(await uidOf("admin.se"));
  const ids = async () => {
    const path = `/controlpanel/students?organization=${school}`;
    return (await loadPeopleList(processBackend(), both.request(path), "students")).list.rows.map(({ id }) => id);
  };
  expect(await ids()).toEqual([student]);
  await databases.eu.execute(sql`
    delete from directory.memberships where user_id = (select id from directory.users where uid = ${student})`);
  expect(await ids()).toEqual([]);
});

test("given a school that limits teachers to their own classes, then the cached list hides other pupils", async () => {
  const see = (whom: string) =>
    databases.eu.execute(sql`
      update directory.organizations set teachers_see = ${whom} where school_unit_code = 'se-1001'`);
  await see("school");
  const { student } = await matrixTarget(databases.eu, "se", "se-1001", "school", "others");
  const ids = async () => {
    const list = await loadPeopleList(
      processBackend(),
      teacher.request("/controlpanel/students?itemsPerPage=100"),
      "students",
    );
    return list.list.rows.map(({ id }) => id);
  };
  processBackend().displayCache.drop(await uidOf("teacher.se"));
  expect(await ids()).toContain(student);
  await see("classes");
  expect(await ids()).not.toContain(student);
});

async function uidOf(username: string): Promise<string> {
  const { rows } = await databases.eu.execute<{ uid: string }>(
    sql`select uid from directory.users where username = ${username}`,
  );
  return rows[0]?.uid ?? "";
}
