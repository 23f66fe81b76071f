import { sql } from "drizzle-orm";
import ExcelJS from "exceljs";
import { beforeAll, expect, it } from "vitest";
import { ask, callerOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { seedRealm } from "~/db/.server/seed/people";
import { secretBox } from "~/security/secret-box.server";
import { createImportEndpoints } from "~/services/.server/control-panel/import-endpoints";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import type { Service } from "~/services/.server/endpoint";
import { runJob } from "~/services/.server/jobs/job-runner";
import type { importContracts } from "~/services/contracts/imports";

/** An import from the upload to the undo. docs/product/control-panel.md#validation. */

let database: Database;
let service: Service<typeof importContracts>;
let school = "";

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  const databases = { eu: database, us: database };
  const deps = {
    databases,
    identity: createIdentityDirectory(databases),
    credentials: credentialsDouble,
    secrets: secretBox("a secret of more than thirty-two letters", "jobs"),
    changed: () => undefined,
    report(error: unknown) {
      throw error;
    },
  };
  const queue = { send: (region: "eu" | "us", id: string) => runJob(deps, region, id, () => false) };
  service = { name: "control-panel", endpoints: createImportEndpoints({ databases, queue }) };
  const { rows } = await database.execute<{ uid: string }>(
    sql`select uid from directory.organizations where school_unit_code = 'se-1001'`,
  );
  school = String(rows[0]?.uid);
});

async function workbook(rows: string[][]): Promise<ReadableStream<Uint8Array>> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet("Elever");
  sheet.addRows([
    ["External ID", "Username", "First name", "Last name", "Type", "Classes and groups", "Email"],
    ...rows,
  ]);
  return new Blob([await book.xlsx.writeBuffer()]).stream();
}

const call = async (name: keyof typeof importContracts, input: object, username = "admin.se") =>
  ask(service, name, input, await callerOf(database, username));

async function upload(rows: string[][], username?: string) {
  const input = { params: { id: school }, query: { fileName: "elever.xlsx" }, body: await workbook(rows) };
  const { status, body } = await call("createImport", input, username);
  if (status !== 201) return { status, body };
  return { status, body: (await call("getImport", { params: { id: body.data.id } }, username)).body };
}

const people = async () =>
  (
    await database.execute<{ username: string }>(
      sql`select username, name, email, external_id, status from directory.users where username like 'imp.%' order by username`,
    )
  ).rows;

it("an administrator previews, imports and takes back a workbook, and nothing is written before", async () => {
  const rows = [
    ["imp-1", "imp.one", "Asta", "Importsson", "Elev", "9Z", "asta@skolan.se"],
    ["imp-2", "imp.two", "Bo", "Importsson", "Elev", "9Z", ""],
    ["imp-3", "imp.three", "Cia", "Importsson", "Elev", "", "no address"],
    ["imp-1", "imp.four", "Dag", "Importsson", "Elev", "", ""],
  ];
  const { body } = await upload(rows);
  expect(body.data).toMatchObject({ state: "ready", outcomes: { new: 2, wrong: 1, duplicate: 1 }, newGroups: ["9Z"] });
  const { id } = body.data;
  expect(await people()).toEqual([]);
  const wrong = (await call("getImportRows", { params: { id }, query: { outcome: "wrong" } })).body.data;
  expect(wrong[0].problems).toEqual([
    { column: "email", address: "G4", value: "no address", reason: "Invalid e-mail address", people: [] },
  ]);
  await call("startImport", { params: { id }, body: {} });
  const done = (await call("getImport", { params: { id } })).body.data;
  expect(done).toMatchObject({ state: "imported", results: { created: 2 } });
  expect((await people()).map(({ username }) => username)).toEqual(["imp.one", "imp.two"]);

  const again = (await upload(rows.slice(0, 2))).body.data;
  expect(again.outcomes).toMatchObject({ unchanged: 2, new: 0, changed: 0 });

  const changed = (await upload([["imp-1", "imp.one", "Asta", "Nyhlén", "Elev", "", "CLEAN"]])).body.data;
  const [row] = (await call("getImportRows", { params: { id: changed.id } })).body.data;
  expect(row.changes).toEqual([
    { column: "lastName", before: "Importsson", after: "Nyhlén" },
    { column: "email", before: "asta@skolan.se", after: null },
  ]);
  await call("startImport", { params: { id: changed.id }, body: {} });
  expect((await people())[0]).toMatchObject({ name: "Asta Nyhlén", email: null });
  await call("undoImport", { params: { id: changed.id } });
  expect((await call("getImport", { params: { id: changed.id } })).body.data).toMatchObject({
    state: "undone",
    undo: { restored: 1 },
  });
  expect((await people())[0]).toMatchObject({ name: "Asta Importsson", email: "asta@skolan.se" });

  await call("undoImport", { params: { id } });
  expect((await call("getImport", { params: { id } })).body.data.undo).toMatchObject({ restored: 1, kept: 1 });
});

it("a teacher is refused, and a stranger is told nothing", async () => {
  expect((await upload([["x", "imp.x", "X", "Y", "Elev", "", ""]], "teacher.se")).status).toBe(403);
  expect((await upload([["x", "imp.x", "X", "Y", "Elev", "", ""]], "family.se")).status).toBe(404);
});
