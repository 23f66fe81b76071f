import { and, asc, count, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Realm } from "~/realms/realm";
import type { JobRequest } from "~/services/contracts/jobs";
import type { WorkTable } from "./claims";
import { fileParts, jobs, type StateBefore, targets } from "./tables";

/** Storage of jobs: request, progress, result of each row, and file. */

export type StoredJob = typeof jobs.$inferSelect;
export type Target = typeof targets.$inferSelect;

/** Hours for which a job and its file are available; one hour if the file contains passwords or badges. */
const retention = { file: 24, secret: 1, other: 24 * 7 };

function retentionHours(request: JobRequest): number {
  if (request.kind === "passwords" || request.kind === "badges") return retention.secret;
  return request.kind === "export" ? retention.file : retention.other;
}

type NewJob = {
  realm: Realm;
  request: JobRequest;
  startedBy: string;
  actor: string | null;
  isSecure: boolean;
  origin: string;
};

export async function insertJob(database: Database, job: NewJob): Promise<StoredJob> {
  const [made] = await database
    .insert(jobs)
    .values({
      ...job,
      kind: job.request.kind,
      expiresAt: sql`now() + make_interval(hours => ${retention.other})`,
    })
    .returning();
  if (!made) throw new Error("the new job was not returned");
  return made;
}

const notDeleted = sql`${jobs.expiresAt} > now()`;

/** A user's own job; null if it belongs to another user or has expired. */
export async function findOwnJob(
  database: Database,
  owner: { realm: Realm; uid: string },
  id: string,
): Promise<StoredJob | null> {
  const own = and(eq(jobs.id, id), eq(jobs.realm, owner.realm), eq(jobs.startedBy, owner.uid), notDeleted);
  return (await database.select().from(jobs).where(own))[0] ?? null;
}

export type Paging = { pageNumber: number; pageSize: number };

/** Newest first. */
export async function listOwnJobs(
  database: Database,
  owner: { realm: Realm; uid: string },
  { pageNumber, pageSize }: Paging,
): Promise<{ jobs: StoredJob[]; total: number }> {
  const own = and(eq(jobs.realm, owner.realm), eq(jobs.startedBy, owner.uid), notDeleted);
  const [counted] = await database.select({ total: count() }).from(jobs).where(own);
  const rows = await database
    .select()
    .from(jobs)
    .where(own)
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize);
  return { jobs: rows, total: counted?.total ?? 0 };
}

/** Rows in order, optionally filtered by `outcome`. */
export async function listTargets(
  database: Database,
  jobId: string,
  { pageNumber, pageSize, outcome }: Paging & { outcome?: Target["outcome"] | undefined },
): Promise<{ targets: Target[]; total: number }> {
  const wanted = and(eq(targets.jobId, jobId), outcome ? eq(targets.outcome, outcome) : undefined);
  const [counted] = await database.select({ total: count() }).from(targets).where(wanted);
  const rows = await database
    .select()
    .from(targets)
    .where(wanted)
    .orderBy(asc(targets.place))
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize);
  return { targets: rows, total: counted?.total ?? 0 };
}

/** Requests cancellation; false if the job has already ended. */
export async function requestCancellation(database: Database, id: string): Promise<boolean> {
  const updated = await database
    .update(jobs)
    .set({
      isCancelAsked: true,
      state: sql`case when state = 'waiting' then 'cancelled' else state end`,
      endedAt: sql`case when state = 'waiting' then now() end`,
    })
    .where(and(eq(jobs.id, id), sql`${jobs.state} in ('waiting', 'running')`))
    .returning({ id: jobs.id });
  return updated.length > 0;
}

/** Jobs as work that processes claim. */
export const jobWork: WorkTable = {
  name: sql`jobs.jobs`,
  isOpen: sql`state in ('waiting', 'running')`,
  onClaim: [sql`state = 'running'`],
  onReturn: [sql`state = 'waiting'`],
};

/** Reads the job of any user, for the worker, which knows only the id. */
export async function readJob(database: Database, id: string): Promise<StoredJob | null> {
  return (await database.select().from(jobs).where(eq(jobs.id, id)))[0] ?? null;
}

/** Stores progress. Returns whether cancellation was requested. */
export async function reportProgress(
  database: Database,
  id: string,
  progress: { total?: number; done: number; refused?: number },
): Promise<{ isCancelAsked: boolean }> {
  const [row] = await database
    .update(jobs)
    .set(progress)
    .where(eq(jobs.id, id))
    .returning({ isCancelAsked: jobs.isCancelAsked });
  return { isCancelAsked: row?.isCancelAsked ?? true };
}

export type JobEnd = {
  state: "done" | "failed" | "cancelled";
  error?: string;
  file?: { name: string; type: string; size: number };
  /** Additional writes in the same transaction, e.g. an audit entry; if it fails, the file is not available. */
  note?: (within: Transaction) => Promise<void>;
};

export async function endJob(database: Database, job: Pick<StoredJob, "id" | "request">, end: JobEnd): Promise<void> {
  const hours = end.file ? retentionHours(job.request) : retention.other;
  await inTransaction(database, async (within) => {
    await within
      .update(jobs)
      .set({
        state: end.state,
        error: end.error ?? null,
        fileName: end.file?.name ?? null,
        fileType: end.file?.type ?? null,
        fileSize: end.file?.size ?? null,
        endedAt: sql`now()`,
        expiresAt: sql`now() + make_interval(hours => ${hours})`,
      })
      .where(eq(jobs.id, job.id));
    await within.update(targets).set({ secret: null }).where(eq(targets.jobId, job.id));
    await end.note?.(within);
  });
}

