import { sql } from "drizzle-orm";
import { expect, it, test } from "vitest";
import { pageReadScene } from "#tests/support/page-read-scene";
import { matrixTarget } from "#tests/support/permission-matrix";
import type { SearchRead } from "~/services/contracts/pages/search";
import { prefixQuery } from "./search";

const scene = pageReadScene();

const search = (q: string, username = "admin.se"): Promise<SearchRead> =>
  scene.read("getSearchPage", username, { query: { q } });

const target = (whose: "own" | "others" = "own", where: "school" | "part" = "school") =>
  matrixTarget(scene.database, "se", "se-1001", where, whose);

it.each([
  ["popy patel", "pop pat"],
  ["Begum, Isla", "Beg Isl"],
  ["bo ek", null],
  ["isl", null],
])("prefixQuery shortens the words of %s, or returns null for short queries", (q, near) => {
  expect(prefixQuery(q)).toBe(near);
});

test("finds people, groups and organisations whose name has the words", async () => {
  const { secret, student, guardian, employee, group, school } = await target("own", "part");
  const found = await search(secret);
  expect(found).toMatchObject({
    ...{ isNear: false, matchedBy: secret },
    groups: [{ id: group, name: `Group ${secret}`, organization: `Part ${secret}` }],
    organizations: [{ id: school, name: `Part ${secret}` }],
  });
  expect(found.people.map(({ id }) => id).sort()).toEqual([student, guardian, employee].sort());
  expect(found.people.find(({ id }) => id === student)).toMatchObject({
    ...{ type: "students", name: `Pupil ${secret}`, externalId: null, status: "active" },
    ...{ groups: [`Group ${secret}`], organizations: [`Part ${secret}`] },
  });
});

test("finds for a teacher only pupils of own classes and their guardians", async () => {
  const [own, others] = [await target("own"), await target("others")];
  const found = async (secret: string) => {
    const { people, groups } = await search(secret, "teacher.se");
    return [...people, ...groups].map(({ id }) => id);
  };
  expect((await found(own.secret)).sort()).toEqual([own.student, own.guardian, own.group].sort());
  for (const id of await found(others.secret)) expect(Object.values(others)).not.toContain(id);
});

test("finds people by the leading letters of the words if nobody has the whole ones", async () => {
  const { secret } = await target();
  const found = await search(`Pupilla ${secret}`);
  expect(found).toMatchObject({ isNear: true, matchedBy: `Pup ${secret.slice(0, 3)}` });
  expect(found.people.length).toBeGreaterThan(0);
});

test("given somebody's id in another system, then they are found, and nobody by a part of it", async () => {
  const { student, secret } = await target();
  await scene.database.execute(sql`update directory.users set external_id = 'Roster-77 B' where uid = ${student}`);
  expect(await search("Roster-77 B")).toMatchObject({
    isNear: false,
    people: [{ id: student, externalId: "Roster-77 B" }],
  });
  expect((await search("Roster-77")).people).toEqual([]);
  expect((await search(secret)).people).toContainEqual(expect.objectContaining({ id: student, externalId: null }));
});

test("given an organisation that was deleted since the frame was cached, then the other results are shown", async () => {
  const before = await search("ek", "super.se");
  expect(before.organizations).not.toEqual([]);
  await scene.database.execute(sql`
    update directory.organizations set status = 'deleted' where realm = 'se' and parent_id is null and type <> 'consumer'`);
  const found = await search("ek", "super.se");
  expect(found).toMatchObject({ groups: [] });
  expect(found.organizations).not.toEqual([]);
});
