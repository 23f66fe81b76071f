import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { callerOf, countQueries } from "#tests/support/callers";
import {
  offerBook,
  openAnswer,
  type SubmissionsScene,
  submissionsScene,
  withdrawBook,
} from "#tests/support/submissions-scene";
import { inTransaction } from "~/db/.server/transaction";

let scene: SubmissionsScene;
beforeAll(async () => {
  scene = await submissionsScene();
});

const list = (query: object = {}) =>
  scene.call("student.se", "getSubmissions", { query: { ownership: "Mine", ...query } });
const text = (status: string, answers: object) => JSON.stringify({ status, answers });
const patch = (id: string, body: string, read?: string) =>
  scene.call("student.se", "updateSubmission", {
    params: { id },
    body,
    headers: read === undefined ? {} : { "if-match": read },
  });

/** Resolves once another session of the test database waits for a lock. */
async function untilSomebodyWaits(): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await scene.database.execute(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    expect(rows).toHaveLength(1);
  });
}

async function fresh(change: object = {}) {
  const assignment = await scene.assign(change);
  return { assignment, id: await scene.submissionOf("student.se", assignment) };
}

describe("a pupil's own list", () => {
  test("contains assigned work in progress, without correct options and target answers", async () => {
    const { assignment, id } = await fresh();
    const { body } = await list({ contextId: assignment });
    expect(body.cursor).toBeNull();
    expect(body.data).toHaveLength(1);
    const [submission] = body.data;
    expect(submission).toMatchObject({ id, status: "InProgress", answers: {}, closed: null, dueOn: "2027-01-15" });
    expect(submission.context.type).toBe("Assignment");
    expect(submission.context.assignment).toMatchObject({ id: assignment, title: "The first chapter" });
    expect(submission.context.assignment.objective.exercises.map(({ id: each }: { id: string }) => each)).toEqual([
      "open",
      "closed",
      "think",
      "more",
    ]);
    expect(JSON.stringify(body)).not.toContain("targetAnswers");
    expect(JSON.stringify(body)).not.toContain('"answer"');
  });

  test("filters a quiz by its exercise and context type", async () => {
    const quiz = [
      {
        id: "quiz-7",
        content: [
          {
            type: "closed-question",
            phrase: "Which?",
            options: [
              { id: "1", text: "One" },
              { id: "2", text: "Two" },
            ],
            answer: "1",
          },
        ],
      },
    ];
    await fresh({ type: "Quiz", exercises: quiz, title: "Small quiz", description: "Look closely" });
    const { body } = await list({ contextId: "quiz-7", contextType: "Quiz", status: "InProgress" });
    expect(body.data[0].context).toMatchObject({ type: "Quiz", exercise: { id: "quiz-7", title: "Small quiz" } });
    expect(body.data[0].description).toBe("Look closely");
    expect((await list({ contextId: "quiz-7", contextType: "Assignment" })).body.data).toEqual([]);
  });

  test("has the same order in pages of one as in one page, and ends with a null cursor", async () => {
    await fresh();
    const all = (await list({ limit: 100 })).body.data.map(({ id }: { id: string }) => id);
    const paged: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { body } = await list({ limit: 1, ...(cursor ? { cursor } : {}) });
      paged.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.cursor;
    }
    expect(paged).toEqual(all);
  });

  test.each([
    ["an invalid cursor", { cursor: "abc" }],
    ["another ownership", { ownership: "All" }],
    ["an unknown context type", { contextType: "Exam" }],
    ["an unknown status", { status: "Draft" }],
    ["a limit beyond 100", { limit: 101 }],
  ])("returns 400 for %s", async (_what, query) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { error: "ValidationError" } });
  });
});

