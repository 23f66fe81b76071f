import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { Locale } from "~/realms/realm";
import type { Access } from "~/services/.server/directory/access";
import { formMessages } from "~/services/contracts/form-messages";
import { importColumns } from "~/services/contracts/import-columns";
import type { StoredImport } from "./imports-store";
import type { Mistake, RosterCells } from "./roster";
import { writeWorkbook } from "./workbook/write-workbook";

/** The rows that were not imported, in the columns of the file, each with why: mended, it is imported again. */
export async function correctionsOf(
  database: Database,
  access: Access,
  found: StoredImport,
  { language, words }: { language: Locale; words: Record<string, string> },
): Promise<Buffer> {
  const out = new PassThrough();
  const [content] = await Promise.all([
    buffer(out),
    writeWorkbook(out, {
      language,
      realm: access.realm,
      columns: importColumns.filter(({ id }) => found.columns.includes(id)),
      rows: rowsLeft(database, found.id, words),
      withReasons: true,
    }),
  ]);
  return content;
}

async function* rowsLeft(database: Database, importId: string, words: Record<string, string>) {
  for (let place = 0; ; ) {
    const { rows } = await database.execute<{
      place: number;
      cells: RosterCells;
      problems: Mistake[];
      outcome: string;
    }>(sql`
      select place, cells, problems, outcome from imports.rows where import_id = ${importId} and place > ${place}
        and (outcome in ('wrong', 'refused', 'duplicate') or (outcome = 'likely' and choice is null) or result in ('edited', 'refused', 'failed'))
      order by place limit 500`);
    const last = rows.at(-1);
    if (!last) return;
    for (const { cells, problems, outcome } of rows) {
      const all =
        outcome === "likely" && problems.length === 0
          ? [{ reason: formMessages.undecided, address: null, people: [] }]
          : problems;
      const reasons = all.map(({ reason, address, people }) => {
        const said = [words[reason] ?? reason, ...(people.length > 0 ? [people.join(", ")] : [])].join(": ");
        return address ? `${address}: ${said}` : said;
      });
      const texts = Object.fromEntries(Object.entries(cells).map(([column, cell]) => [column, cell.text]));
      yield { cells: texts, reason: reasons.join("; ") };
    }
    place = last.place;
  }
}
