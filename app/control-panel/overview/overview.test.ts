import { sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { rolesWithPages } from "#tests/support/page-matrix";
import { processBackend } from "~/composition/process-backend.server";
import { ServiceError } from "~/services/contracts/service-error";

/** The start page of the control panel: its links depend on the role of the user. */

const scene = rolesWithPages();
afterEach(() => vi.restoreAllMocks());

const mainOf = async (role: "teacher" | "admin" | "super") => {
  const html = await (await scene.pages.get(scene.browsers[role], "/controlpanel")).text();
  return /<main[\s\S]*<\/main>/.exec(html)?.[0].replace(/<nav[\s\S]*?<\/nav>/g, "") ?? "";
};

test("a platform administrator sees the link to the whole country, and no school of their own", async () => {
  const main = await mainOf("super");
  expect(main).toContain('href="/controlpanel/beta/manage"');
  expect(main).not.toContain("din skola");
  expect(main).not.toContain("Dina skolor");
});

test.each(["teacher", "admin"] as const)("a %s sees their school, and no link to the whole country", async (role) => {
  const main = await mainOf(role);
  expect(main).toContain("Alla på din skola");
  expect(main).toContain("Dina skolor");
  expect(main).not.toContain("beta/manage");
});

test("a teacher of one class sees its pupils, each with a link to its page", async () => {
  const main = await mainOf("teacher");
  expect(main).toMatch(/<h2[^>]*>3A</);
  expect(main).toMatch(/href="\/controlpanel\/students\/[0-9a-f-]{36}\?[^"]*"/);
});

test.each([
  [1, ["1A", "3A"]],
  [2, ["1A", "2A", "3A"]],
  [3, []],
])("given a teacher of %i more classes, then the pupils of the classes %j are listed", async (more, listed) => {
  await scene.database.execute(sql`
    insert into directory.memberships (user_id, group_id, realm)
    select u.id, g.id, 'se' from directory.users u
      join directory.associations a on a.user_id = u.id
      join directory.groups g on g.organization_id = a.organization_id and g.name = any (${sql.param(["1A", "2A", "4A"].slice(0, more))}::text[])
    where u.realm = 'se' and u.username = 'teacher.se' on conflict do nothing`);
  const main = await mainOf("teacher");
  expect([...main.matchAll(/<h2[^>]*>(\d[A-Z])</g)].map(([, name]) => name)).toEqual(listed);
});

test("at most 30 schools are listed, with a link to all of them", async () => {
  expect(await mainOf("super")).not.toContain("Visa alla");
  await scene.database.execute(sql`
    insert into directory.organizations (realm, type, name)
    select 'se', 'school', 'Skola ' || lpad(n::text, 3, '0') from generate_series(1, 60) n`);
  const { rows } = await scene.database.execute<{ uid: string }>(
    sql`select uid from directory.users where realm = 'se' and username = 'super.se'`,
  );
  processBackend().displayCache.drop(rows[0]?.uid ?? "");
  const main = await mainOf("super");
  expect(main.match(/href="\/controlpanel\/organizations\/[0-9a-f-]{36}"/g)).toHaveLength(30);
  expect(main).toMatch(/href="\/controlpanel\/organizations\?[^"]*"[^>]*>Visa alla/);
});

async function dropAdminsCache() {
  const { rows } = await scene.database.execute<{ uid: string }>(
    sql`select uid from directory.users where realm = 'se' and username = 'admin.se'`,
  );
  processBackend().displayCache.drop(rows[0]?.uid ?? "");
}

test.each(["getOverviewPage", "getImports"] as const)(
  "given a service that fails at %s, then the rest of the overview is shown",
  async (call) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    // A remote service can be unavailable, so its client is mocked.
    vi.spyOn(processBackend().clients.controlPanel, call).mockRejectedValue(new ServiceError(503, "gone", "Gone"));
    await dropAdminsCache();
    const response = await scene.pages.get(scene.browsers.admin, "/controlpanel");
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("Dina skolor");
  },
);
