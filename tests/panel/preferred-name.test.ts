import { beforeAll, expect, test } from "vitest";
import { uidOf } from "#tests/support/callers";
import { rolesWithPages, type Target, targetIn } from "#tests/support/page-matrix";

/** What a pupil is called, from the form to the lists and the pupil's own pages. */

const scene = rolesWithPages();
let target: Target;
let pupil: string;

beforeAll(async () => {
  target = await targetIn(scene.database, "se", "se-1001", "teacher.se", {});
  pupil = await uidOf(scene.database, "student.se");
  const path = `/controlpanel/students/${pupil}`;
  const form = await page("teacher", path);
  const response = await scene.pages.post(scene.browsers.teacher, path, {
    version: /name="version" value="(\d+)"/.exec(form)?.[1] ?? "",
    ...{ intent: "save", name: "Elna Karlsson", username: "student.se", status: "on", organizations: target.school },
    preferredName: "Nelle",
  });
  expect(response.status).toBe(302);
});

const page = async (role: "teacher" | "student", path: string) =>
  (await scene.pages.get(scene.browsers[role], path)).text();

test.each([
  ["the list of pupils", () => `/controlpanel/students?organization=${target.school}&searchString=nelle`],
  ["the search of the control panel", () => "/controlpanel/search?q=nelle"],
])("%s finds the pupil by it, and shows it beside the name", async (_what, path) => {
  expect(await page("teacher", path())).toMatch(/ \(Nelle\)|\(<mark[^>]*>Nelle<\/mark>\)/);
});

test("the pupil's own bookshelf shows it in place of the name", async () => {
  expect(await page("student", "/bookshelf")).toMatch(/>Nelle</);
});
