import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { uidOf } from "#tests/support/callers";
import { addChild, addFamily } from "#tests/support/family-scene";
import { pageServer } from "#tests/support/page-server";
import { type Browser, type Databases, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";

/** Reading statistics of children for guardians and parents. docs/product/reader.md#reading-log. */

const origin = "https://se.localhost";
const databases: Databases = await sessionScene(["se"]);
const pages = await pageServer();
/** The value of `profile_id` in rows of the account's owner. */
const noProfile = "00000000-0000-0000-0000-000000000000";

let guardian: Browser;
let family: Browser;
let pupil: string;
let other: string;
let child: string;
let foreign: string;

beforeAll(async () => {
  const { eu } = databases;
  guardian = await signedInBrowser(origin, "guardian.se");
  family = await signedInBrowser(origin, "family.se");
  pupil = await uidOf(eu, "student.se");
  const { rows } = await eu.execute<{ uid: string }>(sql`
    select uid from directory.users where realm = 'se' and type = 'student' and username <> 'student.se' order by id limit 1`);
  other = String(rows[0]?.uid);
  child = await addChild(eu, await uidOf(eu, "family.se"), "Alma");
  foreign = await addChild(eu, await addFamily(eu, "other@example.com"), "Bo");
  await eu.execute(sql`insert into library.books (id, version, checksum, title, shelf, manifest)
    values ('fox', 'v', 'fox', 'The fox', '{}', '{}')`);
  for (const [uid, profile, seconds] of [
    [pupil, noProfile, 660],
    [await uidOf(eu, "family.se"), child, 1320],
  ] as const) {
    await eu.execute(sql`
      insert into library.reading_days (realm, uid, profile_id, day, book_id, language, seconds, first_at, last_at, percentage)
      values ('se', ${uid}::uuid, ${profile}::uuid, current_date - 1, 'fox', 'sv', ${seconds}, now() - interval '1 day', now() - interval '1 day', 0.5)`);
  }
});

const textOf = async (browser: Browser, path: string) => (await pages.get(browser, path)).text();
const statusOf = async (browser: Browser, path: string) => (await pages.get(browser, path)).status;

test("given a guardian, then they see the reading of their student, and another student returns 404", async () => {
  const list = await textOf(guardian, "/children");
  expect(list).toContain(`/children/${pupil}`);
  expect(list).toContain("11 minuter");
  const page = await textOf(guardian, `/children/${pupil}`);
  expect(page).toContain("The fox");
  expect(page).toContain("Svenska");
  for (const path of [`/children/${other}`, `/children/${other}/file`, `/children/${child}`]) {
    expect(await statusOf(guardian, path), path).toBe(404);
  }
});

test("given a family's parents, then they see their children's reading, and other children return 404", async () => {
  expect(await textOf(family, "/children")).toContain("22 minuter");
  expect(await textOf(family, `/children/${child}`)).toContain("The fox");
  expect(await statusOf(family, `/children/${foreign}`)).toBe(404);
  expect(await statusOf(family, `/children/${pupil}`)).toBe(404);
});

test("given a downloaded workbook, then it lists days, books and languages, and a title is not a formula", async () => {
  await databases.eu.execute(sql`update library.books set title = '=1+1' where id = 'fox'`);
  const response = await pages.get(guardian, `/children/${pupil}/file?days=7`);
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="reading\.xlsx"/);
  const { default: ExcelJS } = await import("exceljs");
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(await response.arrayBuffer());
  expect(workbook.worksheets.map(({ name }) => name)).toEqual([
    ...["Vad som lästes när", "Dag för dag", "Lästa böcker", "Språk"],
  ]);
  expect(workbook.getWorksheet("Dag för dag")?.rowCount).toBe(8);
  expect(workbook.getWorksheet("Lästa böcker")?.getRow(2).values).toEqual([
    undefined,
    "'=1+1",
    11,
    1,
    expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
  ]);
});
