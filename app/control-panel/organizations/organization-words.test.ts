import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { rolesWithPages } from "#tests/support/page-matrix";

/** A municipality is not called a school: its delete button deletes all of its schools. */

const scene = rolesWithPages();

const wordsAt = async (type: string, below = "") => {
  const { rows } = await scene.database.execute<{ uid: string }>(
    sql`select uid from directory.organizations where realm = 'se' and type = ${type} order by id limit 1`,
  );
  const response = await scene.pages.get(scene.browsers.super, `/controlpanel/organizations/${rows[0]?.uid}${below}`);
  const [main = ""] = /<main[\s\S]*<\/main>/.exec(await response.text()) ?? [];
  return [
    ...new Set(main.match(/(Spara|Ta bort) (skola|organisation)(?!\p{L})|Om skolan(?=<)|Om organisationen(?=<)/gu)),
  ];
};

test.each([
  ["school_unit", "organisation", "Om organisationen"],
  ["preschool", "organisation", "Om organisationen"],
  ["consumer", "organisation", "Om organisationen"],
  ["school", "skola", "Om skolan"],
  ["sub_school", "skola", "Om skolan"],
])("the page of a %s names its kind in the save and delete buttons: %s", async (type, word, about) => {
  expect(await wordsAt(type)).toEqual([about, `Spara ${word}`, `Ta bort ${word}`]);
  expect(await wordsAt(type, "/delete")).toEqual([`Ta bort ${word}`]);
});
