import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { testDatabase } from "#tests/support/database";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { temporaryFolder } from "#tests/support/temporary-folder";
import type { Database } from "~/db/.server/connect";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import { createAgeLimit } from "~/services/.server/directory/people/age-limit";
import { createShelfPermission } from "~/services/.server/directory/people/shelf-permission";
import type { Service } from "~/services/.server/dispatch/endpoint";
import { formMessages } from "~/services/contracts/form-messages";
import type { libraryContracts } from "~/services/contracts/library";
import { diskStorage } from "./disk-storage";
import { ingestBook } from "./ingest/ingest-book";
import { createLibrary } from "./library-service";

/** Permissions for the shelves of users, schools and classes. docs/product/control-panel.md#calls, #errors. */

let database: Database;
let library: Service<typeof libraryContracts>;
let pupil: string;
let school: string;
let otherSchool: string;
let group: string;
let otherGroup: string;

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
    bookBackEnd: null,
    ledCodeGuesses: { count: async () => undefined, refund: async () => undefined },
    mayViewShelf: createShelfPermission(databases),
    ageLimitOf: createAgeLimit(databases),
    queue: { send: async () => undefined },
    report: () => undefined,
  });
  for (const id of ["one", "two"]) {
    const file = await writeEpub(epubFiles({ "EPUB/style.css": `p { order: ${id.length}; --id: ${id} }` }));
    await made.addBook(file, { realms: ["se"], id });
  }
  const families = await writeEpub(epubFiles({ "EPUB/style.css": "p { --id: families }" }));
  await made.addBook(families, { realms: ["se"], id: "families", subscription: "fabel-consumer" });
  library = made.service;
  pupil = await uidOf(database, "student.se");
  school = await schoolBy("se-1001");
  otherSchool = await schoolBy("se-1002");
  group = await groupBy(sql`g.id in (
    select m.group_id from directory.memberships m join directory.users u on u.id = m.user_id where u.username = 'student.se')`);
  otherGroup = await groupBy(sql`o.school_unit_code = 'se-1002'`);
});

async function groupBy(condition: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await database.execute<{ uid: string }>(sql`
    select g.uid from directory.groups g join directory.organizations o on o.id = g.organization_id
    where g.realm = 'se' and ${condition} order by g.id limit 1`);
  return String(rows[0]?.uid);
}

async function schoolBy(code: string): Promise<string> {
  const { rows } = await database.execute<{ uid: string }>(
    sql`select uid from directory.organizations where school_unit_code = ${code}`,
  );
  return String(rows[0]?.uid);
}

type Call =
  | "putUserBook"
  | "deleteUserBook"
  | "addSchoolBook"
  | "deleteSchoolBook"
  | "addGroupBook"
  | "deleteGroupBook";

type Options = { actor?: string; acr?: string };

async function responseTo(call: Call, id: string, bookId: string, username: string, options: Options = {}) {
  const input = { params: { id, bookId }, body: { bookId } };
  return ask(library, call, input, await callerOf(database, username, options));
}
async function statusOf(...input: Parameters<typeof responseTo>): Promise<number> {
  return (await responseTo(...input)).status;
}

/** Ids of the books that a user, a school or a class may open, each with the shelf that contains it; or the status if not 200. */
async function booksOf(
  call: "getUserBooks" | "getSchoolBooks" | "getGroupBooks",
  id: string,
  username: string,
  query = {},
) {
  const { status, body } = await ask(library, call, { params: { id }, query }, await callerOf(database, username));
  if (status !== 200) return status;
  return Object.fromEntries(body.data.map((book: { id: string; shelf: string | null }) => [book.id, book.shelf]));
}

async function shelfOf(username: string, place: "mine" | "school"): Promise<string[]> {
  const caller = await callerOf(database, username);
  const input = { params: { id: caller.user?.uid }, query: { place } };
  const { body } = await ask(library, "getShelf", input, caller);
  return body.data.map(({ book }: { book: { id: string } }) => book.id);
}

