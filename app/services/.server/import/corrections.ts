import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Database } from "~/db/.server/connect";
import type { Locale } from "~/realms/realm";
import { safeFileName } from "~/services/.server/jobs/rules";
import { type ImportColumnId, importColumn, importColumns } from "~/services/contracts/import-columns";
import type { StoredImport } from "./import-store";
import { rowsAfter, uncorrected } from "./row-store";
import { type OutputRow, writeWorkbook } from "./workbook/write-workbook";

/**
 * The rows that were not imported, in the columns of their file, each with its reasons: corrected, it imports. Passwords are not given
 * back; their column is there, to write them anew.
 */

const batchSize = 500;

/** @param words each reason in the reader's language, and each outcome of a row that has none */
export async function writeCorrections(
  database: Database,
  stored: StoredImport,
  language: Locale,
  words: Readonly<Record<string, string>>,
): Promise<{ name: string; content: Buffer }> {
  const stream = new PassThrough();
  const columns = importColumns.filter(({ id }) => stored.columns.includes(id)).map(({ id }) => importColumn(id));
  const [content] = await Promise.all([
    buffer(stream),
    writeWorkbook(stream, {
      language,
      realm: stored.realm,
      columns,
      rows: correctedRows(database, stored.id, { words, language }),
      withReasons: true,
    }),
  ]);
  return { name: safeFileName(stored.fileName.replace(/\.xlsx$/i, "")), content };
}

async function* correctedRows(
  database: Database,
  id: string,
  { words, language }: { words: Readonly<Record<string, string>>; language: Locale },
): AsyncGenerator<OutputRow> {
  // By the heading: rows and columns of this file are not those of the one that was read.
  const headingOf = (column: string | null) =>
    importColumns.find(({ id: known }) => known === column)?.headings[language] ?? null;
  for (let after = 0; ; ) {
    const rows = await rowsAfter(database, id, after, batchSize, uncorrected);
    for (const { cells, problems, outcome } of rows) {
      const reasons = problems.map(({ column, reason, people }) =>
        [headingOf(column), `${words[reason] ?? reason}${people.length > 0 ? ` (${people.join(", ")})` : ""}`]
          .filter(Boolean)
          .join(": "),
      );
      const texts = Object.entries(cells).map(([column, cell]) => [column, cell?.text ?? ""]);
      const reason = reasons.length > 0 ? reasons.join("; ") : (words[outcome] ?? "");
      yield { cells: Object.fromEntries(texts) as Partial<Record<ImportColumnId, string>>, reason };
    }
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = last.place;
  }
}
