import { once } from "node:events";
import type { Writable } from "node:stream";
import type ExcelJS from "exceljs";
import { brandName, type Locale, type Realm, realmRow } from "~/realms/realm";
import { neutraliseCell } from "~/security/spreadsheet-cell";
import { type ImportColumn, type ImportColumnId, roleWord, yesNoWord } from "~/services/contracts/import-columns";
import { personTypes } from "~/services/contracts/person-field-table";
import { type ExampleCells, exampleOf } from "./example-rows";
import { fillTemplateText, type TemplateColumnId, templateTexts } from "./template-texts";

/**
 * Writes the workbooks for import: templates, corrected workbooks and exports share columns, lists and instructions.
 */

export type OutputRow = {
  cells: Partial<Record<ImportColumnId, string>>;
  reason?: string;
  /** Styled differently from the people. */
  isExample?: boolean;
};

type WriteOptions = {
  language: Locale;
  realm: Realm;
  columns: readonly ImportColumn[];
  rows: AsyncIterable<OutputRow>;
  /** The groups to choose from; without any, typical ones of the country. */
  groups?: readonly string[];
  /** Adds a last column with the rows' reasons. */
  withReasons?: boolean;
  /** Creation time of the workbook; now by default. */
  createdAt?: Date;
};

/** Rows below the headings with drop-down lists: enough for a large school, while the file stays small. */
const rowsWithChoices = 5_000;
/** Rows for classes on the lists sheet, unless there are more. */
const rowsOfGroups = 300;
const reasonWidth = 60;
/** Extra width of a heading in characters, for the required mark and padding. */
const headingRoom = 4;
/** Suffix of headings that are required for a new person. */
export const requiredMark = " *";
/** Width in characters, height in points. */
const textWidth = 90;
const lineHeight = 16;
/** A4, scaled to the width of the columns. */
const landscape: Partial<ExcelJS.PageSetup> = {
  paperSize: 9,
  orientation: "landscape",
  fitToPage: true,
  fitToWidth: 1,
  fitToHeight: 0,
};

const font = { name: "Calibri", size: 11 };
const colours = { heading: "FF0B6E6E", onHeading: "FFFFFFFF", example: "FF6B7280", reason: "FFB42318" };

/**
 * Writes a workbook and ends the writable. Cells that a spreadsheet would read as a formula are neutralised: docs/security.md, line 31.
 * Memory use does not grow with the number of rows.
 */
export async function writeWorkbook(out: Writable, options: WriteOptions): Promise<void> {
  const { language, realm, columns, rows, groups = [], withReasons = false, createdAt = new Date() } = options;
  const texts = templateTexts(language);
  const choices = groups.length > 0 ? groups : texts.groups;
  // Loaded on first use, because it would add a third of a second to the start.
  const { default: exceljs } = await import("exceljs");
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({ stream: out, useSharedStrings: false, useStyles: true });
  workbook.created = createdAt;
  workbook.modified = createdAt;
  workbook.creator = brandName(realmRow(realm).brand);
  workbook.lastModifiedBy = workbook.creator;
  const people = workbook.addWorksheet(texts.sheets.people, {
    views: [{ state: "frozen", ySplit: 1 }],
    pageSetup: landscape,
  });
  // The text format preserves leading zeros, and stops the class 1-2 from becoming a date.
  const textStyle = { numFmt: "@", font };
  people.columns = [
    ...columns.map(({ width, headings }) => ({
      width: Math.max(width, headings[language].length + headingRoom),
      style: textStyle,
    })),
    ...(withReasons ? [{ width: reasonWidth, style: textStyle }] : []),
  ];
  const lists = { sheet: texts.sheets.lists, rows: Math.max(rowsOfGroups, choices.length) };
  addChoices(people, columns, language, lists);
  writeHeadings(people, [
    ...columns.map(({ headings, isRequired }) => `${headings[language]}${isRequired ? requiredMark : ""}`),
    ...(withReasons ? [texts.reason] : []),
  ]);
  for await (const { cells, reason, isExample } of rows) {
    const row = people.addRow(columns.map(({ id }) => neutraliseCell(cells[id] ?? "") || null));
    if (isExample) row.font = { ...font, italic: true, color: { argb: colours.example } };
    if (reason !== undefined) {
      const cell = row.getCell(columns.length + 1);
      cell.value = neutraliseCell(reason);
      cell.font = { ...font, color: { argb: colours.reason } };
    }
    row.commit();
    // exceljs ignores back-pressure.
    if (out.writableNeedDrain) await once(out, "drain");
  }
  people.commit();
  writeInstructions(workbook, columns, language, realm);
  writeLists(workbook, columns, language, choices);
  await workbook.commit();
}

