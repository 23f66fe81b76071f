import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { prepared } from "~/db/.server/prepared";
import { addDays, type Realm, realmRow } from "~/realms/realm";
import type { ReaderKey } from "~/services/.server/directory/people/reader-profile";
import { type ReadingWeek, readingLogPause } from "~/services/contracts/reading-log";

/** A reader's last seven days, from the daily sums and the entries received since. docs/product/reader.md#reading-log. */

/** Maximum length of a streak of days; longer streaks are reported as this. */
const longestRow = 60;

type ReadDay = { day: string; seconds: number; books: string[] };

const queryDays = prepared<ReadDay>(
  "reading-days",
  sql`
    with counted as (
      select day, book_id, seconds from library.reading_days
      where realm = ${sql.placeholder("realm")} and uid = ${sql.placeholder("uid")}::uuid
        and profile_id = ${sql.placeholder("profileId")}::uuid and day > ${sql.placeholder("since")}::date
      union all
      select (at at time zone ${sql.placeholder("zone")})::date, book_id, ${sql.raw(String(readingLogPause / 1000))}
      from library.reading_log
      where realm = ${sql.placeholder("realm")} and uid = ${sql.placeholder("uid")}::uuid
        and profile_id = ${sql.placeholder("profileId")}::uuid
        and received_at > coalesce(
          (select summed_to from library.reading_sums where realm = ${sql.placeholder("realm")}), '-infinity')
    )
    select day::text as day, sum(seconds)::integer as seconds, array_agg(distinct book_id) as books
    from counted where day > ${sql.placeholder("since")}::date group by day order by day`,
);

export async function findReadingWeek(
  database: Database,
  { realm, uid, profileId }: ReaderKey & { realm: Realm },
  now: Date,
): Promise<ReadingWeek> {
  const zone = realmRow(realm).timeZone;
  const today = dayIn(zone, now);
  const since = addDays(today, -longestRow);
  return weekOf(await queryDays(database, { realm, uid, profileId, zone, since }), today);
}

/** @param today last day of the week, in the form of the rows' days: `2026-01-31` */
export function weekOf(read: readonly ReadDay[], today: string): ReadingWeek {
  const byDay = new Map(read.map((row) => [row.day, row]));
  const days = [6, 5, 4, 3, 2, 1, 0].map((ago) => {
    const day = addDays(today, -ago);
    return { day, minutes: minutesOf(byDay.get(day)?.seconds ?? 0) };
  });
  const ofWeek = days.flatMap(({ day }) => byDay.get(day) ?? []);
  // Not having read yet today does not break the streak.
  const from = byDay.has(today) ? 0 : 1;
  let daysInARow = 0;
  while (byDay.has(addDays(today, -(from + daysInARow)))) daysInARow += 1;
  return {
    days,
    minutes: minutesOf(ofWeek.reduce((sum, { seconds }) => sum + seconds, 0)),
    books: new Set(ofWeek.flatMap(({ books }) => books)).size,
    daysInARow,
  };
}

/** Any reading counts as at least one minute. */
function minutesOf(seconds: number): number {
  return seconds === 0 ? 0 : Math.max(1, Math.round(seconds / 60));
}

function dayIn(timeZone: string, moment: Date): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(moment);
}
