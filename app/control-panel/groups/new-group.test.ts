import { expect, test } from "vitest";
import { rolesWithPages } from "#tests/support/page-matrix";

/** The school preselected for a new class, and the school column of the list of classes. */

const scene = rolesWithPages();
const pageOf = async (path: string) => (await scene.pages.get(scene.browsers.admin, path)).text();
const chosenOf = (page: string) =>
  /<input type="radio"[^>]*name="organization"[^>]*checked=""[^>]*>[\s\S]*?<label[^>]*>([^<]*)/.exec(page)?.[1];

test("a new class has the school preselected, not the part of it that is first in the alphabet", async () => {
  const page = await pageOf("/controlpanel/groups/new");
  expect(page).toContain("Ekbackens fritidshem");
  expect(chosenOf(page)).toBe("Ekbackens skola");
});

test("a new class has the organisation of the open list preselected", async () => {
  const page = await pageOf("/controlpanel/groups/new");
  const part = /value="([0-9a-f-]{36})"[^>]*>(?:(?!<input)[\s\S])*?Ekbackens fritidshem/.exec(page)?.[1];
  expect(chosenOf(await pageOf(`/controlpanel/groups/new?organization=${part}`))).toBe("Ekbackens fritidshem");
});

test("the list of classes has a column for one school, not for several", async () => {
  const table = /<table[\s\S]*<\/table>/.exec(await pageOf("/controlpanel/groups"))?.[0] ?? "";
  expect(table).toContain("Ekbackens fritidshem");
  expect(table).toMatch(/>Skola</);
  expect(table).not.toMatch(/>Skolor</);
});
