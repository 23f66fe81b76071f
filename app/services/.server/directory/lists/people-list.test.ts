import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countQueries } from "#tests/support/callers";
import { type PeopleListScene, peopleListScene } from "#tests/support/people-list-scene";
import type { Database } from "~/db/.server/connect";
import { effectiveSorts, listPeople } from "./people-list";
import type { PeopleQuery } from "./people-query";

/** Lists of 3,000 people: enough for cached positions of deep pages and for more search matches than are counted. */

let database: Database;
let topmost: number;
let query: PeopleListScene["query"];
let ids: PeopleListScene["ids"];

beforeAll(async () => {
  ({ database, topmost, query, ids } = await peopleListScene());
});

const page = (number: number, size = 10) => ({ number, size, cursor: null });

async function idsBySql(condition: ReturnType<typeof sql>, order = sql`u.id desc`): Promise<number[]> {
  const { rows } = await database.execute<{ id: number }>(
    sql`select u.id from directory.users u where u.status <> 'deleted' and ${condition} order by ${order}`,
  );
  return rows.map(({ id }) => id);
}

/** The SQL statements that `work` sends to the database. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const original = database.execute.bind(database);
  database.execute = ((query: Parameters<typeof original>[0]) => {
    statements.push(new PgDialect().sqlToQuery(query as SQL).sql);
    return original(query);
  }) as typeof database.execute;
  try {
    await work();
  } finally {
    database.execute = original;
  }
  return statements;
}

const indexedSorts = ["id", "name", "username", "email"].flatMap((by) =>
  (["asc", "desc"] as const).map((order) => ({ by, order })),
);

/** The indexed sort orders with their names in titles. */
const sortCases = indexedSorts.map((sort) => [`${sort.by} ${sort.order}`, sort] as const);

function orderBy({ by, order }: (typeof indexedSorts)[number]): SQL {
  const column = { id: sql`u.id`, name: sql`u.name collate "sv-x-icu"`, username: sql`lower(u.username)` }[by];
  return sql`${column ?? sql`coalesce(lower(u.email), '')`} ${sql.raw(order)}, u.id ${sql.raw(order)}`;
}

describe("a page of people", () => {
  it.each([
    ["by id desc", [{ by: "id", order: "desc" }]],
    ["by name asc", [{ by: "name", order: "asc" }]],
    [
      "by name asc, then email desc",
      [
        { by: "name", order: "asc" },
        { by: "email", order: "desc" },
      ],
    ],
  ] as const)("is the same by number, cached or not, as by cursor: %s", async (_name, sorts) => {
    const sorted = { sorts: [...sorts] };
    const walked: number[][] = [];
    let cursor: string | null = null;
    for (let number = 1; number <= 62; number += 1) {
      const found = await listPeople(database, query({ ...sorted, page: { number: 1, size: 10, cursor } }));
      walked.push(found.people.map((one) => one.id));
      cursor = found.nextCursor;
    }
    for (const number of [1, 2, 51, 60, 61]) {
      expect(await ids({ ...sorted, page: page(number) }), `page ${number}`).toEqual(walked[number - 1]);
      expect(await ids({ ...sorted, page: page(number) }), `page ${number} again`).toEqual(walked[number - 1]);
      expect(await ids({ ...sorted, page: page(number + 1) }), `page ${number + 1}`).toEqual(walked[number]);
    }
  });

  it("sends one query for any page number and search", async () => {
    for (const change of [
      {},
      { page: page(100) },
      { q: "elsa" },
      { q: "el", sorts: [{ by: "name", order: "asc" as const }] },
    ]) {
      expect(await countQueries(database, () => listPeople(database, query(change)))).toBe(1);
    }
  });

  it("drops sort keys after a nearly unique one, where they have no effect", () => {
    const by = (...names: string[]) =>
      effectiveSorts(names.map((name) => ({ by: name, order: "asc" }))).map((sort) => sort.by);
    expect(by("name", "email", "username")).toEqual(["name", "email"]);
    expect(by("email", "name")).toEqual(["email"]);
    expect(by("username", "name")).toEqual(["username"]);
    expect(by("name")).toEqual(["name"]);
  });

  it("has no cursor on the last page, and is empty past it", async () => {
    const last = await listPeople(database, query({ page: page(300) }));
    expect(last.people).toHaveLength(10);
    expect(last.nextCursor).toBeNull();
    expect(await ids({ page: page(301) })).toEqual([]);
  });
});