/**
 * Stores the rows of a bulk action, unless already stored.
 * @param selected a statement that selects uid and name in order
 * @param chosen uids that were selected individually; those missing from `selected` become refused rows, so that each has a result
 * @returns the number of rows
 */
export async function fixTargets(
  database: Database,
  jobId: string,
  selected: SQL,
  chosen: readonly string[],
): Promise<number> {
  return inTransaction(database, async (all) => {
    const [before] = await all.select({ total: count() }).from(targets).where(eq(targets.jobId, jobId));
    if (before && before.total > 0) return before.total;
    const { rowCount: inserted } = await all.execute(sql`
      insert into jobs.targets (job_id, place, uid, name)
      select ${jobId}, row_number() over (), found.uid, found.name from (${selected}) found`);
    if (chosen.length === 0) return inserted ?? 0;
    const { rowCount: gone } = await all.execute(sql`
      insert into jobs.targets (job_id, place, uid, outcome, reason)
      select ${jobId}, ${inserted ?? 0}::int + row_number() over (order by gone.nth), gone.uid, 'refused', 'not_found'
      from (
        select text::uuid as uid, min(nth) as nth
        from jsonb_array_elements_text(${JSON.stringify(chosen)}::jsonb) with ordinality as c(text, nth) group by 1) gone
      where not exists (select 1 from jobs.targets t where t.job_id = ${jobId} and t.uid = gone.uid)`);
    return (inserted ?? 0) + (gone ?? 0);
  });
}

export async function waitingTargets(database: Database, jobId: string, limit: number): Promise<Target[]> {
  return database
    .select()
    .from(targets)
    .where(and(eq(targets.jobId, jobId), eq(targets.outcome, "waiting")))
    .orderBy(asc(targets.place))
    .limit(limit);
}

export type TargetResult = {
  place: number;
  outcome: "done" | "refused";
  reason?: string;
  secret?: Buffer;
  before?: StateBefore;
};

export async function writeResults(
  within: Pick<Database, "execute">,
  jobId: string,
  results: TargetResult[],
): Promise<void> {
  if (results.length === 0) return;
  const rows = JSON.stringify(
    results.map((result) => ({
      ...result,
      secret: result.secret?.toString("hex") ?? null,
      reason: result.reason ?? null,
      before: result.before ?? null,
    })),
  );
  await within.execute(sql`
    update jobs.targets t set outcome = r.outcome, reason = r.reason, secret = decode(r.secret, 'hex'), before = r.before
    from jsonb_to_recordset(${rows}::jsonb) as r (place integer, outcome text, reason text, secret text, before jsonb)
    where t.job_id = ${jobId} and t.place = r.place`);
}

export async function countResults(database: Database, jobId: string): Promise<{ done: number; refused: number }> {
  const { rows } = await database.execute<{ done: number; refused: number }>(sql`
    select count(*) filter (where outcome <> 'waiting')::int as done,
      count(*) filter (where outcome = 'refused')::int as refused
    from jobs.targets where job_id = ${jobId}`);
  return rows[0] ?? { done: 0, refused: 0 };
}

/** The changes of a job's successful rows, by uid. */
export async function findDone(
  database: Database,
  jobId: string,
  uids: readonly string[],
): Promise<Map<string, StateBefore | null>> {
  const rows = await database
    .select({ uid: targets.uid, before: targets.before })
    .from(targets)
    .where(and(eq(targets.jobId, jobId), eq(targets.outcome, "done"), inArray(targets.uid, [...uids])));
  return new Map(rows.map(({ uid, before }) => [uid, before]));
}

/** Rows that have an encrypted secret, in order. */
export async function sealedTargets(database: Database, jobId: string): Promise<Target[]> {
  return database
    .select()
    .from(targets)
    .where(and(eq(targets.jobId, jobId), sql`${targets.secret} is not null`))
    .orderBy(asc(targets.place));
}

/** Deletes the file parts of an earlier attempt. */
export async function clearFile(database: Database, jobId: string): Promise<void> {
  await database.delete(fileParts).where(eq(fileParts.jobId, jobId));
}

export async function writeFilePart(database: Database, jobId: string, place: number, bytes: Buffer): Promise<void> {
  await database.insert(fileParts).values({ jobId, place, bytes });
}

export async function readFilePart(
  database: Database,
  jobId: string,
  place: number,
): Promise<{ bytes: Buffer; isLast: boolean } | null> {
  const rows = await database
    .select({ place: fileParts.place, bytes: fileParts.bytes })
    .from(fileParts)
    .where(and(eq(fileParts.jobId, jobId), eq(fileParts.place, place)));
  if (!rows[0]) return null;
  const [next] = await database
    .select({ place: fileParts.place })
    .from(fileParts)
    .where(and(eq(fileParts.jobId, jobId), eq(fileParts.place, place + 1)));
  return { bytes: rows[0].bytes, isLast: !next };
}

/** Deletes expired jobs with their rows and files. */
export async function purgeExpiredJobs(database: Database): Promise<number> {
  const { rowCount } = await database.execute(
    sql`delete from jobs.jobs where expires_at < now() and state not in ('waiting', 'running')`,
  );
  return rowCount ?? 0;
}
