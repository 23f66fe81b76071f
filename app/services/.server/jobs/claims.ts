import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";

/**
 * Claims of rows that are work for a background process: jobs, imports, syncs and uploaded books. A row that is open, so waiting or being
 * worked on, belongs to whoever claimed it last, for as long as they send heartbeats. Decision 74.
 *
 * - A claim is lost a minute after its last heartbeat, whatever its process still does. Then any process can claim the row.
 * - A claim sends a heartbeat every ten seconds while its work runs, however long one step takes.
 * - A second notification claims nothing while the first claim holds, and nothing once the row is closed.
 * - Before a process stops, it gives its unfinished rows back, and the next process can claim them at once. Work that cannot be
 *   interrupted is finished, or lost if the process ends before.
 */

/** Seconds after its last heartbeat when a claim is lost. */
const lostAfter = 60;
/** Milliseconds between two heartbeats. */
const heartbeatEvery = 10_000;
/** Milliseconds between two checks whether the process is stopping, for work that does not check itself. */
const stopCheckEvery = 500;
/** Rows that are notified about at once. */
const maxLost = 100;

/** A table of work, with the columns `id`, `created_at` and `beat_at`: when the last heartbeat was; null without a claim. */
export type WorkTable = {
  name: SQL;
  /** Condition on a row: it waits for a process, or one works on it. */
  isOpen: SQL;
  /** Assignments besides `beat_at` when a process claims a row. */
  onClaim: SQL[];
  /** Assignments besides `beat_at` when a process gives a row back. */
  onReturn: SQL[];
};

/** Assignment for a change of state, which ends the claim: in its new state the row can be claimed at once. */
export const unclaimed = sql`beat_at = null`;

/** A claim of one row. */
export type Claim = {
  id: string;
  /** The last heartbeat, which only this claim has sent: whoever finds another value in the row has lost the claim. */
  heartbeat: string;
};

const isSilent = (since: SQL) => sql`${since} < now() - make_interval(secs => ${lostAfter})`;

/**
 * Claims a row.
 * @param isFree a further condition on the row
 * @returns null if another process has it, it is closed or not free, or there is none
 */
export async function claimRow(
  within: Database | Transaction,
  table: WorkTable,
  id: string,
  isFree: SQL = sql`true`,
): Promise<Claim | null> {
  const assignments = sql.join([sql`beat_at = now()`, ...table.onClaim], sql`, `);
  const { rows } = await within.execute<Claim>(sql`
    update ${table.name} set ${assignments}
    where id = ${id} and ${table.isOpen} and (beat_at is null or ${isSilent(sql`beat_at`)}) and ${isFree}
    returning id, beat_at::text as heartbeat`);
  return rows[0] ?? null;
}

/** Ids of rows whose claim is lost, and of those that have waited as long: their notification may be lost. The oldest first. */
export async function findLostRows(database: Database, table: WorkTable): Promise<string[]> {
  const { rows } = await database.execute<{ id: string }>(sql`
    select id from ${table.name} where ${table.isOpen} and ${isSilent(sql`coalesce(beat_at, created_at)`)}
    order by created_at limit ${maxLost}`);
  return rows.map(({ id }) => id);
}

/** Sends a heartbeat. @returns the claim with it; null if the claim is lost or has ended */
async function sendHeartbeat(database: Database, table: WorkTable, { id, heartbeat }: Claim): Promise<Claim | null> {
  const { rows } = await database.execute<Claim>(sql`
    update ${table.name} set beat_at = now() where id = ${id} and beat_at = ${heartbeat}::timestamptz
    returning id, beat_at::text as heartbeat`);
  return rows[0] ?? null;
}

/** Gives a row back, so that the next process can claim it at once; does nothing if the claim is lost. */
async function returnRow(database: Database, table: WorkTable, { id, heartbeat }: Claim): Promise<void> {
  const assignments = sql.join([unclaimed, ...table.onReturn], sql`, `);
  await database.execute(
    sql`update ${table.name} set ${assignments} where id = ${id} and beat_at = ${heartbeat}::timestamptz`,
  );
}

/** What work knows about its claim. */
export type HeldClaim = {
  /** Whether the work must end here, unfinished: the process is stopping or the claim is lost. Checked between two batches. */
  mustStop(): boolean;
  /** Aborted half a second after `mustStop` at the latest, for work that waits for something else. */
  signal: AbortSignal;
  /** Whether another process has the row, so that this one must not write to it any more. */
  isLost(): boolean;
};

/**
 * Runs the work of a claim, sending heartbeats meanwhile.
 * @param options.work returns whether it is finished; an unfinished row is given back
 * @param options.failed stores the error that `work` has thrown; not called if the claim is lost, or has ended with the row's state
 */
export async function holdClaim(options: {
  database: Database;
  table: WorkTable;
  claim: Claim;
  isStopping(): boolean;
  report(error: unknown): void;
  work(held: HeldClaim): Promise<boolean>;
  failed(error: unknown): Promise<void>;
}): Promise<void> {
  const { database, table, isStopping, report } = options;
  const stop = new AbortController();
  let { claim } = options;
  let isTaken = false;
  let lastSent = Date.now();
  let heartbeat: Promise<void> | null = null;
  // The second condition also holds in a process that was suspended, before it learns from the database that it was.
  const isLost = () => isTaken || Date.now() - lastSent > lostAfter * 1000;
  const mustStop = () => stop.signal.aborted || isLost() || isStopping();
  const beat = async () => {
    const sent = Date.now();
    const kept = await sendHeartbeat(database, table, claim);
    if (kept) [claim, lastSent] = [kept, sent];
    else isTaken = true;
  };
  const heartbeats = setInterval(() => {
    heartbeat ??= beat()
      .catch(report)
      .finally(() => {
        heartbeat = null;
      });
  }, heartbeatEvery);
  const stopChecks = setInterval(() => {
    if (mustStop()) stop.abort(new Error(isLost() ? "the claim is lost" : "the process stops"));
  }, stopCheckEvery);
  const end = await options
    .work({ mustStop, signal: stop.signal, isLost })
    .then((isFinished) => ({ isFinished }))
    .catch((error: unknown) => ({ error }));
  clearInterval(heartbeats);
  clearInterval(stopChecks);
  await heartbeat;
  if ("isFinished" in end) {
    if (!end.isFinished) await returnRow(database, table, claim);
    return;
  }
  // The error may come from what the process that has the row now has changed.
  await beat().catch(report);
  if (isLost()) report(end.error);
  else await options.failed(end.error);
}
