import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { type PageServer, pageServer } from "#tests/support/page-server";
import { type Browser, type Databases, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { bookId, offerBook } from "#tests/support/submissions-scene";
import { processBackend } from "~/composition/process-backend.server";
import { requireUser } from "~/session/guard.server";
import { placeIntents } from "./shelf-intents";

/** The forms of a book's page, as a teacher sends them for classes of their own and of others. */

let databases: Databases;
let pages: PageServer;
let teacher: Browser;
let foreignClass: string;

beforeAll(async () => {
  databases = await sessionScene(["se"]);
  await offerBook(databases.eu);
  pages = await pageServer();
  teacher = await signedInBrowser("https://se.localhost", "teacher.se");
  foreignClass = await uidOf(sql`
    insert into directory.groups (realm, organization_id, name, type)
    select 'se', organization_id, 'Utan läraren', 'class' from (${ownClasses}) own order by id limit 1 returning uid`);
  await databases.eu.execute(sql`
    insert into library.group_books (realm, group_id, group_uid, book_id)
    select realm, id, uid, ${bookId} from directory.groups where uid = ${foreignClass}`);
});

const ownClasses = sql`
  select g.id, g.uid, g.organization_id from directory.groups g join directory.memberships m on m.group_id = g.id
  join directory.users u on u.id = m.user_id where u.username = 'teacher.se' and u.realm = 'se'`;

async function uidOf(query: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await databases.eu.execute<{ uid: string }>(query);
  if (!rows[0]) throw new Error("there is no such class");
  return rows[0].uid;
}

const path = `/books/${bookId}`;
const send = (intent: string, group: string) => pages.post(teacher, path, { intent, group });
const hasBook = async (group: string) => {
  const { rows } = await databases.eu.execute(sql`
    select from library.group_books where group_uid = ${group} and book_id = ${bookId}`);
  return rows.length > 0;
};

describe("removing a book from a class on the book's page", () => {
  test("given a class that the teacher does not have, then the page answers 403 where the service says 404", async () => {
    const { credentials } = await requireUser(processBackend(), teacher.request(path));
    const input = { params: { id: foreignClass, bookId } };
    await expect(processBackend().clients.library.deleteGroupBook(input, credentials)).rejects.toMatchObject({
      status: 404,
    });
    expect((await send(placeIntents.take, foreignClass)).status).toBe(403);
    expect(await hasBook(foreignClass)).toBe(true);
  });

  test("given such a class, then adding a book keeps the service's 404", async () => {
    expect((await send(placeIntents.put, foreignClass)).status).toBe(404);
  });
});
