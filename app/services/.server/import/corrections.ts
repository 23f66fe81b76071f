import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Database } from "~/db/.server/connect";
import type { Locale } from "~/realms/realm";
import { safeFileName } from "~/services/.server/jobs/rules";
import { type ImportColumnId, importColumn, importColumns } from "~/services/contracts/import-columns";
import { correctionWords } from "~/services/contracts/imports";
import type { StoredImport } from "./import-store";
import { rowsAfter, uncorrected } from "./row-store";
import { groupNames } from "./school-template";
import { type OutputRow, writeWorkbook } from "./workbook/write-workbook";

/**
 * Workbook of the rows that were not imported, in the columns of their file and each with its reasons, so that it can be imported once
 * corrected. The password column is empty; passwords must be entered again.
 */

const batchSize = 500;

/** @param words translations of each reason, and of each row outcome for rows without a reason */
export async function writeCorrections(
  database: Database,
  stored: StoredImport,
  language: Locale,
  words: Readonly<Record<string, string>>,
): Promise<{ name: string; content: Buffer }> {
  const stream = new PassThrough();
  const columns = importColumns.filter(({ id }) => stored.columns.includes(id)).map(({ id }) => importColumn(id));
  const groups = await groupNames(database, stored.realm, stored.organizationId);
  const [content] = await Promise.all([
    buffer(stream),
    writeWorkbook(stream, {
      language,
      realm: stored.realm,
      columns,
      groups,
      rows: correctedRows(database, stored.id, { words, language }),
      withReasons: true,
    }),
  ]);
  return { name: safeFileName(stored.fileName.replace(/\.xlsx$/i, "")), content };
}

/** Replaces `{sheet}` and `{row}`. */
function fill(text: string, { sheet, row }: { sheet: string; row: number }): string {
  return text.replace("{sheet}", () => sheet).replace("{row}", () => String(row));
}

async function* correctedRows(
  database: Database,
  id: string,
  { words, language }: { words: Readonly<Record<string, string>>; language: Locale },
): AsyncGenerator<OutputRow> {
  // Name columns by their heading: cell addresses differ between this file and the imported one.
  const headingOf = (column: string | null) =>
    importColumns.find(({ id: known }) => known === column)?.headings[language] ?? null;
  for (let after = 0; ; ) {
    const rows = await rowsAfter(database, id, after, batchSize, uncorrected);
    for (const { cells, problems, outcome } of rows) {
      const reasons = problems.map(({ column, reason, people, allowed, sameAs }) => {
        const other = sameAs && fill(words[correctionWords.otherRow] ?? "{sheet} {row}", sameAs);
        const details = [...people, ...(other ? [other] : []), ...(allowed ?? [])];
        const text = `${words[reason] ?? reason}${details.length > 0 ? ` (${details.join(", ")})` : ""}`;
        return [headingOf(column), text].filter(Boolean).join(": ");
      });
      const texts = Object.entries(cells).map(([column, cell]) => [column, cell?.text ?? ""]);
      const reason = reasons.length > 0 ? reasons.join("; ") : (words[outcome] ?? "");
      yield { cells: Object.fromEntries(texts) as Partial<Record<ImportColumnId, string>>, reason };
    }
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = last.place;
  }
}
