import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { callerOf, uidOf } from "#tests/support/callers";
import {
  draftAssignment,
  exercises,
  openAnswer,
  type SubmissionsScene,
  submissionsScene,
} from "#tests/support/submissions-scene";
import type { Caller } from "~/services/.server/directory/caller";

let scene: SubmissionsScene;
beforeAll(async () => {
  scene = await submissionsScene();
});

const submit = async (username: string, id: string, answers: object = openAnswer("Done"), read = '"0"') =>
  scene.call(username, "updateSubmission", {
    params: { id },
    headers: { "if-match": read },
    body: JSON.stringify({ status: "Submitted", answers }),
  });
const pupilsOf = async (assignment: string) =>
  (await scene.call("teacher.se", "getAssignmentSubmissions", { params: { id: assignment } })).body.data;

/** A teacher of another class in the same school. */
async function otherTeacher(): Promise<Caller> {
  const { rows } = await scene.database.execute<{ username: string }>(sql`
    select u.username from directory.users u join directory.associations a on a.user_id = u.id and not a.admin and a.active
    where u.type = 'employee' and u.username <> 'teacher.se' and a.organization_id =
      (select g.organization_id from directory.groups g where g.uid = ${scene.groupId}::uuid)
      and not exists (select from directory.memberships m join directory.groups g on g.id = m.group_id
        where m.user_id = u.id and g.uid = ${scene.groupId}::uuid) and u.username not like 'admin%' limit 1`);
  if (!rows[0]) throw new Error("There is no other teacher");
  return callerOf(scene.database, rows[0].username, { realm: "se" });
}

