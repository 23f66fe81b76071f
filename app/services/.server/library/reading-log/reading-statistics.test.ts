import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, countQueries, uidOf } from "#tests/support/callers";
import { testDatabase } from "#tests/support/database";
import { temporaryFolder } from "#tests/support/temporary-folder";
import type { Database } from "~/db/.server/connect";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import { noProfile } from "~/services/.server/directory/people/reader-profile";
import type { Service } from "~/services/.server/dispatch/endpoint";
import { diskStorage } from "~/services/.server/library/disk-storage";
import { ingestBook } from "~/services/.server/library/ingest/ingest-book";
import { createLibrary } from "~/services/.server/library/library-service";
import type { libraryContracts } from "~/services/contracts/library";
import { periodOf } from "./reading-statistics";

let database: Database;
let library: Service<typeof libraryContracts>;
let pupil: string;
let group: string;
let school: string;

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  ({ database } = await testDatabase());
  await seedRealm(database, "se");
  const databases = { eu: database, us: database };
  library = createLibrary({
    databases,
    identity: createIdentityDirectory(databases),
    storage: diskStorage(await temporaryFolder("books")),
    ingest: ingestBook,
    contentOrigin: null,
    bookBackEnd: null,
    mayViewShelf: async () => false,
    ledCodeGuesses: { count: async () => undefined, refund: async () => undefined },
    ageLimitOf: async () => null,
    queue: { send: async () => undefined },
    report: () => undefined,
  }).service;
  pupil = await uidOf(database, "student.se");
  const { rows } = await database.execute<{ group: string; school: string }>(sql`
    select g.uid as group, o.uid as school from directory.users u
    join directory.memberships m on m.user_id = u.id join directory.groups g on g.id = m.group_id
    join directory.organizations o on o.id = g.organization_id where u.username = 'student.se' limit 1`);
  group = String(rows[0]?.group);
  school = String(rows[0]?.school);
  await database.execute(sql`insert into library.books (id, version, checksum, title, shelf, manifest)
    values ('fox', 'v', 'fox', 'The fox', '{}', '{}'), ('sea', 'v', 'sea', 'The sea', '{}', '{}')`);
  const summed = (day: string, book: string, language: string, seconds: number) =>
    database.execute(sql`
      insert into library.reading_days (realm, uid, profile_id, day, book_id, language, seconds, first_at, last_at, percentage)
      values ('se', ${pupil}::uuid, ${noProfile}::uuid, ${day}::date, ${book}, ${language}, ${seconds},
        ${day}::date + time '10:00', ${day}::date + time '11:00', 0.5)`);
  await summed(dayBefore(40), "fox", "sv", 6000);
  await summed(dayBefore(3), "fox", "sv", 600);
  await summed(dayBefore(3), "sea", "en", 20);
  await summed(dayBefore(2), "fox", "sv", 300);
  // Ten entries that the sums include already, and twenty received since.
  const raw = (session: string, count: number, received: string) =>
    database.execute(sql`
      insert into library.reading_log (realm, uid, session_id, sent_timestamp, at, received_at, book_id, device_id, percentage, language, source)
      select 'se', ${pupil}::uuid, ${session}, n, now(), now() + ${received}::interval, 'sea', 'd', 0.9, 'en', 's'
      from generate_series(1, ${count}::int) n`);
  await database.execute(
    sql`insert into library.reading_sums (realm, summed_to) values ('se', now() - interval '1 minute')`,
  );
  await raw("summed", 10, "-1 hour");
  await raw("fresh", 20, "0");
});

type Call = "getUserReading" | "getGroupReading" | "getSchoolReading";
const targetOf = (call: Call) => ({ getUserReading: pupil, getGroupReading: group, getSchoolReading: school })[call];

async function respond(call: Call, username: string, query = {}, id = targetOf(call)) {
  return ask(library, call, { params: { id }, query }, await callerOf(database, username));
}

describe("getUserReading", () => {
  test("given daily sums and entries received since, then counts both and no entry twice", async () => {
    const { data } = (await respond("getUserReading", "student.se")).body;
    expect(data).toMatchObject({ minutes: 16, books: 2, days: 3, readers: 1 });
    expect(data.byDay).toHaveLength(28);
    const ofDay = (days: number) => data.byDay.find(({ day }: { day: string }) => day === dayBefore(days))?.minutes;
    expect([ofDay(3), ofDay(2), ofDay(4)]).toEqual([10, 5, 0]);
    expect(data.byBook).toEqual([
      { bookId: "fox", title: "The fox", minutes: 15, readers: 1, lastDay: dayBefore(2) },
      expect.objectContaining({ bookId: "sea", title: "The sea", minutes: 1 }),
    ]);
    expect(data.byLanguage).toEqual([
      { language: "sv", minutes: 15 },
      { language: "en", minutes: 1 },
    ]);
    expect(
      data.sittings.map(({ title, language, minutes }: Record<string, unknown>) => [title, language, minutes]),
    ).toEqual([
      ["The sea", "en", 1],
      ["The fox", "sv", 5],
      ["The fox", "sv", 10],
      ["The sea", "en", 1],
    ]);
  });

  test("given a period, then counts the days of that period alone", async () => {
    const query = { from: dayBefore(41), to: dayBefore(39) };
    const { data } = (await respond("getUserReading", "student.se", query)).body;
    expect(data).toMatchObject({ minutes: 100, books: 1, days: 1, ...query });
  });
});

