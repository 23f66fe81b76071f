import { expect, test } from "vitest";
import { rolesWithPages } from "#tests/support/page-matrix";

/** A page or form of something that does not exist has a link to the list where it would be. */

const scene = rolesWithPages();
const nobody = "00000000-0000-4000-8000-000000000000";
const lists = ["students", "guardians", "employees", "groups", "organizations", "jobs"];

const expectNotFound = async (response: Response, list: string) => {
  expect(response.status).toBe(404);
  const page = await response.text();
  expect(page).toContain("404 Sidan finns inte");
  expect(page).toContain("Det finns inte eller har tagits bort.");
  expect(page).toMatch(
    new RegExp(`<a [^>]*href="/controlpanel/${list}(?:\\?[^"]*)?"(?:(?!</a>).)*Tillbaka till listan`, "s"),
  );
};

test.each(lists)("an unknown id in %s returns 404 with a link to the list", async (list) => {
  await expectNotFound(await scene.pages.get(scene.browsers.super, `/controlpanel/${list}/${nobody}`), list);
});

test("an expired file returns 404 with a link to the jobs", async () => {
  const response = await scene.pages.visit(
    scene.browsers.super.request(`/controlpanel/jobs/${nobody}/file`, {
      headers: { accept: "text/html", "sec-fetch-dest": "document" },
    }),
  );
  expect(response.status).toBe(404);
  const page = await response.text();
  expect(page).toContain("404 Sidan finns inte");
  expect(page).toContain("Filen finns inte kvar");
  expect(page).toMatch(/<a [^>]*href="\/controlpanel\/jobs(?:\?[^"]*)?"(?:(?!<\/a>).)*Tillbaka till listan/s);
});

test("a form for a person who does not exist returns 404 with a link to the list", async () => {
  const form = { intent: "save", name: "Too late", username: "too.late", version: "1" };
  await expectNotFound(
    await scene.pages.post(scene.browsers.super, `/controlpanel/students/${nobody}`, form),
    "students",
  );
});

test("an unknown list returns 404 and has no link to a list", async () => {
  const response = await scene.pages.get(scene.browsers.super, "/controlpanel/dragons");
  expect(response.status).toBe(404);
  const page = await response.text();
  expect(page).toContain("404 Sidan finns inte");
  expect(page).not.toContain("Tillbaka till listan");
});
