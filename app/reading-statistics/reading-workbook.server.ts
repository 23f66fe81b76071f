import type { TFunction } from "i18next";
import type { Realm } from "~/realms/realm";
import { realmRow } from "~/realms/realm";
import type { GroupReading, ReaderReading, Reading } from "~/services/contracts/reading-statistics";
import { readingLanguage } from "./reading-language";

/** Reading statistics as a workbook, with a sheet for each table. */

type Cell = string | number;
type Sheet = { title: string; head: string[]; rows: Cell[][] };

/** Prevents formula injection through titles and names. */
const asText = (cell: Cell): Cell => (typeof cell === "string" && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);

type WorkbookOf = {
  /** Name of the reader or group, used for the file name. */
  name: string;
  reading: Reading & Partial<Pick<GroupReading, "byReader">> & Partial<Pick<ReaderReading, "sittings">>;
  t: TFunction;
  realm: Realm;
  /** BCP 47. */
  language: string;
};

/** Sheets of days, books and languages, and of a class's pupils or one reader's sittings. */
function readingSheets({ reading, t, realm, language }: WorkbookOf): Sheet[] {
  const tReading = (key: string) => t(`reading:${key}`);
  const nameOf = (tag: string) => readingLanguage(tag, language, tReading);
  // A format that spreadsheet programs read as local time, and that also sorts correctly as text.
  const moment = new Intl.DateTimeFormat("sv-SE", {
    ...{ dateStyle: "short", timeStyle: "short", timeZone: realmRow(realm).timeZone },
  });
  const at = (time: string | null) => (time === null ? "" : moment.format(new Date(time)));
  const minutes = tReading("totals.minutes");
  const { byDay, byBook, byLanguage, byReader, sittings } = reading;
  return [
    ...(byReader
      ? [
          {
            title: tReading("byReader"),
            head: [tReading("pupil"), minutes, tReading("totals.books"), tReading("totals.days"), tReading("lastRead")],
            rows: byReader.map((row) => [row.name, row.minutes, row.books, row.days, at(row.lastAt)]),
          },
        ]
      : []),
    ...(sittings
      ? [
          {
            title: tReading("sittings"),
            head: [
              tReading("day"),
              tReading("book"),
              tReading("language"),
              minutes,
              tReading("from"),
              tReading("to"),
              tReading("howFar"),
            ],
            rows: sittings.map((row) => [
              ...[row.day, row.title, nameOf(row.language), row.minutes, at(row.firstAt), at(row.lastAt)],
              Math.round(row.percentage * 100) / 100,
            ]),
          },
        ]
      : []),
    {
      title: tReading("byDay"),
      head: [tReading("day"), minutes],
      rows: byDay.map((row) => [row.day, row.minutes]),
    },
    {
      title: tReading("byBook"),
      head: [tReading("book"), minutes, tReading("readers"), tReading("lastRead")],
      rows: byBook.map((row) => [row.title, row.minutes, row.readers, row.lastDay]),
    },
    {
      title: tReading("byLanguage"),
      head: [tReading("language"), minutes],
      rows: byLanguage.map((row) => [nameOf(row.language), row.minutes]),
    },
  ];
}

export async function sendReadingWorkbook(query: WorkbookOf): Promise<Response> {
  const { default: ExcelJS } = await import("exceljs");
  const workbook = new ExcelJS.Workbook();
  for (const { title, head, rows } of readingSheets(query)) {
    // Sheet names have at most 31 characters, and none of these.
    const sheet = workbook.addWorksheet(title.replace(/[[\]*?:/\\']/g, " ").slice(0, 31), {
      views: [{ state: "frozen", ySplit: 1 }],
    });
    sheet.addRow(head).font = { bold: true };
    for (const row of rows) sheet.addRow(row.map(asText));
    for (const column of sheet.columns) column.width = 22;
  }
  const { reading, name } = query;
  const file = new Uint8Array(await workbook.xlsx.writeBuffer());
  const fileName = `${name.replace(/[^\p{L}\p{N} _-]/gu, "").trim()} ${reading.from} ${reading.to}.xlsx`;
  return new Response(file, {
    headers: {
      "Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "Content-Disposition": `attachment; filename="reading.xlsx"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
