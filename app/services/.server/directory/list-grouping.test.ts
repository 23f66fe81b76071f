import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { countQueries } from "../../../../tests/support/callers";
import { testDatabase } from "../../../../tests/support/database";
import type { Database } from "../../../db/.server/connect";
import { seedLarge } from "../../../db/.server/seed/large";
import { groupedAtMost } from "./people-grouping";
import { listPeople, type PeoplePage, type PeopleQuery } from "./people-list";

/** Groups over all the pages of a list. docs/decisions/0030-what-a-list-remembers.md. */

let database: Database;
let topmost: number;

beforeAll(async () => {
  const made = await testDatabase();
  database = made.database;
  await seedLarge(made.url, "se", { users: 700, groups: 60, organizations: 33 });
  // Twelve years of two classes, and some without a group.
  await database.execute(sql`update directory.groups set name = (id % 12) || (array['A', 'B'])[1 + id % 2]`);
  await database.execute(sql`delete from directory.memberships where user_id % 11 = 0`);
  const { rows } = await database.execute<{ id: number }>(
    sql`select id from directory.organizations where parent_id is null`,
  );
  topmost = rows[0]?.id ?? 0;
});

const query = (change: Partial<PeopleQuery> = {}): PeopleQuery => ({
  realm: "se",
  organization: { id: topmost, withBelow: true, activeOnly: false },
  callerId: 0,
  filters: { types: ["student"] },
  sorts: [{ by: "name", order: "asc" }],
  grouping: { by: "groups", order: "asc" },
  page: { number: 1, size: 25, cursor: null },
  count: "capped",
  ...change,
});
const page = (number: number) => ({ number, size: 25, cursor: null });
const namesOf = ({ people, groups }: PeoplePage) => people.map(({ uid }) => groups?.names.get(uid) ?? "");

/** Every page, one after the other, by its cursor. */
async function walk(change: Partial<PeopleQuery> = {}) {
  const rows: Array<{ id: number; name: string; group: string }> = [];
  let cursor: string | null = null;
  do {
    const found: PeoplePage = await listPeople(database, query({ ...change, page: { ...page(1), cursor } }));
    const names = namesOf(found);
    rows.push(...found.people.map(({ id, name }, index) => ({ id, name, group: names[index] ?? "" })));
    cursor = found.nextCursor;
  } while (cursor);
  return rows;
}

/** Each run of rows with one heading. */
const headings = (rows: Array<{ group: string }>) =>
  rows.map(({ group }) => group).filter((group, index, all) => group !== all[index - 1]);

const alphabet = new Intl.Collator("sv", { numeric: true });

describe("a list of people in groups", () => {
  it.each(["asc", "desc"] as const)("has each group once, in order over all pages, %s", async (order) => {
    const rows = await walk({ grouping: { by: "groups", order } });
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    const seen = headings(rows);
    expect(seen.length).toBeGreaterThan(10);
    expect(new Set(seen).size).toBe(seen.length);
    const named = seen.filter((name) => name !== "");
    const sorted = [...named].sort((one, other) => (order === "asc" ? 1 : -1) * alphabet.compare(one, other));
    expect(named).toEqual(sorted);
    if (named.length < seen.length) expect(seen.at(-1)).toBe("");
  });

  it("stands in its own order within each group", async () => {
    const rows = await walk();
    const { rows: stored } = await database.execute<{ id: number }>(
      sql`select u.id from directory.users u order by u.name collate "sv-x-icu", u.id`,
    );
    const place = new Map(stored.map(({ id }, index) => [id, index]));
    for (const name of headings(rows)) {
      const places = rows.filter(({ group }) => group === name).map(({ id }) => place.get(id) ?? -1);
      expect(places).toEqual([...places].sort((one, other) => one - other));
    }
  });

  it("is the same by number as by cursor", async () => {
    const walked = await walk();
    for (const number of [1, 2, 7, 20]) {
      const { people } = await listPeople(database, query({ page: page(number) }));
      expect(people.map(({ id }) => id)).toEqual(walked.slice((number - 1) * 25, number * 25).map(({ id }) => id));
    }
  });

  it("puts somebody in a class and a choir under the class, and whoever is in none at the end", async () => {
    const { rows } = await database.execute<{ id: number; uid: string; school: number; group: string }>(sql`
      select u.id, u.uid, g.organization_id as school, g.name as "group" from directory.users u
      join directory.memberships m on m.user_id = u.id join directory.groups g on g.id = m.group_id
      where u.type = 'student' and g.type = 'class' and u.status = 'active' limit 2`);
    const [singer, loner] = rows;
    await database.execute(sql`with made as (
        insert into directory.groups (realm, organization_id, name, type)
        values ('se', ${singer?.school}, '1 Aaa choir', 'group') returning id)
      insert into directory.memberships (user_id, group_id, realm) select ${singer?.id}, id, 'se' from made`);
    await database.execute(sql`delete from directory.memberships where user_id = ${loner?.id}`);
    const walked = await walk();
    expect(walked.find(({ id }) => id === singer?.id)?.group).toBe(singer?.group);
    expect(walked.find(({ id }) => id === loner?.id)?.group).toBe("");
    expect(headings(walked).at(-1)).toBe("");
  });

  it("is told by schools, kinds and states too", async () => {
    const bySchool = headings(await walk({ grouping: { by: "organizations", order: "asc" } }));
    expect(bySchool.length).toBeGreaterThan(20);
    expect(bySchool).toEqual([...new Set(bySchool)].sort(alphabet.compare));
    const everybody = { types: ["student", "guardian", "employee"] as Array<"student" | "guardian" | "employee"> };
    const kinds = async (order: "asc" | "desc") => {
      const found = await walk({ filters: everybody, grouping: { by: "type", order } });
      return headings(found).length;
    };
    expect([await kinds("asc"), await kinds("desc")]).toEqual([3, 3]);
    await database.execute(sql`update directory.users set status = 'inactive' where id % 7 = 0`);
    expect(headings(await walk({ grouping: { by: "status", order: "desc" } }))).toEqual(["2", "1"]);
  });

  it("takes one statement, and says so where a list holds too many", async () => {
    expect(await countQueries(database, () => listPeople(database, query()))).toBe(1);
    expect((await listPeople(database, query())).groups?.areWhole).toBe(true);
    await database.execute(sql`
      with many as (
        insert into directory.users (realm, type, username, name)
        select 'se', 'student', 'many.' || n, 'Many ' || n from generate_series(1, ${groupedAtMost}) n returning id)
      insert into directory.associations (user_id, organization_id, realm, role)
      select id, ${topmost}, 'se', 'student' from many`);
    const asked = query({ q: "", page: page(2) });
    expect(await countQueries(database, () => listPeople(database, asked))).toBe(1);
    const plain = await listPeople(database, { ...asked, grouping: null });
    // Once as somebody who does not know yet, once as somebody who does.
    for (let time = 0; time < 2; time += 1) {
      const found = await listPeople(database, asked);
      expect(found.groups?.areWhole).toBe(false);
      expect(found.people.map(({ id }) => id)).toEqual(plain.people.map(({ id }) => id));
      expect(found.total).toEqual(plain.total);
    }
  });
});
