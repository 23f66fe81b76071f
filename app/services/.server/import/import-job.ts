import { mkdtemp, open, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { realmRow } from "~/realms/realm";
import type { SecretBox } from "~/security/secret-box.server";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import type { CredentialService } from "~/services/.server/directory/identity";
import { openFile } from "~/services/.server/jobs/file-writer";
import { type ImportAsked, type JobEnd, reportProgress, type StoredJob } from "~/services/.server/jobs/job-store";
import { safeFileName } from "~/services/.server/jobs/rules";
import { printPasswords, type SheetPerson } from "~/services/.server/jobs/sheets";
import { ServiceError } from "~/services/contracts/service-error";
import { findImport, move, type StoredImport } from "./imports-store";
import { planRows } from "./plan-rows";
import { clearRows, insertRows, recount } from "./rows-store";
import { undoRows } from "./undo-rows";
import { readWorkbook, WorkbookError } from "./workbook/read-workbook";
import { writeRows } from "./write-rows";

/** The work of an import in the background: reading and comparing, writing, taking back. */

export type ImportWork = {
  database: Database;
  credentials: CredentialService;
  secrets: SecretBox;
  job: StoredJob;
  asked: ImportAsked;
  accessNow(): Promise<Access>;
  isStopping(): boolean;
  changed(uid: string): void;
};

/** @returns how the job ends, or that it goes on in another process */
export async function runImport(work: ImportWork): Promise<JobEnd | "returned"> {
  const { database, asked, job } = work;
  const found = await findImport(database, job.realm, asked.importId);
  if (!found) return { state: "cancelled" };
  try {
    if (asked.step === "read" || asked.step === "plan") return await preview(work, found);
    return asked.step === "write" ? await write(work, found) : await takeBack(work, found);
  } catch (error) {
    const code = error instanceof ServiceError ? error.code : "internal_error";
    await recount(database, found.id);
    const problem = error instanceof WorkbookError ? error.code : "internal_error";
    const event = error instanceof WorkbookError ? "rejected" : "broken-off";
    await move(
      database,
      found.id,
      event,
      sql`, error = ${code}, problem = case when state = 'reading' then ${problem} end`,
    );
    if (error instanceof WorkbookError) return { state: "done" };
    throw error;
  }
}

/** Says how far the work is; false when it shall end. */
function progressOf({ database, job, isStopping }: ImportWork, total: number) {
  const heard = { isCancelled: false };
  return {
    heard,
    async report(done: number) {
      heard.isCancelled = (await reportProgress(database, job.id, { total, done })).isCancelAsked;
      return !heard.isCancelled && !isStopping();
    },
  };
}

async function preview(work: ImportWork, found: StoredImport): Promise<JobEnd | "returned"> {
  const { database, secrets, asked } = work;
  const { id, organizationId } = found;
  if (asked.step === "read") await readFile(work, found);
  const { rows } = await database.execute<{ total: number }>(
    sql`select count(*)::int as total from imports.rows where import_id = ${id}`,
  );
  const { heard, report } = progressOf(work, rows[0]?.total ?? 0);
  const access = await work.accessNow();
  const isWhole = await planRows({ database, access, importId: id, organizationId, secrets, onProgress: report });
  if (!isWhole) return heard.isCancelled ? { state: "cancelled" } : "returned";
  await move(database, id, "previewed");
  await database.execute(sql`delete from imports.file_parts where import_id = ${id}`);
  return { state: "done" };
}

/** The workbook's rows, as they stand there; passwords sealed. */
async function readFile({ database, secrets, isStopping }: ImportWork, { id }: StoredImport): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "fabel-import-"));
  try {
    const file = path.join(folder, "upload.xlsx");
    const handle = await open(file, "w");
    try {
      for (let place = 0; ; place += 1) {
        const { rows } = await database.execute<{ bytes: Buffer }>(
          sql`select bytes from imports.file_parts where import_id = ${id} and place = ${place}`,
        );
        if (!rows[0]) break;
        await handle.write(rows[0].bytes);
      }
    } finally {
      await handle.close();
    }
    await clearRows(database, id);
    let place = 0;
    const summary = await readWorkbook(file, {
      async onRows(rows) {
        await insertRows(
          database,
          id,
          rows.map(({ sheet, row, cells }) => {
            place += 1;
            const { password, ...others } = cells;
            return { place, sheet, row, cells: others, secret: password?.text ? secrets.seal(password.text) : null };
          }),
        );
        if (isStopping()) throw new ServiceError(503, "unavailable", "The process ends");
      },
    });
    await database.execute(sql`
      update imports.imports set sheets = ${sql.param(summary.sheets)}::text[], columns = ${sql.param(summary.columns)}::text[],
        ignored_headings = ${JSON.stringify(summary.ignoredHeadings)}::jsonb where id = ${id}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function write(work: ImportWork, found: StoredImport): Promise<JobEnd | "returned"> {
  const { database, credentials, secrets, job, accessNow } = work;
  const { id, organizationId, passwords } = found;
  const { new: made = 0, changed = 0 } = found.outcomes;
  const { heard, report } = progressOf(work, made + changed);
  const isWhole = await writeRows({
    ...{ database, credentials, secrets, importId: id, organizationId, accessNow, onProgress: report },
    passwords: passwords ?? "none",
  });
  work.changed(job.startedBy);
  if (!isWhole && !heard.isCancelled) return "returned";
  await recount(database, id);
  const file = await printSlips(work, found);
  const access = await accessNow();
  const end = isWhole ? "written" : "broken-off";
  await database.transaction(async (within) => {
    await move(within, id, end, sql`, imported_at = now()`);
    const { rows } = await within.execute<{ results: object }>(
      sql`select results from imports.imports where id = ${id}`,
    );
    await note(within, access, found, "people.imported", rows[0]?.results ?? {});
  });
  return { state: isWhole ? "done" : "cancelled", ...(file ? { file } : {}) };
}

async function takeBack(work: ImportWork, found: StoredImport): Promise<JobEnd | "returned"> {
  const { database, credentials, job, accessNow } = work;
  const { created = 0, changed = 0 } = found.results;
  const { heard, report } = progressOf(work, created + changed);
  const isWhole = await undoRows({ database, credentials, importId: found.id, accessNow, onProgress: report });
  work.changed(job.startedBy);
  if (!isWhole && !heard.isCancelled) return "returned";
  await recount(database, found.id);
  const access = await accessNow();
  await database.transaction(async (within) => {
    await move(within, found.id, isWhole ? "taken-back" : "broken-off", sql`, undone_at = now()`);
    await within.execute(sql`
      update directory.groups g set status_before = status, status = 'deleted', deleted_at = now(), updated_at = now(), version = version + 1
      where g.id = any (select unnest(made_groups) from imports.imports where id = ${found.id}) and g.status <> 'deleted' and g.version = 1
        and not exists (select 1 from directory.memberships m where m.group_id = g.id)`);
    const { rows } = await within.execute<{ undo: object }>(
      sql`select undo from imports.imports where id = ${found.id}`,
    );
    await note(within, access, found, "people.import_undone", rows[0]?.undo ?? {});
  });
  return { state: isWhole ? "done" : "cancelled" };
}

type Within = Parameters<typeof writeAudit>[0];

async function note(
  within: Within,
  access: Access,
  found: StoredImport,
  action: "people.imported" | "people.import_undone",
  counts: object,
) {
  const place = { subjectUid: found.organization.id, organizationUid: found.organization.id };
  await writeAudit(within, access, [
    { action, subjectType: "organization", ...place, details: { import: found.id, ...counts } },
  ]);
}

/** Generated passwords on paper, class by class; what is printed is kept nowhere else. */
async function printSlips({ database, secrets, job }: ImportWork, { id, realm, sheetWords, passwords }: StoredImport) {
  if (passwords !== "generated" || !sheetWords) return null;
  const { rows } = await database.execute<Omit<SheetPerson, "secret"> & { secret: Buffer }>(sql`
    select u.name, u.username, u.shared as "isShared", r.secret,
      (select g.name from directory.memberships m join directory.groups g on g.id = m.group_id and g.status <> 'deleted'
        where m.user_id = u.id order by g.type <> 'class', g.id limit 1) as "group"
    from imports.rows r join directory.users u on u.id = r.user_id
    where r.import_id = ${id} and r.result = 'created' and r.secret is not null order by r.place`);
  const people = rows.flatMap(({ secret, ...person }) => {
    const plain = secrets.open(secret);
    return plain ? [{ ...person, secret: plain }] : [];
  });
  if (people.length === 0) return null;
  const { compare } = new Intl.Collator(realmRow(realm).locale.slice(0, 2), { numeric: true });
  people.sort((one, other) => compare(one.group ?? "\uffff", other.group ?? "\uffff") || compare(one.name, other.name));
  const file = await openFile(database, job.id);
  await printPasswords(file.stream, people, sheetWords.words);
  const size = await file.end();
  await database.execute(sql`update imports.rows set secret = null where import_id = ${id}`);
  return { name: `${safeFileName(sheetWords.fileName)}.pdf`, type: "application/pdf", size };
}