/** Writes a template: the columns of the country, an example row, instructions and lists. */
export async function writeTemplate(out: Writable, options: Omit<WriteOptions, "rows" | "withReasons">): Promise<void> {
  const { language } = options;
  const { username, firstName, lastName, groups, organization } = exampleOf(language);
  const cells: ExampleCells = {
    username,
    firstName,
    lastName,
    groups,
    organization,
    role: roleWord("student", language),
  };
  const rows = (async function* () {
    yield { cells, isExample: true };
  })();
  await writeWorkbook(out, { ...options, rows });
}

function writeHeadings(sheet: ExcelJS.Worksheet, texts: readonly string[]): void {
  const row = sheet.addRow(texts);
  row.eachCell((cell) => {
    cell.font = { ...font, bold: true, color: { argb: colours.onHeading } };
    cell.fill = { type: "pattern", pattern: "solid", fgColor: { argb: colours.heading } };
  });
  row.commit();
}

/**
 * exceljs accepts ranges here, which its types omit. The documented `cell.dataValidation` takes one cell each: the rows below the last
 * person would have to be written empty, thousands of them, and cells of committed rows cannot be reached.
 */
type Validations = { add(range: string, validation: ExcelJS.DataValidation): void };

/** Adds drop-down lists; other values stay allowed, e.g. a new class or a role in another language. */
function addChoices(
  sheet: ExcelJS.Worksheet,
  columns: readonly ImportColumn[],
  language: Locale,
  lists: { sheet: string; rows: number },
): void {
  const { dataValidations } = sheet as unknown as { dataValidations: Validations };
  for (const [index, { choices }] of columns.entries()) {
    if (!choices) continue;
    const letter = sheet.getColumn(index + 1).letter;
    dataValidations.add(`${letter}2:${letter}${rowsWithChoices + 1}`, {
      type: "list",
      allowBlank: true,
      showErrorMessage: false,
      formulae: [
        choices === "group"
          ? `'${lists.sheet}'!$A$2:$A$${lists.rows + 1}`
          : `"${choiceWords(choices, language).join(",")}"`,
      ],
    });
  }
}

function choiceWords(choices: "role" | "yes-no", language: Locale): string[] {
  return choices === "role"
    ? personTypes.map((role) => roleWord(role, language))
    : [true, false].map((value) => yesNoWord(value, language));
}

function writeInstructions(
  workbook: ExcelJS.stream.xlsx.WorkbookWriter,
  columns: readonly ImportColumn[],
  language: Locale,
  realm: Realm,
): void {
  const texts = templateTexts(language);
  const sheet = workbook.addWorksheet(texts.sheets.instructions, { pageSetup: landscape });
  const names = { product: brandName(realmRow(realm).brand), sheet: texts.sheets.people };
  sheet.columns = [{ width: 32 }, { width: textWidth }];
  const title = sheet.addRow([fillTemplateText(texts.title, names)]);
  title.font = { ...font, bold: true, size: 16 };
  title.height = 24;
  title.commit();
  for (const [index, line] of texts.lines.entries()) {
    const row = addText(sheet, `${index + 1}.`, fillTemplateText(line, names));
    row.getCell(1).alignment = { horizontal: "right", vertical: "top" };
    row.commit();
  }
  sheet.addRow([]).commit();
  addText(sheet, "", texts.required).commit();
  const head = sheet.addRow([texts.column, texts.whatToWrite]);
  head.font = { ...font, bold: true };
  head.commit();
  for (const { id, headings, isRequired } of columns) {
    const hint = hintOf(texts.hints, id);
    if (hint === null) continue;
    addText(sheet, `${headings[language]}${isRequired ? requiredMark : ""}`, fillTemplateText(hint, names)).commit();
  }
  sheet.commit();
}

/** Adds a row and sets its height to fit the text, because not every program does so automatically. */
function addText(sheet: ExcelJS.Worksheet, head: string, text: string): ExcelJS.Row {
  const row = sheet.addRow([head, text]);
  row.alignment = { wrapText: true, vertical: "top" };
  row.height = lineHeight * Math.ceil(text.length / (textWidth * 0.9));
  return row;
}

function hintOf(hints: Record<TemplateColumnId, string>, id: ImportColumnId): string | null {
  return id in hints ? hints[id as TemplateColumnId] : null;
}

/** Writes the lists sheet with classes to choose from. */
function writeLists(
  workbook: ExcelJS.stream.xlsx.WorkbookWriter,
  columns: readonly ImportColumn[],
  language: Locale,
  groups: readonly string[],
): void {
  const column = columns.find(({ choices }) => choices === "group");
  const texts = templateTexts(language);
  const sheet = workbook.addWorksheet(texts.sheets.lists);
  sheet.columns = [{ width: 28, style: { numFmt: "@" } }];
  writeHeadings(sheet, [column?.headings[language] ?? ""]);
  for (const group of groups) sheet.addRow([neutraliseCell(group)]).commit();
  sheet.commit();
}
