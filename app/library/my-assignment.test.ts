import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type PageServer, pageServer } from "#tests/support/page-server";
import { type Browser, type Databases, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { bookId, exercises, offerBook, withdrawBook } from "#tests/support/submissions-scene";
import { processBackend } from "~/composition/process-backend.server";
import { actOnMyAssignment, loadMyAssignment } from "./my-assignment.server";
import { loadAllMyAssignments } from "./my-assignments.server";

/** A student's assignment page without script: the form's requests and their responses. */

let pages: PageServer;
let browser: Browser;
let databases: Databases;
let id: string;

beforeAll(async () => {
  databases = await sessionScene(["se"]);
  pages = await pageServer();
  browser = await signedInBrowser("https://se.localhost", "student.se");
});

beforeEach(async () => {
  await offerBook(databases.eu);
  const { rows } = await databases.eu.execute<{ id: string }>(sql`
    with pupil as (
      select u.uid, g.id, g.uid as group_uid, g.name, g.organization_id from directory.users u
      join directory.memberships m on m.user_id = u.id join directory.groups g on g.id = m.group_id
      where u.username = 'student.se' and u.realm = 'se' order by g.id limit 1),
    made as (
      insert into submissions.assignments (realm, type, title, description, exercises, book_id, book_title, group_id, group_uid,
        group_name, organization_id, author_uid, shared)
      select 'se', 'Assignment', 'Klockan', '', ${JSON.stringify(exercises)}::jsonb, ${bookId}, 'Boken', id, group_uid, name,
        organization_id, uid, false from pupil returning id)
    insert into submissions.submissions (assignment_id, realm, uid) select made.id, 'se', pupil.uid from made, pupil returning id`);
  id = rows[0]?.id ?? "";
});

const path = () => `/assignments/${id}`;
const load = () => loadMyAssignment(processBackend(), browser.request(path()), id);
const send = (fields: Record<string, string>) => actOnMyAssignment(processBackend(), browser.post(path(), fields), id);
const placeOf = (reply: Awaited<ReturnType<typeof send>>) =>
  reply instanceof Response ? reply.headers.get("location") : null;
const typed = { "answer:open:0": "För att\r\nhan vill", "choice:closed:0": "b" };
const answers = {
  open: { "0": { type: "OpenEndedQuestionAnswer", value: "För att\nhan vill" } },
  closed: { "0": { type: "ClosedEndedQuestionAnswer", optionId: "b" } },
};

describe("assignment form without script", () => {
  test("saves the answers, asks for confirmation and submits", async () => {
    expect(placeOf(await send({ intent: "save", version: "0", ...typed }))).toBe(path());
    expect((await load()).submission).toMatchObject({ answers, version: 1, status: "InProgress" });
    expect(placeOf(await send({ intent: "ask", version: "1", ...typed }))).toBe(`${path()}?submit=ask`);
    const html = await (await pages.get(browser, `${path()}?submit=ask`)).text();
    expect(html).toContain('value="submit"');
    expect(placeOf(await send({ intent: "submit", version: "2" }))).toBe(path());
    expect((await load()).submission).toMatchObject({ answers, closed: "submitted" });
    expect(await (await pages.get(browser, path())).text()).not.toContain('value="save"');
  });

  test("returns both texts (412) after a save on another device, and overwrites nothing", async () => {
    await send({ intent: "save", version: "0", "answer:open:0": "Först" });
    const reply = await send({ intent: "save", version: "0", "answer:open:0": "Sen", "answer:gone:0": "Till ingen" });
    expect(reply).toMatchObject({
      data: {
        gone: [{ value: "Till ingen" }],
        conflict: {
          mine: { open: { "0": { value: "Sen" } } },
          stored: { version: 1, answers: { open: { "0": { value: "Först" } } } },
          isElsewhere: true,
        },
      },
      init: { status: 412 },
    });
    expect(placeOf(await send({ intent: "submit", version: "0" }))).toBe(path());
    expect((await load()).submission).toMatchObject({ status: "InProgress", version: 1 });
  });

  test("saves once when it is sent twice, without a conflict", async () => {
    await send({ intent: "save", version: "0", ...typed });
    expect(placeOf(await send({ intent: "save", version: "0", ...typed }))).toBe(path());
    expect((await load()).submission.version).toBe(1);
  });

  test("returns the answers to a deleted question and saves the others", async () => {
    const reply = await send({
      intent: "ask",
      version: "0",
      ...typed,
      "answer:gone:0": "Till ingen",
      "choice:gone:1": "b",
    });
    expect(reply).toMatchObject({ data: { gone: [{ value: "Till ingen" }, { optionId: "b" }] } });
    expect((await load()).submission).toMatchObject({ answers, status: "InProgress" });
    const fields = { ...typed, "answer::0": "Till ingen" };
    const again = await send({ intent: "save", version: "1", ...fields });
    expect(again).toMatchObject({ data: { gone: [{ value: "Till ingen" }] } });
    expect(placeOf(await send({ intent: "ask", version: "2", ...fields }))).toBe(`${path()}?submit=ask`);
  });

  test("returns 400 with the reason for an answer of more than 20,000 characters, and keeps the input", async () => {
    const long = "a".repeat(20_001);
    const form = { intent: "save", version: "0", "answer:open:0": long, "choice:closed:0": "b" };
    const response = await pages.post(browser, path(), form);
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toContain("För många tecken");
    expect(html).toMatch(new RegExp(`<textarea[^>]*name="answer:open:0"[^>]*>${long}</textarea>`));
    expect(html).toMatch(/<input(?=[^>]*name="choice:closed:0")(?=[^>]*value="b")(?=[^>]*checked="")/);
    expect((await load()).submission).toMatchObject({ answers: {}, version: 0 });
  });

  test("shows only the saved answers of a withdrawn book, and rejects a save (409)", async () => {
    await send({ intent: "save", version: "0", ...typed });
    await withdrawBook(databases.eu);
    const html = await (await pages.get(browser, path())).text();
    expect(html).toContain("Boken är inte längre tillgänglig");
    expect(html).toContain("han vill");
    expect(html).not.toContain('value="save"');
    const reply = await send({ intent: "save", version: "1", "answer:open:0": "Mer" });
    expect(reply).toMatchObject({
      data: { conflict: { stored: { closed: "book_withdrawn" }, isElsewhere: false } },
      init: { status: 409 },
    });
  });
});

test("the student's assignments are on the assignments page and in the data export", async () => {
  await send({ intent: "save", version: "0", ...typed });
  const { own, marks } = await loadAllMyAssignments(processBackend(), browser.request("/assignments"));
  expect(own.map((card) => card.id)).toContain(id);
  expect(marks[bookId]).toBe("assignment");
  const file = await pages.visit(
    browser.request("/profile/export", { headers: { accept: "text/html", "sec-fetch-dest": "document" } }),
  );
  const { submissions } = await file.json();
  expect(submissions.find((each: { id: string }) => each.id === id)).toMatchObject({ answers, bookTitle: "Boken" });
});
