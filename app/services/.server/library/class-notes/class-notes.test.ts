import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { testDatabase } from "#tests/support/database";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { temporaryFolder } from "#tests/support/temporary-folder";
import type { Database } from "~/db/.server/connect";
import { addDays, dayIn } from "~/realms/realm";
import type { Caller } from "~/services/.server/directory/caller";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import { diskStorage } from "~/services/.server/library/disk-storage";
import { eraseReaders } from "~/services/.server/library/erase-readers";
import { ingestBook } from "~/services/.server/library/ingest/ingest-book";
import { createLibrary, type Library } from "~/services/.server/library/library-service";
import type { Annotation } from "~/services/contracts/annotations";
import { noteSetLimit, notesPerSet } from "~/services/contracts/class-note-values";
import type { NoteSet } from "~/services/contracts/class-notes";
import type { libraryContracts } from "~/services/contracts/library";

/** Teachers' notes for a class, and notes that pupils share. docs/product/reader.md#notes-for-a-class. */

let database: Database;
let library: Library;
let bookId: string;
let group: { id: number; uid: string };
let books = 0;
const today = dayIn("se", new Date());

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
    ledCodeGuesses: { count: async () => undefined, refund: async () => undefined },
    mayViewShelf: async () => false,
    ageLimitOf: async () => null,
    queue: { send: async () => undefined },
    report(error) {
      throw error;
    },
  });
  const { rows } = await database.execute<{ id: number; uid: string }>(sql`
    select g.id, g.uid from directory.groups g join directory.memberships m on m.group_id = g.id
    join directory.users u on u.id = m.user_id where u.username = 'student.se'`);
  group = rows[0] as typeof group;
});

beforeEach(async () => {
  books += 1;
  bookId = await library.addBook(await writeEpub(epubFiles()), { realms: ["se"], id: `noted-${books}` });
});

type Name = keyof typeof libraryContracts & string;
type Input = { params?: object; query?: object; body?: object };
async function call(who: string | Caller, name: Name, input: Input) {
  return ask(library.service, name, input, typeof who === "string" ? await callerOf(database, who) : who);
}

const draft = (change: object = {}) => ({
  title: "Before the test",
  groupId: group.uid,
  shownFrom: today as string | null,
  version: 0,
  ...change,
});

async function save(who: string | Caller, change: object = {}, setId: string = crypto.randomUUID()) {
  const { status, body } = await call(who, "saveNoteSet", { params: { id: bookId, setId }, body: draft(change) });
  return { status, set: body as NoteSet, setId };
}

const note = (change: object = {}) => ({
  id: crypto.randomUUID() as string,
  version: 0,
  style: "green",
  note: "Look at this word",
  target: {
    source: "EPUB/one.xhtml",
    cfi: "epubcfi(/6/2!/4/2,/1:0,/1:5)",
    quote: { exact: "Hello", prefix: "", suffix: " world" },
    progression: 0.1,
  },
  created: "2026-01-02T03:04:05.000Z",
  modified: "2026-01-02T03:04:05.000Z",
  ...change,
});

const write = (who: string | Caller, id: string, notes: Array<Pick<Annotation, "id" | "note">>, read = 0) =>
  call(who, "changeNoteSetNotes", {
    params: { id },
    body: { changes: notes.map((annotation) => ({ id: annotation.id, read, annotation })) },
  });

async function seen(who: string | Caller): Promise<NoteSet[]> {
  const { body } = await call(who, "getClassNotes", { params: { id: bookId } });
  return body.data;
}
const titles = async (who: string | Caller) => (await seen(who)).map(({ title }) => title);

/** Runs `work` with a person outside the scene's class. */
async function withoutClass(username: string, work: () => Promise<void>): Promise<void> {
  const person = sql`(select id from directory.users where username = ${username})`;
  await database.execute(sql`delete from directory.memberships where user_id = ${person} and group_id = ${group.id}`);
  await work();
  await database.execute(
    sql`insert into directory.memberships (user_id, group_id, realm) values (${person}, ${group.id}, 'se')`,
  );
}

