import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { strToU8, zipSync } from "fflate";
import type { WorkbookProblem } from "~/services/.server/import/workbook/workbook-error";
import { escapeXml, inlineRow, inlineRows, workbookBytes } from "./make-workbook";
import { withDirectory } from "./zip-directory";

/**
 * Workbooks that are malicious or broken. `npx tsx tests/support/hostile-workbooks.ts FOLDER` writes them all, for
 * manual tests. docs/security.md, line 24.
 */
export type HostileWorkbook = { name: string; problem: WorkbookProblem; make(): Uint8Array };

const head = ["Username", "Name"];
const people = inlineRows([head, ["ann", "Ann"]]);
const plain = () => workbookBytes({ sheets: { People: people } });
const sheetPart = "xl/worksheets/sheet1.xml";
const sheetOf = (rows: string, before = "") =>
  `<?xml version="1.0"?>${before}<worksheet><sheetData>${rows}</sheetData></worksheet>`;

/** A compound file, the container of Excel's old format and of encrypted workbooks; `text` is in its directory. */
function compoundFile(text: string): Uint8Array {
  const bytes = Buffer.alloc(64 * 1024);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(bytes);
  bytes.write(text, 1024, "utf16le");
  return bytes;
}

const sharedStrings = (count: number, attributes: string) =>
  workbookBytes({
    sheets: { People: people },
    sharedStrings: "",
    parts: {
      "xl/sharedStrings.xml": `<?xml version="1.0"?><sst${attributes}>${"<si><t>x</t></si>".repeat(count)}</sst>`,
    },
  });

const manyParts = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`xl/media/${index}.bin`, "x"]));

