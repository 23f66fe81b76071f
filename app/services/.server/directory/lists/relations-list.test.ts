import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type PeopleListScene, peopleListScene } from "#tests/support/people-list-scene";
import type { Database } from "~/db/.server/connect";
import type { Total } from "./list-page";
import type { PeopleQuery } from "./people-query";
import { listMemberships, listPlaces } from "./relations-list";

/** Lists of who belongs to which group and organisation, and of people without a group. */

let database: Database;
let topmost: number;
let query: PeopleListScene["query"];
let ids: PeopleListScene["ids"];

beforeAll(async () => {
  ({ database, topmost, query, ids } = await peopleListScene());
});

const page = (number: number, size: number) => ({ number, size, cursor: null });

describe("people without a group", () => {
  const without = () => ids({ filters: { isWithoutGroup: true, types: ["student"] }, page: page(1, 100) });

  it("include a student who left their last group, until they join another", async () => {
    expect(await without()).toEqual([]);
    const { rows } = await database.execute<{ id: number; group: number }>(
      sql`select user_id as id, group_id as "group" from directory.memberships order by user_id limit 1`,
    );
    const { id, group } = rows[0] as { id: number; group: number };
    await database.execute(sql`delete from directory.memberships where user_id = ${id}`);
    expect(await without()).toEqual([id]);
    await database.execute(
      sql`insert into directory.memberships (user_id, group_id, realm) values (${id}, ${group}, 'se')`,
    );
    expect(await without()).toEqual([]);
  });

  it("include a new student, but not after their deletion", async () => {
    await database.execute(sql`
      with made as (insert into directory.users (realm, type, username, name) values ('se', 'student', 'newcomer', 'New') returning id)
      insert into directory.associations (user_id, organization_id, realm, role) select id, ${topmost}, 'se', 'student' from made`);
    const found = await without();
    expect(found).toHaveLength(1);
    await database.execute(sql`delete from directory.users where username = 'newcomer'`);
    expect(await without()).toEqual([]);
  });
});

describe("the table maybe_without_group", () => {
  const idsOf = async (query: ReturnType<typeof sql>) =>
    (await database.execute<{ id: number }>(query)).rows.map(({ id }) => id);
  const storedIds = () => idsOf(sql`select user_id as id from directory.maybe_without_group order by 1`);
  const expectedIds = () =>
    idsOf(sql`select u.id from directory.users u
      where not exists (select 1 from directory.memberships m where m.user_id = u.id)
        or (select count(*) from directory.associations a where a.user_id = u.id) > 1 order by 1`);

  it("holds everybody without a group or with several organisations after every change", async () => {
    expect(await storedIds()).toEqual(await expectedIds());
    const some = await idsOf(sql`
      select user_id as id from directory.memberships m
      where (select count(*) from directory.associations a where a.user_id = m.user_id) = 1 order by 1 limit 4`);
    const [gone, alone, several, joining] = some;
    await database.execute(sql`
      insert into directory.associations (user_id, organization_id, realm, role)
      select u.id, o.id, u.realm, u.type from directory.users u cross join (
        select id from directory.organizations where realm = 'se' order by id desc limit 4) o
      where u.id in ${some} on conflict do nothing`);
    expect(await storedIds()).toEqual(expect.arrayContaining(some));
    expect(await storedIds()).toEqual(await expectedIds());
    const first = (person?: number) =>
      sql`(select min(b.organization_id) from directory.associations b where b.user_id = ${person})`;
    await database.execute(sql`delete from directory.users where id = ${gone}`);
    await database.execute(sql`
      delete from directory.associations where user_id = ${alone} and organization_id <> ${first(alone)}`);
    await database.execute(sql`
      delete from directory.associations where user_id = ${several} and organization_id = ${first(several)}`);
    await database.execute(sql`
      insert into directory.memberships (user_id, group_id, realm)
      select ${joining}, id, 'se' from directory.groups where realm = 'se' order by id desc limit 2 on conflict do nothing`);
    expect(await storedIds()).toEqual(expect.arrayContaining([several, joining]));
    expect(await storedIds()).not.toContain(alone);
    expect(await storedIds()).toEqual(await expectedIds());
  });
});

describe("a page of memberships or associations", () => {
  type Listed = { rows: Array<{ userUid: string; groupUid?: string; uid?: string }>; total: Total };
  const tables = {
    memberships: {
      list: listMemberships as (database: Database, query: PeopleQuery) => Promise<Listed>,
      from: sql`directory.memberships t join directory.groups o on o.id = t.group_id`,
    },
    places: {
      list: listPlaces as (database: Database, query: PeopleQuery) => Promise<Listed>,
      from: sql`directory.associations t join directory.organizations o on o.id = t.organization_id`,
    },
  };

  beforeAll(async () => {
    await database.execute(sql`update directory.users set status = 'deleted', deleted_at = now() where id % 50 = 7`);
    await database.execute(sql`update directory.groups set status = 'deleted' where id % 40 = 3`);
    await database.execute(
      sql`update directory.organizations set status = 'deleted' where id % 40 = 5 and type <> 'consumer'`,
    );
    await database.execute(sql`
      insert into directory.associations (user_id, organization_id, realm, role)
      select a.user_id, o.id, a.realm, a.role from directory.associations a, directory.organizations o
      where a.user_id % 3 = 0 and o.id = ${topmost} on conflict do nothing`);
  });

  it.each([
    ["memberships", "id", "desc", sql`u.id desc`],
    ["memberships", "name", "asc", sql`u.name collate "sv-x-icu", u.id`],
    ["places", "id", "asc", sql`u.id`],
    ["places", "email", "desc", sql`coalesce(lower(u.email), '') desc, u.id desc`],
  ] as const)(
    "of %s by %s %s excludes deleted people, groups and organisations, cached or not",
    async (name, by, order, sorted) => {
      const { list, from } = tables[name];
      for (const everybody of [true, false]) {
        const { rows: all } = await database.execute<{ relation: string }>(sql`
        select u.uid || ' ' || o.uid as relation from directory.users u join (${from}) on t.user_id = u.id
        where u.status <> 'deleted' and o.status <> 'deleted' and ${everybody ? sql`true` : sql`u.type = 'student'`}
        order by ${sorted}, o.id`);
        const filters = everybody ? {} : { types: ["student" as const] };
        for (const number of [1, 12, 20, 20, 21, 1000]) {
          const request = query({
            organization: null,
            filters,
            sorts: [{ by, order }],
            page: page(number, 50),
            count: "exact",
          });
          const found = await list(database, request);
          const relations = found.rows.map(({ userUid, groupUid, uid }) => `${userUid} ${groupUid ?? uid}`);
          expect(relations, `page ${number}`).toEqual(
            all.slice((number - 1) * 50, number * 50).map(({ relation }) => relation),
          );
          expect(found.total?.totalCount).toBe(all.length);
        }
      }
    },
  );
});
