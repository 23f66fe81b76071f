import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import { temporaryFolder } from "#tests/support/temporary-folder";
import { columnsToExport, wordsToExport } from "~/control-panel/lists/export-columns";
import type { Database } from "~/db/.server/connect";
import { i18nOf } from "~/i18n/i18n.server";
import { type Locale, locales } from "~/realms/realm";
import { secretBox } from "~/security/secret-box.server";
import { createJobEndpoints } from "~/services/.server/control-panel/job-endpoints";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import type { Service } from "~/services/.server/dispatch/endpoint";
import { readWorkbook, type WorkbookRow } from "~/services/.server/import/workbook/read-workbook";
import { runJob } from "~/services/.server/jobs/job-runner";
import { groupsOfWord, roleOfWord, splitList, yesNoOfWord } from "~/services/contracts/import-columns";

/** The import reads exported workbooks in every language. docs/product/control-panel.md#validation. */

let database: Database;
let pupil: string;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  pupil = await uidOf(database, "student.se");
  await database.execute(sql`
    update directory.users set external_id = '=007', name = 'Åsa "O''Neil", 中', first_name = 'Åsa', last_name = '+46', preferred_name = 'Nelle',
      speaking_book_rights = true, age_filter = 9, address = '=Storgatan 1', postal_code = '01234' where uid = ${pupil}`);
  // A second school with a group whose name contains a separator.
  await database.execute(sql`
    insert into directory.associations (user_id, organization_id, realm, role)
    select u.id, o.id, 'se', 'student' from directory.users u, directory.organizations o
    where u.uid = ${pupil} and o.school_unit_code = 'se-1002'`);
  await database.execute(sql`
    with made as (insert into directory.groups (realm, organization_id, name)
      select 'se', id, 'Kör; alt, bas' from directory.organizations where school_unit_code = 'se-1002' returning id)
    insert into directory.memberships (user_id, group_id, realm)
    select u.id, made.id, 'se' from directory.users u, made where u.uid = ${pupil}`);
});

async function exported(locale: Locale): Promise<string> {
  const databases = { eu: database, us: database };
  const deps = {
    databases,
    identity: createIdentityDirectory(databases),
    credentials: credentialsDouble,
    secrets: secretBox("a secret of more than thirty-two letters", "jobs"),
    changed: () => undefined,
    report: (error: unknown) => {
      throw error;
    },
  };
  const queue = { send: async (region: "eu" | "us", { id }: { id: string }) => runJob(deps, region, id, () => false) };
  const service = { name: "control-panel", endpoints: createJobEndpoints({ databases, queue }) } as Service<never>;
  const caller = await callerOf(database, "super.se");
  const call = (name: string, input: object) => ask(service as never, name as never, input, caller);
  const t = i18nOf(locale).getFixedT(null, "lists");
  const request = {
    ...{
      kind: "export",
      format: "xlsx",
      fileName: "people",
      selection: { ids: [pupil, await uidOf(database, "admin.se")] },
    },
    columns: columnsToExport(t, "se", locale),
    words: wordsToExport(t, locale),
  };
  const { data: job } = (await call("createJob", { body: { data: request } })).body;
  const { data: file } = (await call("getJobFile", { params: { id: job.id }, query: { part: 0 } })).body;
  const path = join(await temporaryFolder("export"), "people.xlsx");
  await writeFile(path, Buffer.from(file.content, "base64"));
  return path;
}

test.each(locales)("given people exported in %s, then the import reads every value of the workbook", async (locale) => {
  const rows: WorkbookRow[] = [];
  const summary = await readWorkbook(await exported(locale), {
    onRows: async (batch) => {
      rows.push(...batch);
    },
  });
  expect(summary.ignoredHeadings).toHaveLength(1);
  const cell = (row: WorkbookRow | undefined, id: keyof WorkbookRow["cells"]) => row?.cells[id]?.text ?? "";
  const own = rows.find((row) => cell(row, "uid") === pupil);
  expect(
    (
      [
        "name",
        "firstName",
        "lastName",
        "username",
        "externalId",
        "ageFilter",
        "address",
        "postalCode",
        "preferredName",
      ] as const
    ).map((id) => cell(own, id)),
  ).toEqual([`Åsa "O'Neil", 中`, "Åsa", "+46", "student.se", "=007", "9", "=Storgatan 1", "01234", "Nelle"]);
  expect(roleOfWord(cell(own, "role"))).toBe("student");
  expect(yesNoOfWord(cell(own, "speakingBookRights"))).toBe(true);
  expect(yesNoOfWord(cell(own, "shared"))).toBe(false);
  const schools = splitList(cell(own, "organization"));
  expect(schools).toEqual(["Ekbackens skola", "Sjöängsskolan"]);
  expect(splitList(cell(own, "organizationCode"))).toEqual(["se-1001", "se-1002"]);
  const readings = splitList(cell(own, "groups")).map(groupsOfWord);
  expect(readings).toHaveLength(2);
  expect(readings.flat()).toContainEqual({ organization: "Sjöängsskolan", group: "Kör; alt, bas" });
  const administrator = rows.find((row) => cell(row, "username") === "admin.se");
  expect(splitList(cell(administrator, "administrator")).map(yesNoOfWord)).toContain(true);
  expect(roleOfWord(cell(administrator, "role"))).toBe("employee");
  expect([yesNoOfWord(cell(administrator, "secureAuth")), cell(own, "secureAuth")]).toEqual([false, ""]);
});
