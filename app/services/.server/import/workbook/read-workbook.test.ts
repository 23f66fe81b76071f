import { join } from "node:path";
import ExcelJS from "exceljs";
import { describe, expect, test } from "vitest";
import { inlineRow, inlineRows, type WorkbookDraft, workbookFile } from "#tests/support/make-workbook";
import { temporaryFolder } from "#tests/support/temporary-folder";
import { readWorkbook, type WorkbookRow } from "./read-workbook";

/** Workbooks as users make them. docs/product/control-panel.md#validation. */

async function readFile(path: string) {
  const rows: WorkbookRow[] = [];
  const summary = await readWorkbook(path, {
    onRows: async (batch) => {
      rows.push(...batch);
    },
  });
  return { rows, summary };
}

const read = async (draft: WorkbookDraft) => readFile(await workbookFile(draft));

/** Each row's cell texts by column. */
function textsOf(rows: readonly WorkbookRow[]) {
  return rows.map(({ cells }) => Object.fromEntries(Object.entries(cells).map(([id, { text }]) => [id, text])));
}

/** Reads these cells (XML), each in a row of its own, in the column First name next to a username. */
async function firstNames(cells: readonly string[], more: Omit<WorkbookDraft, "sheets"> = {}) {
  const rows = cells.map(
    (cell, index) => `<row r="${index + 2}"><c r="A${index + 2}" t="str"><v>u</v></c>${cell}</row>`,
  );
  const { rows: found } = await read({
    ...more,
    sheets: { People: inlineRow(1, ["Username", "First name"]) + rows.join("") },
  });
  return found.map((row) => row.cells.firstName?.text);
}

describe("headings", () => {
  test("are recognised in any language and order, and unknown ones are listed", async () => {
    const { rows, summary } = await read({
      sheets: {
        Elever: inlineRows([
          ["Allergier", "Efternamn", "Klass", "Vorname", "Username"],
          ["nötter", "Åberg", "1A", "Åsa", "asa.aberg"],
        ]),
      },
    });
    expect(textsOf(rows)).toEqual([{ lastName: "Åberg", groups: "1A", firstName: "Åsa", username: "asa.aberg" }]);
    expect(rows[0]?.cells.username?.address).toBe("E2");
    expect(summary.ignoredHeadings).toEqual([{ sheet: "Elever", heading: "Allergier" }]);
    expect(summary.columns.sort()).toEqual(["firstName", "groups", "lastName", "username"]);
  });

  test("are found below a title and blank rows", async () => {
    const { rows } = await read({
      sheets: { A: inlineRow(1, ["Class 1A"]) + inlineRow(4, ["Username", "Name"]) + inlineRow(5, ["ann", "Ann"]) },
    });
    expect(rows).toEqual([
      {
        ...{ sheet: "A", row: 5, letters: { username: "A", name: "B" } },
        cells: { username: { address: "A5", text: "ann" }, name: { address: "B5", text: "Ann" } },
      },
    ]);
  });

  test("are both read as groups if a class and a group are next to each other", async () => {
    const { rows } = await read({
      sheets: {
        A: inlineRows([
          ["Username", "Class", "Group"],
          ["ann", "1A", "Choir"],
        ]),
      },
    });
    expect(textsOf(rows)).toEqual([{ username: "ann", groups: "1A; Choir" }]);
  });

  test("are read once if two are the same, and the second is listed as ignored", async () => {
    const { rows, summary } = await read({
      sheets: {
        A: inlineRows([
          ["Username", "Email", "E-mail"],
          ["ann", "a@b.se", "c@d.se"],
        ]),
      },
    });
    expect(textsOf(rows)).toEqual([{ username: "ann", email: "a@b.se" }]);
    expect(summary.ignoredHeadings).toEqual([{ sheet: "A", heading: "E-mail" }]);
  });

  test.each([
    ["Name", "Vorname"],
    ["Nom", "Prénom"],
    ["Naam", "Voornaam"],
  ])("%s next to %s is the last name", async (last, first) => {
    const { rows } = await read({
      sheets: {
        A: inlineRows([
          [last, first],
          ["Berg", "Ann"],
        ]),
      },
    });
    expect(textsOf(rows)).toEqual([{ lastName: "Berg", firstName: "Ann" }]);
  });

  test("are found separately in each sheet, and sheets without headings are ignored", async () => {
    const { rows, summary } = await read({
      sheets: {
        "1A": inlineRows([
          ["Username", "Name"],
          ["ann", "Ann"],
        ]),
        Notes: inlineRows([["Ask Eva about the new ones"]]),
        "1B": inlineRows([
          ["Name", "Username"],
          ["Bo", "bo"],
        ]),
      },
    });
    expect(textsOf(rows)).toEqual([
      { username: "ann", name: "Ann" },
      { username: "bo", name: "Bo" },
    ]);
    expect(rows.map(({ sheet }) => sheet)).toEqual(["1A", "1B"]);
    expect(summary).toMatchObject({ sheets: ["1A", "1B"], ignoredSheets: ["Notes"], rows: 2 });
  });

  test("count their sheet even without rows below them", async () => {
    const { summary } = await read({
      sheets: {
        A: inlineRows([["Username", "Name"]]),
        B: inlineRows([
          ["Username", "Name"],
          ["bo", "Bo"],
        ]),
      },
    });
    expect(summary.sheets).toEqual(["A", "B"]);
  });
});