describe("a search for people", () => {
  it.each(["elsa", "sjöberg ahmed", "lindqv", "u1"])(
    "finds %s anywhere in the name, username or email address",
    async (q) => {
      const words = q
        .split(" ")
        .map((word) => sql`lower(u.name || ' ' || u.username || ' ' || coalesce(u.email, '')) like ${`%${word}%`}`);
      const all = await idsBySql(sql.join(words, sql` and `));
      expect(all.length).toBeGreaterThan(0);
      expect(await ids({ q, page: page(1, 100) })).toEqual(all.slice(0, 100));
      expect(await ids({ q, page: page(2, 10) })).toEqual(all.slice(10, 20));
    },
  );

  it("finds pupils by what they are called, also among names only", async () => {
    const [called = 0] = await idsBySql(sql`u.type = 'student'`);
    await database.execute(sql`update directory.users set preferred_name = 'Zappelin' where id = ${called}`);
    expect(await ids({ q: "zappelin" })).toEqual([called]);
    expect(await ids({ qName: "zappelin" })).toEqual([called]);
  });

  it("matches one or two letters only at the start of words", async () => {
    const found = await listPeople(database, query({ q: "ek", page: page(1, 100) }));
    expect(found.people.length).toBeGreaterThan(0);
    for (const { name, username } of found.people) expect(`${name} ${username}`).toMatch(/(^|\s)ek/i);
    expect(await ids({ q: "xw" })).toEqual([]);
  });

  it.each(sortCases)("given more than 1,000 matches, then every page is in order, by %s", async (_name, sort) => {
    const scopes: Array<Partial<PeopleQuery>> = [
      {},
      { organization: null },
      { filters: { types: ["student", "employee"] } },
    ];
    for (const scope of scopes) {
      const types = scope.filters ? sql`u.type in ('student', 'employee')` : sql`true`;
      const all = await idsBySql(sql`lower(u.name) like '%son%' and ${types}`, orderBy(sort));
      expect(all.length).toBeGreaterThan(1000);
      const request = { q: "son", sorts: [sort], ...scope };
      for (const number of [1, 2, 7]) {
        expect(await ids({ ...request, page: page(number) })).toEqual(all.slice((number - 1) * 10, number * 10));
      }
      const walked: number[] = [];
      let cursor: string | null = null;
      do {
        const found = await listPeople(database, query({ ...request, page: { number: 1, size: 100, cursor } }));
        expect(found.total).toEqual({ totalCount: 1000, more: true });
        walked.push(...found.people.map((one) => one.id));
        cursor = found.nextCursor;
      } while (cursor);
      expect(walked).toEqual(all);
    }
  });
});