/** Stores another employee of the class's school, and returns the username. */
async function colleague(isOfClass: boolean): Promise<string> {
  const username = `colleague-${crypto.randomUUID()}.se`;
  await database.execute(sql`
    with made as (insert into directory.users (realm, type, username, name)
      values ('se', 'employee', ${username}, 'Colleague') returning id),
    placed as (insert into directory.associations (user_id, organization_id, realm, role)
      select made.id, g.organization_id, 'se', 'employee' from made, directory.groups g where g.id = ${group.id})
    insert into directory.memberships (user_id, group_id, realm) select made.id, ${group.id}, 'se' from made where ${isOfClass}`);
  return username;
}

describe("a set of notes", () => {
  test("is seen by the pupils from its day on, with the teacher's name, and by its author always", async () => {
    const { setId, set } = await save("teacher.se", { shownFrom: null });
    expect(set).toMatchObject({ title: "Before the test", right: "write", isTaught: true, version: 1, notes: [] });
    const own = note();
    expect((await write("teacher.se", setId, [own])).body.data).toEqual([{ ...own, version: 1 }]);
    expect(await titles("student.se")).toEqual([]);
    const days: Array<[string | null, number]> = [
      [addDays(today, 1), 0],
      [today, 1],
      [addDays(today, -30), 1],
      [null, 0],
    ];
    for (const [index, [shownFrom, count]] of days.entries()) {
      expect((await save("teacher.se", { shownFrom, version: index + 1 }, setId)).status).toBe(200);
      expect(await seen("student.se"), String(shownFrom)).toHaveLength(count);
      expect(await seen("teacher.se")).toHaveLength(1);
    }
    await save("teacher.se", { title: "Renamed", version: 5 }, setId);
    const { rows } = await database.execute<{ name: string }>(
      sql`select name from directory.users where username = 'teacher.se'`,
    );
    expect(await seen("student.se")).toEqual([
      expect.objectContaining({
        ...{ title: "Renamed", teacher: rows[0]?.name, right: "read", isForPupil: true, isHidden: false },
        group: { id: group.uid, name: expect.any(String) },
        notes: [{ ...own, version: 1 }],
      }),
    ]);
  });

  test("is changed on the version that was read only, and adds audit entries", async () => {
    const since = await database.execute<{ id: string }>(sql`select coalesce(max(id), 0) as id from directory.audit`);
    const { setId } = await save("teacher.se");
    await save("teacher.se", { title: "A", version: 1 }, setId);
    expect((await save("teacher.se", { title: "B", version: 1 }, setId)).status).toBe(412);
    expect((await save("teacher.se", { title: "B", version: 0 }, setId)).status).toBe(412);
    expect(await titles("teacher.se")).toEqual(["A"]);
    expect((await call("teacher.se", "deleteNoteSet", { params: { id: setId } })).status).toBe(204);
    expect((await call("teacher.se", "deleteNoteSet", { params: { id: setId } })).status).toBe(404);
    expect(await titles("student.se")).toEqual([]);
    const { rows } = await database.execute<{ action: string; subject: string }>(sql`
      select action, subject_uid as subject from directory.audit where id > ${since.rows[0]?.id} order by id`);
    expect(rows.filter(({ action }) => action.startsWith("class_notes"))).toEqual(
      ["created", "changed", "deleted"].map((done) => ({ action: `class_notes.${done}`, subject: group.uid })),
    );
  });

  test("is not seen by a pupil who has left the class, and seen again by one who comes back", async () => {
    await save("teacher.se");
    await withoutClass("student.se", async () => expect(await titles("student.se")).toEqual([]));
    expect(await titles("student.se")).toHaveLength(1);
  });

  test("given a teacher who has left the class, then only the author sees it, who can give it to another class or delete it", async () => {
    const author = await colleague(true);
    const { setId } = await save(author);
    expect(await titles("student.se")).toHaveLength(1);
    expect(await titles("teacher.se")).toHaveLength(1);
    await withoutClass(author, async () => {
      expect(await titles("student.se")).toEqual([]);
      expect(await titles("teacher.se")).toEqual([]);
      expect(await seen(author)).toMatchObject([{ right: "write", isTaught: false }]);
      expect((await save(author, { version: 1 }, setId)).status).toBe(404);
    });
    expect(await titles("student.se")).toHaveLength(1);
    await database.execute(
      sql`update directory.users set status = 'deleted', deleted_at = now() where username = ${author}`,
    );
    expect(await titles("student.se")).toEqual([]);
    await eraseReaders({ eu: database, us: database })("se", [await uidOf(database, author)]);
    const { rows } = await database.execute(sql`select from library.note_sets where id = ${setId}::uuid`);
    expect(rows).toEqual([]);
  });

  test("is read by other teachers of the class once it has a day, and changed by nobody else", async () => {
    const [other, stranger] = [await colleague(true), await colleague(false)];
    const { setId } = await save("teacher.se", { shownFrom: null });
    expect(await titles(other)).toEqual([]);
    await save("teacher.se", { shownFrom: addDays(today, 7), version: 1 }, setId);
    expect(await seen(other)).toMatchObject([{ right: "read", isForPupil: false }]);
    for (const [who, status] of [
      [other, 403],
      [stranger, 404],
      ["admin.se", 404],
      ["super.se", 404],
      ["student.se", 403],
      ["guardian.se", 403],
    ] as const) {
      expect((await write(who, setId, [note()])).status, who).toBe(status);
      expect((await call(who, "deleteNoteSet", { params: { id: setId } })).status, who).toBe(status);
    }
    for (const who of [stranger, "admin.se", "super.se", "guardian.se"]) expect(await titles(who), who).toEqual([]);
    expect((await seen("teacher.se"))[0]?.notes).toEqual([]);
  });

  test("is for a group that its author teaches", async () => {
    const { rows } = await database.execute<{ uid: string; school: boolean }>(sql`
      select g.uid, o.school_unit_code = 'se-1001' as school from directory.groups g
      join directory.organizations o on o.id = g.organization_id
      where g.realm = 'se' and g.id not in (select m.group_id from directory.memberships m
        join directory.users u on u.id = m.user_id where u.username = 'teacher.se') order by school`);
    const foreign = rows.find(({ school }) => !school)?.uid;
    expect((await save("teacher.se", { groupId: foreign })).status).toBe(404);
    expect((await save("teacher.se", { groupId: rows.find(({ school }) => school)?.uid })).status).toBe(404);
    expect((await save("admin.se")).status).toBe(403);
    expect((await save("student.se")).status).toBe(403);
    expect((await call("teacher.se", "getClassNotes", { params: { id: bookId } })).body.groups).toContainEqual({
      id: group.uid,
      name: expect.any(String),
    });
  });

  test("is hidden by one pupil for good, and only for that one", async () => {
    const { setId } = await save("teacher.se");
    const hide = (who: string, isHidden: boolean) =>
      call(who, "hideNoteSet", { params: { id: setId }, body: { isHidden } });
    for (const _time of [1, 2]) expect((await hide("student.se", true)).status).toBe(204);
    expect(await seen("student.se")).toMatchObject([{ isHidden: true }]);
    expect((await hide("teacher.se", true)).status).toBe(404);
    expect((await hide("guardian.se", true)).status).toBe(404);
    const { body } = await call("student.se", "getUserClassNotes", {
      params: { id: await uidOf(database, "student.se") },
      query: {},
    });
    expect(body.hidden).toContain(setId);
    expect((await hide("student.se", false)).status).toBe(204);
    expect(await seen("student.se")).toMatchObject([{ isHidden: false }]);
  });

  test("does not exist for whoever acts as the pupil or the teacher", async () => {
    const { setId } = await save("teacher.se");
    for (const username of ["student.se", "teacher.se"]) {
      const acting = await callerOf(database, username, { actor: await uidOf(database, "super.se") });
      expect((await call(acting, "getClassNotes", { params: { id: bookId } })).status).toBe(404);
      expect((await save(acting)).status).toBe(404);
      expect((await write(acting, setId, [note()])).status).toBe(404);
      const hidden = { params: { id: setId }, body: { isHidden: true } };
      expect((await call(acting, "hideNoteSet", hidden)).status).toBe(404);
      expect((await call(acting, "getGroupSharedNotes", { params: { id: group.uid }, query: {} })).status).toBe(404);
    }
  });

  test("can be copied with its notes, also by another teacher of the class", async () => {
    const { setId } = await save("teacher.se");
    await write("teacher.se", setId, [note({ note: "One" }), note({ note: "Two" })]);
    const other = await colleague(true);
    const { set } = await save(other, { title: "Mine", copyOf: setId });
    expect(set.notes.map((each) => each.note).sort()).toEqual(["One", "Two"]);
    await write(other, set.id, [{ ...note(), ...set.notes[0], note: "Changed" }], 1);
    expect((await seen("teacher.se"))[0]?.notes.map((each) => each.note).sort()).toEqual(["One", "Two"]);
    const stranger = await colleague(true);
    await withoutClass(stranger, async () => expect((await save(stranger, { copyOf: setId })).status).not.toBe(200));
    expect((await save("teacher.se", { copyOf: crypto.randomUUID() })).status).toBe(400);
  });

  test("has a limit of notes, and a book one of sets", async () => {
    const { setId } = await save("teacher.se");
    for (let from = 0; from < notesPerSet; from += 50) {
      expect(
        (
          await write(
            "teacher.se",
            setId,
            Array.from({ length: 50 }, () => note()),
          )
        ).status,
      ).toBe(200);
    }
    expect((await write("teacher.se", setId, [note()])).status).toBe(409);
    for (let sets = 1; sets < noteSetLimit; sets += 1) expect((await save("teacher.se")).status).toBe(200);
    expect((await save("teacher.se")).status).toBe(409);
    const params = { id: await uidOf(database, "teacher.se") };
    const ids: string[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const { body } = await call("teacher.se", "getUserClassNotes", { params, query: { after } });
      ids.push(...body.sets.filter((each: { bookId: string }) => each.bookId === bookId).map(({ id }: NoteSet) => id));
      after = body.next;
    }
    expect(new Set(ids).size).toBe(noteSetLimit);
    expect((await call("student.se", "getUserClassNotes", { params, query: {} })).status).toBe(404);
  });
});