describe("a user's own shelf", () => {
  test("stores a book once, and returns 204 when a book is removed twice", async () => {
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
  ])("given a pupil's shelf, then %s gets %i for adding and removing a book", async (username, status) => {
    expect(await statusOf("putUserBook", pupil, "two", username)).toBe(status);
    expect(await statusOf("deleteUserBook", pupil, "two", username, { acr: "secure" })).toBe(status);
  });

  test("requires a secure login from staff who remove a pupil's book, but not from the pupil", async () => {
    await statusOf("putUserBook", pupil, "two", "student.se");
    for (const username of ["teacher.se", "admin.se"]) {
      expect(await responseTo("deleteUserBook", pupil, "two", username)).toMatchObject({
        status: 403,
        body: { error: "forbidden", message: formMessages.secureLogin },
      });
    }
    expect(await shelfOf("student.se", "mine")).toEqual(["two"]);
    expect(await statusOf("deleteUserBook", pupil, "two", "student.se")).toBe(204);
  });

  test("given a book that the shelf's owner may not open, then returns 404 even if the caller may open it", async () => {
    await database.execute(sql`
      insert into directory.subscription_periods (realm, type, user_id, starts_on)
      select realm, 'fabel-consumer', id, '2020-01-01' from directory.users where username = 'teacher.se'`);
    const teacher = await uidOf(database, "teacher.se");
    expect(await statusOf("putUserBook", teacher, "families", "teacher.se")).toBe(204);
    expect(await responseTo("putUserBook", pupil, "families", "teacher.se")).toMatchObject({
      status: 404,
      body: { error: "not_found" },
    });
    expect(await statusOf("addGroupBook", group, "families", "teacher.se")).toBe(404);
    expect(await statusOf("addSchoolBook", school, "families", "super.se")).toBe(404);
    await database.execute(sql`update directory.users set age_filter = 5 where username = 'student.se'`);
    await database.execute(sql`update library.books set shelf = shelf || '{"ageFrom": 9}' where id = 'one'`);
    expect(await statusOf("putUserBook", pupil, "one", "student.se")).toBe(404);
    await database.execute(sql`update directory.users set age_filter = null where username = 'student.se'`);
    await database.execute(sql`update library.books set shelf = shelf || '{"ageFrom": null}' where id = 'one'`);
  });

  test("returns 404 for an unknown book and 403 for a user who impersonates the owner", async () => {
    expect(await statusOf("putUserBook", pupil, "none", "student.se")).toBe(404);
    expect(
      await statusOf("putUserBook", pupil, "one", "student.se", { actor: await uidOf(database, "admin.se") }),
    ).toBe(403);
  });
});

describe("a school's shelf", () => {
  test.each([
    ["student.se", 403],
    ["teacher.se", 403],
    ["admin.se", 204],
    ["super.se", 204],
  ])("%s gets %i for adding and removing a book", async (username, status) => {
    expect(await statusOf("addSchoolBook", school, "one", username)).toBe(status);
    expect(await statusOf("deleteSchoolBook", school, "one", username)).toBe(status);
  });

  test("is shown to all people of the school and to nobody of a family", async () => {
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
    expect(body).toEqual({ mine: false, schools: [school], groups: [] });
  });

  test("returns 404 at another school, and 204 once the administrator manages both", async () => {
    const added = () => responseTo("addSchoolBook", otherSchool, "one", "admin.se");
    const removed = () => responseTo("deleteSchoolBook", otherSchool, "one", "admin.se");
    await statusOf("addSchoolBook", otherSchool, "two", "super.se");
    expect(await added()).toMatchObject({ status: 404, body: { error: "not_found" } });
    expect(await removed()).toMatchObject({ status: 404, body: { error: "not_found" } });
    expect(await booksOf("getSchoolBooks", otherSchool, "super.se", { placed: "true" })).toEqual({ two: "school" });
    await database.execute(sql`
      insert into directory.associations (user_id, organization_id, realm, role, admin)
      select u.id, o.id, 'se', u.type, true from directory.users u, directory.organizations o
      where u.username = 'admin.se' and o.uid = ${otherSchool}`);
    expect((await added()).status).toBe(204);
    expect((await removed()).status).toBe(204);
    await database.execute(sql`
      delete from directory.associations a using directory.users u, directory.organizations o
      where u.id = a.user_id and o.id = a.organization_id and u.username = 'admin.se' and o.uid = ${otherSchool}`);
    await statusOf("deleteSchoolBook", otherSchool, "two", "super.se");
  });

  test("returns 404 for adding an unknown book", async () => {
    expect(await statusOf("addSchoolBook", school, "none", "admin.se")).toBe(404);
  });
});

