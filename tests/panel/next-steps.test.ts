import { sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { rolesWithPages, targetIn } from "#tests/support/page-matrix";
import { processBackend } from "~/composition/process-backend.server";
import { ServiceError } from "~/services/contracts/service-error";

/** No page of the panel is a dead end: where nothing can be done there is a link back, and no link leads to the same page. */

const scene = rolesWithPages();
afterEach(() => vi.restoreAllMocks());
const pageOf = async (path: string) => {
  const response = await scene.pages.get(scene.browsers.super, path);
  expect(response.status).toBe(200);
  return response.text();
};
const links = (page: string, words: string) =>
  [...page.matchAll(/<a [^>]*href="([^"]*)"[^>]*>((?:(?!<\/a>).)*)<\/a>/gs)]
    .filter(([, , text]) => text?.includes(words))
    .map(([, href]) => href);

test("a page that restores a person, group or school has a cancel link to its list", async () => {
  const people = await targetIn(scene.database, "se", "se-1001", "super.se", { isDeleted: "people" });
  const group = await targetIn(scene.database, "se", "se-1001", "super.se", { isDeleted: "group" });
  const school = await targetIn(scene.database, "se", "se-1001", "super.se", { where: "part", isDeleted: "school" });
  const list = "/controlpanel/beta/manage?tab";
  expect(links(await pageOf(`/controlpanel/students/${people.student}/restore`), "Avbryt")).toEqual([`${list}=users`]);
  expect(links(await pageOf(`/controlpanel/groups/${group.group}/restore`), "Avbryt")).toEqual([`${list}=groups`]);
  const restore = await pageOf(`/controlpanel/organizations/${school.school}/restore`);
  expect(links(restore, "Avbryt")).toEqual(["/controlpanel/organizations"]);
});

test("an empty log has the link to show everything only when it is filtered", async () => {
  const { student } = await targetIn(scene.database, "se", "se-1001", "super.se", {});
  const log = `/controlpanel/students/${student}/log`;
  const showAll = "Visa allt";
  const empty = await pageOf(log);
  expect(empty).toContain("Inget hittades");
  expect(links(empty, showAll)).toEqual([]);
  expect(links(await pageOf(`${log}?who=nobody`), showAll)).toEqual([log]);
});

test.each(["students", "groups", "organizations"] as const)(
  "one of %s that could not be fetched has a link to try again",
  async (list) => {
    const target = await targetIn(scene.database, "se", "se-1001", "super.se", {});
    const { calls, id } = {
      students: { calls: ["getPersonPage"] as const, id: target.student },
      groups: { calls: ["getGroupPupilsPage", "getPanelGroup"] as const, id: target.group },
      organizations: { calls: ["getOrganizationPage"] as const, id: target.school },
    }[list];
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    // A remote service can be unavailable, so its client is mocked.
    const unavailable = new ServiceError(503, "gone", "Gone");
    for (const call of calls) vi.spyOn(processBackend().clients.controlPanel, call).mockRejectedValue(unavailable);
    expect(links(await pageOf(`/controlpanel/${list}/${id}`), "Försök igen")).toEqual([`/controlpanel/${list}/${id}`]);
  },
);

test("the organisations below an organisation are not offered as its parent", async () => {
  const { rows } = await scene.database.execute<{ uid: string; above: string; name: string }>(sql`
    select c.uid, p.uid as above, c.name from directory.organizations c
    join directory.organizations p on p.id = c.parent_id and p.parent_id is not null limit 1`);
  const { uid = "", above = "", name = "" } = rows[0] ?? {};
  const offered = async (organization: string) =>
    (await pageOf(`/controlpanel/organizations/${organization}?above=${encodeURIComponent(name)}`)).includes(
      `name="id" value="${uid}"`,
    );
  expect(uid).not.toBe("");
  expect(await offered(above)).toBe(false);
  const { school } = await targetIn(scene.database, "se", "se-1001", "super.se", { where: "part" });
  expect(await offered(school)).toBe(true);
});
