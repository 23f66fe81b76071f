import { sql } from "drizzle-orm";
import ExcelJS from "exceljs";
import { beforeAll, describe, expect, test } from "vitest";
import { ImportScene } from "#tests/support/import-scene";
import { inlineRow, type WorkbookDraft, workbookBytes } from "#tests/support/make-workbook";
import { sheetPart } from "#tests/support/read-rows";
import { formMessages } from "~/services/contracts/form-messages";
import type { Import } from "~/services/contracts/import-entity";

/** What the preview says about cells, and the choice of sheets, through the service's calls. docs/product/control-panel.md#validation. */

let scene: ImportScene;
beforeAll(async () => {
  scene = await ImportScene.open();
});

async function upload(draft: WorkbookDraft): Promise<Import> {
  const { body } = await scene.send(Buffer.from(workbookBytes(draft)));
  return scene.look((body as { data: Import }).data.id);
}

const head = inlineRow(1, ["Username", "First name", "Last name", "Class"]);
const cell = (address: string, attributes: string, inside: string) => `<c r="${address}" ${attributes}>${inside}</c>`;
const text = (address: string, content: string) => cell(address, 't="str"', `<v>${content}</v>`);

describe("cells", () => {
  test("an error and a formula without a result are mistakes of their row, with the cell, and stay so in the corrected workbook", async () => {
    const rows = `${head}<row r="2">${text("A2", "cell.a")}${cell("B2", 't="e"', "<v>#REF!</v>")}${text("C2", "Ek")}${text("D2", "#N/A")}</row>
      <row r="3">${text("A3", "cell.b")}${text("B3", "Bo")}${text("C3", "Ek")}${cell("D3", "", "<f>A1</f>")}</row>`;
    const uploaded = await upload({ sheets: { Elever: rows } });
    expect(uploaded).toMatchObject({ outcomes: { wrong: 2, new: 0 }, newGroups: [], warned: 0 });
    const [first, second] = await scene.rows(uploaded.id);
    expect(first?.problems.map(({ column, address, value, reason }) => [column, address, value, reason])).toEqual([
      ["firstName", "B2", "#REF!", formMessages.cellError],
      ["groups", "D2", "#N/A", formMessages.cellError],
    ]);
    expect(second?.problems).toMatchObject([{ column: "groups", address: "D3", value: "=A1" }]);
    const query = { language: "sv" };
    const { body } = await scene.call("getImportCorrections", { params: { id: uploaded.id }, query });
    // What the cells show, not an error that the user has never seen.
    const corrections = new ExcelJS.Workbook();
    await corrections.xlsx.load(Buffer.from(body.data.content, "base64") as never);
    const shown = [2, 3].map((row) => [corrections.worksheets[0]?.getRow(row).values].flat().slice(0, 4));
    expect(shown).toEqual([
      ["cell.a", "#REF!", "Ek", "#N/A"],
      ["cell.b", "Bo", "Ek", "'=A1"],
    ]);
    const { body: sent } = await scene.send(Buffer.from(body.data.content, "base64"));
    const again = sent as { data: { id: string } };
    expect(await scene.look(again.data.id)).toMatchObject({ outcomes: { wrong: 2 } });
  });

  test("values that a spreadsheet may have changed are warnings of rows that can be imported", async () => {
    const day = Math.round(Date.UTC(new Date().getUTCFullYear(), 0, 2) / 86_400_000) + 25_569;
    const rows = `${head}<row r="2">${text("A2", "note.a")}${cell("B2", 't="b"', "<v>1</v>")}${text("C2", "Ek")}${cell("D2", 's="1"', `<v>${day}</v>`)}</row>
      ${inlineRow(3, ["note.b", "Bo", "Ek", "3A"])}`;
    const styles = `<cellXfs><xf numFmtId="0"/><xf numFmtId="16"/></cellXfs>`;
    const uploaded = await upload({ sheets: { Elever: rows }, styles });
    expect(uploaded).toMatchObject({ outcomes: { new: 2 }, warned: 1 });
    const warned = await scene.rows(uploaded.id, { warned: "true" });
    expect(warned.map(({ row }) => row)).toEqual([2]);
    expect(warned[0]?.notes).toMatchObject([
      { kind: "boolean", column: "firstName", address: "B2", value: "TRUE" },
      { kind: "date", column: "groups", address: "D2", entered: "1-2" },
    ]);
  });

  test("what was made of a cell stands beside what it contains, and the values of a duplicate that are not imported are said", async () => {
    const columns = ["Username", "First name", "Last name", "E-mail"];
    const rows = [
      inlineRow(1, columns),
      inlineRow(2, ["made.a", "An\u200Bna", "'Ek"]),
      inlineRow(3, ["made.a", "Anna", "Ek", "anna@skola.example"]),
    ];
    const { id, warned } = await upload({ sheets: { Elever: rows.join("") } });
    expect(warned).toBe(1);
    const [first, second] = await scene.rows(id);
    expect(first?.notes.map(({ kind, address, original, value }) => [kind, address, original, value])).toEqual([
      ["invisible", "B2", "An‹U+200B›na", "Anna"],
      ["apostrophe", "C2", "'Ek", "Ek"],
    ]);
    expect(second).toMatchObject({
      outcome: "duplicate",
      notes: [{ kind: "dropped", column: "email", address: "D3", value: "anna@skola.example" }],
    });
  });

  test("the value of merged cells is each row's, and is no warning", async () => {
    const rows = head + inlineRow(2, ["merged.a", "A", "Ek", "3A"]) + inlineRow(3, ["merged.b", "B", "Ek"]);
    const parts = { "xl/worksheets/sheet1.xml": sheetPart(rows, { merged: ["D2:D3"] }) };
    const uploaded = await upload({ sheets: { Elever: "" }, parts });
    expect(uploaded).toMatchObject({
      outcomes: { new: 2 },
      warned: 0,
      workbookSheets: [{ merged: { rows: 1, ranges: ["D2:D3"] } }],
    });
    const [, second] = await scene.rows(uploaded.id);
    expect(second?.notes).toMatchObject([{ kind: "merged", address: "D3", value: "3A", range: "D2:D3" }]);
    await scene.start(uploaded.id);
    expect((await scene.person("merged.b"))?.classes).toEqual(["3A"]);
  });

  test("a new person needs a first name or a full name, as the template says", async () => {
    const rows = head + inlineRow(2, ["last.alone", "", "Ek"]) + inlineRow(3, ["first.alone", "Eva"]);
    const [last, first] = await scene.rows((await upload({ sheets: { Elever: rows } })).id);
    expect(last).toMatchObject({
      outcome: "wrong",
      problems: [{ column: "firstName", reason: "This value is required" }],
    });
    expect(first?.outcome).toBe("new");
  });
});

