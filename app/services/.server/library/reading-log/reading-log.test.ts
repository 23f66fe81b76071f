import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { countQueries } from "#tests/support/callers";
import { type LibraryScene, libraryScene, readerUid, readerWith } from "#tests/support/library-scene";
import { runEndpoint } from "#tests/support/run-endpoint";
import type { Database } from "~/db/.server/connect";
import type { Caller } from "~/services/.server/directory/caller";
import { type ReadingLogEntry, readingLogContracts } from "~/services/contracts/reading-log";
import { eraseReadingLog, purgeReadingLog, sumReadingDays } from "./reading-log-store";

let scene: LibraryScene;
let database: Database;
let bookId: string;

beforeAll(async () => {
  scene = await libraryScene();
  database = scene.databases.eu;
  bookId = await scene.addBook("logged");
});

const seconds = () => Math.floor(Date.now() / 1000);
const entry = (change: Partial<ReadingLogEntry> = {}): ReadingLogEntry => ({
  bookId,
  sessionId: "opening",
  deviceId: "tablet",
  percentage: 0.5,
  timestamp: seconds(),
  source: "bookshelf-web",
  location: { type: "FlowableBookLocation", percentage: 0.5 },
  language: "sv",
  ...change,
});

async function add(entries: ReadingLogEntry[], { sentAt, by = readerWith() }: { sentAt?: number; by?: Caller } = {}) {
  const body = readingLogContracts.addReadingLog.body.parse(entries);
  const headers = sentAt === undefined ? {} : { "x-sent-at": sentAt };
  const input = { params: undefined, query: undefined, headers, body };
  return (await runEndpoint(scene.library.service.endpoints.addReadingLog, input, by)).body.stored;
}
async function rowsOf(session: string) {
  const { rows } = await database.execute<{ at: Date; percentage: number; page: number | null }>(
    sql`select at, percentage, page from library.reading_log where session_id = ${session} order by sent_timestamp`,
  );
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

describe("entries of the reading log", () => {
  test("given many entries in one call, then one statement stores them, and an entry sent twice is stored once", async () => {
    const entries = [0, 3, 6].map((later) => entry({ sessionId: "once", timestamp: seconds() - 10 + later }));
    expect(await countQueries(database, () => add(entries))).toBe(1);
    expect(await add([...entries, entry({ sessionId: "once", timestamp: seconds() })])).toBe(1);
    expect(await rowsOf("once")).toHaveLength(4);
  });

  test("given a device whose clock is a day wrong, then the times are corrected and never later than now", async () => {
    const now = Date.now();
    for (const [session, shift] of [
      ["ahead", 86_400],
      ["behind", -86_400],
    ] as const) {
      await add([entry({ sessionId: session, timestamp: seconds() + shift - 60 })], { sentAt: seconds() + shift });
      const [row] = await rowsOf(session);
      expect(Math.abs((row?.at.getTime() ?? 0) - (now - 60_000))).toBeLessThan(5000);
    }
    await add([entry({ sessionId: "future", timestamp: seconds() + 86_400 })]);
    expect((await rowsOf("future"))[0]?.at.getTime()).toBeLessThanOrEqual(Date.now() + 1000);
  });

  test("given a page of a fixed-layout book or a percentage up to 100, then stores the page or a fraction", async () => {
    await add(
      [
        entry({ sessionId: "forms", timestamp: 1, location: { type: "FixedBookLocation", page: 7 } }),
        entry({ sessionId: "forms", timestamp: 2, percentage: 42, location: undefined }),
      ],
      { sentAt: 5 },
    );
    expect(await rowsOf("forms")).toEqual([
      expect.objectContaining({ page: 7, percentage: 0.5 }),
      expect.objectContaining({ page: null, percentage: expect.closeTo(0.42) }),
    ]);
  });

  test("given a book that is not offered in the country or an entry older than the retention, then ignores it", async () => {
    const old = seconds() - 31 * 86_400;
    const stored = await add([
      entry({ sessionId: "over", bookId: "unknown" }),
      entry({ sessionId: "over", timestamp: old }),
    ]);
    expect(stored).toBe(0);
  });

  test("given a user who impersonates the reader, then returns 403 and stores nothing", async () => {
    await expect(add([entry({ sessionId: "acting" })], { by: readerWith({}, "somebody") })).rejects.toMatchObject({
      status: 403,
    });
    expect(await rowsOf("acting")).toEqual([]);
  });

  test("given a body without entries, with an invalid entry or with more than 500 entries, then rejects it", () => {
    const { body } = readingLogContracts.addReadingLog;
    for (const wrong of [{}, [], [{ ...entry(), timestamp: "now" }], Array.from({ length: 501 }, () => entry())])
      expect(body.safeParse(wrong).success).toBe(false);
  });
});

test("given entries, then sums each once by local day, and deletes entries and sums after their retention", async () => {
  const own = await libraryScene();
  const id = await own.addBook("summed");
  const eu = own.databases.eu;
  const insert = (session: string, count: number, at: string, received = at) =>
    eu.execute(sql`insert into library.reading_log
      (realm, uid, session_id, sent_timestamp, at, received_at, book_id, device_id, percentage, language, source)
      select 'se', ${readerUid}, ${session}, n, ${at}::timestamptz + make_interval(secs => 3 * n), ${received}::timestamptz,
        ${id}, 'd', n / 1000.0, 'sv', 's' from generate_series(1, ${count}::integer) n`);
  // 22:59:57 UTC is 23:59:57 in Sweden: nine of the entries belong to the 10th.
  await insert("evening", 20, "2026-01-10T22:59:30Z");
  await insert("morning", 20, "2026-01-11T08:00:00Z");
  const now = new Date("2026-01-12T00:00:00Z");
  const days = async () =>
    (
      await eu.execute<{ day: string; seconds: number }>(
        sql`select day::text, seconds from library.reading_days where realm = 'se' order by day`,
      )
    ).rows;
  await Promise.all([sumReadingDays(eu, "se", now), sumReadingDays(eu, "se", now)]);
  expect(await days()).toEqual([
    { day: "2026-01-10", seconds: 27 },
    { day: "2026-01-11", seconds: 93 },
  ]);
  // Read offline on the first day and received on the third.
  await insert("late", 10, "2026-01-10T10:00:00Z", "2026-01-12T10:00:00Z");
  await sumReadingDays(eu, "se", new Date("2026-01-12T11:00:00Z"));
  expect((await days())[0]).toEqual({ day: "2026-01-10", seconds: 57 });

  await purgeReadingLog(eu, "se", new Date("2026-02-20T00:00:00Z"));
  const raw = await eu.execute(sql`select 1 from library.reading_log where realm = 'se'`);
  expect(raw.rows).toHaveLength(0);
  expect(await days()).toHaveLength(2);
  await purgeReadingLog(eu, "se", new Date("2027-02-11T12:00:00Z"));
  expect(await days()).toEqual([{ day: "2026-01-11", seconds: 93 }]);
  await eraseReadingLog(eu, "se", [readerUid]);
  expect(await days()).toEqual([]);
});