describe("cells", () => {
  test("are read as the spreadsheet displays numbers", async () => {
    const values = ["20100512", "46701234567", "1.0", "0.30000000000000004", "-3", "1E3", "007"];
    const cells = values.map((value, index) => `<c r="B${index + 2}"><v>${value}</v></c>`);
    expect(await firstNames(cells)).toEqual(["20100512", "46701234567", "1", "0.3", "-3", "1000", "7"]);
  });

  test("are read by their number format: leading zeros, dashes and dates", async () => {
    const styles = `<numFmts count="3"><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="000000\\-0000"/><numFmt numFmtId="166" formatCode="[$-41D]d&quot; i &quot;mmmm\\ yyyy"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="14"/><xf numFmtId="166"/><xf numFmtId="22"/><xf numFmtId="20"/></cellXfs>`;
    const styled = [
      [1, "123"],
      [1, "1234567"],
      [2, "1005129876"],
      [3, "40310"],
      [4, "40310"],
      [5, "40310.5"],
      [6, "0.25"],
      [3, "59"],
      [0, "40310"],
    ];
    const cells = styled.map(([style, value], index) => `<c r="B${index + 2}" s="${style}"><v>${value}</v></c>`);
    expect(await firstNames(cells, { styles })).toEqual([
      "00123",
      "1234567",
      "100512-9876",
      "2010-05-12",
      "2010-05-12",
      "2010-05-12 12:00",
      "06:00",
      "1900-02-28",
      "40310",
    ]);
  });

  test("are read as dates from 1904 if the workbook counts from there", async () => {
    const styles = `<cellXfs><xf numFmtId="14"/></cellXfs>`;
    const workbookPr = '<workbookPr date1904="1"/>';
    expect(await firstNames(['<c r="B2" s="0"><v>38848</v></c>'], { styles, workbookPr })).toEqual(["2010-05-12"]);
  });

  test("are read as the results of formulas, and as the formula without a result", async () => {
    const cells = [
      '<c r="B2" t="str"><f>A1&amp;"x"</f><v>Ann</v></c>',
      '<c r="B3"><f>1+1</f><v>2</v></c>',
      '<c r="B4"><f>1+1</f></c>',
      '<c r="B5" t="e"><f>1/0</f><v>#DIV/0!</v></c>',
      '<c r="B6" t="b"><v>1</v></c>',
    ];
    expect(await firstNames(cells)).toEqual(["Ann", "2", "=1+1", "#DIV/0!", "TRUE"]);
  });

  test("are read from rich and shared texts, without phonetic readings", async () => {
    const sharedStrings = `<si><t>Åsa</t></si><si><r><rPr><b/></rPr><t>Ann</t></r><r><t xml:space="preserve"> Lee</t></r></si><si><t>中村</t><rPh sb="0" eb="2"><t>なかむら</t></rPh></si><si><t>a_x000D_b_x005F_x</t></si>`;
    const cells = [0, 1, 2, 3].map((index) => `<c r="B${index + 2}" t="s"><v>${index}</v></c>`);
    expect(await firstNames(cells, { sharedStrings })).toEqual(["Åsa", "Ann Lee", "中村", "a\nb_x"]);
  });

  test("lose surrounding, non-breaking and invisible spaces", async () => {
    const cells = ["\u00A0Ann\u00A0Lee ", "Bo\u200B", "\uFEFFEva", "O\u2009Neil"].map(
      (text, index) => `<c r="B${index + 2}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`,
    );
    expect(await firstNames(cells)).toEqual(["Ann Lee", "Bo", "Eva", "O Neil"]);
  });

  test("lose the apostrophe that an export puts before a formula, and keep every other", async () => {
    const cells = ["'=1+1", "'+46701234567", "'t Hooft", "''"].map(
      (text, index) => `<c r="B${index + 2}" t="inlineStr"><is><t>${text}</t></is></c>`,
    );
    expect(await firstNames(cells)).toEqual(["=1+1", "+46701234567", "'t Hooft", "''"]);
  });

  test("keep their spaces in passwords", async () => {
    const { rows } = await read({
      sheets: {
        A: inlineRows([
          ["Username", "Password"],
          ["ann", " two words "],
        ]),
      },
    });
    expect(rows[0]?.cells.password?.text).toBe(" two words ");
  });

  test("are read in order if they have no address", async () => {
    const row = (...texts: string[]) => `<row>${texts.map((text) => `<c t="str"><v>${text}</v></c>`).join("")}</row>`;
    const { rows } = await read({ sheets: { A: row("Username", "Name") + row("ann", "Ann") } });
    expect(rows).toEqual([
      {
        ...{ sheet: "A", row: 2, letters: { username: "A", name: "B" } },
        cells: { username: { address: "A2", text: "ann" }, name: { address: "B2", text: "Ann" } },
      },
    ]);
  });

  test("are read from elements with a namespace prefix", async () => {
    const sheet = `<x:worksheet xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>Username</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>Name</x:t></x:is></x:c></x:row><x:row><x:c t="inlineStr"><x:is><x:t>ann</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`;
    const { rows } = await read({ sheets: { A: "" }, parts: { "xl/worksheets/sheet1.xml": sheet } });
    expect(textsOf(rows)).toEqual([{ username: "ann" }]);
  });

  test("are read from UTF-16", async () => {
    const sheet = `\uFEFF<?xml version="1.0" encoding="UTF-16"?><worksheet><sheetData>${inlineRows([
      ["Username", "Name"],
      ["asa", "Åsa 中"],
    ])}</sheetData></worksheet>`;
    const { rows } = await read({
      sheets: { A: "" },
      parts: { "xl/worksheets/sheet1.xml": Buffer.from(sheet, "utf16le") },
    });
    expect(textsOf(rows)).toEqual([{ username: "asa", name: "Åsa 中" }]);
  });
});

