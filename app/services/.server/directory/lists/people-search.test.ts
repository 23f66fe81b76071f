import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { seedLarge } from "#packages/demo/src/large";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { listPeople } from "./people-list";
import type { PeopleQuery } from "./people-query";

/**
 * Searches with more than 1,000 matches that are adjacent in the sort order, too deep in the index to be found by walking it, in an
 * organisation of more than 20,000 people: the matches are sorted before they are filtered by organisation. Decision 20.
 */

let database: Database;
let topmost: number;
let elsewhere: number;

beforeAll(async () => {
  const made = await testDatabase();
  database = made.database;
  await seedLarge(made.url, "se", { users: 22_000, groups: 60, organizations: 53 });
  const { rows } = await database.execute<{ id: number }>(
    sql`select id from directory.organizations where parent_id is null and type <> 'consumer'`,
  );
  topmost = rows[0]?.id ?? 0;
  const { rows: other } = await database.execute<{ id: number }>(sql`
    insert into directory.organizations (realm, type, name) values ('se', 'school', 'Far away') returning id`);
  elsewhere = other[0]?.id ?? 0;
  await database.execute(sql`
    update directory.users set name = 'Ösa ' || name, username = 'zz.' || username where id % 8 = 0`);
  await database.execute(sql`
    update directory.associations set organization_id = ${elsewhere} where user_id % 40 = 0`);
});

const sorts = [
  ["name", "asc", sql`u.name collate "sv-x-icu" asc, u.id asc`],
  ["name", "desc", sql`u.name collate "sv-x-icu" desc, u.id desc`],
  ["username", "asc", sql`lower(u.username) asc, u.id asc`],
  ["email", "desc", sql`coalesce(lower(u.email), '') desc, u.id desc`],
  ["id", "asc", sql`u.id asc`],
] as const;

describe("more than 1,000 matches that are adjacent in the sort order", () => {
  it.each(sorts)(
    "are returned in order, by %s %s, if they match organisation and filter",
    async (by, order, orderBy) => {
      const scopes: Array<[number, PeopleQuery["filters"], ReturnType<typeof sql>]> = [
        [topmost, {}, sql`u.id % 40 <> 0`],
        [topmost, { types: ["student"] }, sql`u.id % 40 <> 0 and u.type = 'student'`],
        [elsewhere, {}, sql`u.id % 40 = 0`],
      ];
      for (const [organization, filters, condition] of scopes) {
        const { rows } = await database.execute<{ id: number }>(sql`
        select u.id from directory.users u where u.id % 8 = 0 and ${condition} order by ${orderBy}`);
        const all = rows.map(({ id }) => id);
        const request = {
          realm: "se",
          organization: { id: organization, withBelow: true, activeOnly: false },
          callerId: 0,
          q: "ösa",
          filters,
          sorts: [{ by, order }],
          count: "capped",
        } satisfies Partial<PeopleQuery>;
        for (const number of [1, 2, 14]) {
          const page = { number, size: 100, cursor: null };
          const found = await listPeople(database, { ...request, page });
          expect(found.people.map(({ id }) => id)).toEqual(all.slice((number - 1) * 100, number * 100));
          expect(found.total).toEqual({ totalCount: Math.min(all.length, 1000), more: all.length > 1000 });
        }
        const walked: number[] = [];
        let cursor: string | null = null;
        do {
          const found = await listPeople(database, { ...request, page: { number: 1, size: 100, cursor } });
          walked.push(...found.people.map(({ id }) => id));
          cursor = found.nextCursor;
        } while (cursor);
        expect(walked).toEqual(all);
      }
    },
  );
});

describe("many people of an entry year", () => {
  it.each(sorts.filter(([by]) => by !== "email"))(
    "are found only through groups of the list's organisations, by %s %s",
    async (by, order, orderBy) => {
      await database.execute(sql`delete from directory.groups where typical_school_entry_year = 2001`);
      for (const [school, rest] of [
        [topmost, 1],
        [elsewhere, 3],
      ]) {
        await database.execute(sql`
          with made as (
            insert into directory.groups (realm, organization_id, name, type, typical_school_entry_year)
            values ('se', ${school}, 'Of the year', 'group', 2001) returning id)
          insert into directory.memberships (realm, group_id, user_id)
          select 'se', made.id, u.id from made, directory.users u where u.id % 4 = ${rest}`);
      }
      const { rows } = await database.execute<{ id: number }>(
        sql`select u.id from directory.users u where u.id % 4 = 1 order by ${orderBy} limit 100`,
      );
      const found = await listPeople(database, {
        ...{ realm: "se", organization: { id: topmost, withBelow: true, activeOnly: false }, callerId: 0 },
        ...{ filters: { entryYear: 2001 }, sorts: [{ by, order }], count: "capped" },
        page: { number: 1, size: 100, cursor: null },
      });
      expect(found.people.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    },
  );
});
