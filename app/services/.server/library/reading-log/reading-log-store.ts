import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { Database, Transaction } from "~/db/.server/connect";
import { prepared } from "~/db/.server/prepared";
import { inTransaction } from "~/db/.server/transaction";
import { type Realm, realmRow } from "~/realms/realm";
import { retentionOf } from "~/realms/retention";
import { noProfile, type ReaderKey } from "~/services/.server/directory/people/reader-profile";
import { type readingLogEntrySchema, readingLogPause } from "~/services/contracts/reading-log";

/** The reading log and its daily sums. docs/product/reader.md#reading-log. */

type Entry = z.output<typeof readingLogEntrySchema>;

/** One statement for any number of entries. Corrects an entry's time by the difference of the clocks; it is never in the future. */
const insertEntries = prepared<Record<string, never>>(
  "reading-log-insert",
  sql`
    insert into library.reading_log
      (realm, uid, profile_id, session_id, sent_timestamp, at, book_id, device_id, percentage, page, language, source)
    select ${sql.placeholder("realm")}, ${sql.placeholder("uid")}::uuid, ${sql.placeholder("profileId")}::uuid,
      entry."sessionId", entry.timestamp, entry.at, entry."bookId", entry."deviceId",
      case when entry.percentage > 1 then entry.percentage / 100 else entry.percentage end,
      (entry.location ->> 'page')::integer, coalesce(entry.language, ''), entry.source
    from (
      select sent.*,
        least(now(), to_timestamp(sent.timestamp + coalesce(extract(epoch from now()) - ${sql.placeholder("sentAt")}::float8, 0))) as at
      from jsonb_to_recordset(${sql.placeholder("entries")}::jsonb) as sent (
        "bookId" text, "sessionId" text, "deviceId" text, percentage real, timestamp bigint, source text, location jsonb, language text
      )
    ) entry
    where entry.at > now() - make_interval(days => ${sql.placeholder("days")}::integer)
      and exists (select 1 from library.catalogue
        where catalogue.realm = ${sql.placeholder("realm")} and catalogue.book_id = entry."bookId")
    on conflict do nothing
    returning 1`,
);

/**
 * Stores entries of the reading log.
 * @param sentAt seconds since 1970 by the sender's clock when the entries were sent; null if unknown
 * @returns the number of new entries
 */
export async function insertReadingLog(
  database: Database,
  { realm, uid, profileId }: ReaderKey & { realm: Realm },
  entries: readonly Entry[],
  sentAt: number | null,
): Promise<number> {
  const { readingLogDays: days } = retentionOf(realm);
  const values = { realm, uid, profileId, sentAt, days, entries: JSON.stringify(entries) };
  return (await insertEntries(database, values)).length;
}

/** Milliseconds after which an entry's transaction has certainly ended, so that the entry can be summed. */
const settledAfter = 60_000;

/** Adds entries received since the last run to the daily sums. Safe to run repeatedly and concurrently: no entry is added twice. */
export async function sumReadingDays(database: Database, realm: Realm, now: Date): Promise<void> {
  const upTo = new Date(now.getTime() - settledAfter).toISOString();
  await inTransaction(database, async (transaction) => {
    await transaction.execute(
      sql`insert into library.reading_sums (realm, summed_to) values (${realm}, '-infinity') on conflict do nothing`,
    );
    const { rows } = await transaction.execute<{ from: string }>(
      sql`select summed_to::text as from from library.reading_sums where realm = ${realm} for update`,
    );
    const from = rows[0]?.from ?? "-infinity";
    await transaction.execute(sql`
      insert into library.reading_days as stored (realm, uid, profile_id, day, book_id, language, seconds, first_at, last_at, percentage)
      select realm, uid, profile_id, (at at time zone ${realmRow(realm).timeZone})::date as day, book_id, language,
        count(*) * ${readingLogPause / 1000}, min(at), max(at), max(percentage)
      from library.reading_log
      where realm = ${realm} and received_at > ${from}::timestamptz and received_at <= ${upTo}::timestamptz
      group by realm, uid, profile_id, day, book_id, language
      on conflict (realm, uid, profile_id, day, book_id, language) do update set
        seconds = stored.seconds + excluded.seconds,
        first_at = least(stored.first_at, excluded.first_at), last_at = greatest(stored.last_at, excluded.last_at),
        percentage = greatest(stored.percentage, excluded.percentage)`);
    await transaction.execute(
      sql`update library.reading_sums set summed_to = greatest(summed_to, ${upTo}::timestamptz) where realm = ${realm}`,
    );
  });
}

/** A daily sum; `day` in ISO 8601. The reading ended at `lastAt`. */
export type ReadingDay = {
  uid: string;
  day: string;
  bookId: string;
  language: string;
  seconds: number;
  lastAt: string;
};

/** Seed data: adds daily sums without log entries. Existing sums stay. */
export async function addReadingDays(database: Database, realm: Realm, days: readonly ReadingDay[]): Promise<void> {
  await database.execute(sql`
    insert into library.reading_days (realm, uid, profile_id, day, book_id, language, seconds, first_at, last_at, percentage)
    select ${realm}, uid, ${noProfile}::uuid, day, "bookId", language, seconds, "lastAt" - make_interval(secs => seconds), "lastAt", 0.5
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as read (
      uid uuid, day date, "bookId" text, language text, seconds integer, "lastAt" timestamptz)
    on conflict do nothing`);
}

/** Deletes entries and sums after the realm's retention time. */
export async function purgeReadingLog(database: Database, realm: Realm, now: Date): Promise<void> {
  const { readingLogDays, readingMonths } = retentionOf(realm);
  const moment = now.toISOString();
  await database.execute(sql`
    delete from library.reading_log
    where realm = ${realm} and received_at < ${moment}::timestamptz - make_interval(days => ${readingLogDays})
      and received_at <= (select summed_to from library.reading_sums where realm = ${realm})`);
  await database.execute(sql`
    delete from library.reading_days
    where realm = ${realm} and day < (${moment}::timestamptz - make_interval(months => ${readingMonths}))::date`);
}

/** Deletes the reading log of erased people, or of one child profile of a family. */
export async function eraseReadingLog(
  database: Database | Transaction,
  realm: Realm,
  uids: readonly string[],
  profileId: string | null = null,
): Promise<void> {
  const ofProfile = profileId === null ? sql`` : sql`and profile_id = ${profileId}::uuid`;
  for (const table of [sql`library.reading_log`, sql`library.reading_days`])
    await database.execute(
      sql`delete from ${table} where realm = ${realm} and uid = any(${sql.param(uids)}::uuid[]) ${ofProfile}`,
    );
}
