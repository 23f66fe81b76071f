import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { seedLarge } from "#packages/demo/src/large";
import { countQueries } from "#tests/support/callers";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import { listGroups } from "./groups-list";
import { listMemory } from "./list-memory";
import type { PageRequest, Sort } from "./list-page";
import { shallowRows } from "./list-positions";
import { listOrganizations } from "./organizations-list";
import { maxGrouped } from "./people-grouping";
import { listPeople, type PeoplePage } from "./people-list";
import type { PeopleQuery } from "./people-query";

/** Grouping of a list across all its pages. docs/decisions/0020-lists-at-a-million.md. */

let database: Database;
let topmost: number;

beforeAll(async () => {
  const made = await testDatabase();
  database = made.database;
  await seedLarge(made.url, "se", { users: 700, groups: 60, organizations: 33 });
  // Twelve years with two classes each, and some people without a group.
  await database.execute(sql`update directory.groups set name = (id % 12) || (array['A', 'B'])[1 + id % 2]`);
  await database.execute(sql`delete from directory.memberships where user_id % 11 = 0`);
  await database.execute(
    sql`update directory.groups set type = 'grade', typical_school_entry_year = null where id % 5 = 0`,
  );
  await database.execute(
    sql`update directory.organizations set city = case id % 4 when 0 then null else 'Ort ' || id % 4 end`,
  );
  const { rows } = await database.execute<{ id: number }>(
    sql`select id from directory.organizations where parent_id is null and type <> 'consumer'`,
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
const namesOf = ({ people, groups }: PeoplePage) => people.map((_, place) => groups?.headings?.[place] ?? "");

/** Reads all pages by cursor. */
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

/** The headings in order, one for each run of rows. */
const headings = (rows: Array<{ group: string }>) =>
  rows.map(({ group }) => group).filter((group, index, all) => group !== all[index - 1]);

const alphabet = new Intl.Collator("sv", { numeric: true });

describe("a grouped list of people", () => {
  it.each(["asc", "desc"] as const)("has each heading once, sorted across all pages, %s", async (order) => {
    const rows = await walk({ grouping: { by: "groups", order } });
    expect(new Set(rows.map(({ id, group }) => `${id} ${group}`)).size).toBe(rows.length);
    const seen = headings(rows);
    expect(seen.length).toBeGreaterThan(10);
    expect(new Set(seen).size).toBe(seen.length);
    const named = seen.filter((name) => name !== "");
    const sorted = [...named].sort((one, other) => (order === "asc" ? 1 : -1) * alphabet.compare(one, other));
    expect(named).toEqual(sorted);
    if (named.length < seen.length) expect(seen.at(-1)).toBe("");
  });

  it("sorts the people by name under each heading", async () => {
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

  it("returns the same rows by page number as by cursor", async () => {
    const walked = await walk();
    for (const number of [1, 2, 7, 20]) {
      const { people } = await listPeople(database, query({ page: page(number) }));
      expect(people.map(({ id }) => id)).toEqual(walked.slice((number - 1) * 25, number * 25).map(({ id }) => id));
    }
  });

  it("lists a student of two groups under both, and students without a group last", async () => {
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
    const ofSinger = walked.filter(({ id }) => id === singer?.id).map(({ group }) => group);
    expect(ofSinger).toContain("1 Aaa choir");
    expect(ofSinger).toContain(singer?.group);
    expect(walked.find(({ id }) => id === loner?.id)?.group).toBe("");
    expect(headings(walked).at(-1)).toBe("");
  });

  it("can be grouped by organisation, type and status too", async () => {
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

  it("sends one query, and a second one only the first time a list is too long to be grouped", async () => {
    expect(await countQueries(database, () => listPeople(database, query()))).toBe(1);
    expect((await listPeople(database, query())).groups?.areWhole).toBe(true);
    await database.execute(sql`
      with many as (
        insert into directory.users (realm, type, username, name)
        select 'se', 'student', 'many.' || n, 'Many ' || n from generate_series(1, ${maxGrouped}) n returning id)
      insert into directory.associations (user_id, organization_id, realm, role)
      select id, ${topmost}, 'se', 'student' from many`);
    const request = query({ q: "", page: page(2) });
    expect(await countQueries(database, () => listPeople(database, request))).toBe(2);
    expect(await countQueries(database, () => listPeople(database, request))).toBe(1);
    const plain = await listPeople(database, { ...request, grouping: null });
    for (const forget of [true, false]) {
      if (forget) listMemory.ungroupableLists.clear();
      const found = await listPeople(database, request);
      expect(found.groups?.areWhole).toBe(false);
      expect(found.people.map(({ id }) => id)).toEqual(plain.people.map(({ id }) => id));
      expect(found.total).toEqual(plain.total);
    }
  });
});

/** Access of a super user of the realm. */
const everything = { realm: "se", isSuper: true } as Access;

describe.each([
  ["groups, grouped by school", "organization"],
  ["groups, grouped by type", "type"],
  ["groups, grouped by entry year", "year"],
  ["organisations, grouped by parent", "parent"],
  ["organisations, grouped by city", "city"],
] as const)("a list of %s", (_name, by) => {
  beforeAll(async () => {
    await database.execute(sql`
      insert into directory.groups (realm, organization_id, name, type, typical_school_entry_year)
      select 'se', o.id, 'Choir ' || n, 'group', 2000 + n % 9 from directory.organizations o, generate_series(1, 18) n
      where o.realm = 'se'
      on conflict do nothing`);
  });

  type Read = { ids: number[]; headings: string[]; nextCursor: string | null };
  async function read(order: "asc" | "desc", sorts: Sort[], request: PageRequest): Promise<Read> {
    const query = { filters: {}, sorts, page: request, count: "none" as const };
    if (by === "parent" || by === "city") {
      const found = await listOrganizations(database, everything, { ...query, grouping: { by, order } });
      const headings = found.organizations.map((one) => (by === "city" ? one.city : one.parent?.name) ?? "");
      return { ids: found.organizations.map(({ id }) => id), headings, nextCursor: found.nextCursor };
    }
    const found = await listGroups(database, everything, { ...query, organization: null, grouping: { by, order } });
    const headings = found.groups.map((one) => {
      if (by === "organization") return one.organization.name;
      return String((by === "type" ? one.type : one.typicalSchoolEntryYear) ?? "");
    });
    return { ids: found.groups.map(({ id }) => id), headings, nextCursor: found.nextCursor };
  }

  it.each([
    ["asc", { by: "id", order: "desc" }],
    ["desc", { by: "name", order: "asc" }],
  ] as const)(
    "has each heading once, %s, and the same pages by number, cached or not, as by cursor",
    async (order, sort) => {
      const walked: Read = { ids: [], headings: [], nextCursor: null };
      do {
        const found = await read(order, [sort], { number: 1, size: 60, cursor: walked.nextCursor });
        walked.ids.push(...found.ids);
        walked.headings.push(...found.headings);
        walked.nextCursor = found.nextCursor;
      } while (walked.nextCursor);
      expect(new Set(walked.ids).size).toBe(walked.ids.length);
      const runs = walked.headings.filter((name, index, all) => name !== all[index - 1]);
      expect(new Set(runs).size).toBe(runs.length);
      const named = runs.filter((name) => name !== "");
      const places = by === "type" ? ["class", "group", "grade"] : [...named].sort(alphabet.compare);
      const up = places.filter((name) => named.includes(name));
      expect(named).toEqual(order === "asc" ? up : up.reverse());
      if (runs.includes("")) expect(runs.at(-1)).toBe("");
      for (const number of [1, 4, shallowRows / 7 + 3, shallowRows / 7 + 3].map(Math.floor)) {
        const { ids } = await read(order, [sort], { number, size: 7, cursor: null });
        expect(ids).toEqual(walked.ids.slice((number - 1) * 7, number * 7));
      }
    },
  );
});
