import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createCustomerManagementService } from "./customer-management-service";

/** Preview of the people whose permissions a school's move changes. docs/decisions/0036-organisation-hierarchy.md. */

let database: Database;
let service: ReturnType<typeof createCustomerManagementService>;
const uids: Record<string, string> = {};

const call = async (name: keyof typeof service.endpoints & string, input: object, by = "super.se") =>
  ask(service, name, input, await callerOf(database, by));
const effect = async (parent?: string) =>
  (await call("getSchoolUnitMove", { params: { uid: uids.school }, query: parent ? { parent } : {} })).body.data;

async function addEmployee(name: string, place: string, flags: { admin?: boolean; below?: boolean }) {
  await database.execute(sql`
    with made as (insert into directory.users (realm, type, username, name) values ('se', 'employee', ${name}, ${name}) returning id)
    insert into directory.associations (user_id, organization_id, realm, role, admin, add_to_sub_schools)
    select made.id, o.id, 'se', 'employee', ${flags.admin ?? false}, ${flags.below ?? false}
    from made, directory.organizations o where o.uid = ${uids[place]}`);
}

beforeEach(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  service = createCustomerManagementService({
    databases: { eu: database, us: database },
    credentials: credentialsDouble,
  });
  const make = async (key: string, type: string, parent?: string) => {
    const body = { name: key, type, ...(parent ? { parent: uids[parent] } : {}) };
    uids[key] = (await call("createSchoolUnit", { body })).body.data.uid;
  };
  await make("old", "school_unit");
  await make("new", "school_unit");
  await make("school", "school", "old");
  await addEmployee("admin.old", "old", { admin: true });
  await addEmployee("teacher.of.all.parts", "old", { below: true });
  await addEmployee("teacher.old", "old", {});
  await addEmployee("admin.new", "new", { admin: true });
  await addEmployee("admin.school", "school", { admin: true });
});

describe("given a school below an organisation with an administrator", () => {
  test("then detaching it lists those with permissions from the parent as losing them, and nobody else", async () => {
    const losing = { total: 2, names: ["admin.old", "teacher.of.all.parts"] };
    expect(await effect()).toEqual({ losing, gaining: { total: 0, names: [] } });
  });

  test("then moving it to another organisation lists that one's administrator as gaining permissions", async () => {
    const { losing, gaining } = await effect(uids.new);
    expect(losing.total).toBe(2);
    expect(gaining).toEqual({ total: 1, names: ["admin.new"] });
  });

  test("then administrators of both parents or of the school itself lose nothing", async () => {
    await database.execute(sql`
      insert into directory.associations (user_id, organization_id, realm, role, admin)
      select u.id, o.id, 'se', 'employee', true from directory.users u, directory.organizations o
      where (u.username, o.uid::text) in (('admin.old', ${uids.new}::text), ('teacher.of.all.parts', ${uids.school}::text))`);
    expect(await effect(uids.new)).toEqual({
      losing: { total: 0, names: [] },
      gaining: { total: 1, names: ["admin.new"] },
    });
  });
});
