import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { pageReadScene } from "#tests/support/page-read-scene";
import { type MatrixTarget, matrixTarget } from "#tests/support/permission-matrix";
import type { panelPageContracts } from "~/services/contracts/pages/panel-pages";

const scene = pageReadScene();
let target: MatrixTarget;

beforeAll(async () => {
  target = await matrixTarget(scene.database, "se", "se-1001", "school", "own");
});

const read = (name: keyof typeof panelPageContracts, username: string, query: object = {}, id = target.school) =>
  scene.read(name, username, { params: { id }, query });
const page = (username: string, query: object = {}) => read("getOrganizationPage", username, query);

describe("an organisation", () => {
  test("has the fields that the caller may view, editable for its administrators", async () => {
    const seen = await page("teacher.se");
    const edited = await page("admin.se");
    expect([seen.fields.name.isEditable, edited.fields.name.isEditable]).toEqual([false, true]);
    expect(["crmId" in seen.fields, "crmId" in edited.fields]).toEqual([false, true]);
    expect(edited.fields.type.isEditable).toBe(false);
    expect((await page("super.se")).fields.type.isEditable).toBe(true);
  });

  test("has the sizes of the lists that the caller may open", async () => {
    const lists = async (username: string) => (await page(username)).counts.map(({ list }: { list: string }) => list);
    expect(await lists("admin.se")).toEqual(["students", "guardians", "employees", "groups"]);
    expect(await lists("teacher.se")).toEqual(["students", "guardians", "groups"]);
    expect(await lists("student.se")).toEqual([]);
    const { counts } = await page("admin.se");
    const { rows } = await scene.database.execute<{ size: number }>(sql`
      select count(*)::int as size from directory.groups g join directory.organization_closure c
      on c.descendant_id = g.organization_id join directory.organizations o on o.id = c.ancestor_id
      where o.uid = ${target.school} and g.status <> 'deleted'`);
    expect(counts.at(-1)).toEqual({ list: "groups", total: rows[0]?.size, hasMore: false });
  });

  test("may be opened above only by callers who have its parent in their scope", async () => {
    const { school: part } = await matrixTarget(scene.database, "se", "se-1001", "part");
    const above = (username: string) => read("getOrganizationPage", username, {}, part);
    expect(await above("admin.se")).toMatchObject({ parent: { id: target.school }, mayOpenParent: true });
    const { below } = await read("getOrganizationPage", "admin.se", { isFresh: "true" });
    expect(below.organizations.map(({ id }: { id: string }) => id)).toContain(part);
    const { parent, mayOpenParent } = await page("admin.se");
    expect([parent === null, mayOpenParent]).toEqual([false, false]);
  });

  test("finds parents for super users alone, none of them below it", async () => {
    const { secret } = await matrixTarget(scene.database, "se", "se-1001", "part");
    const { secret: elsewhere, school } = await matrixTarget(scene.database, "se", "se-1002", "part");
    expect((await page("admin.se", { above: elsewhere })).foundParents).toBeNull();
    expect((await page("super.se")).foundParents).toBeNull();
    expect((await page("super.se", { above: secret })).foundParents).toEqual([]);
    const [found] = (await page("super.se", { above: elsewhere })).foundParents;
    expect(found.id).toBe(school);
  });

  test("finds people of other organisations for its administrators", async () => {
    const { secret, student } = await matrixTarget(scene.database, "se", "se-1002", "school", "others");
    expect((await page("teacher.se", { person: secret })).foundPeople).toBeNull();
    expect((await page("admin.se", { person: target.secret })).foundPeople).toEqual([]);
    const found = (await page("super.se", { person: secret })).foundPeople;
    expect(found.map(({ id }: { id: string }) => id)).toContain(student);
  });
});

test("the list of organisations has those in the caller's scope", async () => {
  const listed = async (username: string) =>
    (await read("getOrganizationsListPage", username, { pageSize: 100, sortBy: "name" })).rows;
  const own = await listed("teacher.se");
  expect(own.map(({ id }: { id: string }) => id)).toContain(target.school);
  expect((await listed("super.se")).length).toBeGreaterThan(own.length);
});

test("the overview counts the pupils who need attention, from the cache the second time", async () => {
  const waiting = async () => {
    const read1 = await read("getOverviewPage", "admin.se", { school: target.school });
    return new Map(read1.waiting.map(({ id, count }: { id: string; count: number }) => [id, count]));
  };
  const before = await waiting();
  expect(before.get("neverSignedIn")).toBeGreaterThan(0);
  await matrixTarget(scene.database, "se", "se-1001", "school", "others");
  expect(await waiting()).toEqual(before);
  const { classes } = await read("getOverviewPage", "teacher.se", {});
  expect(classes).toContainEqual({ id: target.group, name: `Group ${target.secret}` });
  expect((await read("getOverviewPage", "super.se", {})).classes).toEqual([]);
});
