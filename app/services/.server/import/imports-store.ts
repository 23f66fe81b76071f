import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import type { ImportState, PasswordPolicy } from "~/services/contracts/imports";
import type { SheetWords } from "~/services/contracts/jobs";
import { type ImportEvent, nextState, statesBefore } from "./import.machine";

/** Imports as they stand in the database: one line each, which stays as the organisation's history. */

export type StoredImport = {
  id: string;
  realm: Realm;
  organizationId: number;
  organization: { id: string; name: string; above: number[] };
  state: ImportState;
  fileName: string;
  fileSize: number;
  startedBy: { id: string; name: string } | null;
  importedBy: string | null;
  jobId: string | null;
  problem: string | null;
  error: string | null;
  sheets: string[];
  columns: string[];
  ignoredHeadings: { sheet: string; heading: string }[];
  outcomes: Record<string, number>;
  results: Record<string, number>;
  undo: Record<string, number>;
  undecided: number;
  reasons: string[];
  newGroups: string[];
  hasPasswords: boolean;
  needsSecureLogin: boolean;
  passwords: PasswordPolicy | null;
  sheetWords: { fileName: string; words: SheetWords } | null;
  createdAt: string;
  importedAt: string | null;
  undoneAt: string | null;
  expiresAt: string;
  isExpired: boolean;
  job: { done: number; total: number | null; fileName: string | null; fileSize: number | null } | null;
};

const columns = sql`i.id, i.realm, i.organization_id as "organizationId", i.state, i.file_name as "fileName", i.file_size as "fileSize",
  json_build_object('id', o.uid, 'name', o.name, 'above',
    (select json_agg(c.ancestor_id) from directory.organization_closure c where c.descendant_id = o.id)) as organization,
  (select json_build_object('id', u.uid, 'name', u.name) from directory.users u where u.uid = i.started_by) as "startedBy",
  i.imported_by as "importedBy", i.job_id as "jobId", i.problem, i.error, i.sheets, i.columns, i.ignored_headings as "ignoredHeadings",
  i.outcomes, i.results, i.undo, i.reasons, i.new_groups as "newGroups", i.has_passwords as "hasPasswords",
  (select count(*)::int from imports.rows r where r.import_id = i.id and r.outcome = 'likely' and r.choice is null) as undecided,
  i.needs_secure_login as "needsSecureLogin", i.passwords, i.sheet_words as "sheetWords", to_json(i.created_at) #>> '{}' as "createdAt",
  to_json(i.imported_at) #>> '{}' as "importedAt", to_json(i.undone_at) #>> '{}' as "undoneAt", to_json(i.expires_at) #>> '{}' as "expiresAt",
  i.expires_at < now() as "isExpired",
  (select json_build_object('done', j.done, 'total', j.total, 'fileName', j.file_name, 'fileSize', j.file_size)
    from jobs.jobs j where j.id = i.job_id and j.expires_at > now()) as job`;
const from = sql`imports.imports i join directory.organizations o on o.id = i.organization_id`;

export async function findImport(database: Database, realm: Realm, id: string): Promise<StoredImport | null> {
  const { rows } = await database.execute<StoredImport>(
    sql`select ${columns} from ${from} where i.id = ${id} and i.realm = ${realm}`,
  );
  return rows[0] ?? null;
}

export async function listImports(
  database: Database,
  organizationId: number,
  { pageNumber, pageSize }: { pageNumber: number; pageSize: number },
): Promise<{ imports: StoredImport[]; total: number }> {
  const { rows } = await database.execute<StoredImport>(sql`
    select ${columns} from ${from} where i.organization_id = ${organizationId}
    order by i.created_at desc, i.id limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`);
  const { rows: counted } = await database.execute<{ total: number }>(
    sql`select count(*)::int as total from imports.imports where organization_id = ${organizationId}`,
  );
  return { imports: rows, total: counted[0]?.total ?? 0 };
}

/** Whoever's import is at work at the organisation, above or below it; null where nobody's is. */
export async function runningImport(
  within: Database | Transaction,
  organizationId: number,
  except: string | null,
): Promise<{ name: string } | null> {
  const { rows } = await within.execute<{ name: string }>(sql`
    select coalesce(u.name, '?') as name from imports.imports i left join directory.users u on u.uid = coalesce(i.imported_by, i.started_by)
    where i.state in ('reading', 'importing', 'undoing') and i.id is distinct from ${except}::uuid and exists (
      select 1 from directory.organization_closure c
      where (c.ancestor_id = i.organization_id and c.descendant_id = ${organizationId})
        or (c.ancestor_id = ${organizationId} and c.descendant_id = i.organization_id)) limit 1`);
  return rows[0] ?? null;
}

/** One at a time in a tree of organisations. */
export async function holdImports(transaction: Transaction, organizationId: number): Promise<void> {
  await transaction.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('imports ' || directory.root_of(${organizationId}), 0))`,
  );
}

/** The state after an event, with what else is written then; false where the event has no place now. */
export async function move(
  within: Database | Transaction,
  id: string,
  event: ImportEvent,
  also: SQL = sql``,
): Promise<boolean> {
  const states = statesBefore(event);
  const next = sql.join(
    states.map((state) => sql`when ${state} then ${nextState(state, event)}`),
    sql` `,
  );
  const { rowCount } = await within.execute(sql`
    update imports.imports set state = case state ${next} end ${also} where id = ${id} and state in ${states}`);
  return (rowCount ?? 0) > 0;
}

/** Removes rows and files past their time, and what an upload that broke off left behind. */
export async function purgeExpiredImports(database: Database): Promise<void> {
  await database.execute(
    sql`delete from imports.rows r using imports.imports i where i.id = r.import_id and i.expires_at < now()`,
  );
  await database.execute(
    sql`delete from imports.file_parts p using imports.imports i where i.id = p.import_id and i.expires_at < now()`,
  );
  await database.execute(sql`
    delete from imports.imports where state = 'reading' and job_id is null and created_at < now() - interval '1 hour'`);
}