describe("a filter of people", () => {
  const students = ["student" as const];
  const inNoGroup = sql`not exists (select 1 from directory.memberships m where m.user_id = u.id)`;
  const cases: Array<{ people: string; filters: PeopleQuery["filters"]; condition: SQL }> = [
    {
      people: "students with an email address (none)",
      filters: { types: students, hasEmail: true },
      condition: sql`u.type = 'student' and u.email is not null`,
    },
    {
      people: "administrators",
      filters: { admin: true },
      condition: sql`u.id in (select user_id from directory.associations where admin)`,
    },
    { people: "active people", filters: { status: ["active"] }, condition: sql`u.status = 'active'` },
    { people: "people without an email address", filters: { hasEmail: false }, condition: sql`u.email is null` },
    { people: "people with an email address", filters: { hasEmail: true }, condition: sql`u.email is not null` },
    { people: "people without a group", filters: { isWithoutGroup: true }, condition: inNoGroup },
    {
      people: "students and guardians without a group",
      filters: { types: ["student", "guardian"], isWithoutGroup: true },
      condition: sql`u.type <> 'employee' and ${inNoGroup}`,
    },
    {
      people: "students without a group",
      filters: { types: students, isWithoutGroup: true },
      condition: sql`u.type = 'student' and u.username like 'new-%'`,
    },
  ];

  beforeAll(async () => {
    await database.execute(sql`
      with made as (insert into directory.users (realm, username, name, type)
        select 'se', 'new-' || n, 'Ny ' || n, 'student' from generate_series(1, 12) n returning id)
      insert into directory.associations (user_id, organization_id, realm, role)
        select id, ${topmost}, 'se', 'student' from made`);
  });

  afterAll(async () => {
    await database.execute(sql`delete from directory.users where username like 'new-%'`);
  });

  it.each(cases.flatMap((each) => sortCases.map(([name, sort]) => [each.people, name, sort, each] as const)))(
    "given a filter for %s, then it returns exactly these people, by %s, with their total",
    async (_people, _sort, sort, { filters, condition }) => {
      const all = await idsBySql(condition, orderBy(sort));
      const request = { filters, sorts: [sort] };
      // The repeated page may use the cached fact that the list is long.
      for (const number of [1, 2, 3, 1]) {
        const found = await listPeople(database, query({ ...request, page: page(number) }));
        expect(found.people.map(({ id }) => id)).toEqual(all.slice((number - 1) * 10, number * 10));
        expect(found.total).toEqual({ totalCount: Math.min(all.length, 1000), more: all.length > 1000 });
      }
    },
  );
});

describe("the total count", () => {
  it("given more than 1,000 people, then the second request returns the same total without counting", async () => {
    const scope = { organization: { id: topmost, withBelow: true, activeOnly: true } };
    const first = await listPeople(database, query(scope));
    let second = first;
    const statements = await statementsOf(async () => {
      second = await listPeople(database, query(scope));
    });
    expect(second.people.map(({ id }) => id)).toEqual(first.people.map(({ id }) => id));
    expect([second.total, second.nextCursor]).toEqual([first.total, first.nextCursor]);
    expect(second.total).toEqual({ totalCount: 1000, more: true });
    expect(statements.join()).not.toContain("count(*)");
    expect((await listPeople(database, query({ ...scope, count: "exact" }))).total?.totalCount).toBe(3000);
  });

  it("counts a person of several organisations once", async () => {
    const { rows } = await database.execute<{ id: number; organization: number }>(sql`
      select a.user_id as id, a.organization_id as organization from directory.associations a
      where a.role = 'student' order by a.user_id limit 1`);
    const { id, organization } = rows[0] as { id: number; organization: number };
    const { rows: above } = await database.execute<{ id: number }>(
      sql`select parent_id as id from directory.organizations where id = ${organization}`,
    );
    const municipality = above[0]?.id ?? 0;
    const scope = { organization: { id: municipality, withBelow: true, activeOnly: false }, count: "exact" as const };
    const before = (await listPeople(database, query(scope))).total?.totalCount;
    await database.execute(sql`
      insert into directory.associations (user_id, organization_id, realm, role)
      select ${id}, o.id, 'se', 'student' from directory.organizations o
      where o.parent_id = ${municipality} and o.id <> ${organization}`);
    expect((await listPeople(database, query(scope))).total?.totalCount).toBe(before);
    const students = { ...scope, filters: { types: ["student" as const], shared: false }, count: "capped" as const };
    const capped = (await listPeople(database, query(students))).total;
    const exact = (await listPeople(database, query({ ...students, count: "exact" }))).total;
    expect(capped?.totalCount).toBe(Math.min(exact?.totalCount ?? 0, 1000));
    await database.execute(
      sql`delete from directory.associations where user_id = ${id} and organization_id <> ${organization}`,
    );
  });
});

