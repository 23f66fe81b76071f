import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { callerOf } from "#tests/support/callers";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { accessOf } from "~/services/.server/directory/access";
import { listAudit } from "~/services/.server/directory/audit/audit-list";
import { scopeOf } from "~/services/.server/directory/scope-query";
import { moveBetweenGroups } from "./group-moves";

/** The audit log names the groups that a student left and joined, to readers with access to the school. */

let database: Database;
let pupil: { id: number; uid: string; organization: number };

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  const { rows } = await database.execute<typeof pupil>(sql`
    select u.id, u.uid, a.organization_id as organization from directory.users u
    join directory.associations a on a.user_id = u.id join directory.organizations o on o.id = a.organization_id
    where o.school_unit_code = 'se-1001' and u.type = 'student' and u.status = 'active' order by u.id desc limit 1`);
  pupil = rows[0] as typeof pupil;
});

async function groupOf(code: string, name: string): Promise<number> {
  const { rows } = await database.execute<{ id: number }>(sql`
    insert into directory.groups (realm, organization_id, name, type)
    select 'se', id, ${name}, 'class' from directory.organizations where school_unit_code = ${code} returning id`);
  return rows[0]?.id ?? 0;
}

async function newestLine(username: string) {
  const access = accessOf(await callerOf(database, username));
  const { lines } = await listAudit(database, "se", {
    of: { personUid: pupil.uid },
    filterableScope: scopeOf(access),
    filters: {},
    page: { number: 1, size: 1, cursor: null },
    isCounted: false,
  });
  return lines[0];
}

it("logs a move as one line with the old and the new group", async () => {
  const [from, to] = [await groupOf("se-1001", "Flytt A"), await groupOf("se-1001", "Flytt B")];
  const access = accessOf(await callerOf(database, "admin.se"));
  await moveBetweenGroups(database, access, pupil, { join: [from], leave: [] });
  expect(await newestLine("admin.se")).toMatchObject({
    action: "user.groups_changed",
    changes: [{ attribute: "groups", before: null, after: "Flytt A" }],
  });
  await moveBetweenGroups(database, access, pupil, { join: [to], leave: [from] });
  expect((await newestLine("admin.se"))?.changes).toEqual([
    { attribute: "groups", before: "Flytt A", after: "Flytt B" },
  ]);
});

it("shows the line but not the group's name to a reader without access to its school", async () => {
  await database.execute(sql`insert into directory.associations (realm, user_id, organization_id, role)
    select 'se', ${pupil.id}, id, 'student' from directory.organizations where school_unit_code = 'se-1002'`);
  const foreign = await groupOf("se-1002", "Annans klass");
  await moveBetweenGroups(database, accessOf(await callerOf(database, "super.se")), pupil, {
    join: [foreign],
    leave: [],
  });
  expect((await newestLine("super.se"))?.changes).toEqual([
    { attribute: "groups", before: null, after: "Annans klass" },
  ]);
  expect(await newestLine("admin.se")).toMatchObject({ action: "user.groups_changed", changes: [] });
});
