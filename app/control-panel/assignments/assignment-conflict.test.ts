import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type PageServer, pageServer } from "#tests/support/page-server";
import { type Browser, type Databases, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { bookId, offerBook } from "#tests/support/submissions-scene";
import type { AuthoredExercise } from "~/services/contracts/submissions";

/** Two windows of a teacher that edit one assignment. Decision 35. */

let databases: Databases;
let pages: PageServer;
let teacher: Browser;
let path: string;

const exercises: AuthoredExercise[] = [{ id: "open", content: [{ type: "open-question", phrase: "Varför?" }] }];

beforeAll(async () => {
  databases = await sessionScene(["se"]);
  await offerBook(databases.eu);
  pages = await pageServer();
  teacher = await signedInBrowser("https://se.localhost", "teacher.se");
});

beforeEach(async () => {
  const { rows } = await databases.eu.execute<{ id: string }>(sql`
    insert into submissions.assignments (realm, type, title, description, exercises, book_id, book_title, group_id, group_uid,
      group_name, organization_id, author_uid, shared)
    select 'se', 'Assignment', 'Klockan', 'Läs först', ${JSON.stringify(exercises)}::jsonb, ${bookId}, 'Boken', g.id, g.uid,
      g.name, g.organization_id, u.uid, false
    from directory.users u join directory.memberships m on m.user_id = u.id join directory.groups g on g.id = m.group_id
    where u.username = 'teacher.se' and u.realm = 'se' order by g.id limit 1 returning id`);
  path = `/controlpanel/assignments/${rows[0]?.id}/edit`;
});

const hidden = (html: string, name: string) =>
  (new RegExp(`name="${name.replace(/[[\]]/g, "\\$&")}" value="([^"]*)"`).exec(html)?.[1] ?? "")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

/** The form as a browser sends it, with changes. */
function sentFrom(html: string, changes: Record<string, string>): Record<string, string> {
  const names = ["version", "read", "type", "groupId", "questions[0].exercise", "questions[0].type"];
  const fields = Object.fromEntries(names.map((name) => [name, hidden(html, name)]));
  const texts = { title: "Klockan", description: "Läs först", bookId, "questions[0].text": "Varför?" };
  return { intent: "save", ...fields, ...texts, ...changes };
}

const open = async () => (await pages.get(teacher, path)).text();
const save = (fields: Record<string, string>) => pages.post(teacher, path, fields);

test("given another title and question saved first, then the form takes them over and keeps the own text (412)", async () => {
  const page = await open();
  const theirs = { title: "Uret", "questions[0].text": "Hur?" };
  expect((await save(sentFrom(page, theirs))).status).toBe(302);

  const stale = await save(sentFrom(page, { description: "Läs två gånger" }));
  expect(stale.status).toBe(412);
  const html = await stale.text();
  for (const text of ['value="Uret"', 'value="Hur?"', "Läs två gånger</textarea>", "1. Hur?"])
    expect(html).toContain(text);

  const again = sentFrom(html, { ...theirs, description: "Läs två gånger" });
  expect((await save(again)).status).toBe(302);
  expect(await open()).toContain("Läs två gånger</textarea>");
});

test("given a question that both changed, then the own one stays beside the other, and saving again replaces it", async () => {
  const page = await open();
  expect((await save(sentFrom(page, { "questions[0].text": "Hur?" }))).status).toBe(302);

  const stale = await save(sentFrom(page, { "questions[0].text": "När?" }));
  expect(stale.status).toBe(412);
  const html = await stale.text();
  for (const text of ['value="När?"', "1. Hur?", "1. När?"]) expect(html).toContain(text);
  expect((await save(sentFrom(html, { "questions[0].text": "När?" }))).status).toBe(302);
  expect(await open()).toContain('value="När?"');
});

test("given a question added (200) after another save, then saving returns 412", async () => {
  const page = await open();
  expect((await save(sentFrom(page, { title: "Uret" }))).status).toBe(302);
  const added = await (await save(sentFrom(page, { intent: "add", newType: "open-question" }))).text();
  expect((await save(sentFrom(added, {}))).status).toBe(412);
});
