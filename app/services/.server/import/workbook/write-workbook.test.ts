import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import ExcelJS from "exceljs";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/temporary-folder";
import { type Locale, locales } from "~/realms/realm";
import { exportedColumns, type ImportColumnId, importColumn, importColumns } from "~/services/contracts/import-columns";
import { readWorkbook, type WorkbookRow } from "./read-workbook";
import { type OutputRow, writeWorkbook } from "./write-workbook";

/** Workbooks to fill in, which the import reads back unchanged. docs/product/control-panel.md#validation. */

async function* each(rows: OutputRow[]) {
  yield* rows;
}

async function write(rows: OutputRow[], language: Locale = "sv", columns = importColumns, withReasons = false) {
  const path = join(await temporaryFolder("workbook"), "written.xlsx");
  const out = createWriteStream(path);
  await writeWorkbook(out, { language, realm: "se", columns, rows: each(rows), withReasons });
  await finished(out);
  return path;
}

async function read(path: string) {
  const rows: WorkbookRow[] = [];
  const summary = await readWorkbook(path, {
    onRows: async (batch) => {
      rows.push(...batch);
    },
  });
  const cells = rows.map((row) => Object.fromEntries(Object.entries(row.cells).map(([id, cell]) => [id, cell.text])));
  return { cells, summary };
}

const person: Partial<Record<ImportColumnId, string>> = {
  username: "asa.åberg",
  firstName: "Åsa",
  lastName: "Ñandú-ß 中",
  externalId: "007",
  groups: '1A; "B, 2"',
  sms: "+46701234567",
};

describe("a written workbook", () => {
  test.each(locales)("is read back unchanged in %s", async (language) => {
    const { cells, summary } = await read(await write([{ cells: person }], language, exportedColumns("se")));
    expect(cells).toEqual([person]);
    expect(summary.ignoredHeadings).toEqual([]);
    expect(summary.sheets).toHaveLength(1);
  });

  test.each(["=1+1", "+46", "-5", "@SUM(A1)", "＝1", "'t Hooft", "line\nbreak"])(
    "stores %j as text, not as a formula, and reads it back unchanged",
    async (lastName) => {
      const path = await write([{ cells: { ...person, lastName } }]);
      const { cells } = await read(path);
      expect(cells[0]?.lastName).toBe(lastName);
      const loaded = new ExcelJS.Workbook();
      await loaded.xlsx.readFile(path);
      loaded.worksheets[0]?.eachRow((row) =>
        row.eachCell((cell) => {
          expect(cell.type).toBe(ExcelJS.ValueType.String);
          expect(String(cell.value)).not.toMatch(/^[=+\-@\t\r＝]/);
        }),
      );
    },
  );

  test("is read without its column of reasons", async () => {
    const columns = [importColumn("username"), importColumn("email")];
    const path = await write(
      [{ cells: { username: "bo", email: "bo" }, reason: "Ogiltig e-postadress" }],
      "sv",
      columns,
      true,
    );
    const { cells, summary } = await read(path);
    expect(cells).toEqual([{ username: "bo", email: "bo" }]);
    expect(summary.ignoredHeadings, "nothing that anybody would miss").toEqual([]);
  });

  test("offers lists of roles and classes, and no list rejects other values", async () => {
    const loaded = new ExcelJS.Workbook();
    await loaded.xlsx.readFile(await write([{ cells: person }]));
    const sheet = loaded.getWorksheet("Personer");
    const column = (id: ImportColumnId) => importColumns.findIndex((each) => each.id === id) + 1;
    const choices = (id: ImportColumnId) => sheet?.getRow(3).getCell(column(id)).dataValidation;
    const withLists = importColumns.filter((each) => each.choices).map(({ id }) => id);
    expect(withLists).toEqual(expect.arrayContaining(["role", "groups"]));
    for (const id of withLists) {
      expect(choices(id), id).toMatchObject({ type: "list", allowBlank: true });
      expect(choices(id)?.showErrorMessage, id).not.toBe(true);
    }
    expect(choices("role")).toMatchObject({ type: "list", formulae: ['"Elev,Vårdnadshavare,Personal"'] });
    expect(choices("groups")).toMatchObject({ type: "list", formulae: ["'Listor'!$A$2:$A$301"] });
  });

  test("uses less than 150 MB of heap for 10,000 rows", async () => {
    const path = join(await temporaryFolder("workbook"), "many.xlsx");
    const out = createWriteStream(path);
    let most = 0;
    const before = process.memoryUsage().heapUsed;
    const rows = (async function* () {
      for (let index = 0; index < 10_000; index += 1) {
        if (index % 1000 === 0) most = Math.max(most, process.memoryUsage().heapUsed - before);
        yield { cells: { ...person, username: `person.${index}` } };
      }
    })();
    await writeWorkbook(out, { language: "sv", realm: "se", columns: importColumns, rows });
    await finished(out);
    expect(most).toBeLessThan(150 * 1024 * 1024);
  });
});

test("a workbook has a sheet of people, a sheet of instructions and a sheet of lists", async () => {
  const parts = unzipSync(await readFile(await write([{ cells: person }])));
  const names = [...strFromU8(parts["xl/workbook.xml"] ?? new Uint8Array()).matchAll(/<sheet [^>]*name="([^"]+)"/g)];
  expect(names.map(([, name]) => name)).toEqual(["Personer", "Instruktioner", "Listor"]);
});
