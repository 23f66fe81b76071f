import { expect, test } from "vitest";
import { inlineRow, inlineRows, workbookBytes } from "#tests/support/make-workbook";
import { readRows, sheetPart } from "#tests/support/read-rows";
import type { SheetsToRead } from "./read-workbook";

/** Hidden sheets and rows are left out until the user chooses them. docs/product/control-panel.md#validation. */

const head = ["Username", "Name"];
const hidden = (row: string) => row.replace("<row", '<row hidden="1"');
const sheets = {
  Visible: inlineRow(1, head) + inlineRow(2, ["ann", "Ann"]) + hidden(inlineRow(3, ["bo", "Bo"])),
  Old: inlineRows([head, ["cy", "Cy"]]),
  Codes: inlineRows([head, ["di", "Di"]]),
  Notes: inlineRows([["Ask Eva"]]),
  Empty: "",
  Listor: inlineRows([
    ["Klasser och grupper", "Förnamn", "Efternamn"],
    ["1A", "Eva", "Ek"],
  ]),
};

/** The workbook with the states of its sheets. */
function workbook() {
  const states: Record<string, string> = { Old: "hidden", Codes: "veryHidden" };
  const names = Object.keys(sheets).map((name, index) => {
    return `<sheet name="${name}" sheetId="${index + 1}" state="${states[name] ?? "visible"}" r:id="rId${index + 1}"/>`;
  });
  const part = `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${names.join("")}</sheets></workbook>`;
  return { sheets, parts: { "xl/workbook.xml": part } };
}

const usernames = async (toRead?: SheetsToRead) =>
  (await readRows(workbook(), toRead)).rows.map(({ cells }) => cells.username?.text);

test("rows are those that the user sees, those of chosen sheets, or all; our own lists are never people", async () => {
  expect(await usernames("visible")).toEqual(["ann"]);
  expect(await usernames([{ name: "Visible", hiddenRows: true }])).toEqual(["ann", "bo"]);
  expect(
    await usernames([
      { name: "Old", hiddenRows: false },
      { name: "Codes", hiddenRows: false },
    ]),
  ).toEqual(["cy", "di"]);
  expect(await usernames("all")).toEqual(["ann", "bo", "cy", "di"]);
});

test("sheets are listed with the rows of each, whether they are read or not; empty ones and our own are not", async () => {
  const { summary } = await readRows(workbook(), "visible");
  expect(summary.sheets).toEqual(["Visible"]);
  const listed = summary.workbookSheets.map(({ name, isHidden, hasHeadings, rows, hiddenRows, isRead }) => {
    return { name, isHidden, hasHeadings, rows, hiddenRows, isRead };
  });
  expect(listed).toEqual([
    { name: "Visible", isHidden: false, hasHeadings: true, rows: 1, hiddenRows: 1, isRead: true },
    { name: "Old", isHidden: true, hasHeadings: true, rows: 1, hiddenRows: 0, isRead: false },
    { name: "Codes", isHidden: true, hasHeadings: true, rows: 1, hiddenRows: 0, isRead: false },
    { name: "Notes", isHidden: false, hasHeadings: false, rows: 0, hiddenRows: 0, isRead: false },
  ]);
});

test("given people in hidden rows alone, then nobody is read and the workbook is not refused", async () => {
  const { summary } = await readRows(
    { sheets: { A: inlineRow(1, head) + hidden(inlineRow(2, ["ann", "Ann"])) } },
    "visible",
  );
  expect(summary).toMatchObject({ rows: 0, workbookSheets: [{ rows: 0, hiddenRows: 1 }] });
});

test("given hidden columns, then they are read and named", async () => {
  const before = '<cols><col min="2" max="2" width="9" hidden="1"/></cols>';
  const part = sheetPart(inlineRows([head, ["ann", "Ann"]]), { before });
  const { rows, summary } = await readRows(
    { sheets: { A: "" }, parts: { "xl/worksheets/sheet1.xml": part } },
    "visible",
  );
  expect(rows[0]?.cells.name?.text).toBe("Ann");
  expect(summary.workbookSheets[0]?.hiddenColumns).toEqual(["name"]);
});

const people = inlineRows([head, ["ann", "Ann"]]);
const relations = (target: string) =>
  `<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="${target}"/></Relationships>`;

test.each([
  "worksheets\\sheet1.xml",
  "\\xl\\worksheets\\sheet1.xml",
  "/xl/worksheets/sheet1.xml",
  "xl/worksheets/sheet1.xml",
  "xl\\worksheets\\sheet1.xml",
  "Worksheets/Sheet1.XML",
  "./worksheets/sheet1.xml",
  "..\\xl\\worksheets\\sheet1.xml",
  "worksheets/%73heet1.xml",
])("a sheet is found by the target %s", async (target) => {
  const { rows } = await readRows({
    sheets: { A: people },
    parts: { "xl/_rels/workbook.xml.rels": relations(target) },
  });
  expect(rows.map(({ cells }) => cells.username?.text)).toEqual(["ann"]);
});

test("a workbook is read if all of its names have backslashes", async () => {
  const { unzipSync, strFromU8 } = await import("fflate");
  const parts = Object.entries(unzipSync(workbookBytes({ sheets: { A: people } })));
  const renamed = parts.map(([name, bytes]) => {
    const text = strFromU8(bytes).replace('Target="xl/workbook.xml"', 'Target="xl\\workbook.xml"');
    return [name.replaceAll("/", "\\"), text.replace('Target="worksheets/', 'Target="worksheets\\')] as const;
  });
  const without = Object.fromEntries(parts.map(([name]) => [name, null]));
  const draft = { sheets: { A: people }, parts: { ...without, ...Object.fromEntries(renamed) } };
  const { rows } = await readRows(draft);
  expect(rows.map(({ cells }) => cells.username?.text)).toEqual(["ann"]);
});