describe("creating an assignment", () => {
  test("creates a submission in progress for each pupil, including those who join the class later", async () => {
    const assignment = await scene.assign();
    const before = await pupilsOf(assignment);
    expect(before.length).toBeGreaterThan(5);
    expect(
      before.every(({ status, isBegun }: { status: string; isBegun: boolean }) => status === "InProgress" && !isBegun),
    ).toBe(true);
    await scene.database.execute(sql`
      insert into directory.memberships (user_id, group_id, realm)
      select u.id, (select id from directory.groups where uid = ${scene.groupId}::uuid), 'se' from directory.users u
      where u.realm = 'se' and u.type = 'student' and not u.shared and not exists (select from directory.memberships m
        join directory.groups g on g.id = m.group_id where m.user_id = u.id and g.uid = ${scene.groupId}::uuid)
      order by u.id limit 2`);
    expect(await pupilsOf(assignment)).toHaveLength(before.length + 2);
  });

  test("creates submissions for selected pupils only", async () => {
    const { data } = (await scene.call("teacher.se", "getClasses")).body;
    const own = data.find(({ id }: { id: string }) => id === scene.groupId);
    const pupils = own.pupils.slice(0, 2).map(({ id }: { id: string }) => id);
    const assignment = await scene.assign({ pupils });
    expect((await pupilsOf(assignment)).map(({ pupil }: { pupil: { id: string } }) => pupil.id).sort()).toEqual(
      pupils.sort(),
    );
  });

  /** Creates a group without pupils for the class's teacher. */
  async function emptyGroup(name: string): Promise<string> {
    const { rows } = await scene.database.execute<{ uid: string }>(sql`
      with made as (insert into directory.groups (realm, organization_id, name, type)
        select 'se', organization_id, ${name}::text, 'grade' from directory.groups where uid = ${scene.groupId}::uuid returning id, uid),
      joined as (insert into directory.memberships (user_id, group_id, realm)
        select u.id, made.id, 'se' from directory.users u, made where u.username = 'teacher.se')
      select uid from made`);
    return rows[0]?.uid ?? "";
  }
  const moveClass = (above: string | null) =>
    scene.database.execute(sql`update directory.groups
      set parent_group_id = (select id from directory.groups where uid = ${above}::uuid) where uid = ${scene.groupId}::uuid`);

  test("includes the pupils of a parent group's subgroups, also of those added later", async () => {
    const above = await emptyGroup("Årskurs 4");
    const before = await scene.assign({ groupId: above });
    expect(await pupilsOf(before)).toEqual([]);
    await moveClass(above);
    expect((await pupilsOf(before)).length).toBeGreaterThan(5);
    expect(await pupilsOf(await scene.assign({ groupId: above }))).toHaveLength((await pupilsOf(before)).length);
    await moveClass(null);
    expect(await pupilsOf(before)).toEqual([]);
  });

  test("excludes the pupils of a subgroup added later if pupils of the parent group were selected", async () => {
    const above = await emptyGroup("Årskurs 5");
    const { rows } = await scene.database.execute<{ uid: string }>(sql`
      with one as (select u.id, u.uid from directory.users u join directory.memberships m on m.user_id = u.id
        join directory.groups g on g.id = m.group_id where u.username = 'student.se' limit 1),
      joined as (insert into directory.memberships (user_id, group_id, realm)
        select one.id, g.id, 'se' from one, directory.groups g where g.uid = ${above}::uuid)
      select uid from one`);
    const assignment = await scene.assign({ groupId: above, pupils: [rows[0]?.uid] });
    await moveClass(above);
    expect(await pupilsOf(assignment)).toHaveLength(1);
    await moveClass(null);
  });

  test.each([
    ["without a title", { title: " " }, "title"],
    ["without a question", { exercises: [] }, "exercises"],
    ["on a book that the teacher may not open", { bookId: "elsewhere" }, "bookId"],
    ["for a pupil of another class", { pupils: ["0d8f2a4e-5b1c-4e7a-9f3d-6c2b1a0e9d8c"] }, "pupils"],
    ["due on a day that does not exist", { dueOn: "2027-02-30" }, "dueOn"],
    ["as a quiz of several exercises", { type: "Quiz" }, "exercises"],
    [
      "with a reference whose URL is not http(s)",
      { exercises: [{ id: "x", content: [{ type: "external-reference", url: "javascript:alert(1)", text: "x" }] }] },
      "exercises.0.content.0.url",
    ],
    [
      "with a correct option that does not exist",
      { exercises: [{ ...exercises[1], content: [{ ...exercises[1]?.content[0], answer: "z" }] }] },
      "exercises.0.content.0.answer",
    ],
  ])("%s returns 400 with the field", async (_what, change, attribute) => {
    const reply = await scene.call("teacher.se", "createAssignment", {
      body: { ...draftAssignment(scene.groupId), ...change },
    });
    expect(reply).toMatchObject({ status: 400, body: { details: [{ attribute }] } });
  });

  test.each(["student.se", "guardian.se", "admin.se", "super.se"])(
    "returns 404 for %s, who does not teach the group",
    async (username) => {
      const reply = await scene.call(username, "createAssignment", { body: draftAssignment(scene.groupId) });
      expect(reply.status).toBe(404);
    },
  );
});

