import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createControlPanelService } from "./service";

/** Members of a group that the caller may see. */

let database: Database;
let service: ReturnType<typeof createControlPanelService>;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  service = createControlPanelService({ databases: { eu: database, us: database }, credentials: credentialsDouble });
});

test.each([
  ["teacher.se", 0],
  ["admin.se", 1],
])("%s gets a total count that equals the members they may see", async (username, colleagues) => {
  const { rows } = await database.execute<{ uid: string }>(sql`
    select g.uid from directory.groups g join directory.organizations o on o.id = g.organization_id
    where o.school_unit_code = 'se-1001' and exists (
      select from directory.memberships m join directory.users u on u.id = m.user_id
      where m.group_id = g.id and u.username = 'teacher.se')
    order by g.id limit 1`);
  const caller = await callerOf(database, username);
  const { body } = await ask(
    service,
    "getGroupUsers",
    { params: { id: rows[0]?.uid }, query: { pageSize: 100 } },
    caller,
  );
  const members = body as unknown as { data: Array<{ type: string }>; meta: { totalCount: number } };
  expect(members.data.length).toBeGreaterThan(1);
  expect(members.data.filter(({ type }) => type === "employees")).toHaveLength(colleagues);
  expect(members.meta.totalCount).toBe(members.data.length);
});