export const hostileWorkbooks: readonly HostileWorkbook[] = [
  { name: "an empty file", problem: "empty", make: () => new Uint8Array() },
  {
    name: "a list of comma-separated values",
    problem: "not-xlsx",
    make: () => strToU8("Username;Name\r\nann;Ann\r\n"),
  },
  { name: "a PDF", problem: "not-xlsx", make: () => strToU8("%PDF-1.7\n%âãÏÓ\n") },
  { name: "the old binary format", problem: "old-format", make: () => compoundFile("Workbook") },
  { name: "a workbook with a password", problem: "encrypted", make: () => compoundFile("EncryptedPackage") },
  {
    name: "an archive with a password",
    problem: "encrypted",
    make: () => withDirectory(plain(), sheetPart, (header) => header.writeUInt16LE(header.readUInt16LE(8) | 1, 8)),
  },
  {
    name: "a text document",
    problem: "not-xlsx",
    make: () =>
      zipSync({
        "[Content_Types].xml": strToU8(
          '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
        ),
        "_rels/.rels": strToU8("<Relationships/>"),
        "word/document.xml": strToU8("<document/>"),
      }),
  },
  {
    name: "an archive without a workbook",
    problem: "not-xlsx",
    make: () => zipSync({ "holiday.txt": strToU8("sea") }),
  },
  {
    name: "a workbook with macros",
    problem: "macros",
    make: () => workbookBytes({ sheets: { People: people }, parts: { "xl/vbaProject.bin": "program" } }),
  },
  {
    name: "a workbook with the content type of macros",
    problem: "macros",
    make: () =>
      workbookBytes({
        sheets: { People: people },
        parts: {
          "[Content_Types].xml":
            '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
        },
      }),
  },
  {
    name: "a sheet with a declared size of 4 GB",
    problem: "too-large",
    make: () => withDirectory(plain(), sheetPart, (header) => header.writeUInt32LE(0xf0000000, 24)),
  },
  {
    name: "a zip bomb with a false size",
    problem: "damaged",
    make: () =>
      withDirectory(
        workbookBytes({ sheets: { People: people }, parts: { [sheetPart]: sheetOf("<row/>".repeat(1_000_000)) } }),
        sheetPart,
        (header) => header.writeUInt32LE(1024 * 1024, 24),
      ),
  },
  {
    name: "a hundred megabytes of spaces",
    problem: "text-too-long",
    make: () =>
      workbookBytes({ sheets: { People: people }, parts: { [sheetPart]: sheetOf(" ".repeat(100 * 1024 * 1024)) } }),
  },
  {
    name: "five thousand parts",
    problem: "unsafe",
    make: () => workbookBytes({ sheets: { People: people }, parts: manyParts }),
  },
  {
    name: "a million empty columns",
    problem: "too-many-columns",
    make: () => workbookBytes({ sheets: { People: `<row>${"<c/>".repeat(1_000_000)}</row>${people}` } }),
  },
  {
    name: "a column beyond the last possible one",
    problem: "too-many-columns",
    make: () => workbookBytes({ sheets: { People: `${people}<row r="3"><c r="ZZZZZZZZZZ3"/></row>` } }),
  },
  {
    name: "an external entity",
    problem: "unsafe",
    make: () =>
      workbookBytes({
        sheets: { People: people },
        parts: {
          [sheetPart]: sheetOf(
            `${inlineRow(1, head)}<row><c t="str"><v>&secret;</v></c></row>`,
            '<!DOCTYPE x [<!ENTITY secret SYSTEM "file:///etc/passwd">]>',
          ),
        },
      }),
  },
  {
    name: "a billion laughs",
    problem: "unsafe",
    make: () => {
      const laughs = Array.from(
        { length: 10 },
        (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
      ).join("");
      const type = `<!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]>`;
      return workbookBytes({
        sheets: { People: people },
        sharedStrings: "",
        parts: { "xl/sharedStrings.xml": `${type}<sst><si><t>&l10;</t></si></sst>` },
      });
    },
  },
  {
    name: "a million nested elements",
    problem: "unsafe",
    make: () => workbookBytes({ sheets: { People: people }, parts: { [sheetPart]: "<a>".repeat(1_000_000) } }),
  },
  {
    name: "two hundred sheets",
    problem: "too-many-sheets",
    make: () =>
      workbookBytes({
        sheets: Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`Class ${index + 1}`, people])),
      }),
  },
  {
    name: "a megabyte in a cell",
    problem: "text-too-long",
    make: () => workbookBytes({ sheets: { People: inlineRows([head, ["ann", "A".repeat(1024 * 1024)]]) } }),
  },
  {
    name: "forty thousand letters in a cell",
    problem: "text-too-long",
    make: () => workbookBytes({ sheets: { People: inlineRows([head, ["ann", "A".repeat(40_000)]]) } }),
  },
  {
    name: "a megabyte in an attribute",
    problem: "text-too-long",
    make: () => workbookBytes({ sheets: { People: `<row spans="${"1".repeat(1024 * 1024)}"></row>${people}` } }),
  },
  {
    name: "two million shared strings",
    problem: "too-large",
    make: () => sharedStrings(2_000_000, ' uniqueCount="2000000"'),
  },
  {
    name: "two million shared strings without a count",
    problem: "too-large",
    make: () => sharedStrings(2_000_000, ""),
  },
  {
    name: "a relation to a missing sheet",
    problem: "damaged",
    make: () => workbookBytes({ sheets: { People: people }, parts: { [sheetPart]: null } }),
  },
  {
    name: "a relation to an external sheet",
    problem: "unsafe",
    make: () =>
      workbookBytes({
        sheets: { People: people },
        parts: {
          "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="${escapeXml("http://127.0.0.1:9/sheet.xml")}" TargetMode="External"/></Relationships>`,
        },
      }),
  },
  { name: "a truncated file", problem: "damaged", make: () => plain().subarray(0, plain().length / 2) },
  {
    name: "a broken part",
    problem: "damaged",
    make: () => {
      const bytes = Buffer.from(plain());
      const at = bytes.indexOf("worksheets/sheet1.xml") + 60;
      for (let index = at; index < at + 20; index += 1) bytes[index] = 0xff ^ (bytes[index] ?? 0);
      return bytes;
    },
  },
  {
    name: "XML that does not end",
    problem: "damaged",
    make: () => workbookBytes({ sheets: { People: people }, parts: { [sheetPart]: "<worksheet><sheetData><row>" } }),
  },
  {
    name: "letters in no encoding",
    problem: "damaged",
    make: () =>
      workbookBytes({
        sheets: { People: people },
        parts: { [sheetPart]: Buffer.concat([strToU8("<worksheet>"), Buffer.from([0xc3, 0x28, 0xff])]) },
      }),
  },
  {
    name: "a part outside the folder",
    problem: "unsafe",
    make: () => workbookBytes({ sheets: { People: people }, parts: { "../../outside.xml": "<a/>" } }),
  },
  {
    name: "two parts with the same name",
    problem: "unsafe",
    make: () => workbookBytes({ sheets: { People: people }, parts: { "XL/Worksheets/Sheet1.xml": sheetOf(people) } }),
  },
  {
    name: "no headings",
    problem: "no-headings",
    make: () =>
      workbookBytes({
        sheets: {
          People: inlineRows([
            ["Shoe size", "Height"],
            ["38", "160"],
          ]),
        },
      }),
  },
  { name: "headings alone", problem: "empty", make: () => workbookBytes({ sheets: { People: inlineRows([head]) } }) },
];

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = process.argv[2];
  if (!folder) throw new Error("Say which folder: npx tsx tests/support/hostile-workbooks.ts FOLDER");
  mkdirSync(folder, { recursive: true });
  for (const { name, make } of hostileWorkbooks) {
    writeFileSync(join(folder, `${name.replaceAll(" ", "-")}.xlsx`), make());
  }
}