describe("permissions on an assignment", () => {
  test.each([
    ["teacher.se", 200, 200, "teach"],
    ["admin.se", 200, 403, "count"],
    ["super.se", 200, 403, "count"],
    ["student.se", 403, 403, null],
    ["guardian.se", 403, 403, null],
  ])("given %s, then reading it returns %i and its answers %i", async (username, reading, answers, right) => {
    const id = await scene.assign();
    const read = await scene.call(username, "getAssignment", { params: { id } });
    expect(read.status).toBe(reading);
    if (right) expect(read.body.right).toBe(right);
    if (right === "count") expect(read.body.exercises).toBeNull();
    expect((await scene.call(username, "getAssignmentSubmissions", { params: { id } })).status).toBe(answers);
    expect((await scene.call(username, "deleteAssignment", { params: { id } })).status).toBe(
      answers === 200 ? 204 : 403,
    );
  });

  test("a teacher of another class reads a shared assignment's questions, but neither answers nor unshared ones", async () => {
    const other = await otherTeacher();
    const own = await scene.assign({ title: "Own" });
    const shared = await scene.assign({ title: "Shared", shared: true });
    expect((await scene.call(other, "getAssignment", { params: { id: own } })).status).toBe(404);
    const read = await scene.call(other, "getAssignment", { params: { id: shared } });
    expect(read.body).toMatchObject({ right: "copy", exercises, counts: null });
    expect((await scene.call(other, "getAssignmentSubmissions", { params: { id: shared } })).status).toBe(403);
    const { data } = (await scene.call(other, "getAssignments", { query: { of: "shared" } })).body;
    expect(data.map(({ title }: { title: string }) => title)).toEqual(["Shared"]);
    expect((await scene.call(other, "getAssignments", { query: {} })).body.data).toEqual([]);
  });

  test.each(["admin.se", "super.se"])(
    "%s sees the counts of a shared assignment, but no answers (403)",
    async (username) => {
      const id = await scene.assign({ title: `Shared, for ${username}`, shared: true });
      const counts = { submitted: 0, writing: 0, notBegun: expect.any(Number) };
      expect((await scene.call(username, "getAssignment", { params: { id } })).body).toMatchObject({ counts });
      const { data } = (await scene.call(username, "getAssignments", { query: { of: "administered" } })).body;
      expect(data.find((row: { id: string }) => row.id === id)).toMatchObject({ counts });
      expect((await scene.call(username, "getAssignmentSubmissions", { params: { id } })).status).toBe(403);
    },
  );

  test("a user who impersonates the teacher sees only counts, and may not create assignments (403)", async () => {
    const id = await scene.assign();
    const actor = (await callerOf(scene.database, "super.se")).user?.uid ?? "";
    const acting = await callerOf(scene.database, "teacher.se", { actor });
    expect((await scene.call(acting, "getAssignment", { params: { id } })).body).toMatchObject({
      ...{ right: "count", exercises: null, pupils: null },
    });
    const { data, mayMake } = (await scene.call(acting, "getAssignments", { query: {} })).body;
    expect(data.map(({ right }: { right: string }) => right)).toEqual(data.map(() => "count"));
    expect(mayMake).toBe(false);
    expect((await scene.call(acting, "getAssignmentSubmissions", { params: { id } })).status).toBe(403);
    expect((await scene.call(acting, "createAssignment", { body: draftAssignment(scene.groupId) })).status).toBe(403);
  });

  test("a teacher who left the class gets 404", async () => {
    const id = await scene.assign();
    const { rows } = await scene.database.execute(sql`delete from directory.memberships
      where user_id = (select id from directory.users where username = 'teacher.se') returning *`);
    expect((await scene.call("teacher.se", "getAssignment", { params: { id } })).status).toBe(404);
    for (const row of rows) {
      await scene.database.execute(
        sql`insert into directory.memberships (user_id, group_id, realm) values (${row.user_id}, ${row.group_id}, 'se')`,
      );
    }
  });
});

