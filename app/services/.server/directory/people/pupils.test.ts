import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { callerOf } from "#tests/support/callers";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { type Access, accessOf, relationToOrganization } from "~/services/.server/directory/access";
import { authorisePeopleOf } from "~/services/.server/directory/authorisation";
import type { Relation } from "~/services/.server/directory/grants";
import { listPeople } from "~/services/.server/directory/lists/people-list";
import { findPositions } from "~/services/.server/directory/organizations/organizations-store";
import { mayListPeople } from "~/services/.server/directory/permissions";
import { pupilsOfOrganization } from "./pupils";

/** An organisation's pupils are selected twice, for its people list and for its reading statistics: both agree for every caller. */

let database: Database;
beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  await hideSome();
});

const organizationOf = async (username: string) => {
  const { rows } = await database.execute<{ uid: string }>(sql`
    select o.uid from directory.organizations o join directory.associations a on a.organization_id = o.id
    join directory.users u on u.id = a.user_id where u.username = ${username} order by o.id limit 1`);
  return rows[0]?.uid ?? "";
};

/**
 * Among the pupils of `teacher.se`, and again among the school's others: a deleted one, one whose association has ended, and one who moved
 * to the sub-school and is still in the group.
 */
async function hideSome(): Promise<void> {
  const school = await organizationOf("teacher.se");
  const { rows } = await database.execute<{ own: number[]; others: number[] }>(sql`
    with pupils as (
      select u.id, exists (select 1 from directory.memberships m join directory.memberships mine on mine.group_id = m.group_id
        join directory.users teacher on teacher.id = mine.user_id and teacher.username = 'teacher.se' where m.user_id = u.id) as own
      from directory.users u join directory.associations a on a.user_id = u.id
      join directory.organizations o on o.id = a.organization_id
      where o.uid = ${school} and u.type = 'student')
    select coalesce(json_agg(id order by id) filter (where own), '[]') as own,
      coalesce(json_agg(id order by id) filter (where not own), '[]') as others from pupils`);
  const subSchool = sql`(select id from directory.organizations where type = 'sub_school')`;
  for (const [deleted, ended, moved] of [rows[0]?.own ?? [], rows[0]?.others ?? []]) {
    await database.execute(
      sql`update directory.users set status = 'deleted', deleted_at = now() where id = ${deleted}`,
    );
    await database.execute(sql`update directory.associations set active = false where user_id = ${ended}`);
    await database.execute(sql`insert into directory.associations (user_id, organization_id, realm, role)
      values (${moved}, ${subSchool}, 'se', 'student') on conflict do nothing`);
    await database.execute(
      sql`delete from directory.associations where user_id = ${moved} and organization_id <> ${subSchool}`,
    );
  }
}

type As = { username?: string; sees?: "classes" | "school"; worksBelow?: boolean };

/** @param as which teachers see the whole school, and whether `teacher.se` also works in the sub-school */
async function accessAs({ username = "teacher.se", sees = "classes", worksBelow = false }: As): Promise<Access> {
  await database.execute(sql`update directory.organizations set teachers_see = ${sees}`);
  await database.execute(sql`update directory.associations set add_to_sub_schools = ${worksBelow}
    where user_id = (select id from directory.users where username = 'teacher.se')`);
  return accessOf(await callerOf(database, username, { realm: "se" }));
}

/** The relation to an organisation, and the uids of its pupils by either form; null if the relation permits no list. */
async function pupilsBy(access: Access, uid: string) {
  const [organization] = await findPositions(database, "se", [uid]);
  if (!organization) throw new Error("there is no such organisation");
  const relation = relationToOrganization(access, organization);
  if (!mayListPeople(relation, "student")) return { relation, pupils: null };
  const { rows } = await database.execute<{ uid: string }>(
    sql`select x.uid from ${pupilsOfOrganization(access, organization, relation)} x`,
  );
  const { people } = await listPeople(database, {
    ...authorisePeopleOf(access, organization, ["student"], undefined),
    sorts: [{ by: "id", order: "asc" }],
    page: { number: 1, size: 1000, cursor: null },
    count: "none",
  });
  const pupils = { selected: rows.map((row) => row.uid).sort(), listed: people.map((person) => person.uid).sort() };
  return { relation, pupils };
}

/** An administrator of the municipality, which is above the schools. */
async function administratorAbove(): Promise<string> {
  const { rows } = await database.execute<{ username: string }>(sql`
    select u.username from directory.users u join directory.associations a on a.user_id = u.id and a.admin
    join directory.organizations o on o.id = a.organization_id and o.type = 'school_unit' and o.municipality_key is not null`);
  return rows[0]?.username ?? "";
}

const schoolAnd = (relation: Relation) => [relation, relation];
test.each<[string, () => As | Promise<As>, Relation[]]>([
  ["a super user", () => ({ username: "super.se" }), Array(6).fill("super")],
  ["an administrator above", async () => ({ username: await administratorAbove() }), Array(5).fill("administrator")],
  ["an administrator of the school", () => ({ username: "admin.se" }), schoolAnd("administrator")],
  ["a teacher who sees the school", () => ({ sees: "school" }), ["employee"]],
  [
    "a teacher who sees the school and its sub-schools",
    () => ({ sees: "school", worksBelow: true }),
    schoolAnd("employee"),
  ],
  ["a teacher who sees their classes", () => ({ sees: "classes" }), ["teacher"]],
  [
    "a teacher who sees their classes there and in its sub-schools",
    () => ({ sees: "classes", worksBelow: true }),
    schoolAnd("teacher"),
  ],
])("given %s, then each organisation has the pupils of its people list", async (_who, as, expected) => {
  const access = await accessAs(await as());
  const { rows } = await database.execute<{ uid: string }>(sql`
    select uid from directory.organizations where realm = 'se' and status <> 'deleted' order by id`);
  const held: Relation[] = [];
  for (const { uid } of rows) {
    const { relation, pupils } = await pupilsBy(access, uid);
    if (!pupils) continue;
    expect(pupils.selected, relation).toEqual(pupils.listed);
    held.push(relation);
  }
  expect(held).toEqual(expected);
});

test.each<[string, As, As]>([
  ["an administrator", { username: "admin.se" }, { sees: "school", worksBelow: true }],
  ["an employee of the sub-schools too", { sees: "school", worksBelow: true }, { sees: "school" }],
  ["an employee", { sees: "school" }, { sees: "classes" }],
  ["a teacher of the sub-schools too", { worksBelow: true }, { worksBelow: false }],
])("given one school, then %s has more pupils than the relation after it", async (_who, stronger, weaker) => {
  const school = await organizationOf("teacher.se");
  const more = (await pupilsBy(await accessAs(stronger), school)).pupils?.selected ?? [];
  const fewer = (await pupilsBy(await accessAs(weaker), school)).pupils?.selected ?? [];
  expect(fewer).not.toEqual([]);
  expect(more).toEqual(expect.arrayContaining(fewer));
  expect(more.length).toBeGreaterThan(fewer.length);
});