describe("a list that is known to be long", () => {
  it.each(sortCases)("is not counted again and returns the same pages, by %s", async (_name, sort) => {
    const request = { sorts: [sort], organization: { id: topmost, withBelow: true, activeOnly: false } };
    const all = await idsBySql(sql`u.id in (select user_id from directory.associations)`, orderBy(sort));
    // The first request counts the list and caches that it is long.
    await ids(request);
    const [statement] = await statementsOf(() => ids(request));
    expect(statement).toContain("people: page-by-position");
    expect(statement).not.toContain("count(*)");
    const first = await listPeople(database, query(request));
    expect(first.people.map(({ id }) => id)).toEqual(all.slice(0, 10));
    const next = { ...request, page: { number: 1, size: 10, cursor: first.nextCursor } };
    expect(await ids(next)).toEqual(all.slice(10, 20));
    expect((await statementsOf(() => ids(next)))[0]).toContain("people: keyset");
  });

  it.each(sortCases)("returns the same pages for a search or a filter, by %s", async (_name, sort) => {
    const wanted = [{ filters: { hasEmail: false } }, { filters: { admin: false } }, { q: "u" }];
    for (const each of wanted) {
      const request = { organization: { id: topmost, withBelow: true, activeOnly: false }, sorts: [sort], ...each };
      const { people, total, nextCursor } = await listPeople(database, query(request));
      expect(total).toMatchObject({ totalCount: 1000, more: true });
      const again = await listPeople(database, query(request));
      expect(again).toMatchObject({ total, nextCursor });
      expect(again.people.map(({ id }) => id)).toEqual(people.map(({ id }) => id));
      const exact = await ids({ ...request, count: "exact", page: { number: 3, size: 10, cursor: null } });
      expect(await ids({ ...request, page: { number: 3, size: 10, cursor: null } })).toEqual(exact);
    }
  });

  it.each(["id", "name"])("is counted again once it is short, by %s", async (by) => {
    const request = {
      filters: { status: ["inactive" as const] },
      sorts: [{ by, order: "asc" as const }],
    };
    const some = sql`select id from directory.users where realm = 'se' and status = 'active' order by id limit 1200`;
    const { rows } = await database.execute<{ id: number }>(
      sql`update directory.users set status = 'inactive' where id in (${some}) returning id`,
    );
    const changed = rows.map(({ id }) => id);
    try {
      expect((await listPeople(database, query(request))).total).toMatchObject({ more: true });
      await database.execute(sql`update directory.users set status = 'active' where id in ${changed.slice(1)}`);
      const { people, total } = await listPeople(database, query(request));
      expect(people.length).toBeGreaterThan(0);
      expect(total).toMatchObject({ totalCount: people.length });
    } finally {
      await database.execute(sql`update directory.users set status = 'active' where id in ${changed}`);
    }
  });
});

describe("people of an entry year", () => {
  /** Adds a student to another school and to a group of the entry year there. */
  async function memberElsewhere(year: number) {
    const { rows } = await database.execute<{ id: number; organization: number; group: number }>(sql`
      with elsewhere as (
        insert into directory.organizations (realm, type, name) values ('se', 'school', ${`Elsewhere ${year}`}) returning id)
      , pupil as (select id, type from directory.users where type = 'student' and status = 'active' order by id limit 1)
      , placed as (
        insert into directory.associations (user_id, organization_id, realm, role)
        select pupil.id, elsewhere.id, 'se', pupil.type from pupil, elsewhere returning user_id, organization_id)
      , made as (
        insert into directory.groups (realm, organization_id, name, type, typical_school_entry_year)
        select 'se', organization_id, 'Of the year', 'class', ${year} from placed returning id, organization_id)
      select placed.user_id as id, made.organization_id as organization, made.id as "group" from placed, made`);
    const [found] = rows;
    await database.execute(sql`insert into directory.memberships (realm, group_id, user_id)
      select 'se', ${found?.group}::int, ${found?.id}::int`);
    return found as NonNullable<typeof found>;
  }

  it("given a caller who sees only their own groups, then only people of those groups are found", async () => {
    const { id, organization, group } = await memberElsewhere(2001);
    const scope = {
      userId: 0,
      administers: [],
      worksBelow: [],
      worksIn: [organization],
      seesAllBelow: [],
      seesAllIn: [],
    };
    const found = (ownGroups: number[]) =>
      ids({
        organization: { id: organization, withBelow: true, activeOnly: false },
        filterableScope: { ...scope, ownGroups },
        filters: { entryYear: 2001 },
      });
    expect(await found([])).toEqual([]);
    expect(await found([group])).toEqual([id]);
  });
});
