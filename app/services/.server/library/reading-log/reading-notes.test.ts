import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { uidOf } from "#tests/support/callers";
import { testDatabase } from "#tests/support/database";
import { addChild } from "#tests/support/family-scene";
import type { Database } from "~/db/.server/connect";
import { findReadersOfNotes, mergeSettings } from "~/services/.server/account/settings-store";
import { noProfile } from "~/services/.server/directory/people/reader-profile";
import { lastSunday, writeReadingNotes } from "./reading-notes";

let database: Database;

beforeAll(async () => {
  ({ database } = await testDatabase());
  await seedRealm(database, "se");
  await database.execute(sql`insert into library.books (id, version, checksum, title, shelf, manifest)
    values ('fox', 'v', 'fox', 'The fox', '{}', '{}')`);
});

const monday = "2026-12-07";
const read = (uid: string, profileId: string, day: string, seconds: number) =>
  database.execute(sql`
    insert into library.reading_days (realm, uid, profile_id, day, book_id, language, seconds, first_at, last_at, percentage)
    values ('se', ${uid}::uuid, ${profileId}::uuid, ${day}::date, 'fox', 'sv', ${seconds},
      ${day}::date + time '10:00', ${day}::date + time '11:00', 0.5)`);
const write = async (day: string) =>
  writeReadingNotes(database, "se", await findReadersOfNotes(database, "se"), new Date(`${day}T04:00:00Z`));
const notes = async (uid: string) => {
  const { rows } = await database.execute<{ values: unknown }>(
    sql`select values from mail.due_mails where uid = ${uid} and kind = 'reading-week' order by created_at`,
  );
  return rows.map(({ values }) => values);
};
const wants = (uid: string, readingWeek: boolean) =>
  mergeSettings(database, { realm: "se", uid, profileId: noProfile }, { mails: { readingWeek } });

it("writes one note a week to a parent who wants it, with each child's whole week and nobody else's", async () => {
  const parent = await uidOf(database, "family.se");
  const alva = await addChild(database, parent, "Alva");
  const bo = await addChild(database, parent, "Bo");
  await read(parent, alva, "2026-11-29", 6000);
  await read(parent, alva, "2026-11-30", 600);
  await read(parent, alva, "2026-12-06", 300);
  await read(parent, alva, monday, 900);
  await read(parent, noProfile, "2026-12-01", 3000);
  await write(monday);
  expect(await notes(parent)).toEqual([]);
  await wants(parent, true);
  for (const day of [monday, "2026-12-08", "2026-12-09"]) await write(day);
  const children = [
    { name: "Alva", minutes: 15, days: 2, books: 1 },
    { name: "Bo", minutes: 0, days: 0, books: 0 },
  ];
  expect(await notes(parent)).toEqual([
    {
      from: { day: "2026-11-30" },
      until: { day: "2026-12-06" },
      children: { reading: expect.arrayContaining(children) },
    },
  ]);
  expect(bo).not.toBe(alva);
});

it("writes to a guardian about the pupils, nothing for a week without reading, and nothing after Wednesday", async () => {
  const guardian = await uidOf(database, "guardian.se");
  const pupil = await uidOf(database, "student.se");
  await wants(guardian, true);
  await write(monday);
  expect(await notes(guardian)).toEqual([]);
  await read(pupil, noProfile, "2026-12-02", 1200);
  await write("2026-12-10");
  expect(await notes(guardian)).toEqual([]);
  await write("2026-12-09");
  const [note] = await notes(guardian);
  expect(note).toMatchObject({
    children: { reading: expect.arrayContaining([expect.objectContaining({ minutes: 20 })]) },
  });
  await wants(guardian, false);
  expect((await findReadersOfNotes(database, "se")).map(({ uid }) => uid)).not.toContain(guardian);
});

it.each([
  ["2026-12-07", "2026-12-06"],
  ["2026-12-06", "2026-11-29"],
  ["2026-12-12", "2026-12-06"],
])("the last Sunday before %s is %s", (day, sunday) => expect(lastSunday(day)).toBe(sunday));
