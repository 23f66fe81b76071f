import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { addDays, dayIn, type Realm, realmRow } from "~/realms/realm";
import { readingLogPause } from "~/services/contracts/reading-log";
import {
  type GroupReading,
  maxReadingDays,
  maxSittings,
  type ReaderReading,
  type Reading,
  type ReadingPeriodQuery,
  readingDaysShown,
} from "~/services/contracts/reading-statistics";

/** Reading statistics of pupils, from the daily sums and the entries received since. docs/product/reader.md#reading-log. */

/** Days in the country's time zone, both inclusive. */
type ReadingPeriod = { from: string; to: string };

/** A selection of readers: a condition on `uid` and `profile_id` of the log's rows. */
export type Readers = { realm: Realm; condition: SQL };

/** Readers with the given ids (list or subselect); in a family one child profile, or the account's owner. */
export function readersBy(realm: Realm, uids: readonly string[] | SQL, profileId: string): Readers {
  const isAmong = Array.isArray(uids) ? sql`uid = any(${sql.param(uids)}::uuid[])` : sql`uid in ${uids as SQL}`;
  return { realm, condition: sql`${isAmong} and profile_id = ${profileId}::uuid` };
}

/**
 * The days that a call requests: the last four weeks by default, never after today, and within the retention period.
 * @param now time of the call
 */
export function periodOf({ from, to }: ReadingPeriodQuery, realm: Realm, now: Date): ReadingPeriod {
  const today = dayIn(realm, now);
  const end = to && to < today ? to : today;
  const start = from ?? addDays(end, -(readingDaysShown - 1));
  const earliest = addDays(end, -(maxReadingDays - 1));
  const [, begin = start] = [start, earliest].sort();
  const [first = end] = [begin, end].sort();
  return { from: first, to: end };
}

/** Rows of sums and unsummed log entries in the same form, for use as `counted`. */
function countedRows({ realm, condition }: Readers, { from, to }: ReadingPeriod): SQL {
  const day = sql`(at at time zone ${realmRow(realm).timeZone})::date`;
  return sql`
    select uid, day, book_id, language, seconds, first_at, last_at, percentage
    from library.reading_days
    where realm = ${realm} and day between ${from}::date and ${to}::date and ${condition}
    union all
    select uid, ${day}, book_id, language, ${readingLogPause / 1000}, at, at, percentage
    from library.reading_log
    where realm = ${realm} and ${condition} and ${day} between ${from}::date and ${to}::date
      and received_at > coalesce((select summed_to from library.reading_sums where realm = ${realm}), '-infinity')`;
}

type SumRow = {
  what: "all" | "day" | "language" | "book" | "reader";
  value: string | null;
  title: string | null;
  seconds: number;
  books: number;
  days: number;
  readers: number;
  lastDay: string;
  lastAt: string;
};

/** Queries the totals, and the sums by day, language, book and reader, in one statement. */
async function findSums(database: Database, readers: Readers, period: ReadingPeriod): Promise<SumRow[]> {
  const { rows } = await database.execute<SumRow>(sql`
    with counted as (${countedRows(readers, period)}),
    summed as (
      select grouping(day, language, book_id, uid) as sets, day, language, book_id, uid, sum(seconds)::int as seconds,
        count(distinct book_id)::int as books, count(distinct day)::int as days, count(distinct uid)::int as readers,
        max(day)::text as "lastDay", to_json(max(last_at)) #>> '{}' as "lastAt"
      from counted group by grouping sets ((), (day), (language), (book_id), (uid)))
    select case sets when 15 then 'all' when 7 then 'day' when 11 then 'language' when 13 then 'book' else 'reader' end as what,
      coalesce(day::text, summed.language, book_id, uid::text) as value, b.title, seconds, books, days, readers, "lastDay", "lastAt"
    from summed left join library.books b on b.id = summed.book_id
    order by seconds desc, value`);
  return rows;
}

function readingOf(rows: readonly SumRow[], period: ReadingPeriod): Reading {
  const by = (what: SumRow["what"]) => rows.filter((row) => row.what === what);
  const [all] = by("all");
  const secondsByDay = new Map(by("day").map(({ value, seconds }) => [value, seconds]));
  return {
    ...period,
    ...sumsOf(all),
    readers: all?.readers ?? 0,
    byDay: daysOf(period).map((day) => ({ day, minutes: minutesOf(secondsByDay.get(day) ?? 0) })),
    byLanguage: by("language").map(({ value, seconds }) => ({ language: value ?? "", minutes: minutesOf(seconds) })),
    byBook: by("book").map(({ value, title, seconds, readers, lastDay }) => ({
      bookId: value ?? "",
      title: title ?? value ?? "",
      minutes: minutesOf(seconds),
      readers,
      lastDay,
    })),
  };
}

function sumsOf(row: SumRow | undefined): { minutes: number; books: number; days: number } {
  return { minutes: minutesOf(row?.seconds ?? 0), books: row?.books ?? 0, days: row?.days ?? 0 };
}

export async function findReading(database: Database, readers: Readers, period: ReadingPeriod): Promise<Reading> {
  return readingOf(await findSums(database, readers, period), period);
}

/** @param pupils all pupils of the class, in display order */
export async function findGroupReading(
  database: Database,
  readers: Readers,
  period: ReadingPeriod,
  pupils: ReadonlyArray<{ uid: string; name: string }>,
): Promise<GroupReading> {
  const rows = await findSums(database, readers, period);
  const byUid = new Map(rows.filter(({ what }) => what === "reader").map((row) => [row.value, row]));
  const byReader = pupils.map(({ uid, name }) => {
    const row = byUid.get(uid);
    return { uid, name, ...sumsOf(row), lastAt: row ? new Date(row.lastAt).toISOString() : null };
  });
  return { ...readingOf(rows, period), byReader };
}

export async function findReaderReading(
  database: Database,
  readers: Readers,
  period: ReadingPeriod,
): Promise<ReaderReading> {
  type Row = Omit<ReaderReading["sittings"][number], "minutes"> & { seconds: number };
  const [rows, sittings] = await Promise.all([
    findSums(database, readers, period),
    database.execute<Row>(sql`
      with counted as (${countedRows(readers, period)})
      select day::text as day, book_id as "bookId", coalesce(b.title, book_id) as title, counted.language,
        sum(seconds)::int as seconds, to_json(min(first_at)) #>> '{}' as "firstAt", to_json(max(last_at)) #>> '{}' as "lastAt",
        max(percentage) as percentage
      from counted left join library.books b on b.id = counted.book_id
      group by day, book_id, b.title, counted.language
      order by day desc, max(last_at) desc limit ${maxSittings}`),
  ]);
  return {
    ...readingOf(rows, period),
    sittings: sittings.rows.map(({ seconds, firstAt, lastAt, ...row }) => ({
      ...row,
      minutes: minutesOf(seconds),
      firstAt: new Date(firstAt).toISOString(),
      lastAt: new Date(lastAt).toISOString(),
    })),
  };
}

/** Any reading counts as at least one minute. */
function minutesOf(seconds: number): number {
  return seconds === 0 ? 0 : Math.max(1, Math.round(seconds / 60));
}

function daysOf({ from, to }: ReadingPeriod): string[] {
  const days: string[] = [];
  for (let day = to; day >= from && days.length < maxReadingDays; day = addDays(day, -1)) days.push(day);
  return days.reverse();
}
