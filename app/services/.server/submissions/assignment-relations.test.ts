import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { callerOf } from "#tests/support/callers";
import { draftAssignment, type SubmissionsScene, submissionsScene } from "#tests/support/submissions-scene";
import { accessOf } from "~/services/.server/directory/access";
import type { AssignmentRelation } from "~/services/.server/directory/grants";
import { findAssignment, findAssignments } from "./assignments-store";

/**
 * The relation to an assignment exists in SQL only: what each person gets, by it and by the conditions of the lists.
 * assignment-endpoints.test.ts has the teacher and the administrator of the group, and other teachers of the school; own-endpoints.test.ts
 * has the author of a deleted group.
 */

let scene: SubmissionsScene;
beforeAll(async () => {
  scene = await submissionsScene();
});

/** `school` is the school of the assignment's group; `above` is the municipality, parent of both schools. */
type Place = "school" | "above" | "elsewhere";
const placeId = (place: Place) => {
  const school = sql`(select organization_id from directory.groups where uid = ${scene.groupId}::uuid)`;
  const above = sql`(select parent_id from directory.organizations where id = ${school})`;
  if (place === "school") return school;
  if (place === "above") return above;
  return sql`(select id from directory.organizations where parent_id = ${above} and type = 'school' and id <> ${school})`;
};

type Work = { at: Place; admin?: boolean; below?: boolean; active?: boolean; as?: "employee" | "student" };
type Group = { id: number; uid: string };

async function one<Row extends Record<string, unknown>>(query: ReturnType<typeof sql>): Promise<Row> {
  const { rows } = await scene.database.execute<Row>(query);
  if (!rows[0]) throw new Error("nothing was stored");
  return rows[0] as Row;
}

/** Stores a new person with one association, and returns the username. */
async function person({ at, admin = false, below = false, active = true, as = "employee" }: Work): Promise<string> {
  const { username } = await one<{ username: string }>(sql`
    with made as (insert into directory.users (realm, type, username, name)
      values ('se', ${as}, gen_random_uuid()::text, 'Somebody') returning id, username),
    placed as (insert into directory.associations (user_id, organization_id, realm, role, admin, add_to_sub_schools, active)
      select made.id, ${placeId(at)}, 'se', ${as}, ${admin}, ${below}, ${active} from made)
    select username from made`);
  return username;
}

const newGroup = (parent: Group | null) =>
  one<Group>(sql`
    insert into directory.groups (realm, organization_id, name, type, parent_group_id)
    values ('se', ${placeId("school")}, gen_random_uuid()::text, 'class', ${parent?.id ?? null}::bigint) returning id, uid`);
const idOf = (username: string) => sql`(select id from directory.users where username = ${username})`;
const join = (username: string, group: Group) =>
  scene.database.execute(sql`
    insert into directory.memberships (user_id, group_id, realm) values (${idOf(username)}, ${group.id}, 'se')`);
const leaveGroup = (username: string) =>
  scene.database.execute(sql`delete from directory.memberships where user_id = ${idOf(username)}`);
/** The membership of the group remains: the relation depends on both. */
const moveTo =
  (at: Place, below = false) =>
  (username: string) =>
    scene.database.execute(sql`update directory.associations
      set organization_id = ${placeId(at)}, add_to_sub_schools = ${below} where user_id = ${idOf(username)}`);
const endWork = (username: string) =>
  scene.database.execute(sql`update directory.associations set active = false where user_id = ${idOf(username)}`);

type Made = { author: string; group: Group; above: Group };
/** Who reads: given the assignment's author and groups, changes what the row says and returns a username. */
type Reader = (made: Made) => Promise<string>;

const somebody =
  (where: Work): Reader =>
  () =>
    person(where);
const member =
  (where: Work, of: "group" | "above" = "group"): Reader =>
  async (made) => {
    const username = await person(where);
    await join(username, made[of]);
    return username;
  };
const authorWho =
  (change: (username: string) => Promise<unknown>): Reader =>
  async (made) => {
    await change(made.author);
    return made.author;
  };

