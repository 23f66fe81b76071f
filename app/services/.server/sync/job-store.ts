import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Realm } from "~/realms/realm";
import type { ImportCounts } from "~/services/.server/import/import-store";
import { type Claim, claimRow, unclaimed, type WorkTable } from "~/services/.server/jobs/claims";
import type { ImportState } from "~/services/contracts/import-states";
import type { SyncLog } from "~/services/contracts/sync";
import { type JobEvent, type StoredState, statesBefore, transition } from "./sync-job.machine";
import type { KnownRoster } from "./sync-store";

/** Database access for sync jobs and their logs. */

type Within = Database | Transaction;

/** Counts of a run that are not stored in rows. */
export type JobCounts = {
  /** Existing people whom earlier runs of the sync created or matched. */
  known: number;
  /** People in the source who exist in the directory. */
  matched: number;
  unchanged: number;
  orphans: number;
  skipped: number;
  /** Rows of the source that could not be read; absent in jobs of earlier versions. */
  refusedRows?: number;
};

export type StoredSyncJob = {
  id: string;
  realm: Realm;
  organizationId: number;
  organizationUid: string;
  organizationName: string;
  syncId: string;
  syncName: string;
  state: StoredState;
  isBySchedule: boolean;
  isDryRun: boolean;
  startedBy: string;
  startedByName: string | null;
  actor: string | null;
  isSecure: boolean;
  problem: { code: string; values: Record<string, string | number> } | null;
  counts: JobCounts | null;
  createdAt: string;
  endedAt: string | null;
  importId: string | null;
  importState: ImportState | null;
  importCounts: ImportCounts | null;
  isExpired: boolean;
  done: number;
  total: number | null;
};

const moment = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
const jobColumns = sql`j.id, j.realm, j.organization_id as "organizationId", o.uid as "organizationUid", o.name as "organizationName",
  j.sync_id as "syncId", s.name as "syncName", j.state, j.is_by_schedule as "isBySchedule", j.is_dry_run as "isDryRun",
  j.started_by as "startedBy", p.name as "startedByName", j.actor, j.is_secure as "isSecure", j.problem, j.counts,
  ${moment("j.created_at")} as "createdAt", ${moment("coalesce(i.undone_at, i.imported_at, j.ended_at)")} as "endedAt",
  i.id as "importId", i.state as "importState", i.counts as "importCounts", coalesce(i.expires_at <= now(), true) as "isExpired",
  coalesce(i.done, 0) as done, i.total`;
const jobTables = sql`sync.jobs j join sync.sources s on s.id = j.sync_id join directory.organizations o on o.id = j.organization_id
  left join directory.users p on p.uid = j.started_by and p.realm = j.realm left join imports.imports i on i.sync_job = j.id`;

type JobDraft = {
  realm: Realm;
  organizationId: number;
  syncId: string;
  isBySchedule: boolean;
  isDryRun: boolean;
  startedBy: string;
  actor: string | null;
  isSecure: boolean;
};

/** Returns the sync's queued or reading job, else creates one. */
export async function startJob(transaction: Transaction, draft: JobDraft): Promise<{ id: string; isNew: boolean }> {
  await lockOrganization(transaction, draft.organizationId);
  const { rows: running } = await transaction.execute<{ id: string }>(sql`
    select id from sync.jobs where organization_id = ${draft.organizationId} and sync_id = ${draft.syncId}
      and state in ('queued', 'reading') limit 1`);
  if (running[0]) return { id: running[0].id, isNew: false };
  const { rows } = await transaction.execute<{ id: string }>(sql`
    insert into sync.jobs (realm, organization_id, sync_id, is_by_schedule, is_dry_run, started_by, actor, is_secure)
    values (${draft.realm}, ${draft.organizationId}, ${draft.syncId}, ${draft.isBySchedule}, ${draft.isDryRun}, ${draft.startedBy},
      ${draft.actor}, ${draft.isSecure}) returning id`);
  const id = rows[0]?.id;
  if (!id) throw new Error("the new job was not returned");
  return { id, isNew: true };
}

