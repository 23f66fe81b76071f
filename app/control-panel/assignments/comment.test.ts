import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type PageServer, pageServer } from "#tests/support/page-server";
import { type Browser, type Databases, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { bookId, exercises, offerBook } from "#tests/support/submissions-scene";
import { processBackend } from "~/composition/process-backend.server";
import { ServiceError } from "~/services/contracts/service-error";

/** A teacher's comment that is refused: the text stays in its field. */

let databases: Databases;
let pages: PageServer;
let teacher: Browser;
let id: string;
let submission: string;

beforeAll(async () => {
  databases = await sessionScene(["se"]);
  await offerBook(databases.eu);
  pages = await pageServer();
  teacher = await signedInBrowser("https://se.localhost", "teacher.se");
});
afterEach(() => vi.restoreAllMocks());

beforeEach(async () => {
  const { rows } = await databases.eu.execute<{ id: string; assignment: string }>(sql`
    with pupil as (
      select u.uid, g.id, g.uid as group_uid, g.name, g.organization_id from directory.users u
      join directory.memberships m on m.user_id = u.id join directory.groups g on g.id = m.group_id
      where u.username = 'student.se' and u.realm = 'se' order by g.id limit 1),
    made as (
      insert into submissions.assignments (realm, type, title, description, exercises, book_id, book_title, group_id, group_uid,
        group_name, organization_id, author_uid, shared)
      select 'se', 'Assignment', 'Klockan', '', ${JSON.stringify(exercises)}::jsonb, ${bookId}, 'Boken', id, group_uid, name,
        organization_id, uid, false from pupil returning id)
    insert into submissions.submissions (assignment_id, realm, uid, status, answers, version, submitted_at)
    select made.id, 'se', pupil.uid, 'Submitted', '{}'::jsonb, 1, now() from made, pupil
    returning id, assignment_id as assignment`);
  id = rows[0]?.assignment ?? "";
  submission = rows[0]?.id ?? "";
});

const path = () => `/controlpanel/assignments/${id}`;
const typed = "Berätta mer om <klockan>";
const send = (fields: Record<string, string> = {}) =>
  pages.post(teacher, path(), { intent: "comment", submission, comment: typed, ...fields });
const fieldIn = (html: string) => /<textarea[^>]*name="comment"[^>]*>([^<]*)<\/textarea>/.exec(html)?.[1];
const storedComment = async () =>
  (
    await databases.eu.execute<{ comment: string | null }>(
      sql`select comment from submissions.submissions where id = ${submission}`,
    )
  ).rows[0]?.comment;

describe("a teacher's comment", () => {
  test("is saved, with line breaks as \\n", async () => {
    const { status, headers } = await send({ comment: "Bra!\r\nSkriv mer." });
    expect([status, headers.get("location")]).toEqual([302, `${path()}#pupil-${submission}`]);
    expect(await storedComment()).toBe("Bra!\nSkriv mer.");
  });

  test("given more than 5,000 characters, then 400 with the text and the reason at its field", async () => {
    const long = "å".repeat(5001);
    const response = await send({ comment: long });
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(fieldIn(html)).toBe(long);
    expect(html).toMatch(new RegExp(`id="form-${submission}-comment-error"[^>]*>.*?För många tecken`));
  });

  test("given answers that were handed back meanwhile, then the text stays, with the reason", async () => {
    expect((await send({ intent: "handBack", comment: "Först" })).status).toBe(302);
    const response = await send();
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(fieldIn(html)).toBe("Berätta mer om &lt;klockan&gt;");
    expect(html).toContain("De här svaren är återlämnade.");
    expect(await storedComment()).toBe("Först");
  });

  test.each([502, 503])(
    "given a service that fails with %i, then the text stays and the page says so",
    async (status) => {
      const call = vi.spyOn(processBackend().clients.submissions, "commentSubmission");
      call.mockRejectedValue(new ServiceError(status, "unavailable", "down"));
      const response = await send();
      const html = await response.text();
      expect(response.status).toBe(502);
      expect(fieldIn(html)).toBe("Berätta mer om &lt;klockan&gt;");
      expect(html).toContain("Något gick fel");
    },
  );

  test("given a pupil who is not of the assignment, then 404", async () => {
    expect((await send({ submission: crypto.randomUUID() })).status).toBe(404);
  });
});
