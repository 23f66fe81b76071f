import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { ImportScene, workbookOf } from "#tests/support/import-scene";

/** Storage of an import's files. docs/decisions/0045-imports-of-people.md. */

let scene: ImportScene;

beforeAll(async () => {
  scene = await ImportScene.open();
});

const rows = [{ username: "kept.one", firstName: "Åsa", role: "Elev", password: "lantern-otter-7" }];

async function storedBytes(id: string, kind: "file" | "slips"): Promise<Buffer> {
  const { rows: parts } = await scene.database.execute<{ bytes: Buffer }>(
    sql`select bytes from imports.parts where import_id = ${id} and kind = ${kind} order by place`,
  );
  return Buffer.concat(parts.map(({ bytes }) => bytes));
}

it("stores the workbook and the password sheets encrypted, and returns the sheets decrypted", async () => {
  const { id, outcomes } = await scene.upload(rows);
  expect(outcomes.new).toBe(1);
  expect((await storedBytes(id, "file")).includes("PK\u0003\u0004")).toBe(false);
  const words = { title: "T", hint: "H", name: "N", username: "U", password: "P", withoutGroup: "W" };
  await scene.start(id, { passwords: "generated", sheets: { fileName: "lösenord", words } });
  expect((await storedBytes(id, "slips")).includes("%PDF")).toBe(false);
  const { body } = await scene.call("getImportSlips", { params: { id }, query: {} });
  expect(Buffer.from(body.data.content, "base64").subarray(0, 5).toString()).toBe("%PDF-");
});

it("reads a workbook that an older version stored unencrypted", async () => {
  const { id } = await scene.upload(rows.map((row) => ({ ...row, username: "kept.two" })));
  const plain = await workbookOf([{ username: "kept.two" }, { username: "kept.three", firstName: "Bo" }], "se");
  await scene.database.execute(sql`update imports.parts set bytes = ${plain} where import_id = ${id}`);
  await scene.call("refreshImport", { params: { id } });
  expect((await scene.look(id)).outcomes.wrong + (await scene.look(id)).outcomes.new).toBe(2);
});
