import { sql } from "drizzle-orm";
import ExcelJS from "exceljs";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { secretBox } from "~/security/secret-box.server";
import { createJobEndpoints } from "~/services/.server/control-panel/job-endpoints";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import type * as Permissions from "~/services/.server/directory/permissions";
import type { Service } from "~/services/.server/dispatch/endpoint";
import { type ExportFormat, exportColumns } from "~/services/contracts/jobs";
import { type PersonAttribute, personAttributes } from "~/services/contracts/person-field-table";
import { runJob } from "./job-runner";

/** An export contains of each person only what the list shows to the same user. docs/security.md, lines 19 and 20. */

const hidden = new Set<PersonAttribute>();

// why: today a user who may list a person sees all exported attributes; the mock tests the case that permissions become narrower.
vi.mock("~/services/.server/directory/permissions", async (original) => {
  const permissions = await original<typeof Permissions>();
  const attributeLevel: typeof Permissions.attributeLevel = (context, attribute) =>
    hidden.has(attribute)
      ? { viewable: 0, editable: 0, needsSecureLogin: false, needsEveryOrganization: false }
      : permissions.attributeLevel(context, attribute);
  return { ...permissions, attributeLevel };
});

let database: Database;
let pupil = "";

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  pupil = await uidOf(database, "student.se");
  await database.execute(sql`update directory.users set external_id = 'E-17' where uid = ${pupil}`);
  // A second school with a group, which staff of the pupil's first school may not see.
  await database.execute(sql`
    insert into directory.associations (user_id, organization_id, realm, role)
    select u.id, o.id, 'se', 'student' from directory.users u, directory.organizations o
    where u.uid = ${pupil} and o.school_unit_code = 'se-1002'`);
  await database.execute(sql`
    with made as (insert into directory.groups (realm, organization_id, name)
      select 'se', id, 'Hemliga kören' from directory.organizations where school_unit_code = 'se-1002' returning id)
    insert into directory.memberships (user_id, group_id, realm)
    select u.id, made.id, 'se' from directory.users u, made where u.uid = ${pupil}`);
});

afterEach(() => hidden.clear());

type Selection = { ids: string[] };
type Row = Record<string, string>;

/** Runs an export. @returns its rows, by column id, and the finished job */
async function exported(username: string, format: ExportFormat, selection: Selection = { ids: [pupil] }) {
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
  const caller = await callerOf(database, username);
  const call = (name: string, input: object) => ask(service as never, name as never, input, caller);
  const columns = exportColumns.map((id) => ({ id, head: id }));
  const body = { data: { kind: "export", format, fileName: "x", columns, selection, words: {} } };
  const params = { id: (await call("createJob", { body })).body.data.id };
  const { data: job } = (await call("getJob", { params })).body;
  const { data: file } = (await call("getJobFile", { params, query: { part: 0 } })).body;
  const rows = await (format === "csv" ? rowsOfCsv : rowsOfWorkbook)(Buffer.from(file.content, "base64"));
  return {
    job,
    rows: rows.map((cells): Row => Object.fromEntries(exportColumns.map((id, at) => [id, cells[at] ?? ""]))),
  };
}

async function rowsOfCsv(file: Buffer): Promise<string[][]> {
  const lines = file.toString("utf8").trimEnd().split("\r\n").slice(1);
  const cell = /(?:"((?:[^"]|"")*)"|([^;]*))(?:;|$)/g;
  return lines.map((line) =>
    [...line.matchAll(cell)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? ""),
  );
}

async function rowsOfWorkbook(file: Buffer): Promise<string[][]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(file as never);
  const rows: string[][] = [];
  workbook.worksheets[0]?.eachRow((row, at) => {
    if (at > 1) rows.push(exportColumns.map((_, column) => row.getCell(column + 1).text));
  });
  return rows;
}

describe.each(["csv", "xlsx"] as const)("export as %s", (format) => {
  test("cells contain the values that the user sees in the list", async () => {
    const { rows } = await exported("teacher.se", format);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ username: "student.se", externalId: "E-17", id: pupil });
    const filled = [
      "name",
      "email",
      "type",
      "status",
      "organizations",
      "organizationCode",
      "groups",
      "shared",
    ] as const;
    for (const column of filled) expect(rows[0]?.[column], column).not.toBe("");
  });

  test("a teacher of one school does not get the name and groups of the pupil's other school, a super user does", async () => {
    const ownRow = (await exported("teacher.se", format)).rows[0];
    expect([ownRow?.organizations, ownRow?.groups]).toEqual(["Ekbackens skola", expect.not.stringContaining("kören")]);
    const all = (await exported("super.se", format)).rows[0];
    expect(all?.organizations).toContain("Sjöängsskolan");
    expect(all?.groups).toContain("Hemliga kören");
  });

  const columns = exportColumns.filter((column) => (personAttributes as readonly string[]).includes(column));
  test("cells of attributes that the user may not view are empty", async () => {
    for (const column of [...columns, "organizations"] as const) hidden.add(column as PersonAttribute);
    const { rows } = await exported("teacher.se", format);
    for (const column of [...columns, "organizationCode"] as const) expect(rows[0]?.[column], column).toBe("");
    expect(rows[0]?.id).toBe(pupil);
  });
});

test("people out of the user's scope are neither exported nor counted", async () => {
  const { rows: others } = await database.execute<{ uid: string }>(sql`
    select u.uid from directory.users u join directory.associations a on a.user_id = u.id
    join directory.organizations o on o.id = a.organization_id
    where o.school_unit_code = 'se-1002' and u.uid <> ${pupil} limit 2`);
  const { job, rows } = await exported("teacher.se", "csv", { ids: [pupil, ...others.map(({ uid }) => uid)] });
  expect(rows).toHaveLength(1);
  expect(job).toMatchObject({ total: 1, done: 1, refused: 0 });
});
