import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { showTeachersTheSchool } from "#tests/support/callers";
import { pageReadScene } from "#tests/support/page-read-scene";
import { type MatrixTarget, matrixTarget } from "#tests/support/permission-matrix";
import type { panelPageContracts } from "~/services/contracts/pages/panel-pages";

const scene = pageReadScene();
let own: MatrixTarget;

beforeEach(async () => {
  own = await matrixTarget(scene.database, "se", "se-1001", "school", "own");
});

const read = (name: keyof typeof panelPageContracts, username: string, query: object = {}) =>
  scene.read(name, username, { params: { id: own.group }, query });

describe("a group", () => {
  test("has its values, and the actions of the caller alone", async () => {
    const group = await read("getPanelGroup", "teacher.se");
    expect(group).toMatchObject({ id: own.group, name: `Group ${own.secret}`, students: 1, parent: null });
    expect(group.organization.id).toBe(own.school);
    expect(group.actions).toContain("EditGroup");
    expect(group.actions).not.toContain("DeleteGroup");
    expect((await read("getPanelGroup", "admin.se")).actions).toContain("DeleteGroup");
  });

  test("has the fields of its form, the parent by its id", async () => {
    const above = await matrixTarget(scene.database, "se", "se-1001", "school", "own");
    await scene.database.execute(sql`update directory.groups set typical_school_entry_year = 2021,
      parent_group_id = (select id from directory.groups where uid = ${above.group}) where uid = ${own.group}`);
    const { fields, parent } = await read("getPanelGroup", "teacher.se");
    expect(fields).toMatchObject({
      name: { value: `Group ${own.secret}`, isEditable: true },
      parent: { value: above.group, isEditable: true },
      typicalSchoolEntryYear: { value: 2021, isEditable: true },
    });
    expect(parent).toEqual({ id: above.group, name: `Group ${above.secret}` });
  });
});

describe("the pupils of a group", () => {
  test("are those in it, with what the caller may do", async () => {
    const { group, list } = await read("getGroupPupilsPage", "admin.se", { sortBy: "name", sortOrder: "asc" });
    expect(group.id).toBe(own.group);
    expect(list.rows.map(({ id }: { id: string }) => id)).toEqual([own.student]);
    expect(list.rows[0].actions).toContain("move");
    const [seen] = (await read("getGroupPupilsPage", "teacher.se")).list.rows;
    expect(seen.actions).not.toContain("move");
  });

  test("given a pupil who joins, then an administrator sees them when the rows are read anew", async () => {
    const other = await matrixTarget(scene.database, "se", "se-1001", "school", "own");
    const rows = async (query: object) => (await read("getGroupPupilsPage", "admin.se", query)).list.rows.length;
    expect(await rows({})).toBe(1);
    await scene.database.execute(sql`insert into directory.memberships (user_id, group_id, realm)
      select u.id, g.id, 'se' from directory.users u, directory.groups g
      where u.uid = ${other.student} and g.uid = ${own.group}`);
    expect([await rows({}), await rows({ isFresh: "true" })]).toEqual([1, 2]);
  });
});

describe("the settings of a group", () => {
  test("have its staff and guardians as far as the caller may view them, removable if the caller may change them", async () => {
    await scene.database.execute(sql`insert into directory.memberships (user_id, group_id, realm)
      select u.id, g.id, 'se' from directory.users u, directory.groups g
      where u.uid = ${own.guardian} and g.uid = ${own.group}`);
    const others = async (username: string) =>
      (await read("getGroupSettingsPage", username)).settings.others.map(
        ({ type, isRemovable }: { type: string; isRemovable: boolean }) => [type, isRemovable],
      );
    expect(await others("teacher.se")).toEqual([["guardians", true]]);
    expect((await others("super.se")).sort()).toEqual([
      ["employees", true],
      ["guardians", true],
    ]);
  });

  test("have the group's code, and who joined by it", async () => {
    await scene.database.execute(sql`update directory.groups set code = ${`CODE${own.secret}`.slice(0, 8)},
      code_expires_at = now() + interval '1 day' where uid = ${own.group}`);
    const { settings } = await read("getGroupSettingsPage", "teacher.se");
    expect(settings.code.value).toBe(`CODE${own.secret}`.slice(0, 8));
    expect(Date.parse(settings.code.expiresAt)).toBeGreaterThan(Date.now());
    expect(settings.joined).toEqual([]);
  });

  test("find people to add only for callers who may add some, and nobody who is in the group", async () => {
    const found = async (username: string, member?: string) =>
      (await read("getGroupSettingsPage", username, member ? { member } : {})).settings.candidates;
    expect(await found("admin.se")).toBeNull();
    expect(await found("teacher.se", own.secret)).toBeNull();
    const ids = (await found("admin.se", own.secret)).map(({ id }: { id: string }) => id);
    expect(ids).toContain(own.employee);
    expect(ids).not.toContain(own.student);
  });

  test("offer other groups of the school as its parent, and list those below it", async () => {
    const below = await matrixTarget(scene.database, "se", "se-1001", "school", "own");
    await scene.database.execute(sql`update directory.groups set parent_group_id = (select id from directory.groups where uid = ${own.group})
      where uid = ${below.group}`);
    const { settings } = await read("getGroupSettingsPage", "admin.se");
    expect(settings.parts.groups).toEqual([{ id: below.group, name: `Group ${below.secret}` }]);
    const offered = settings.parents.groups.map(({ id }: { id: string }) => id);
    expect(offered.length).toBeGreaterThan(0);
    expect(offered).not.toContain(own.group);
  });
});

test("new pupils of a group are those without a class, or those found", async () => {
  const other = await matrixTarget(scene.database, "se", "se-1001", "school", "others");
  const found = async (query: object) =>
    (await read("getNewGroupPupilsPage", "admin.se", query)).candidates.map(({ id }: { id: string }) => id);
  expect(await found({ q: other.secret })).toEqual([other.student]);
  expect(await found({ q: own.secret })).toEqual([]);
  expect(await found({})).not.toContain(other.student);
  await scene.database.execute(sql`delete from directory.memberships where user_id =
    (select id from directory.users where uid = ${other.student})`);
  expect(await found({})).toContain(other.student);
});

test("given a school whose teachers see everybody, then a teacher may move its pupils", async () => {
  await showTeachersTheSchool(scene.database);
  const [row] = (await read("getGroupPupilsPage", "teacher.se")).list.rows;
  expect(row.actions).toContain("move");
});
