import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { listAudit } from "./audit-list";
import { type AuditQuery, auditCondition } from "./audit-query";

/** The audit log of a large organisation is queried differently from that of a small one, with the same result. */

let database: Database;
const organizations: Record<string, number> = {};

/** People by organisation. At most 60 of each have log lines; those of `elsewhere` are newer than most of the others. */
const people = { small: 30, large: 4100, elsewhere: 60 };

beforeAll(async () => {
  database = (await testDatabase()).database;
  for (const [name, count] of Object.entries(people)) {
    const { rows } = await database.execute<{ id: number }>(sql`
      with place as (insert into directory.organizations (realm, name, type) values ('no', ${name}, 'school') returning id, uid),
      written as (insert into directory.audit (realm, at, action, subject_type, subject_uid, organization_uid)
        select 'no', '2026-03-01T12:00:00Z', 'organization.created', 'organization', uid, uid from place)
      select id::int from place`);
    const id = Number(rows[0]?.id);
    organizations[name] = id;
    await database.execute(sql`
      with made as (insert into directory.users (realm, type, username, name)
        select 'no', 'student', ${`${name}.`} || n, 'Pupil ' || n from generate_series(1, ${count}::int) n returning id, uid)
      insert into directory.associations (user_id, organization_id, realm, role) select id, ${id}::int, 'no', 'student' from made`);
  }
  const deed = (name: string, action: string, at: string, times = 1) =>
    database.execute(sql`
      insert into directory.audit (realm, at, action, user_uid, subject_type, subject_uid)
      select 'no', ${at}::timestamptz + (row_number() over (order by n, u.id) || ' ms')::interval, ${action},
        case when u.id % 3 = 0 then u.uid end, 'user', u.uid
      from directory.users u cross join generate_series(1, ${times}::int) n
      where u.realm = 'no' and u.username like ${`${name}.%`} and substr(u.username, ${name.length + 2})::int <= 60`);
  for (const name of ["small", "large"]) await deed(name, "user.created", "2026-03-02T12:00:00Z");
  for (const name of ["small", "large"]) await deed(name, "user.changed", "2026-03-03T12:00:00Z", 2);
  // More lines than are read at once.
  await deed("elsewhere", "user.changed", "2026-03-04T12:00:00Z", 200);
  await deed("large", "user.deleted", "2026-03-05T12:00:00Z");
});

const filters: Array<AuditQuery["filters"]> = [
  {},
  { action: ["user.created"] },
  { action: ["user.created", "user.deleted"] },
  { action: ["group.purged"] },
  { from: "2026-03-03", to: "2026-03-03" },
  { to: "2026-03-04" },
  { who: "pupil 3" },
  { who: "pupil" },
  { who: "nobody at all" },
];

describe.each(["small", "large"])("the audit log of a %s organisation", (name) => {
  it.each(filters.map((each) => [JSON.stringify(each), each] as const))(
    "returns every line by page number and by cursor, with the filters %s",
    async (_, of) => {
      const query = {
        of: { organizationId: organizations[name] ?? 0 },
        filterableScope: null,
        filters: of,
        isCounted: true,
      };
      const page = { number: 1, size: 25, cursor: null };
      const { rows } = await database.execute<{ uid: string }>(sql`
      select a.id::text as uid from directory.audit a where ${auditCondition("no", { ...query, page })} order by a.at desc, a.id desc`);
      const expected = rows.map(({ uid }) => uid);
      const byNumber: string[] = [];
      const byCursor: string[] = [];
      let cursor: string | null = null;
      for (let number = 1; number <= Math.max(1, Math.ceil(expected.length / page.size)); number += 1) {
        const numbered = await listAudit(database, "no", { ...query, page: { ...page, number } });
        expect(numbered.total).toBe(expected.length);
        byNumber.push(...numbered.lines.map(({ uid }) => uid));
        const followed = await listAudit(database, "no", { ...query, page: { ...page, cursor } });
        byCursor.push(...followed.lines.map(({ uid }) => uid));
        cursor = followed.nextCursor;
      }
      expect(cursor).toBeNull();
      expect(byNumber).toEqual(expected);
      expect(byCursor).toEqual(expected);
    },
  );
});

it("a page past the last one is empty and has no cursor", async () => {
  for (const name of ["small", "large"]) {
    const page = { number: 900, size: 25, cursor: null };
    const of = { organizationId: organizations[name] ?? 0 };
    const found = await listAudit(database, "no", { of, filterableScope: null, filters: {}, isCounted: false, page });
    expect(found).toEqual({ lines: [], total: null, nextCursor: null });
  }
});

it("finds the lines of a person by name for an administrator who also teaches a class", async () => {
  const small = organizations.small ?? 0;
  const scope = { userId: 0, administers: [small], worksIn: [], worksBelow: [], seesAllIn: [], seesAllBelow: [] };
  const read = (ownGroups: number[]) =>
    listAudit(database, "no", {
      of: { organizationId: small },
      filterableScope: { ...scope, ownGroups },
      filters: { who: "pupil 3" },
      isCounted: true,
      page: { number: 1, size: 25, cursor: null },
    });
  const { lines, total } = await read([1]);
  expect(lines.length).toBeGreaterThan(0);
  expect(total).toBe(lines.length);
  expect(lines).toEqual((await read([])).lines);
});
