import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { strToU8, type Zippable, zipSync } from "fflate";
import { temporaryFolder } from "./temporary-folder";

/** Workbooks assembled from their parts, as written by other programs. */

const package_ = "http://schemas.openxmlformats.org/package/2006";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const mainType = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

export type WorkbookDraft = {
  /** `<row>` elements of each sheet, by sheet name. */
  sheets: Record<string, string>;
  sharedStrings?: string;
  styles?: string;
  workbookPr?: string;
  /** Parts to add, replace (with a text) or omit (with null). */
  parts?: Record<string, string | Uint8Array | null>;
};

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** A row of inline strings; an empty string gives no cell. */
export function inlineRow(number: number, texts: readonly string[]): string {
  const cells = texts.map((text, index) =>
    text === ""
      ? ""
      : `<c r="${String.fromCharCode(65 + index)}${number}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`,
  );
  return `<row r="${number}">${cells.join("")}</row>`;
}

export function inlineRows(rows: readonly (readonly string[])[]): string {
  return rows.map((texts, index) => inlineRow(index + 1, texts)).join("");
}

function relationship(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
}

function relationships(inside: string): string {
  return `${declaration}<Relationships xmlns="${package_}/relationships">${inside}</Relationships>`;
}

/** The bytes of a workbook. */
export function workbookBytes({
  sheets,
  sharedStrings,
  styles,
  workbookPr = "",
  parts = {},
}: WorkbookDraft): Uint8Array {
  const names = Object.keys(sheets);
  const sheetList = names.map(
    (name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const related = names.map((_, index) =>
    relationship(`rId${index + 1}`, "worksheet", `worksheets/sheet${index + 1}.xml`),
  );
  if (sharedStrings !== undefined) related.push(relationship("rIdStrings", "sharedStrings", "sharedStrings.xml"));
  if (styles !== undefined) related.push(relationship("rIdStyles", "styles", "styles.xml"));
  const all: Record<string, string | Uint8Array | null> = {
    "[Content_Types].xml": `${declaration}<Types xmlns="${package_}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${mainType}.sheet.main+xml"/></Types>`,
    "_rels/.rels": relationships(relationship("rId1", "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": `${declaration}<workbook xmlns="${main}" xmlns:r="${office}">${workbookPr}<sheets>${sheetList.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationships(related.join("")),
    ...Object.fromEntries(
      Object.values(sheets).map((rows, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `${declaration}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
    ...(sharedStrings === undefined
      ? {}
      : { "xl/sharedStrings.xml": `${declaration}<sst xmlns="${main}">${sharedStrings}</sst>` }),
    ...(styles === undefined
      ? {}
      : { "xl/styles.xml": `${declaration}<styleSheet xmlns="${main}">${styles}</styleSheet>` }),
    ...parts,
  };
  const files: Zippable = {};
  for (const [name, content] of Object.entries(all)) {
    if (content !== null) files[name] = typeof content === "string" ? strToU8(content) : content;
  }
  return zipSync(files, { level: 6 });
}

/** Writes a file into a folder that is removed after the test. */
async function fileOf(bytes: Uint8Array): Promise<string> {
  const path = join(await temporaryFolder("workbook"), "people.xlsx");
  await writeFile(path, bytes);
  return path;
}

export function workbookFile(draft: WorkbookDraft): Promise<string> {
  return fileOf(workbookBytes(draft));
}
