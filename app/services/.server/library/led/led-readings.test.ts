import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { testDatabase } from "#tests/support/database";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { temporaryFolder } from "#tests/support/temporary-folder";
import type { Database } from "~/db/.server/connect";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import type { Service } from "~/services/.server/dispatch/endpoint";
import { diskStorage } from "~/services/.server/library/disk-storage";
import { eraseReaders } from "~/services/.server/library/erase-readers";
import { ingestBook } from "~/services/.server/library/ingest/ingest-book";
import { createLibrary, type Library } from "~/services/.server/library/library-service";
import { type LedPlace, ledMinutes } from "~/services/contracts/led-readings";
import type { libraryContracts } from "~/services/contracts/library";

/** Reading together. docs/product/reader.md#reading-together; decision 106. */

let database: Database;
let library: Service<typeof libraryContracts>;
let made: Library;
const guesses = { counted: 0, refunded: 0 };

beforeAll(async () => {
  ({ database } = await testDatabase());
  await seedRealm(database, "se");
  const databases = { eu: database, us: database };
  made = createLibrary({
    databases,
    identity: createIdentityDirectory(databases),
    storage: diskStorage(await temporaryFolder("books")),
    ingest: ingestBook,
    contentOrigin: null,
    bookBackEnd: null,
    ledCodeGuesses: {
      async count() {
        guesses.counted += 1;
      },
      async refund() {
        guesses.refunded += 1;
      },
    },
    mayViewShelf: async () => false,
    ageLimitOf: async () => null,
    queue: { send: async () => undefined },
    report: () => undefined,
  });
  library = made.service;
  await made.addBook(await writeEpub(epubFiles()), { realms: ["se"], id: "open" });
  const families = await writeEpub(epubFiles({ "EPUB/style.css": "p { --id: families }" }));
  await made.addBook(families, { realms: ["se"], id: "families", subscription: "fabel-consumer" });
});

beforeEach(async () => {
  Object.assign(guesses, { counted: 0, refunded: 0 });
  await database.execute(sql`delete from library.led_readings`);
});

const place: LedPlace = { source: "EPUB/one.xhtml", cfi: "epubcfi(/6/2!/4/2/1:0)", progression: 0.25 };

type Options = Parameters<typeof callerOf>[2];
async function call(name: keyof typeof libraryContracts, username: string, input: object, options: Options = {}) {
  return ask(library, name, input, await callerOf(database, username, options));
}

const start = (username = "teacher.se", id = "open") => call("startLedReading", username, { params: { id } });
const join = (username: string, code: string, options?: Options) =>
  call("joinLedReading", username, { body: { code } }, options);
const follow = (username: string, id: string) => call("getFollowedReading", username, { params: { id } });
const turns = async (...id: string[]) => (await call("getLedTurns", "student.se", { query: { id } })).body.data;

/** A pupil of the teacher's school who is in none of the teacher's groups. */
async function pupilElsewhere(): Promise<string> {
  const teacher = await callerOf(database, "teacher.se");
  const { rows } = await database.execute<{ username: string }>(sql`
    select u.username from directory.users u where u.realm = 'se' and u.type = 'student' and u.status = 'active'
      and not exists (select 1 from directory.memberships m where m.user_id = u.id
        and m.group_id = any(${sql.param(teacher.user?.person.ownGroups ?? [])}::bigint[])) order by u.id limit 1`);
  return String(rows[0]?.username);
}

