import { once } from "node:events";
import type { Writable } from "node:stream";
import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { realmRow } from "~/realms/realm";
import { neutraliseCell } from "~/security/spreadsheet-cell";
import type { Access } from "~/services/.server/directory/access";
import { mayDoToPerson } from "~/services/.server/directory/authorisation";
import { findPeople, type Person } from "~/services/.server/directory/people/people-store";
import type { JobRequest } from "~/services/contracts/jobs";
import { exportedPerson, type SchoolUnitCodes, schoolUnitCodes } from "./exported-person";
import { openFile } from "./file-writer";
import { csvLine, safeFileName } from "./rules";
import { readSelection, type Selected } from "./selection";

/** Exports all people of a list as a workbook or CSV: one database snapshot, read through a cursor and never held in memory as a whole. */

type ExportRequest = Extract<JobRequest, { kind: "export" }>;

type ExportRun = {
  database: Database;
  /** Permissions at the start; they determine the selection. */
  access: Access;
  /** Called before each batch: permissions at that moment; they determine who is written. */
  accessNow(): Promise<Access>;
  jobId: string;
  request: ExportRequest;
  /** Called after each batch; false stops the export. */
  onProgress(progress: { total: number; done: number; refused: number }): Promise<boolean>;
};

const batchSize = 200;

export const fileTypes = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
} as const;

/**
 * Writes the file and returns its metadata; null if it was stopped.
 * @throws ServiceError as for `readSelection`
 */
export async function exportPeople(run: ExportRun): Promise<{ name: string; type: string; size: number } | null> {
  const { database, access, request } = run;
  const selected = await readSelection(database, access, request.selection);
  const file = await openFile(database, run.jobId);
  const sheet =
    request.format === "xlsx"
      ? await workbookOf(file.stream, request)
      : csvOf(file.stream, realmRow(access.realm).csvSeparator);
  await sheet.write([request.columns.map((column) => column.head)]);
  const isComplete = await readAll(run, selected, (people, access, codes) =>
    sheet.write(
      people.map((person) => {
        const cell = exportedPerson({ access, person, codes, words: request.words });
        return request.columns.map(({ id }) => cell(id));
      }),
    ),
  );
  await sheet.end();
  const size = await file.end();
  if (!isComplete) return null;
  return { name: `${safeFileName(request.fileName)}.${request.format}`, type: fileTypes[request.format], size };
}

/** Passes all people whom the caller may currently see to `take`, in batches; false if it was stopped. */
async function readAll(
  { database, access, accessNow, onProgress }: ExportRun,
  { condition, orderBy }: Selected,
  take: (people: Person[], now: Access, codes: SchoolUnitCodes) => Promise<void>,
): Promise<boolean> {
  return inTransaction(
    database,
    async (snapshot) => {
      const counted = await snapshot.execute<{ total: number }>(
        sql`select count(*)::int as total from directory.users u where ${condition}`,
      );
      const total = counted.rows[0]?.total ?? 0;
      await snapshot.execute(sql`declare people no scroll cursor for
        select u.id from directory.users u where ${condition} order by ${orderBy}`);
      let done = 0;
      let refused = 0;
      for (;;) {
        const { rows } = await snapshot.execute<{ id: string }>(sql.raw(`fetch ${batchSize} from people`));
        if (rows.length === 0) return true;
        const ids = rows.map(({ id }) => Number(id));
        const people = await findPeople(snapshot, ids, access.userId);
        const now = await accessNow();
        const visible = people.filter((person) => mayDoToPerson(now, person, "ViewUserInfo"));
        await take(visible, now, await schoolUnitCodes(snapshot, visible));
        done += rows.length;
        refused += rows.length - visible.length;
        if (!(await onProgress({ total, done, refused }))) return false;
      }
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

type Sheet = { write(rows: string[][]): Promise<void>; end(): Promise<void> };

function csvOf(stream: Writable, separator: "," | ";"): Sheet {
  // Without a byte order mark, Excel assumes the computer's legacy encoding.
  let lead = "\uFEFF";
  return {
    async write(rows) {
      const text = lead + rows.map((cells) => csvLine(cells, separator)).join("");
      lead = "";
      if (!stream.write(text)) await once(stream, "drain");
    },
    async end() {
      stream.end();
    },
  };
}

async function workbookOf(stream: Writable, request: ExportRequest): Promise<Sheet> {
  // Loaded on first use, since the module would add a third of a second to startup.
  const { default: ExcelJS } = await import("exceljs");
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useSharedStrings: false, useStyles: true });
  const sheet = workbook.addWorksheet(
    safeFileName(request.fileName)
      .replace(/[[\]']/g, " ")
      .slice(0, 31),
    {
      views: [{ state: "frozen", ySplit: 1 }],
    },
  );
  sheet.columns = request.columns.map(({ id }) => ({ width: id === "id" ? 38 : 26 }));
  let isHead = true;
  return {
    async write(rows) {
      for (const cells of rows) {
        const row = sheet.addRow(cells.map(neutraliseCell));
        if (isHead) row.font = { bold: true };
        isHead = false;
        row.commit();
      }
      // The writer does not wait for backpressure itself.
      if (stream.writableNeedDrain) await once(stream, "drain");
    },
    async end() {
      sheet.commit();
      await workbook.commit();
    },
  };
}
