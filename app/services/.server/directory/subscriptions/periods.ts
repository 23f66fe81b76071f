import { eq, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { periodTrials, subscriptionPeriods } from "~/services/.server/directory/tables";
import { fillMessage, formMessages } from "~/services/contracts/form-messages";
import { conflict, notFound, staleVersion } from "~/services/contracts/service-error";

/** Subscription periods: which subscriptions a person or organisation has, and until when. Days are ISO 8601; the last one is inclusive. */

/** SQL condition: whether `directory.subscription_periods p` runs today. */
export const isPeriodRunningSql: SQL = sql`(p.starts_on <= directory.day_in(p.realm) and (p.ends_on is null or p.ends_on >= directory.day_in(p.realm)))`;

/** The owner of a period: row id, and uid for the audit log. */
export type PeriodOwner = { kind: "user" | "organization"; id: number; uid: string };

export type PeriodWrite = {
  /** The period to update; absent: creates a new one. */
  legacyId?: number | undefined;
  /** Version that the caller read; absent: any. */
  version?: number | undefined;
  type: string;
  startsOn: string;
  /** null: no end. */
  endsOn: string | null;
  /** true: the owner's trial, which each owner has only once. Absent: unchanged. */
  trial?: boolean;
};

/** The user who writes the period; uid is null for changes by a payment. */
type PeriodWriter = {
  realm: Realm;
  uid: string | null;
  actorUid: string | null;
  requestId: string;
  ipAddress: string | null;
};

/**
 * Creates or changes a period, with its audit entry. All writes of periods, by super users and by payment, use this function.
 * docs/product/choices.md#who-and-where.
 * @returns its legacyId
 * @throws ServiceError 404 if the period is not the owner's, 412 if it has another version, 409 if it overlaps with another of the
 * same type; database errors for an unknown type, an end before the start, a second trial, and a family's second period (`subscription_periods_one_a_family`)
 */
export async function writePeriod(
  within: Transaction,
  by: PeriodWriter,
  owner: PeriodOwner,
  { legacyId, version, type, startsOn, endsOn, trial }: PeriodWrite,
): Promise<number> {
  await lockOwner(within, owner);
  if (legacyId !== undefined && version !== undefined) await refuseStale(within, legacyId, version);
  await refuseOverlap(within, owner, { legacyId, type, startsOn, endsOn });
  const ids = ownerIds(owner);
  const values = { type, startsOn, endsOn, updatedAt: sql`now()`, ...(trial === undefined ? {} : { trial }) };
  if (trial) await within.insert(periodTrials).values({ realm: by.realm, ...ids });
  const [row] =
    legacyId === undefined
      ? await within
          .insert(subscriptionPeriods)
          .values({ realm: by.realm, ...ids, ...values })
          .returning({ legacyId: subscriptionPeriods.legacyId })
      : await within
          .update(subscriptionPeriods)
          .set({ ...values, version: sql`${subscriptionPeriods.version} + 1` })
          .where(sql`${eq(subscriptionPeriods.legacyId, legacyId)} and ${isOwners(owner)}`)
          .returning({ legacyId: subscriptionPeriods.legacyId });
  if (!row) throw notFound();
  await writeAudit(within, by, [
    {
      action: legacyId === undefined ? "period.created" : "period.changed",
      ...subject(owner),
      details: { period: row.legacyId, type, startsOn, endsOn, ...(trial ? { trial } : {}) },
    },
  ]);
  return row.legacyId;
}

/** @returns false if the owner has no such period, whether it was deleted or belongs to another owner */
export async function deletePeriod(
  within: Transaction,
  by: PeriodWriter,
  owner: PeriodOwner,
  legacyId: number,
): Promise<boolean> {
  const [deleted] = await within
    .delete(subscriptionPeriods)
    .where(sql`${eq(subscriptionPeriods.legacyId, legacyId)} and ${isOwners(owner)}`)
    .returning();
  if (!deleted) return false;
  const { type, startsOn, endsOn } = deleted;
  await writeAudit(within, by, [
    { action: "period.deleted", ...subject(owner), details: { period: legacyId, type, startsOn, endsOn } },
  ]);
  return true;
}

/** Whether the owner once had this period, according to the audit log. */
export async function wasDeletedPeriodOf(within: Transaction, owner: PeriodOwner, legacyId: number): Promise<boolean> {
  const { rows } = await within.execute(sql`
    select 1 from directory.audit where subject_type = ${owner.kind} and subject_uid = ${owner.uid}
      and action = 'period.deleted' and details ->> 'period' = ${String(legacyId)} limit 1`);
  return rows.length > 0;
}

function ownerIds({ kind, id }: PeriodOwner) {
  return kind === "user" ? { userId: id, organizationId: null } : { userId: null, organizationId: id };
}

function isOwners({ kind, id }: PeriodOwner): SQL {
  return eq(kind === "user" ? subscriptionPeriods.userId : subscriptionPeriods.organizationId, id);
}

function subject({ kind, uid }: PeriodOwner) {
  return { subjectType: kind, subjectUid: uid, organizationUid: kind === "organization" ? uid : null };
}

/** Serialises writes of one owner's periods, so that neither write misses an overlap with the other. */
async function lockOwner(within: Transaction, { kind, id }: PeriodOwner): Promise<void> {
  const owners = kind === "user" ? sql`directory.users` : sql`directory.organizations`;
  await within.execute(sql`select 1 from ${owners} where id = ${id} for no key update`);
}

/** The caller holds the owner's lock, so the version cannot change between this check and the write. */
async function refuseStale(within: Transaction, legacyId: number, version: number): Promise<void> {
  const [stored] = await within
    .select({ version: subscriptionPeriods.version })
    .from(subscriptionPeriods)
    .where(eq(subscriptionPeriods.legacyId, legacyId));
  if (stored && stored.version !== version) throw staleVersion();
}

async function refuseOverlap(
  within: Transaction,
  owner: PeriodOwner,
  { legacyId, type, startsOn, endsOn }: PeriodWrite,
): Promise<void> {
  const { rows } = await within.execute<{ start: string; end: string | null }>(sql`
    select starts_on::text as start, ends_on::text as end from directory.subscription_periods
    where ${isOwners(owner)} and type = ${type} and legacy_id is distinct from ${legacyId ?? null}
      and daterange(starts_on, ends_on, '[]') && daterange(${startsOn}, ${endsOn}, '[]')
    order by starts_on desc limit 1`);
  const [other] = rows;
  if (!other) return;
  const detail =
    startsOn < other.start
      ? { attribute: "end", reason: fillMessage("before", { date: other.start }) }
      : other.end === null
        ? { attribute: "start", reason: fillMessage("before", { date: other.start }) }
        : { attribute: "start", reason: fillMessage("after", { date: other.end }) };
  throw conflict(formMessages.conflict, [detail]);
}

/** Whether the owner has ever had a trial, even if its period was deleted. */
export async function hadTrial(database: Database, { kind, id }: Omit<PeriodOwner, "uid">): Promise<boolean> {
  const owner = kind === "user" ? periodTrials.userId : periodTrials.organizationId;
  const had = await database.select({ takenAt: periodTrials.takenAt }).from(periodTrials).where(eq(owner, id));
  return had.length > 0;
}

export async function findPeriodsOfUser(
  within: Database | Transaction,
  userId: number,
): Promise<Array<{ legacyId: number; type: string; startsOn: string; endsOn: string | null }>> {
  const { rows } = await within.execute<{
    legacyId: number;
    type: string;
    startsOn: string;
    endsOn: string | null;
  }>(sql`
    select legacy_id as "legacyId", type, starts_on::text as "startsOn", ends_on::text as "endsOn"
    from directory.subscription_periods where user_id = ${userId}
    order by ends_on desc nulls first, legacy_id desc`);
  return rows;
}

/** Trials of families that end within some days, counted from today in the country. The last day is inclusive. */
export async function findEndingTrials(
  database: Database,
  realm: Realm,
  days: number,
): Promise<Array<{ uid: string; endsOn: string }>> {
  const { rows } = await database.execute<{ uid: string; endsOn: string }>(sql`
    select u.uid, p.ends_on::text as "endsOn" from directory.subscription_periods p
    join directory.users u on u.id = p.user_id and u.status = 'active'
    where p.realm = ${realm} and p.trial and p.ends_on between directory.day_in(${realm}) and directory.day_in(${realm}) + ${days}::int`);
  return rows;
}