/** Serialises starting and claiming jobs of an organisation. */
async function lockOrganization(transaction: Transaction, organizationId: number): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('sync'), ${organizationId})`);
}

/** Jobs as work that processes claim: reading a source. */
export const syncWork: WorkTable = {
  name: sql`sync.jobs`,
  isOpen: sql`state in ('queued', 'reading')`,
  onClaim: [sql`state = ${transition("queued", "begin")}`],
  onReturn: [sql`state = ${transition("reading", "return")}`],
};

/**
 * Claims a job to read its source. Returns null while another process has claimed it, or while another sync of the organisation is
 * reading or writing; the job then stays queued.
 */
export async function claimSyncJob(database: Database, id: string): Promise<Claim | null> {
  return inTransaction(database, async (within) => {
    const { rows } = await within.execute<{ organization: number }>(
      sql`select organization_id as organization from sync.jobs where id = ${id}`,
    );
    if (!rows[0]) return null;
    await lockOrganization(within, rows[0].organization);
    const isFree = sql`not exists (
      select 1 from sync.jobs other left join imports.imports i on i.sync_job = other.id
      where other.organization_id = ${rows[0].organization} and other.id <> ${id}
        and (other.state = 'reading' or (other.state = 'released' and i.state in ('importing', 'undoing'))))`;
    return claimRow(within, syncWork, id, isFree);
  });
}

export async function findJob(within: Within, id: string): Promise<StoredSyncJob | null> {
  const { rows } = await within.execute<StoredSyncJob>(sql`select ${jobColumns} from ${jobTables} where j.id = ${id}`);
  return rows[0] ?? null;
}

export async function listJobs(
  within: Within,
  syncId: string,
  { pageNumber, pageSize }: { pageNumber: number; pageSize: number },
): Promise<{ jobs: StoredSyncJob[]; total: number }> {
  const { rows } =
    await within.execute<StoredSyncJob>(sql`select ${jobColumns} from ${jobTables} where j.sync_id = ${syncId}
    order by j.created_at desc, j.id limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`);
  const counted = await within.execute<{ total: number }>(
    sql`select count(*)::int as total from sync.jobs where sync_id = ${syncId}`,
  );
  return { jobs: rows, total: counted.rows[0]?.total ?? 0 };
}

/** The newest job of each sync of an organisation. */
export async function newestJobs(within: Within, organizationId: number): Promise<StoredSyncJob[]> {
  const { rows } = await within.execute<StoredSyncJob>(sql`
    select distinct on (j.sync_id) ${jobColumns} from ${jobTables} where j.organization_id = ${organizationId}
    order by j.sync_id, j.created_at desc, j.id`);
  return rows;
}

type Changes = {
  problem?: StoredSyncJob["problem"];
  counts?: JobCounts;
  roster?: Pick<KnownRoster, "organizations" | "groups">;
};

/** Applies an event of the state machine; false if the job's state does not allow it. */
export async function moveJob(within: Within, id: string, event: JobEvent, changes: Changes = {}): Promise<boolean> {
  const from = statesBefore(event);
  const to = from[0] && transition(from[0], event);
  const { problem, counts, roster } = changes;
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  const { rowCount } = await within.execute(sql`
    update sync.jobs set state = ${to}, ${unclaimed}, problem = coalesce(${json(problem)}::jsonb, problem),
      counts = coalesce(${json(counts)}::jsonb, counts), roster = coalesce(${json(roster)}::jsonb, roster),
      ended_at = case when ${to} in ('queued', 'reading') then null else now() end
    where id = ${id} and state = any (${sql.param(from)}::text[])`);
  return Boolean(rowCount);
}

/** Supersedes earlier runs of the same sync that still wait for a decision. */
export async function supersedeJobs(within: Within, syncId: string, exceptId: string): Promise<void> {
  const { rows } = await within.execute<{ id: string }>(sql`
    update sync.jobs set state = 'superseded' where sync_id = ${syncId} and id <> ${exceptId}
      and state = any (${sql.param(statesBefore("supersede"))}::text[]) returning id`);
  for (const { id } of rows) await log(within, id, "info", "superseded");
}

export async function log(
  within: Within,
  jobId: string,
  level: SyncLog["level"],
  code: string,
  values: SyncLog["values"] = {},
): Promise<void> {
  await within.execute(sql`insert into sync.logs (job_id, level, code, values)
    select ${jobId}, ${level}, ${code}, ${JSON.stringify(values)}::jsonb where exists (select 1 from sync.jobs where id = ${jobId})`);
}

/** Logs several entries, in their order. */
export async function logAll(
  within: Within,
  jobId: string,
  level: SyncLog["level"],
  entries: readonly Pick<SyncLog, "code" | "values">[],
): Promise<void> {
  if (entries.length === 0) return;
  await within.execute(sql`insert into sync.logs (job_id, level, code, values)
    select ${jobId}, ${level}, e.entry ->> 'code', e.entry -> 'values'
    from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) with ordinality e (entry, number)
    where exists (select 1 from sync.jobs where id = ${jobId}) order by e.number`);
}

export async function listLogs(within: Within, jobId: string): Promise<SyncLog[]> {
  const { rows } = await within.execute<SyncLog>(sql`
    select ${moment("l.at")} as at, l.level, l.code, l.values from sync.logs l where l.job_id = ${jobId} order by l.place limit 1000`);
  return rows;
}

/** Deletes jobs and logs older than 90 days. */
export async function purgeJobs(database: Database): Promise<void> {
  await database.execute(sql`delete from sync.jobs where created_at < now() - interval '90 days'`);
}
