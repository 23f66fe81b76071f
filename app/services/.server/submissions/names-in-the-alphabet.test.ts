import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { type SubmissionsScene, submissionsScene } from "#tests/support/submissions-scene";

/** Pupils are sorted as in every list, by the country's collation: å, ä, ö after z in Swedish, and numbers by value. */

const inOrder = ["Elin 2B", "Elin 10A", "zoe", "Åsa", "Ärla", "Öst"];
let scene: SubmissionsScene;
let assignment: string;

beforeAll(async () => {
  scene = await submissionsScene();
  await scene.database.execute(sql`
    with pupils as (
      select u.id, row_number() over (order by md5(u.name)) as place from directory.users u
      join directory.memberships m on m.user_id = u.id join directory.groups g on g.id = m.group_id
      where g.uid = ${scene.groupId}::uuid and u.type = 'student'),
    named as (update directory.users u set name = (${sql.param([...inOrder].sort())}::text[])[p.place]
      from pupils p where p.id = u.id and p.place <= ${inOrder.length} returning u.id),
    others as (delete from directory.memberships m using pupils p where p.id = m.user_id and p.place > ${inOrder.length})
    insert into directory.guardianships (guardian_id, student_id, realm)
    select u.id, n.id, 'se' from directory.users u, named n where u.username = 'guardian.se' on conflict do nothing`);
  assignment = await scene.assign();
});

test("a teacher gets pupils and answers in alphabetical order", async () => {
  const { data: classes } = (await scene.call("teacher.se", "getClasses")).body;
  const { data } = (await scene.call("teacher.se", "getAssignmentSubmissions", { params: { id: assignment } })).body;
  const own = classes.find(({ id }: { id: string }) => id === scene.groupId);
  expect(own.pupils.map(({ name }: { name: string }) => name)).toEqual(inOrder);
  expect(data.map(({ pupil }: { pupil: { name: string } }) => pupil.name)).toEqual(inOrder);
});

test("a guardian gets their pupils in alphabetical order", async () => {
  const { data } = (await scene.call("guardian.se", "getPupilSubmissions", {})).body;
  const names = data.map(({ name }: { name: string }) => name);
  expect(names.filter((name: string) => inOrder.includes(name))).toEqual(inOrder);
});

test("only pupils with the same name have the username beside it", async () => {
  await scene.database.execute(sql`update directory.users set name = 'zoe' where name = 'Öst'`);
  const { data } = (await scene.call("teacher.se", "getAssignmentSubmissions", { params: { id: assignment } })).body;
  const pupils: Array<{ name: string; username: string | null }> = data.map(({ pupil }: { pupil: object }) => pupil);
  expect(pupils.filter(({ username }) => username !== null).map(({ name }) => name)).toEqual(["zoe", "zoe"]);
  const { data: classes } = (await scene.call("teacher.se", "getClasses")).body;
  const own: { pupils: typeof pupils } = classes.find(({ id }: { id: string }) => id === scene.groupId);
  const labels = (of: typeof pupils) => of.map(({ name, username }) => `${name} ${username}`).toSorted();
  expect(labels(own.pupils)).toEqual(labels(pupils));
  expect(new Set(labels(pupils)).size).toBe(pupils.length);
});
