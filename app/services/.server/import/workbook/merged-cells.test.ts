import { expect, test } from "vitest";
import { inlineRow } from "#tests/support/make-workbook";
import { readRows, sheetPart } from "#tests/support/read-rows";

/** Each row that a merged cell covers has its value. docs/product/control-panel.md#validation. */

const part = "xl/worksheets/sheet1.xml";
const read = (rows: string, merged: string[]) =>
  readRows({ sheets: { A: "" }, parts: { [part]: sheetPart(rows, { merged }) } });

const head = inlineRow(1, ["Username", "Last name", "Class"]);

test("given a class merged over rows, then each has it, marked with the merged cells, and the sheet says how many", async () => {
  const rows =
    head +
    inlineRow(2, ["a", "A", "3A"]) +
    inlineRow(3, ["b", "B"]) +
    inlineRow(4, ["c", "C"]) +
    inlineRow(5, ["d", "D"]);
  const { rows: found, summary, restarts } = await read(rows, ["C2:C4"]);
  expect(found.map(({ cells }) => cells.groups)).toEqual([
    { address: "C2", text: "3A" },
    { address: "C3", text: "3A" },
    { address: "C4", text: "3A" },
    undefined,
  ]);
  expect(found.map(({ marks }) => marks)).toEqual([
    undefined,
    [{ id: "groups", kind: "merged", address: "C3", range: "C2:C4" }],
    [{ id: "groups", kind: "merged", address: "C4", range: "C2:C4" }],
    undefined,
  ]);
  expect(summary.workbookSheets[0]?.merged).toEqual({ rows: 2, ranges: ["C2:C4"] });
  expect(restarts).toBe(0);
});

test("given merged cells over columns, then the value stays in the first; covered texts are not displayed", async () => {
  const rows = head + inlineRow(2, ["a", "A", "3A"]) + inlineRow(3, ["b", "hidden"]);
  const { rows: found } = await read(rows, ["B2:C3", "A1:C1"]);
  expect(found.map(({ cells }) => [cells.lastName?.text, cells.groups?.text])).toEqual([
    ["A", "3A"],
    ["A", undefined],
  ]);
});

test("given a row of which merged cells are all there is, then it is no person", async () => {
  const { rows: found } = await read(`${head}${inlineRow(2, ["a", "A", "3A"])}<row r="3"><c r="D3"/></row>`, [
    "A2:A3",
    "C2:C3",
  ]);
  expect(found.map(({ row }) => row)).toEqual([2]);
});

test("given an error in merged cells, then each row has it with the address of the error", async () => {
  const error = '<row r="2"><c r="A2" t="str"><v>a</v></c><c r="C2" t="e"><v>#REF!</v></c></row>';
  const { rows: found } = await read(head + error + inlineRow(3, ["b", "B"]), ["C2:C3"]);
  expect(found[1]?.marks).toEqual([{ id: "groups", kind: "error", address: "C2", range: "C2:C3" }]);
});

test("given headings in two rows, merged above and beside each other, then both are read", async () => {
  const rows =
    inlineRow(1, ["Username", "Pupil", "", "Class"]) +
    inlineRow(2, ["", "First name", "Last name"]) +
    inlineRow(3, ["a", "Ann", "Lee", "3A"]) +
    inlineRow(4, ["b", "Bo", "Ek"]);
  const { rows: found, summary } = await read(rows, ["A1:A2", "B1:C1", "D1:D2", "D3:D4"]);
  expect(found.map(({ cells }) => Object.entries(cells).map(([id, cell]) => `${id} ${cell?.text}`))).toEqual([
    ["username a", "firstName Ann", "lastName Lee", "groups 3A"],
    ["username b", "firstName Bo", "lastName Ek", "groups 3A"],
  ]);
  expect(summary.ignoredHeadings).toEqual([]);
});

test("given a large sheet with merged cells, then its rows are passed again, all with their values", async () => {
  const people = Array.from({ length: 3_000 }, (_, index) =>
    inlineRow(index + 2, [`u${index}`, "A", index % 3 === 0 ? "3A" : ""]),
  );
  const merged = Array.from({ length: 1_000 }, (_, index) => `C${index * 3 + 2}:C${index * 3 + 4}`);
  const { rows, summary, restarts } = await read(head + people.join(""), merged);
  expect(restarts).toBe(1);
  expect(rows.length).toBe(3_000);
  expect(rows.filter(({ cells }) => cells.groups?.text !== "3A")).toEqual([]);
  expect(summary).toMatchObject({ rows: 3_000, workbookSheets: [{ merged: { rows: 2_000 } }] });
});

test("given a large sheet whose title alone is merged, then its rows are passed once", async () => {
  const people = Array.from({ length: 3_000 }, (_, index) => inlineRow(index + 4, [`u${index}`, "A", "3A"]));
  const rows = inlineRow(1, ["Pupils"]) + inlineRow(3, ["Username", "Last name", "Class"]) + people.join("");
  expect((await read(rows, ["A1:C2"])).restarts).toBe(0);
});