describe("a save", () => {
  test("takes one statement, stores the answers and returns the next version", async () => {
    const { id } = await fresh();
    const pupil = await callerOf(scene.database, "student.se");
    const body = text("InProgress", openAnswer("Because"));
    let reply: Awaited<ReturnType<typeof patch>> | undefined;
    const statements = await countQueries(scene.database, async () => {
      reply = await scene.call(pupil, "updateSubmission", { params: { id }, body, headers: {} });
    });
    expect(statements).toBe(1);
    expect(reply).toMatchObject({ status: 200, headers: { etag: '"1"' }, body: { answers: openAnswer("Because") } });
    expect((await scene.call("student.se", "getSubmission", { params: { id } })).headers.etag).toBe('"1"');
  });

  test("returns 412 and changes nothing for an outdated or missing If-Match", async () => {
    const { id } = await fresh();
    await patch(id, text("InProgress", openAnswer("First")));
    for (const read of [undefined, '"0"', '"7"', "*", "nonsense"]) {
      expect((await patch(id, text("InProgress", openAnswer("Second")), read)).status).toBe(412);
    }
    const { body } = await scene.call("student.se", "getSubmission", { params: { id } });
    expect(body.answers).toEqual(openAnswer("First"));
  });

  test("succeeds once and returns 412 once for two concurrent saves", async () => {
    const { id } = await fresh();
    const both = await Promise.all(["One", "Two"].map((value) => patch(id, text("InProgress", openAnswer(value)))));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  test("returns 412 if it waited for the lock of another save", async () => {
    const { id } = await fresh();
    let later: ReturnType<typeof patch> | undefined;
    await inTransaction(scene.database, async (transaction) => {
      await transaction.execute(sql`update submissions.submissions set version = version + 1 where id = ${id}::uuid`);
      later = patch(id, text("InProgress", openAnswer("Later")));
      await untilSomebodyWaits();
    });
    expect((await later)?.status).toBe(412);
  });

  test("waits for a concurrent change of the questions, and is validated against the new ones", async () => {
    const { assignment, id } = await fresh();
    let later: ReturnType<typeof patch> | undefined;
    await inTransaction(scene.database, async (transaction) => {
      await transaction.execute(sql`select from submissions.assignments where id = ${assignment}::uuid for update`);
      await transaction.execute(sql`update submissions.assignments
        set exercises = jsonb_path_query_array(exercises, '$[*] ? (@.id != "open")') where id = ${assignment}::uuid`);
      later = patch(id, text("InProgress", openAnswer("To nothing")));
      await untilSomebodyWaits();
    });
    expect(await later).toMatchObject({ status: 400, body: { details: [{ attribute: "answers.open.0" }] } });
  });

  test("returns 412 for an outdated version, even with an answer to a removed question", async () => {
    const { id } = await fresh();
    const gone = { gone: { "0": { type: "OpenEndedQuestionAnswer", value: "x" } } };
    expect((await patch(id, text("InProgress", gone), '"4"')).status).toBe(412);
  });

  test("closes the submission if it submits, and a later save returns 409", async () => {
    const { id } = await fresh();
    const submitted = await patch(id, text("Submitted", openAnswer("Done")));
    expect(submitted.body).toMatchObject({ status: "Submitted", closed: "submitted" });
    const again = await patch(id, text("InProgress", openAnswer("More")), '"1"');
    expect(again).toMatchObject({ status: 409, body: { error: "ConflictError", details: [{ reason: "submitted" }] } });
  });

  test.each([
    ["an unknown exercise", { gone: { "0": { type: "OpenEndedQuestionAnswer", value: "x" } } }, "answers.gone.0"],
    ["an unknown item", { open: { "4": { type: "OpenEndedQuestionAnswer", value: "x" } } }, "answers.open.4"],
    [
      "an unknown option",
      { closed: { "0": { type: "ClosedEndedQuestionAnswer", optionId: "z" } } },
      "answers.closed.0",
    ],
    [
      "the wrong kind of answer",
      { closed: { "0": { type: "OpenEndedQuestionAnswer", value: "b" } } },
      "answers.closed.0",
    ],
    [
      "an answer to an item without a question",
      { think: { "0": { type: "OpenEndedQuestionAnswer", value: "b" } } },
      "answers.think.0",
    ],
  ])("returns 400 with the answer's path for %s", async (_what, answers, attribute) => {
    const { id } = await fresh();
    const reply = await patch(id, text("InProgress", answers));
    expect(reply).toMatchObject({ status: 400, body: { details: [{ attribute }] } });
  });

  test.each([
    ["1 MB of text", text("InProgress", openAnswer("a".repeat(1024 * 1024))), "open.0.value", "Too many characters"],
    ["no JSON", "status=Submitted", "", "Incorrectly formatted"],
    ["another status", text("Graded", {}), "status", "Incorrectly formatted"],
    ["a character that cannot be stored", text("InProgress", openAnswer("a\u0000b")), "open.0.value", "unsupported"],
  ])("returns 400 with the reason for %s", async (_what, body, attribute, reason) => {
    const { id } = await fresh();
    const reply = await patch(id, body);
    expect(reply.status).toBe(400);
    expect(reply.body.details[0].attribute).toContain(attribute);
    expect(reply.body.details[0].reason).toContain(reason);
  });

  test("stores scripts as text", async () => {
    const { id } = await fresh();
    const script = "<script>alert(1)</script>";
    expect((await patch(id, text("InProgress", openAnswer(script)))).body.answers).toEqual(openAnswer(script));
  });

  test("rejects the answer to a removed question (400), and keeps the old one for the teacher", async () => {
    const { assignment, id } = await fresh();
    const both = { ...openAnswer("Kept"), closed: { "0": { type: "ClosedEndedQuestionAnswer", optionId: "a" } } };
    await patch(id, text("InProgress", both));
    const stored = (await scene.call("teacher.se", "getAssignment", { params: { id: assignment } })).body;
    const { title, description, bookId, chapter, dueOn, shared, version } = stored;
    const left = stored.exercises.filter((exercise: { id: string }) => exercise.id !== "open");
    const body = { title, description, bookId, chapter, dueOn, shared, version, exercises: left };
    expect((await scene.call("teacher.se", "updateAssignment", { params: { id: assignment }, body })).status).toBe(200);
    expect((await patch(id, text("InProgress", both), '"1"')).body.details).toMatchObject([
      { attribute: "answers.open.0" },
    ]);
    expect((await patch(id, text("Submitted", { closed: both.closed }), '"1"')).body.answers).toEqual({
      closed: both.closed,
    });
    const { body: seen } = await scene.call("teacher.se", "getAssignmentSubmissions", { params: { id: assignment } });
    const own = seen.data.find((each: { id: string }) => each.id === id);
    expect(own.answers).toEqual(both);
  });
});

describe("a submission on a withdrawn book", () => {
  test("can be read but not saved (409) until the book is offered again", async () => {
    const { id } = await fresh();
    await patch(id, text("InProgress", openAnswer("Before")));
    await withdrawBook(scene.database);
    const reply = await patch(id, text("Submitted", openAnswer("After")), '"1"');
    expect(reply).toMatchObject({ status: 409, body: { details: [{ reason: "book_withdrawn" }] } });
    const { body } = await scene.call("student.se", "getSubmission", { params: { id } });
    expect(body).toMatchObject({ closed: "book_withdrawn", isBookOffered: false, answers: openAnswer("Before") });
    const cards = (await scene.call("student.se", "getSubmissionCards")).body.data;
    expect(cards.find((card: { id: string }) => card.id === id)).toMatchObject({ closed: "book_withdrawn" });
    await offerBook(scene.database);
    expect((await patch(id, text("Submitted", openAnswer("After")), '"1"')).status).toBe(200);
  });
});

describe("a pupil who leaves the group", () => {
  const membership = sql`user_id = (select id from directory.users where username = 'student.se')`;

  test("still reads submissions in progress but cannot save them (409), and loses those not begun", async () => {
    const begun = await fresh({ title: "Begun" });
    const notBegun = await fresh({ title: "Not begun" });
    await patch(begun.id, text("InProgress", openAnswer("Mine")));
    const { rows } = await scene.database.execute(
      sql`delete from directory.memberships where ${membership} returning *`,
    );
    const ids = (await list({ limit: 100 })).body.data.map(({ id }: { id: string }) => id);
    expect(ids).toContain(begun.id);
    expect(ids).not.toContain(notBegun.id);
    const reply = await patch(begun.id, text("InProgress", openAnswer("More")), '"1"');
    expect(reply).toMatchObject({ status: 409, body: { details: [{ reason: "left_group" }] } });
    const { body } = await scene.call("teacher.se", "getAssignmentSubmissions", { params: { id: begun.assignment } });
    expect(body.data.find(({ id }: { id: string }) => id === begun.id)).toMatchObject({ hasLeft: true, answers: null });
    for (const row of rows) {
      await scene.database.execute(sql`insert into directory.memberships (user_id, group_id, realm)
        values (${row.user_id}, ${row.group_id}, 'se')`);
    }
    expect((await patch(begun.id, text("InProgress", openAnswer("Back")), '"1"')).status).toBe(200);
  });

  test("given a deleted group, then pupil and teacher still read the submission, and another teacher of it gets 404", async () => {
    const { assignment, id } = await fresh();
    await patch(id, text("Submitted", openAnswer("Done")));
    const { rows } = await scene.database.execute<{ username: string; user_id: string }>(sql`
      with other as (select u.id, u.username from directory.users u
        join directory.associations a on a.user_id = u.id and a.active and not a.admin
        join directory.groups g on g.organization_id = a.organization_id and g.uid = ${scene.groupId}::uuid
        where u.realm = 'se' and u.type = 'employee' and u.username <> 'teacher.se' order by u.id limit 1),
      joined as (insert into directory.memberships (user_id, group_id, realm)
        select other.id, g.id, 'se' from other, directory.groups g where g.uid = ${scene.groupId}::uuid)
      select username, id as user_id from other`);
    const other = rows[0]?.username ?? "";
    const read = async (username: string) => {
      const caller = await callerOf(scene.database, username, { realm: "se" });
      return scene.call(caller, "getAssignmentSubmissions", { params: { id: assignment } });
    };
    expect((await read(other)).status).toBe(200);
    await scene.database.execute(
      sql`update directory.groups set status = 'deleted' where uid = ${scene.groupId}::uuid`,
    );
    expect((await scene.call("student.se", "getSubmission", { params: { id } })).body.status).toBe("Submitted");
    const { body } = await scene.call("teacher.se", "getAssignment", { params: { id: assignment } });
    expect(body.group).toMatchObject({ isDeleted: true });
    const byAuthor = await read("teacher.se");
    expect(byAuthor.status).toBe(200);
    expect(byAuthor.body.data.find((each: { id: string }) => each.id === id)).toMatchObject({
      ...{ status: "Submitted", answers: openAnswer("Done") },
    });
    expect((await read(other)).status).toBe(404);
    await scene.database.execute(sql`delete from directory.memberships where user_id = ${rows[0]?.user_id}`);
    await scene.database.execute(sql`update directory.groups set status = 'active' where uid = ${scene.groupId}::uuid`);
  });
});

describe("another person's submission", () => {
  test.each(["teacher.se", "guardian.se", "admin.se", "super.se"])("is not found (404) by %s", async (username) => {
    const { id } = await fresh();
    expect((await scene.call(username, "getSubmission", { params: { id } })).status).toBe(404);
    const body = text("Submitted", {});
    expect((await scene.call(username, "updateSubmission", { params: { id }, headers: {}, body })).status).toBe(404);
  });

  test("is forbidden (403) for a user who impersonates the pupil", async () => {
    const { id } = await fresh();
    const actor = await callerOf(scene.database, "super.se");
    const acting = await callerOf(scene.database, "student.se", { actor: actor.user?.uid ?? "" });
    expect((await scene.call(acting, "getSubmission", { params: { id } })).status).toBe(403);
    expect((await scene.call(acting, "getSubmissions", { query: { ownership: "Mine" } })).status).toBe(403);
  });
});

describe("a pupil's cards", () => {
  test("are sorted by due date with submitted ones last, in one statement and without answers", async () => {
    const { id: submitted } = await fresh({ title: "Submitted", dueOn: "2026-12-01" });
    await patch(submitted, text("Submitted", openAnswer("Secret")));
    await fresh({ title: "At any time", dueOn: null });
    await fresh({ title: "Later", dueOn: "2031-02-01" });
    await fresh({ title: "Sooner", dueOn: "2031-01-01" });
    const pupil = await callerOf(scene.database, "student.se");
    let reply: Awaited<ReturnType<typeof list>> | undefined;
    const statements = await countQueries(scene.database, async () => {
      reply = await scene.call(pupil, "getSubmissionCards");
    });
    expect(statements).toBe(1);
    const titles: string[] = reply?.body.data.map(({ title }: { title: string }) => title);
    const wanted = ["Sooner", "Later", "At any time", "Submitted"];
    expect(titles.filter((title) => wanted.includes(title))).toEqual(wanted);
    expect(reply?.body.data.find(({ id }: { id: string }) => id === submitted)).toMatchObject({
      ...{ status: "Submitted", closed: "submitted", isBegun: true, questions: 2, isBookOffered: true },
    });
    expect(JSON.stringify(reply?.body)).not.toContain("Secret");
    const { body } = await scene.call(pupil, "getSubmissionCards", { query: { limit: 2 } });
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(titles.slice(0, 2));
  });
});

describe("a guardian", () => {
  test("gets 403 if impersonated, because comments are between pupil and teacher", async () => {
    const actor = (await callerOf(scene.database, "super.se")).user?.uid ?? "";
    const acting = await callerOf(scene.database, "guardian.se", { actor });
    expect((await scene.call(acting, "getPupilSubmissions")).status).toBe(403);
  });

  test("reads the submissions of all their pupils in one statement", async () => {
    const guardian = await callerOf(scene.database, "guardian.se");
    let reply: Awaited<ReturnType<typeof list>> | undefined;
    const statements = await countQueries(scene.database, async () => {
      reply = await scene.call(guardian, "getPupilSubmissions", { query: { limit: 3 } });
    });
    expect(statements).toBe(1);
    expect(reply?.body.data[0].submissions).toHaveLength(3);
  });

  test("sees the progress of their pupil but no answers, and other users see no pupils", async () => {
    const { id } = await fresh();
    await patch(id, text("Submitted", openAnswer("Secret")));
    const { status, body } = await scene.call("guardian.se", "getPupilSubmissions");
    expect(status).toBe(200);
    const cards = body.data.flatMap(({ submissions }: { submissions: Array<{ id: string }> }) => submissions);
    expect(cards.find((card: { id: string }) => card.id === id)).toMatchObject({ status: "Submitted", isBegun: true });
    expect(JSON.stringify(body)).not.toContain("Secret");
    for (const other of ["teacher.se", "admin.se", "student.se"]) {
      expect((await scene.call(other, "getPupilSubmissions")).body.data).toEqual([]);
    }
  });
});
