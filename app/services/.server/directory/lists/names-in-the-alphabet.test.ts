import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createControlPanelService } from "~/services/.server/control-panel/service";
import { createCustomerManagementService } from "~/services/.server/customer-management/customer-management-service";
import { listOwnGroups, listOwnOrganizations } from "~/services/.server/directory/people/own-account-store";

/** Groups and organisations are sorted by the country's alphabet, numbers by value. docs/decisions/0020-lists-at-a-million.md. */

let database: Database;
const names = ["Åsa", "Zebra", "Öst", "Ärla", "10A", "2B"];
const inOrder = ["2B", "10A", "Zebra", "Åsa", "Ärla", "Öst"];
const sorted = { sortBy: "name", sortOrder: "asc", pageSize: 100 };

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  await database.execute(sql`delete from directory.groups where realm = 'se'`);
  for (const name of names) {
    await database.execute(sql`
      insert into directory.groups (realm, organization_id, name)
      select 'se', id, ${name} from directory.organizations where school_unit_code = 'se-1001'`);
    await database.execute(
      sql`insert into directory.organizations (realm, type, name) values ('se', 'school', ${`X ${name}`})`,
    );
  }
});

test("sorts groups by the country's alphabet", async () => {
  const service = createControlPanelService({
    databases: { eu: database, us: database },
    credentials: credentialsDouble,
  });
  const { body } = await ask(service, "getGroups", { query: sorted }, await callerOf(database, "super.se"));
  type Named = { attributes: { name: { value: string } } };
  expect(body.data.map(({ attributes }: Named) => attributes.name.value)).toEqual(inOrder);
});

test("sorts organisations, and returns an estimate and a next cursor only on request", async () => {
  const service = createCustomerManagementService({
    databases: { eu: database, us: database },
    credentials: credentialsDouble,
  });
  const by = await callerOf(database, "super.se");
  const query = { ...sorted, qName: "X ", pageSize: 4, estimateTotal: true };
  const first = await ask(service, "getSchoolUnits", { query }, by);
  const rest = await ask(service, "getSchoolUnits", { query: { ...query, cursor: first.body.meta.nextCursor } }, by);
  const found = [...first.body.data, ...rest.body.data].map(({ name }: { name: string }) => name);
  expect(found).toEqual(inOrder.map((name) => `X ${name}`));
  expect([first.body.meta.estimate, rest.body.meta.nextCursor]).toEqual([{ items: 6, more: false }, null]);
  const plain = await ask(service, "getSchoolUnits", { query: { ...sorted, qName: "X " } }, by);
  expect(plain.body.meta).toEqual({ pageSize: 100 });
});

test("sorts the groups and organisations of a user", async () => {
  await database.execute(sql`
    insert into directory.memberships (user_id, group_id, realm)
    select u.id, g.id, 'se' from directory.users u, directory.groups g where u.username = 'teacher.se' and g.realm = 'se'`);
  await database.execute(sql`
    insert into directory.associations (user_id, organization_id, realm, role)
    select u.id, o.id, 'se', 'employee' from directory.users u, directory.organizations o
    where u.username = 'teacher.se' and o.name like 'X %'`);
  const by = { realm: "se" as const, uid: await uidOf(database, "teacher.se") };
  const groups = await listOwnGroups(database, by, { number: 1, size: 100 });
  const organizations = await listOwnOrganizations(database, by, { number: 1, size: 100 });
  const own = organizations.items.map(({ name }) => name).filter((name) => name.startsWith("X "));
  expect(groups.items.map(({ name }) => name)).toEqual(inOrder);
  expect(own).toEqual(inOrder.map((name) => `X ${name}`));
});
