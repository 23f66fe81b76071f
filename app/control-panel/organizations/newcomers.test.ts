import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { rolesWithPages } from "#tests/support/page-matrix";

/** The people whom an administrator may add to their school: no other administrators. */

const scene = rolesWithPages();
let school: string;
let colleague: string;

beforeAll(async () => {
  const { rows } = await scene.database.execute<{ own: string; other: string; otherId: number }>(sql`
    select o.uid as own, below.uid as other, below.id as "otherId" from directory.users u
    join directory.associations a on a.user_id = u.id and a.admin
    join directory.organizations o on o.id = a.organization_id
    join directory.organizations below on below.realm = 'se' and below.id <> o.id and below.type = 'school'
    where u.username = 'admin.se' order by below.id limit 1`);
  const [row] = rows;
  if (!row) throw new Error("admin.se administers nothing");
  school = row.own;
  // An administrator of another school below the organisation of admin.se.
  await scene.database.execute(sql`
    update directory.organizations set parent_id = (select id from directory.organizations where uid = ${school})
    where uid = ${row.other}`);
  const { rows: made } = await scene.database.execute<{ id: number; uid: string }>(sql`
    with made as (insert into directory.users (realm, type, username, name) values ('se', 'employee', 'medadmin', 'Medadmin Quist')
      returning id, uid),
    placed as (insert into directory.associations (user_id, organization_id, realm, role, admin)
      select id, ${row.otherId}, 'se', 'employee', true from made)
    select id, uid from made`);
  colleague = made[0]?.uid ?? "";
});

const address = () => `/controlpanel/organizations/${school}?person=Quist`;

test("a fellow administrator is offered to a super user, but not to an administrator", async () => {
  const page = await (await scene.pages.get(scene.browsers.admin, address())).text();
  expect(page).toContain('name="person"');
  expect(page).not.toContain("Medadmin Quist");
  const pageOfSuperUser = await (await scene.pages.get(scene.browsers.super, address())).text();
  expect(pageOfSuperUser).toContain("Medadmin Quist");
});

test("given an administrator who adds one anyway, then the response redirects to the picker on the same page", async () => {
  const form = { intent: "addPerson", id: colleague };
  const response = await scene.pages.post(scene.browsers.admin, address(), form);
  expect([response.status, response.headers.get("location")]).toEqual([
    302,
    `/controlpanel/organizations/${school}?person=Quist#pick-person`,
  ]);
});