test("a class's reading lists every pupil in alphabetical order, in at most three queries", async () => {
  let response: Awaited<ReturnType<typeof respond>> | undefined;
  const caller = await callerOf(database, "teacher.se");
  const input = { params: { id: group }, query: {} };
  const queries = await countQueries(database, async () => {
    response = await ask(library, "getGroupReading", input, caller);
  });
  expect(queries).toBeLessThanOrEqual(3);
  const { byReader, minutes, readers } = response?.body.data ?? {};
  expect({ minutes, readers }).toEqual({ minutes: 16, readers: 1 });
  const names = byReader.map(({ name }: { name: string }) => name);
  expect(names).toEqual([...names].sort(new Intl.Collator("sv").compare));
  expect(byReader.length).toBeGreaterThan(1);
  const read = byReader.filter(({ minutes: read }: { minutes: number }) => read > 0);
  expect(read).toEqual([expect.objectContaining({ uid: pupil, minutes: 16, books: 2, days: 3 })]);
});

test("a school's reading counts only the pupils that the caller may list", async () => {
  expect((await respond("getSchoolReading", "admin.se")).body.data).toMatchObject({ minutes: 16, readers: 1 });
  expect((await respond("getSchoolReading", "teacher.se")).body.data.readers).toBe(1);
  await database.execute(sql`
    create temporary table removed as select m.* from directory.memberships m join directory.users u on u.id = m.user_id
      where u.username = 'teacher.se'`);
  await database.execute(sql`delete from directory.memberships m using directory.users u
    where u.id = m.user_id and u.username = 'teacher.se'`);
  expect((await respond("getSchoolReading", "teacher.se")).body.data.readers).toBe(0);
  expect((await respond("getGroupReading", "teacher.se")).status).toBe(404);
  expect((await respond("getUserReading", "teacher.se")).status).toBe(404);
  await database.execute(sql`insert into directory.memberships select * from removed`);
});

test.each<[string, number, number, number]>([
  ["super.se", 200, 200, 200],
  ["admin.se", 200, 200, 200],
  ["teacher.se", 200, 200, 200],
  ["student.se", 200, 404, 403],
  ["guardian.se", 200, 404, 403],
  ["family.se", 404, 404, 404],
])("given %s, then a pupil's reading returns %i, a class's %i, a school's %i", async (username, ...statuses) => {
  const calls = ["getUserReading", "getGroupReading", "getSchoolReading"] as const;
  const found = await Promise.all(calls.map(async (call) => (await respond(call, username)).status));
  expect(found).toEqual(statuses);
});

test("getOwnPupils lists a guardian's pupils, and nobody for a teacher", async () => {
  const pupilsOf = async (username: string) =>
    (await ask(library, "getOwnPupils", {}, await callerOf(database, username))).body.data;
  expect((await pupilsOf("guardian.se")).map(({ uid }: { uid: string }) => uid)).toContain(pupil);
  expect(await pupilsOf("teacher.se")).toEqual([]);
});

test("a teacher sees their own reading (200), an administrator does not see it (403)", async () => {
  const teacher = await uidOf(database, "teacher.se");
  expect((await respond("getUserReading", "admin.se", {}, teacher)).status).toBe(403);
  expect((await respond("getUserReading", "teacher.se", {}, teacher)).status).toBe(200);
});

describe("period of a reading query", () => {
  // 23:30 in UTC is the next day in Sweden.
  const now = new Date("2026-03-01T23:30:00Z");
  test.each([
    [{}, { from: "2026-02-03", to: "2026-03-02" }],
    [{ to: "2026-12-31" }, { from: "2026-02-03", to: "2026-03-02" }],
    [{ from: "2026-05-01" }, { from: "2026-03-02", to: "2026-03-02" }],
    [
      { from: "2026-01-05", to: "2026-01-11" },
      { from: "2026-01-05", to: "2026-01-11" },
    ],
    [{ from: "2001-01-01" }, { from: "2025-01-27", to: "2026-03-02" }],
  ])("given the query %j, then the period is %j", (query, period) => {
    expect(periodOf(query, "se", now)).toEqual(period);
  });
});