const shared = { shared: true };
const ended = { isDeleted: true };
const teacher = { at: "school" } as const;
const administrator = { at: "school", admin: true } as const;

test.each<[string, AssignmentRelation | null, Reader, { shared?: boolean; isDeleted?: boolean }]>([
  ["a teacher of the group above", "teach", member(teacher, "above"), {}],
  ["a teacher of the group, shared", "teach", member(teacher), shared],
  ["a teacher of the group whose work at the school has ended", null, member({ ...teacher, active: false }), shared],
  ["a teacher of the group who also administers the school", "teach", member(administrator), {}],
  ["the author of a deleted group who moved to another school", null, authorWho(moveTo("elsewhere")), ended],
  ["the same, shared", null, authorWho(moveTo("elsewhere")), { ...ended, ...shared }],
  ["the author of a deleted group whose work has ended", null, authorWho(endWork), ended],
  ["the author of a deleted group who now works above it", "teach", authorWho(moveTo("above", true)), ended],
  ["the author who left the group, shared", "copy", authorWho(leaveGroup), shared],
  ["the author who moved away from the group, shared", null, authorWho(moveTo("elsewhere")), shared],
  ["another teacher of a deleted group, shared", "copy", member(teacher), { ...ended, ...shared }],
  ["another teacher whose work at the school has ended", null, somebody({ ...teacher, active: false }), shared],
  ["a teacher above with the schools below, shared", "copy", somebody({ at: "above", below: true }), shared],
  ["a teacher above without the schools below, shared", null, somebody({ at: "above" }), shared],
  ["a teacher of another school, shared", null, somebody({ at: "elsewhere" }), shared],
  ["an administrator of the school, who works there, shared", "copy", somebody(administrator), shared],
  ["an administrator of the school of a deleted group", "count", somebody(administrator), ended],
  ["an administrator above", "count", somebody({ at: "above", admin: true }), {}],
  ["an administrator above, shared", "count", somebody({ at: "above", admin: true }), shared],
  ["an administrator of another school", null, somebody({ at: "elsewhere", admin: true }), {}],
  ["an administrator of another school, shared", null, somebody({ at: "elsewhere", admin: true }), shared],
  ["a super user, shared", "count", async () => "super.se", shared],
  ["a super user, of a deleted group", "count", async () => "super.se", ended],
  ["a pupil of the group, shared", null, member({ at: "school", as: "student" }), shared],
])("given %s, then the relation is %s, also in their lists", async (_who, right, reader, rest) => {
  const above = await newGroup(null);
  const made: Made = { author: await person(teacher), group: await newGroup(above), above };
  await join(made.author, made.group);
  const body = { ...draftAssignment(made.group.uid), shared: rest.shared ?? false };
  const teaching = await callerOf(scene.database, made.author, { realm: "se" });
  const created = await scene.call(teaching, "createAssignment", { body });
  expect(created.status).toBe(201);
  const { id } = created.body;
  const username = await reader(made);
  if (rest.isDeleted) {
    await scene.database.execute(sql`update directory.groups set status = 'deleted' where id = ${made.group.id}`);
  }
  const access = accessOf(await callerOf(scene.database, username, { realm: "se" }));
  expect((await findAssignment(scene.database, access, id))?.right ?? null).toBe(right);

  const lists: string[] = [];
  for (const of of ["own", "shared", "administered"] as const) {
    const { rows } = await findAssignments(scene.database, access, { of, start: null, limit: 100 });
    const listed = rows.find((row) => row.id === id);
    if (!listed) continue;
    expect(listed.right, of).toBe(right);
    lists.push(of);
  }
  const isAdministered = access.isSuper || (access.administers.length > 0 && right !== null);
  expect(lists).toEqual([
    ...(right === "teach" ? ["own"] : []),
    ...(rest.shared && (right === "teach" || right === "copy") ? ["shared"] : []),
    ...(isAdministered ? ["administered"] : []),
  ]);
});
