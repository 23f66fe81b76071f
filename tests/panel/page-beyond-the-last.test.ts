import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { rolesWithPages, type Target, targetIn } from "#tests/support/page-matrix";

/** A page beyond the last one of a list shows a message and a link to the first page. */

const scene = rolesWithPages();
let target: Target;

beforeAll(async () => {
  target = await targetIn(scene.database, "se", "se-1001", "super.se", {});
  await scene.database.execute(sql`
    update jobs.jobs set kind = 'deactivate', refused = 1, asked = '{"kind":"deactivate","selection":{"ids":[]}}' where id = ${target.job}`);
  await scene.database.execute(sql`
    insert into jobs.targets (job_id, place, uid, name, outcome, reason)
    values (${target.job}, 1, ${target.student}, 'Somebody', 'refused', 'not_found')`);
  const logged = { intent: "resetPassword" };
  await scene.pages.post(scene.browsers.super, `/controlpanel/students/${target.student}`, logged);
});

const paths: Array<() => string> = [
  () => "/controlpanel/students",
  () => "/controlpanel/guardians",
  () => "/controlpanel/employees",
  () => "/controlpanel/users",
  () => "/controlpanel/groups",
  () => "/controlpanel/organizations",
  () => "/controlpanel/beta/manage?tab=users",
  () => "/controlpanel/beta/manage?tab=organizations",
  () => "/controlpanel/beta/manage?tab=groups",
  () => "/controlpanel/jobs",
  () => `/controlpanel/jobs/${target.job}`,
  () => `/controlpanel/students/${target.student}/log?from=2020-01-01`,
];

test.each(paths.map((path) => [path.toString().slice(6), path] as const))(
  "the page 999 of %s links to the first page",
  async (_name, path) => {
    const address = new URL(path(), "http://here");
    address.searchParams.set("page", "999");
    const page = await (await scene.pages.get(scene.browsers.super, address.pathname + address.search)).text();
    expect(page).toContain("Här är listan slut");
    const [, back = ""] = /<a [^>]*href="([^"]*)"[^>]*>Till första sidan/.exec(page) ?? [];
    expect(back).not.toContain("page=999");
    const first = await scene.pages.get(scene.browsers.super, back.replaceAll("&amp;", "&"));
    expect(first.status).toBe(200);
    expect(await first.text()).not.toContain("Till första sidan");
  },
);
