import { describe, expect, test } from "vitest";
import { inlineRow, type WorkbookDraft } from "#tests/support/make-workbook";
import { readRows } from "#tests/support/read-rows";

/** Cells that are no values, or not what somebody entered. docs/product/control-panel.md#validation. */

type More = Omit<WorkbookDraft, "sheets"> & { heading?: string };

/** Reads cells (XML, of column B), each in a row of its own: the text and what is said about it. */
async function read(cells: readonly string[], { heading = "Class", ...more }: More = {}) {
  const rows = cells.map(
    (cell, index) => `<row r="${index + 2}"><c r="A${index + 2}" t="str"><v>u</v></c>${cell}</row>`,
  );
  const draft = { ...more, sheets: { A: inlineRow(1, ["Username", heading]) + rows.join("") } };
  const { rows: found } = await readRows(draft);
  return found.map(({ cells: { username: _, ...cells }, marks = [] }) => {
    const said = marks.map(({ kind, address, original }) => [kind, address, ...(original ? [original] : [])].join(" "));
    return [Object.values(cells)[0]?.text, ...said];
  });
}

const text = (content: string, row = 2) =>
  `<c r="B${row}" t="inlineStr"><is><t xml:space="preserve">${content}</t></is></c>`;
const texts = (...contents: string[]) => contents.map((content, index) => text(content, index + 2));

describe("errors", () => {
  test("are marked with their address, as a value, as a result, as a shared text and as a typed text", async () => {
    const cells = [
      '<c r="B2" t="e"><v>#REF!</v></c>',
      '<c r="B3" t="e"><f>VLOOKUP(1,C:D,2,0)</f><v>#N/A</v></c>',
      '<c r="B4" t="s"><v>0</v></c>',
      '<c r="B5" t="str"><f>C5</f><v>#VALUE!</v></c>',
      text(" #N/A ", 6),
      text("#SAKNAS!", 7),
      text("Err:502", 8),
    ];
    expect(await read(cells, { sharedStrings: "<si><t>#DIV/0!</t></si>" })).toEqual([
      ["#REF!", "error B2"],
      ["#N/A", "error B3"],
      ["#DIV/0!", "error B4"],
      ["#VALUE!", "error B5"],
      ["#N/A", "error B6"],
      ["#SAKNAS!", "error B7"],
      ["Err:502", "error B8"],
    ]);
  });

  test("are not seen in other texts that begin with #, nor in passwords", async () => {
    expect(await read(texts("#team", "#1"))).toEqual([["#team"], ["#1"]]);
    expect(await read(texts("#REF!"), { heading: "Password" })).toEqual([["#REF!"]]);
  });

  test("keep a row that has nothing else", async () => {
    const { rows } = await readRows({
      sheets: { A: `${inlineRow(1, ["Username", "Class"])}<row r="2"><c r="A2" t="e"><v>#REF!</v></c></row>` },
    });
    expect(rows.map(({ row }) => row)).toEqual([2]);
  });
});

test("a formula without a result is marked, and one whose result is an empty text is empty", async () => {
  const cells = [
    '<c r="B2"><f>C2</f></c>',
    '<c r="B3"><f>C3</f><v></v></c>',
    '<c r="B4" t="str"><f>C4</f><v></v></c>',
    '<c r="B5" t="str"><f>C5</f><v>1A</v></c>',
  ];
  expect(await read(cells)).toEqual([["=C2", "uncalculated B2"], ["=C3", "uncalculated B3"], [undefined], ["1A"]]);
  expect(await read(['<c r="B2"><f t="shared" si="0"/></c>'])).toEqual([["=…", "uncalculated B2"]]);
  expect(await read(['<c r="B2"><f>C2</f></c>'], { heading: "Password" })).toEqual([["=C2", "uncalculated B2"]]);
});

test("a formula that stands in a cell as text is marked; a name that an export has written behind an apostrophe is a name", async () => {
  expect(await read(texts("=A1&amp;B1", "'=cmd", "= ", "a=b"))).toEqual([
    ["=A1&B1", "uncalculated B2"],
    ["=cmd"],
    ["="],
    ["a=b"],
  ]);
  expect(await read(texts("=secret12"), { heading: "Password" })).toEqual([["=secret12"]]);
});

test("dates are marked, and in a column of classes the number of a day, too", async () => {
  const styles = `<cellXfs><xf numFmtId="0"/><xf numFmtId="16"/><xf numFmtId="49"/></cellXfs>`;
  const cells = [
    '<c r="B2" s="1"><v>46054</v></c>',
    '<c r="B3" t="d"><v>2026-02-01</v></c>',
    '<c r="B4" s="2"><v>46054</v></c>',
  ];
  expect(await read(cells, { styles })).toEqual([
    ["2026-02-01", "date B2"],
    ["2026-02-01", "date B3"],
    ["46054", "date B4"],
  ]);
  expect(await read(['<c r="B2"><v>46054</v></c>'], { heading: "External ID" })).toEqual([["46054"]]);
});