describe("a class's shelf", () => {
  test.each([
    ["student.se", [404, 404]],
    ["guardian.se", [404, 404]],
    ["teacher.se", [204, 204]],
    ["admin.se", [204, 204]],
    ["super.se", [204, 204]],
  ])("given %s, then adding and removing a book return %j", async (username, statuses) => {
    const added = await statusOf("addGroupBook", group, "one", username);
    expect([added, await statusOf("deleteGroupBook", group, "one", username)]).toEqual(statuses);
  });

  test("returns 404 for a class of another school", async () => {
    expect(await statusOf("addGroupBook", otherGroup, "one", "teacher.se")).toBe(404);
    expect(await responseTo("deleteGroupBook", otherGroup, "one", "teacher.se")).toMatchObject({
      status: 404,
      body: { error: "not_found" },
    });
    expect(await statusOf("addGroupBook", group, "none", "teacher.se")).toBe(404);
    expect(await booksOf("getGroupBooks", otherGroup, "teacher.se")).toBe(404);
  });

  test("is part of the school shelf of its pupils and of its subgroups' pupils, not of the administrator", async () => {
    await statusOf("addGroupBook", group, "one", "teacher.se");
    expect(await shelfOf("student.se", "school")).toContain("one");
    expect(await shelfOf("admin.se", "school")).not.toContain("one");
    const whole = await groupBy(sql`g.uid <> ${group} and o.school_unit_code = 'se-1001'`);
    await statusOf("deleteGroupBook", group, "one", "teacher.se");
    expect(await shelfOf("student.se", "school")).not.toContain("one");
    await database.execute(sql`update directory.groups set parent_group_id = (
      select id from directory.groups where uid = ${whole}) where uid = ${group}`);
    await statusOf("addGroupBook", whole, "one", "super.se");
    expect(await shelfOf("student.se", "school")).toContain("one");
    await statusOf("deleteGroupBook", whole, "one", "super.se");
  });

  test("is listed among a book's places for the class's teacher, not for a pupil", async () => {
    await statusOf("addGroupBook", group, "one", "teacher.se");
    const places = async (username: string) =>
      (await ask(library, "getBookPlaces", { params: { id: "one" } }, await callerOf(database, username))).body.groups;
    expect(await places("teacher.se")).toEqual([group]);
    expect(await places("student.se")).toEqual([]);
    await statusOf("deleteGroupBook", group, "one", "teacher.se");
  });
});

describe("books that the owner of a shelf may open", () => {
  test("are listed with the shelf that contains each", async () => {
    for (const id of ["one", "two"]) await statusOf("deleteSchoolBook", school, id, "admin.se");
    expect(await booksOf("getUserBooks", pupil, "student.se")).toEqual({ one: null, two: null });
    await statusOf("putUserBook", pupil, "one", "student.se");
    await statusOf("addGroupBook", group, "two", "teacher.se");
    for (const username of ["student.se", "teacher.se", "guardian.se"]) {
      expect(await booksOf("getUserBooks", pupil, username), username).toEqual({ one: "own", two: "school" });
    }
    expect(await booksOf("getGroupBooks", group, "teacher.se")).toEqual({ one: null, two: "school" });
    expect(await booksOf("getGroupBooks", group, "teacher.se", { placed: "true" })).toEqual({ two: "school" });
    expect(await booksOf("getSchoolBooks", school, "admin.se")).toEqual({ one: null, two: null });
    expect(await booksOf("getSchoolBooks", school, "admin.se", { q: "no such book" })).toEqual({});
    expect(await booksOf("getUserBooks", pupil, "family.se")).toBe(404);
    expect(await booksOf("getSchoolBooks", otherSchool, "teacher.se")).toBe(404);
    await statusOf("deleteUserBook", pupil, "one", "student.se");
    await statusOf("deleteGroupBook", group, "two", "teacher.se");
  });
});

test("an edit of a pupil's shelf by staff is audited, an edit of the user's own shelf is not", async () => {
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

test("sharing a talking book requires a secure login, and only pupils with the right see it", async () => {
  await database.execute(sql`update library.catalogue set is_talking = true where realm = 'se' and book_id = 'one'`);
  expect(await statusOf("putUserBook", pupil, "one", "teacher.se", { acr: "secure" })).toBe(404);
  expect(await statusOf("addSchoolBook", school, "one", "admin.se")).toBe(403);
  expect(await statusOf("addSchoolBook", school, "one", "admin.se", { acr: "secure" })).toBe(204);
  expect(await shelfOf("student.se", "school")).not.toContain("one");
  await database.execute(sql`update directory.users set speaking_book_rights = true where uid = ${pupil}`);
  expect(await shelfOf("student.se", "school")).toContain("one");
  expect(await statusOf("putUserBook", pupil, "one", "teacher.se")).toBe(403);
  expect(await statusOf("putUserBook", pupil, "one", "teacher.se", { acr: "secure" })).toBe(204);
  await database.execute(sql`update library.catalogue set is_talking = false where realm = 'se'`);
});