describe("rows", () => {
  test("are read if hidden, and skipped if the known columns are empty", async () => {
    const hidden = inlineRow(2, ["ann"]).replace("<row", '<row hidden="1"');
    const { rows } = await read({
      sheets: {
        A: `${inlineRow(1, ["Username", "Name", "Shoe size"])}${hidden}<row r="3"/>${inlineRow(4, ["", " ", "38"])}${inlineRow(9, ["bo"])}`,
      },
    });
    expect(rows.map(({ row }) => row)).toEqual([2, 9]);
  });

  test("are skipped if they are a template's example, unless the name differs", async () => {
    const { rows } = await read({
      sheets: {
        A: inlineRows([
          ["Username", "First name", "Last name"],
          ["example.olivia", "Olivia", "Example"],
          ["exempel.alma", "Alma", "Exempel"],
          ["example.olivia", "Olivia", "Marsh"],
        ]),
      },
    });
    expect(textsOf(rows)).toEqual([{ username: "example.olivia", firstName: "Olivia", lastName: "Marsh" }]);
  });

  test("arrive in batches of at most 1,000, one batch at a time", async () => {
    const people = Array.from({ length: 2_500 }, (_, index) => [`person.${index}`, "Å"]);
    const path = await workbookFile({ sheets: { A: inlineRows([["Username", "Name"], ...people]) } });
    let running = 0;
    const sizes: number[] = [];
    await readWorkbook(path, {
      onRows: async (rows) => {
        running += 1;
        expect(running).toBe(1);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        sizes.push(rows.length);
      },
    });
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(2_500);
  });

  test("stop when the signal aborts", async () => {
    const people = Array.from({ length: 5_000 }, (_, index) => [`person.${index}`, "Å"]);
    const path = await workbookFile({ sheets: { A: inlineRows([["Username", "Name"], ...people]) } });
    const abort = new AbortController();
    let count = 0;
    const reading = readWorkbook(path, {
      signal: abort.signal,
      onRows: async (rows) => {
        count += rows.length;
        abort.abort(new Error("no longer wanted"));
      },
    });
    await expect(reading).rejects.toThrow("no longer wanted");
    expect(count).toBeLessThan(5_000);
  });
});

test("given a large workbook of exceljs with letters beyond ASCII, then reads the same texts as exceljs", async () => {
  const path = join(await temporaryFolder("workbook"), "letters.xlsx");
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: path, useSharedStrings: true });
  const sheet = workbook.addWorksheet("People");
  sheet.addRow(["Username", "First name", "Last name", "Email", "Class"]).commit();
  for (let row = 0; row < 5_000; row += 1) {
    sheet.addRow([`å.${row}`, `ß ñ 中 ${row}`, "Ñandú & <Åß>", `"${row}"@exämple.se`, `中${row % 30}`]).commit();
  }
  sheet.commit();
  await workbook.commit();
  const loaded = new ExcelJS.Workbook();
  await loaded.xlsx.readFile(path);
  const expected: string[][] = [];
  loaded.getWorksheet("People")?.eachRow((row, number) => {
    if (number > 1) expected.push([1, 2, 3, 4, 5].map((column) => row.getCell(column).text));
  });
  const { rows } = await readFile(path);
  const ids = ["username", "firstName", "lastName", "email", "groups"] as const;
  expect(rows.map(({ cells }) => ids.map((id) => cells[id]?.text ?? ""))).toEqual(expected);
});