test("numbers of more than 15 digits are marked, and so are shortened ones", async () => {
  const styles = `<cellXfs><xf numFmtId="0"/><xf numFmtId="11"/></cellXfs>`;
  const cells = [
    '<c r="B2"><v>999999999999999</v></c>',
    '<c r="B3"><v>1.2345678901234501E+16</v></c>',
    '<c r="B4" s="1"><v>46701234567</v></c>',
    text("4,67E+10", 5),
    text("12345678901234567", 6),
  ];
  expect(await read(cells, { styles, heading: "External ID" })).toEqual([
    ["999999999999999"],
    ["12345678901234500", "digits B3 1.2345678901234501E+16"],
    ["46701234567", "scientific B4"],
    ["4,67E+10", "scientific B5"],
    ["12345678901234567"],
  ]);
});

test("TRUE and FALSE are marked, except where they are meant", async () => {
  expect(await read(['<c r="B2" t="b"><v>1</v></c>'], { heading: "First name" })).toEqual([["TRUE", "boolean B2"]]);
  expect(await read(['<c r="B2" t="b"><v>0</v></c>'], { heading: "Administrator" })).toEqual([["FALSE"]]);
});

test("an apostrophe that marks text is left out and marked; one that belongs to a name stays", async () => {
  const cells = texts("'0042", "'Per", "'pb.1", "'t Hooft", "'s-Gravenhage", "'Alma'", "''");
  expect(await read(cells, { heading: "Last name" })).toEqual([
    ["0042", "apostrophe B2 '0042"],
    ["Per", "apostrophe B3 'Per"],
    ["pb.1", "apostrophe B4 'pb.1"],
    ["'t Hooft"],
    ["'s-Gravenhage"],
    ["'Alma'"],
    ["''"],
  ]);
  // The style says that the user typed the apostrophe; it is not part of the text.
  const styles = `<cellXfs><xf numFmtId="0" quotePrefix="1"/></cellXfs>`;
  expect(await read(['<c r="B2" s="0" t="str"><v>0042</v></c>'], { styles })).toEqual([["0042"]]);
});

test.each([
  ["00000", "123", "00123"],
  ['0"A"', "7", "7A"],
  ['"Klass "0', "7", "Klass 7"],
  ['General" x"', "7.5", "7.5 x"],
  ["######-####", "1005129876", "100512-9876"],
  ['"+"00 00', "4670", "+46 70"],
  ["0%", "0.05", "5%"],
  ['#,##0.00 "kr"', "1234.5", "1234.5 kr"],
  ["#,##0.00\\ [$kr-41D]", "12", "12 kr"],
  ['_-* #,##0.00\\ "kr"_-;\\-* #,##0.00', "7", "7 kr"],
  ["0", "11.7", "12"],
  ["0;-0;;@", "0", undefined],
  ["Standard", "7", "7"],
  ["# ?/?", "0.5", "0.5"],
])("with the format %s, %s is read as the user sees it: %s", async (code, value, seen) => {
  const escaped = code.replaceAll('"', "&quot;");
  const styles = `<numFmts count="1"><numFmt numFmtId="164" formatCode="${escaped}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>`;
  expect(await read([`<c r="B2" s="1"><v>${value}</v></c>`], { styles })).toEqual([[seen]]);
});

test("an age is read without the unit that its format displays", async () => {
  const styles = `<numFmts count="1"><numFmt numFmtId="164" formatCode="0&quot; år&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>`;
  const cells = ['<c r="B2" s="1"><v>12</v></c>'];
  expect(await read(cells, { styles, heading: "Books up to age" })).toEqual([["12"]]);
});

test("characters that nobody sees are left out and named, except in passwords; spaces of other widths are spaces", async () => {
  const cells = texts(
    "An\u200Bna",
    "\u202AEva\u202C",
    "'\u200EPer",
    "Ma\u00ADria\uFEFF",
    "Bo\u00A0Ek ",
    "Ali\u200CReza",
  );
  expect(await read(cells, { heading: "First name" })).toEqual([
    ["Anna", "invisible B2 An‹U+200B›na"],
    ["Eva", "invisible B3 ‹U+202A›Eva‹U+202C›"],
    ["Per", "invisible B4 '‹U+200E›Per", "apostrophe B4 'Per"],
    ["Maria", "invisible B5 Ma‹U+00AD›ria‹U+FEFF›"],
    ["Bo Ek"],
    ["Ali\u200CReza"],
  ]);
  expect(await read(texts("An\u200Bna1234"), { heading: "Password" })).toEqual([["An\u200Bna1234"]]);
});