describe("following an assignment", () => {
  test("excludes deleted pupils from the counts", async () => {
    const assignment = await scene.assign();
    const counts = async () =>
      (await scene.call("teacher.se", "getAssignment", { params: { id: assignment } })).body.counts;
    const { notBegun } = await counts();
    const [gone] = await pupilsOf(assignment);
    const status = (value: string, deletedAt: string | null) =>
      scene.database.execute(sql`update directory.users set status = ${value}, deleted_at = ${deletedAt}::timestamptz
        where uid = ${gone.pupil.id}::uuid`);
    await scene.database.execute(sql`update submissions.submissions set answers = ${JSON.stringify(openAnswer("Begun"))}::jsonb
      where id = ${gone.id}::uuid`);
    await status("deleted", "2026-11-01T00:00:00Z");
    expect(await counts()).toEqual({ notBegun: notBegun - 1, writing: 0, submitted: 0 });
    await status("active", null);
  });

  test("counts pupils by progress, and shows answers and marks to the teacher only after the submission", async () => {
    const assignment = await scene.assign();
    const id = await scene.submissionOf("student.se", assignment);
    const counts = async () =>
      (await scene.call("teacher.se", "getAssignment", { params: { id: assignment } })).body.counts;
    const { notBegun } = await counts();
    await scene.call("student.se", "updateSubmission", {
      params: { id },
      headers: {},
      body: JSON.stringify({ status: "InProgress", answers: openAnswer("A draft") }),
    });
    expect(await counts()).toEqual({ notBegun: notBegun - 1, writing: 1, submitted: 0 });
    const own = async () => (await pupilsOf(assignment)).find((each: { id: string }) => each.id === id);
    expect(await own()).toMatchObject({ isBegun: true, answers: null, marks: null });
    const right = { ...openAnswer("Done"), closed: { "0": { type: "ClosedEndedQuestionAnswer", optionId: "b" } } };
    await submit("student.se", id, right, '"1"');
    expect(await counts()).toEqual({ notBegun: notBegun - 1, writing: 0, submitted: 1 });
    expect(await own()).toMatchObject({ answers: right, marks: { right: 1, of: 1 } });
  });

  test("a submission that was handed back can be edited again, and a save of the old version returns 412", async () => {
    const assignment = await scene.assign();
    const id = await scene.submissionOf("student.se", assignment);
    const comment = (handBack: boolean) =>
      scene.call("teacher.se", "commentSubmission", {
        params: { id: assignment, submissionId: id },
        body: { comment: "Say more of the clock", handBack },
      });
    expect((await comment(true)).status).toBe(409);
    await submit("student.se", id);
    expect((await comment(false)).body).toMatchObject({ status: "Submitted", comment: "Say more of the clock" });
    expect((await comment(true)).body).toMatchObject({ status: "InProgress", comment: "Say more of the clock" });
    const read = await scene.call("student.se", "getSubmission", { params: { id } });
    expect(read.body).toMatchObject({ closed: null, comment: "Say more of the clock", status: "InProgress" });
    expect(read.body.handedBackAt).not.toBeNull();
    expect((await submit("student.se", id, openAnswer("More"), '"1"')).status).toBe(412);
    expect((await submit("student.se", id, openAnswer("More"), read.headers.etag)).status).toBe(200);
  });

  test("the teacher reads what was handed back as it was submitted, never the draft, until the pupil submits again", async () => {
    const assignment = await scene.assign();
    const id = await scene.submissionOf("student.se", assignment);
    const own = async () => (await pupilsOf(assignment)).find((each: { id: string }) => each.id === id);
    const save = (status: string, answers: object, version: number) =>
      scene.call("student.se", "updateSubmission", {
        params: { id },
        headers: { "if-match": `"${version}"` },
        body: JSON.stringify({ status, answers }),
      });
    const handBack = () =>
      scene.call("teacher.se", "commentSubmission", {
        params: { id: assignment, submissionId: id },
        body: { comment: "Why?", handBack: true },
      });
    const first = { ...openAnswer("First"), closed: { "0": { type: "ClosedEndedQuestionAnswer", optionId: "b" } } };
    await save("Submitted", first, 0);
    expect((await handBack()).body).toMatchObject({ answers: first, marks: { right: 1, of: 1 } });
    await save("InProgress", openAnswer("A draft"), 2);
    const handedBack = { status: "InProgress", answers: first, comment: "Why?", handedBackAt: expect.any(String) };
    expect(await own()).toMatchObject(handedBack);
    const { body } = await scene.call("student.se", "getSubmission", { params: { id } });
    expect(body).toMatchObject({ answers: openAnswer("A draft"), handedBackAnswers: first });
    await save("InProgress", {}, 3);
    expect(await own()).toMatchObject(handedBack);
    await save("Submitted", openAnswer("Second"), 4);
    expect(await own()).toMatchObject({ status: "Submitted", answers: openAnswer("Second") });
    await handBack();
    expect(await own()).toMatchObject({ status: "InProgress", answers: openAnswer("Second") });
  });

  test("changing the questions of a quiz that was handed back returns 409, though the draft is empty", async () => {
    const quiz = [{ id: "q", content: [exercises[1]?.content[0]] }];
    const assignment = await scene.assign({ type: "Quiz", exercises: quiz });
    const id = await scene.submissionOf("student.se", assignment);
    await submit("student.se", id, { q: { "0": { type: "ClosedEndedQuestionAnswer", optionId: "a" } } });
    await scene.call("teacher.se", "commentSubmission", {
      params: { id: assignment, submissionId: id },
      body: { comment: "", handBack: true },
    });
    await scene.call("student.se", "updateSubmission", {
      params: { id },
      headers: { "if-match": '"2"' },
      body: JSON.stringify({ status: "InProgress", answers: {} }),
    });
    const { type: _type, groupId: _group, pupils: _pupils, ...draft } = draftAssignment(scene.groupId);
    const changed = [{ id: "q", content: [{ type: "open-question", phrase: "Other" }] }];
    const body = { ...draft, exercises: changed, version: 1 };
    expect((await scene.call("teacher.se", "updateAssignment", { params: { id: assignment }, body })).status).toBe(409);
  });

  test("updating an outdated version returns 412, and changing the questions of a begun quiz 409", async () => {
    const quiz = [{ id: "q", content: [exercises[1]?.content[0]] }];
    const assignment = await scene.assign({ type: "Quiz", exercises: quiz });
    const change = async (more: object, version = 1) => {
      const { type: _type, groupId: _group, pupils: _pupils, ...draft } = draftAssignment(scene.groupId);
      const body = { ...draft, exercises: quiz, version, ...more };
      return scene.call("teacher.se", "updateAssignment", { params: { id: assignment }, body });
    };
    expect((await change({ title: "New" })).body).toMatchObject({ title: "New", version: 2 });
    expect((await change({ title: "Late" })).status).toBe(412);
    const id = await scene.submissionOf("student.se", assignment);
    await submit("student.se", id, { q: { "0": { type: "ClosedEndedQuestionAnswer", optionId: "a" } } });
    const other = [{ id: "q", content: [{ type: "open-question", phrase: "Other" }] }];
    expect((await change({ exercises: other }, 2)).status).toBe(409);
    expect((await change({ dueOn: null }, 2)).status).toBe(200);
  });

  test("creating, changing, commenting, handing back and deleting are audited once, with the teacher and the subject", async () => {
    const { rows: before } = await scene.database.execute(sql`select coalesce(max(id), 0) as id from directory.audit`);
    const assignment = await scene.assign();
    const { type: _type, groupId: _group, pupils: _pupils, ...draft } = draftAssignment(scene.groupId);
    const params = { id: assignment };
    await scene.call("teacher.se", "updateAssignment", { params, body: { ...draft, title: "New", version: 1 } });
    const submissionId = await scene.submissionOf("student.se", assignment);
    await submit("student.se", submissionId);
    for (const handBack of [false, true]) {
      const body = { comment: "Say more", handBack };
      await scene.call("teacher.se", "commentSubmission", { params: { id: assignment, submissionId }, body });
    }
    await scene.call("teacher.se", "deleteAssignment", { params });
    const { rows } = await scene.database.execute(sql`
      select action, user_uid as user, subject_uid as subject from directory.audit where id > ${before[0]?.id} order by id`);
    const [user, pupil] = [await uidOf(scene.database, "teacher.se"), await uidOf(scene.database, "student.se")];
    expect(rows).toEqual([
      { action: "assignment.created", user, subject: scene.groupId },
      { action: "assignment.changed", user, subject: scene.groupId },
      { action: "submission.commented", user, subject: pupil },
      { action: "submission.handed_back", user, subject: pupil },
      { action: "assignment.deleted", user, subject: scene.groupId },
    ]);
  });
});
