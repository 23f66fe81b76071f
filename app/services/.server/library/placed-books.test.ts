import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { testDatabase } from "#tests/support/database";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { temporaryFolder } from "#tests/support/temporary-folder";
import type { Database } from "~/db/.server/connect";
import { seedRealm } from "~/db/.server/seed/people";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import type { Service } from "~/services/.server/endpoint";
import type { libraryContracts } from "~/services/contracts/library";
import { diskStorage } from "./disk-storage";
import { ingestBook } from "./ingest/ingest-book";
import { createLibrary } from "./library-service";

/** Own shelves and schools' shelves, by the right of each. docs/product/control-panel.md#calls, #errors. */

let database: Database;
let library: Service<typeof libraryContracts>;
let pupil: string;
let school: string;
let otherSchool: string;

beforeAll(async () => {
  ({ database } = await testDatabase());
  await seedRealm(database, "se");
  const databases = { eu: database, us: database };
  const made = createLibrary({
    databases,
    identity: createIdentityDirectory(databases),
    storage: diskStorage(await temporaryFolder("books")),
    ingest: ingestBook,
    contentOrigin: null,
    mayViewShelf: async () => false,
    ageLimitOf: async () => null,
  });
  for (const id of ["one", "two"]) {
    const file = await writeEpub(epubFiles({ "EPUB/style.css": `p { order: ${id.length}; --id: ${id} }` }));
    await made.addBook(file, { realms: ["se"], id });
  }
  library = made.service;
  pupil = await uidOf(database, "student.se");
  school = await schoolBy("se-1001");
  otherSchool = await schoolBy("se-1002");
});

async function schoolBy(code: string): Promise<string> {
  const { rows } = await database.execute<{ uid: string }>(
    sql`select uid from directory.organizations where school_unit_code = ${code}`,
  );
  return String(rows[0]?.uid);
}

type Call = "putUserBook" | "deleteUserBook" | "addSchoolBook" | "deleteSchoolBook";

async function statusOf(call: Call, id: string, bookId: string, username: string, actor?: string): Promise<number> {
  const input = { params: { id, bookId }, body: { bookId } };
  return (await ask(library, call, input, await callerOf(database, username, { actor }))).status;
}

async function shelfOf(username: string, place: "mine" | "school"): Promise<string[]> {
  const caller = await callerOf(database, username);
  const input = { params: { id: caller.user?.uid }, query: { place } };
  const { body } = await ask(library, "getShelf", input, caller);
  return body.data.map(({ book }: { book: { id: string } }) => book.id);
}

describe("a person's own shelf", () => {
  test("holds what they put there, once; taking a book away twice is taking it away", async () => {
    expect(await shelfOf("student.se", "mine")).toEqual([]);
    expect(await statusOf("putUserBook", pupil, "one", "student.se")).toBe(204);
    expect(await statusOf("putUserBook", pupil, "one", "student.se")).toBe(204);
    expect(await shelfOf("student.se", "mine")).toEqual(["one"]);
    expect(await statusOf("deleteUserBook", pupil, "one", "student.se")).toBe(204);
    expect(await statusOf("deleteUserBook", pupil, "one", "student.se")).toBe(204);
    expect(await shelfOf("student.se", "mine")).toEqual([]);
  });

  test.each([
    ["teacher.se", 204],
    ["admin.se", 204],
    ["super.se", 204],
    ["guardian.se", 403],
    ["family.se", 404],
  ])("of a pupil: %s gets %i", async (username, status) => {
    expect(await statusOf("putUserBook", pupil, "two", username)).toBe(status);
    expect(await statusOf("deleteUserBook", pupil, "two", username)).toBe(status);
  });

  test("takes no book that is not there, and none while somebody acts as its owner", async () => {
    expect(await statusOf("putUserBook", pupil, "none", "student.se")).toBe(404);
    expect(await statusOf("putUserBook", pupil, "one", "student.se", await uidOf(database, "admin.se"))).toBe(403);
  });
});

describe("a school's shelf", () => {
  test.each([
    ["student.se", 403],
    ["teacher.se", 403],
    ["admin.se", 204],
    ["super.se", 204],
  ])("is edited by %s: %i", async (username, status) => {
    expect(await statusOf("addSchoolBook", school, "one", username)).toBe(status);
    expect(await statusOf("deleteSchoolBook", school, "one", username)).toBe(status);
  });

  test("stands for all its people, and for nobody else", async () => {
    await statusOf("addSchoolBook", school, "two", "admin.se");
    expect(await shelfOf("student.se", "school")).toEqual(["two"]);
    expect(await shelfOf("teacher.se", "school")).toEqual(["two"]);
    expect(await shelfOf("family.se", "school")).toEqual([]);
    const { body } = await ask(
      library,
      "getBookPlaces",
      { params: { id: "two" } },
      await callerOf(database, "admin.se"),
    );
    expect(body).toEqual({ mine: false, schools: [school] });
  });

  test("of another school is 404, and forbidden where a book is taken away", async () => {
    const admin = "admin.se";
    const statuses = [
      await statusOf("addSchoolBook", otherSchool, "one", admin),
      await statusOf("deleteSchoolBook", otherSchool, "one", admin),
      await statusOf("addSchoolBook", school, "none", admin),
    ];
    // The demonstration's administrator may stand above several schools; then both are theirs.
    expect([
      [404, 403, 404],
      [204, 204, 404],
    ]).toContainEqual(statuses);
  });
});

test("what staff do to others' shelves is audited, what one does to one's own is not", async () => {
  const lines = async () =>
    (
      await database.execute<{ action: string; subject_uid: string }>(
        sql`select action, subject_uid from directory.audit where action like 'shelf.%' order by id desc limit 1`,
      )
    ).rows[0];
  await statusOf("putUserBook", pupil, "one", "teacher.se");
  expect(await lines()).toEqual({ action: "shelf.book_added", subject_uid: pupil });
  await statusOf("putUserBook", pupil, "two", "student.se");
  expect(await lines()).toEqual({ action: "shelf.book_added", subject_uid: pupil });
  await statusOf("deleteUserBook", pupil, "two", "student.se");
  expect((await lines())?.action).toBe("shelf.book_added");
});