describe("a shared note", () => {
  const own = (change: object = {}, read = 0, id: string = crypto.randomUUID()) => {
    const annotation = note({ id, ...change });
    return call("student.se", "changeAnnotations", {
      params: { id: bookId },
      body: { changes: [{ id, read, annotation }] },
    }).then(() => annotation);
  };
  const share = (who: string | Caller, noteId: string) => call(who, "shareNote", { params: { id: bookId, noteId } });
  const ofClass = async (who: string | Caller) => {
    const { status, body } = await call(who, "getGroupSharedNotes", { params: { id: group.uid }, query: {} });
    type Shared = { note: string; bookId: string };
    return status === 200
      ? body.data.filter((each: Shared) => each.bookId === bookId).map((each: Shared) => each.note)
      : status;
  };

  test("is a copy that the teachers of the pupil's class read, and that the pupil replaces and takes back", async () => {
    const mine = await own({ note: "Why does he run?" });
    await own({ note: "Private" });
    expect(await ofClass("teacher.se")).toEqual([]);
    expect((await share("student.se", mine.id)).status).toBe(200);
    expect(await ofClass("teacher.se")).toEqual(["Why does he run?"]);
    await own({ note: "Changed", modified: "2026-02-02T03:04:05.000Z" }, 1, mine.id);
    expect(await ofClass("teacher.se")).toEqual(["Why does he run?"]);
    expect((await call("student.se", "getClassNotes", { params: { id: bookId } })).body).toMatchObject({
      mayShare: true,
      shared: [{ id: mine.id, note: "Why does he run?" }],
    });
    await share("student.se", mine.id);
    expect(await ofClass("teacher.se")).toEqual(["Changed"]);
    for (const _time of [1, 2]) {
      const taken = await call("student.se", "unshareNote", { params: { id: bookId, noteId: mine.id } });
      expect(taken.status).toBe(204);
    }
    expect(await ofClass("teacher.se")).toEqual([]);
  });

  test("is read by teachers of the class alone", async () => {
    await share("student.se", (await own()).id);
    expect(await ofClass(await colleague(true))).toHaveLength(1);
    // Of the same school, where teachers see their own classes.
    expect(await ofClass(await colleague(false))).toBe(404);
    for (const [who, status] of [
      ["admin.se", 403],
      ["super.se", 403],
      ["student.se", 404],
      ["guardian.se", 404],
    ] as const) {
      expect(await ofClass(who), who).toBe(status);
    }
  });

  test("is no longer read when the pupil has left the class, nor by teachers of a class joined later", async () => {
    await share("student.se", (await own()).id);
    await withoutClass("student.se", async () => {
      expect(await ofClass("teacher.se")).toEqual([]);
      const { rows } = await database.execute<{ id: number; uid: string }>(sql`
        insert into directory.groups (realm, organization_id, name, type)
        select 'se', organization_id, 'Another', 'class' from directory.groups where id = ${group.id} returning id, uid`);
      const other = rows[0] as typeof group;
      for (const username of ["student.se", "teacher.se"]) {
        await database.execute(sql`insert into directory.memberships (user_id, group_id, realm)
          select id, ${other.id}, 'se' from directory.users where username = ${username}`);
      }
      const { body } = await call("teacher.se", "getGroupSharedNotes", { params: { id: other.uid }, query: {} });
      expect(body).toEqual({ group: { id: other.uid, name: "Another" }, data: [], next: null });
      await database.execute(sql`delete from directory.memberships where group_id = ${other.id}`);
    });
  });

  test("is taken back with the pupil's own note, and erased with the pupil", async () => {
    const [one, two] = [await own({ note: "One" }), await own({ note: "Two" })];
    for (const { id } of [one, two]) await share("student.se", id);
    await call("student.se", "changeAnnotations", {
      params: { id: bookId },
      body: { changes: [{ id: one.id, read: 1, annotation: null }] },
    });
    expect(await ofClass("teacher.se")).toEqual(["Two"]);
    const uid = await uidOf(database, "student.se");
    const { body } = await call("student.se", "getUserClassNotes", { params: { id: uid }, query: {} });
    expect(body.shared).toContainEqual(expect.objectContaining({ bookId, note: "Two" }));
    await eraseReaders({ eu: database, us: database })("se", [uid]);
    expect(await ofClass("teacher.se")).toEqual([]);
  });

  test("cannot be somebody else's, of nobody's class, or of anybody but a pupil", async () => {
    expect((await share("student.se", crypto.randomUUID())).status).toBe(404);
    const mine = await own();
    for (const [who, status] of [
      ["teacher.se", 403],
      ["guardian.se", 403],
    ] as const) {
      expect((await share(who, mine.id)).status, who).toBe(status);
    }
    const acting = await callerOf(database, "student.se", { actor: await uidOf(database, "super.se") });
    expect((await share(acting, mine.id)).status).toBe(404);
    await withoutClass("student.se", async () => expect((await share("student.se", mine.id)).status).toBe(409));
    expect(await ofClass("teacher.se")).toEqual([]);
  });

  test("is listed a page at a time, latest first", async () => {
    await share("student.se", (await own({ note: "Oldest" })).id);
    for (let index = 0; index < 100; index += 1) await share("student.se", (await own({ note: `${index}` })).id);
    const params = { id: group.uid };
    const first = await call("teacher.se", "getGroupSharedNotes", { params, query: {} });
    expect(first.body.data[0]).toMatchObject({ note: "99", bookTitle: expect.any(String) });
    const second = await call("teacher.se", "getGroupSharedNotes", { params, query: { before: first.body.next } });
    expect(second.body.data[0]).toMatchObject({ note: "Oldest" });
    expect((await call("teacher.se", "getGroupSharedNotes", { params, query: { before: "no" } })).status).toBe(400);
  });
});