describe("sheets", () => {
  const hidden = (row: string) => row.replace("<row", '<row hidden="1"');
  const draft: WorkbookDraft = {
    sheets: {
      Nya: head + inlineRow(2, ["sheet.a", "A", "Blad"]) + hidden(inlineRow(3, ["sheet.b", "", "Blad"])),
      Gamla: head + inlineRow(2, ["sheet.c", "C", "Blad"]),
    },
  };
  const names = async (id: string) => (await scene.rows(id)).map(({ sheet, row }) => `${sheet} ${row}`);
  const choose = (id: string, sheets: object[]) => scene.call("refreshImport", { params: { id }, body: { sheets } });

  test("the chosen sheets and hidden rows are previewed, corrected and imported, also after a check without a choice", async () => {
    const { id } = await upload(draft);
    expect(await names(id)).toEqual(["Nya 2", "Gamla 2"]);
    expect((await choose(id, [{ name: "Nya", hiddenRows: true }])).status).toBe(200);
    await scene.call("refreshImport", { params: { id } });
    expect(await names(id)).toEqual(["Nya 2", "Nya 3"]);
    const { body } = await scene.call("getImportCorrections", { params: { id }, query: { language: "sv" } });
    const corrections = new ExcelJS.Workbook();
    await corrections.xlsx.load(Buffer.from(body.data.content, "base64") as never);
    expect(corrections.worksheets[0]?.getRow(2).getCell(1).text).toBe("sheet.b");
    expect(corrections.worksheets[0]?.rowCount).toBe(2);
    await scene.start(id);
    expect([await scene.person("sheet.a"), await scene.person("sheet.c")]).toMatchObject([
      { name: "A Blad" },
      undefined,
    ]);
  });

  test("a sheet that is not there is refused, and so is none", async () => {
    const { id } = await upload(draft);
    expect((await choose(id, [{ name: "Andra" }])).status).toBe(400);
    expect(await names(id)).toEqual(["Nya 2", "Gamla 2"]);
  });

  test("the choice for an ambiguous row stays when the row moves to another place", async () => {
    const person = await scene.person("student.se");
    const [firstName = "", ...rest] = (person?.name ?? "").split(" ");
    const likely = head + inlineRow(2, ["likely.one", firstName, rest.join(" ")]);
    const { id } = await upload({ sheets: { Nya: head + inlineRow(2, ["sheet.d", "D", "Blad"]), Fler: likely } });
    const choices = [{ place: 2, choice: "new" }];
    expect((await scene.call("putImportChoices", { params: { id }, body: { choices } })).status).toBe(200);
    await choose(id, [{ name: "Fler" }]);
    expect((await scene.rows(id))[0]).toMatchObject({ place: 1, sheet: "Fler", choice: "new" });
  });
});

test("the template's choices of classes are the school's own, a municipality's those of its schools, and none is a formula", async () => {
  const id = await scene.school();
  const { rows } = await scene.database.execute<{ uid: string }>(sql`
    with above as (insert into directory.organizations (realm, type, name) values ('se', 'school_unit', 'Sjöstads kommun') returning id, uid),
      placed as (update directory.organizations o set parent_id = above.id from above where o.uid = ${id}),
      made as (insert into directory.groups (realm, organization_id, name)
        select 'se', o.id, '=cmd' from directory.organizations o where o.uid = ${id})
    select uid from above`);
  const own = await scene.database.execute<{ name: string }>(sql`select g.name from directory.groups g
    join directory.organizations o on o.id = g.organization_id where o.uid = ${id} and g.status <> 'deleted'`);
  const expected = own.rows.map(({ name }) => (name === "=cmd" ? "'=cmd" : name));
  expect(expected).toContain("'=cmd");
  expect(await listedGroups(id)).toEqual([...expected].sort());
  expect(await listedGroups(rows[0]?.uid ?? "", { username: "super.se" })).toEqual(
    [...expected, "Gula fritids", "Röda fritids"].sort(),
  );
});

async function listedGroups(id: string, caller?: { username: string }): Promise<string[]> {
  const { status, body } = await scene.call("getImportTemplate", { params: { id } }, caller);
  expect(status).toBe(200);
  const template = new ExcelJS.Workbook();
  await template.xlsx.load(Buffer.from(body.data.content, "base64") as never);
  const lists = template.getWorksheet("Listor");
  return Array.from(
    { length: (lists?.rowCount ?? 1) - 1 },
    (_, at) => lists?.getRow(at + 2).getCell(1).text ?? "",
  ).sort();
}