describe("a teacher", () => {
  test("begins to read together: six digits for 45 minutes", async () => {
    const { status, body } = await start();
    expect(status).toBe(200);
    expect(body).toMatchObject({ bookId: "open", code: expect.stringMatching(/^\d{6}$/) });
    const minutes = (Date.parse(body.endsAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(ledMinutes - 1);
    expect(minutes).toBeLessThan(ledMinutes + 1);
  });

  test("given another reading of the same teacher, then the one before has ended", async () => {
    const first = (await start()).body;
    const second = (await start()).body;
    expect((await turns(first.id, second.id)).map(({ id }: { id: string }) => id)).toEqual([second.id]);
    const own = await call("getUserLedReadings", "teacher.se", {
      params: { id: await uidOf(database, "teacher.se") },
    });
    expect(own.body.data).toEqual([second]);
  });

  test("leads to a place, and ends the reading", async () => {
    const { id } = (await start()).body;
    expect(await turns(id)).toMatchObject([{ turn: 0, place: null }]);
    expect((await call("turnLedReading", "teacher.se", { params: { id }, body: place })).status).toBe(204);
    expect(await turns(id)).toMatchObject([{ turn: 1, place }]);
    expect((await call("endLedReading", "teacher.se", { params: { id } })).status).toBe(204);
    expect(await turns(id)).toEqual([]);
    expect((await call("turnLedReading", "teacher.se", { params: { id }, body: place })).status).toBe(404);
  });

  test.each(["student.se", "guardian.se", "super.se"])("is not %s, who teaches no group", async (username) => {
    expect((await start(username)).status).toBe(403);
  });

  test("is not somebody who acts as a teacher", async () => {
    const { id } = (await start()).body;
    const acting = { actor: await uidOf(database, "super.se") };
    expect((await call("startLedReading", "teacher.se", { params: { id: "open" } }, acting)).status).toBe(403);
    expect((await call("turnLedReading", "teacher.se", { params: { id }, body: place }, acting)).status).toBe(404);
    expect((await call("endLedReading", "teacher.se", { params: { id } }, acting)).status).toBe(404);
  });

  test("alone leads: 404 for the pupils and for colleagues", async () => {
    const { id } = (await start()).body;
    for (const other of ["student.se", "admin.se", "super.se"]) {
      expect((await call("turnLedReading", other, { params: { id }, body: place })).status).toBe(404);
      expect((await call("endLedReading", other, { params: { id } })).status).toBe(404);
    }
    expect(await turns(id)).toMatchObject([{ turn: 0 }]);
  });
});

describe("a pupil", () => {
  test("joins by the code, however it is typed, and finds the place", async () => {
    const { id, code } = (await start()).body;
    await call("turnLedReading", "teacher.se", { params: { id }, body: place });
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const { status, body } = await join("student.se", spaced);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, bookId: "open", turn: 1, place });
    expect(await follow("student.se", id)).toMatchObject({ status: 200, body: { id } });
    expect(guesses).toEqual({ counted: 1, refunded: 1 });
  });

  test("gets the same response to an unknown code, another class's, an ended one's, and a book that does not open", async () => {
    const { code, id } = (await start()).body;
    const unknown = await join("student.se", code === "100000" ? "100001" : "100000");
    expect(unknown.status).toBe(404);
    const outsider = await pupilElsewhere();
    expect(await join(outsider, code, { realm: "se" })).toEqual(unknown);
    expect(await call("getFollowedReading", outsider, { params: { id } }, { realm: "se" })).toEqual(unknown);
    for (const adult of ["teacher.se", "guardian.se", "super.se"]) expect(await join(adult, code)).toEqual(unknown);
    const acting = { actor: await uidOf(database, "super.se") };
    expect(await join("student.se", code, acting)).toEqual(unknown);
    await database.execute(sql`update library.led_readings set book_id = 'families'`);
    expect(await join("student.se", code)).toEqual(unknown);
    await database.execute(sql`update library.led_readings set book_id = 'open', ends_at = now()`);
    expect(await join("student.se", code)).toEqual(unknown);
    expect(guesses).toEqual({ counted: 4, refunded: 0 });
  });

  test("given a teacher who has left the group, then follows no longer", async () => {
    const { id } = (await start()).body;
    expect((await follow("student.se", id)).status).toBe(200);
    const uid = await uidOf(database, "teacher.se");
    await database.execute(sql`update directory.users set status = 'inactive' where uid = ${uid}`);
    expect((await follow("student.se", id)).status).toBe(404);
    await database.execute(sql`update directory.users set status = 'active' where uid = ${uid}`);
  });

  test("leaves no trace: nothing but the reading is stored", async () => {
    const { code } = (await start()).body;
    const uid = await uidOf(database, "student.se");
    await join("student.se", code);
    const { rows } = await database.execute(sql`select row_to_json(r)::text as row from library.led_readings r`);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(uid);
  });
});

test("given text that is no id, then it is found nowhere", async () => {
  expect(await turns("no-such-one")).toEqual([]);
  expect((await follow("student.se", "no-such-one")).status).toBe(404);
});

test("readings are deleted once they have ended, and with an erased teacher", async () => {
  const count = async () => (await database.execute(sql`select 1 from library.led_readings`)).rows.length;
  await start();
  await made.purgeExpired("eu");
  expect(await count()).toBe(1);
  await database.execute(sql`update library.led_readings set ends_at = now() - interval '1 second'`);
  await made.purgeExpired("eu");
  expect(await count()).toBe(0);
  await start();
  await eraseReaders({ eu: database, us: database })("se", [await uidOf(database, "teacher.se")]);
  expect(await count()).toBe(0);
});
