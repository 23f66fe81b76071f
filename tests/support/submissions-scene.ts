import { sql } from "drizzle-orm";
import { seedRealm } from "#packages/demo/src/people";
import type { Database } from "~/db/.server/connect";
import type { Caller } from "~/services/.server/directory/caller";
import { dispatch } from "~/services/.server/dispatch/dispatch";
import type { Service } from "~/services/.server/dispatch/endpoint";
import { createSubmissions } from "~/services/.server/submissions/submissions-service";
import { ServiceError } from "~/services/contracts/service-error";
import type { AuthoredExercise, submissionContracts } from "~/services/contracts/submissions";
import { callerOf, uidOf } from "./callers";
import { testDatabase } from "./database";

/** The submissions service with the demo users of Sweden, with one class and its teacher. */

export type Reply = {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any shape of the response
  body: any;
  headers: Record<string, string>;
};
type Input = { params?: unknown; query?: unknown; headers?: unknown; body?: unknown };

export type SubmissionsScene = {
  database: Database;
  service: Service<typeof submissionContracts>;
  /** uid of the class of `teacher.se` and `student.se`. */
  groupId: string;
  /** Calls as a user, by username; a ServiceError is returned as its status. */
  call(who: string | Caller, name: keyof typeof submissionContracts, input?: Input): Promise<Reply>;
  /** Creates an assignment for the class and returns its id. */
  assign(change?: object): Promise<string>;
  /** A pupil's submission of an assignment. */
  submissionOf(username: string, assignmentId: string): Promise<string>;
};

/** One question of each kind, each in its own exercise. */
export const exercises: AuthoredExercise[] = [
  {
    id: "open",
    content: [{ type: "open-question", phrase: "Why does he mend the clock?", targetAnswers: ["He likes it"] }],
  },
  {
    id: "closed",
    content: [
      {
        type: "closed-question",
        phrase: "Who comes in?",
        options: [
          { id: "a", text: "A girl" },
          { id: "b", text: "A cat" },
        ],
        answer: "b",
      },
    ],
  },
  { id: "think", content: [{ type: "reflection-task", title: "Think", description: "What would you do?" }] },
  { id: "more", content: [{ type: "external-reference", url: "https://example.org/clocks", text: "About clocks" }] },
];

export const openAnswer = (value: string) => ({ open: { "0": { type: "OpenEndedQuestionAnswer" as const, value } } });

export const bookId = "the-clock-mender";

export async function submissionsScene(): Promise<SubmissionsScene> {
  const { database } = await testDatabase();
  await seedRealm(database, "se");
  await offerBook(database);
  const service = createSubmissions({
    databases: { eu: database, us: database },
    bookTitleOf: async (_caller, id) => (id === bookId ? "The Clock Mender" : null),
  });
  const { rows } = await database.execute<{ uid: string }>(sql`
    select g.uid from directory.groups g join directory.memberships m on m.group_id = g.id
    join directory.users u on u.id = m.user_id where u.username = 'student.se'`);
  const groupId = rows[0]?.uid ?? "";
  const call: SubmissionsScene["call"] = async (who, name, input = {}) => {
    const caller = typeof who === "string" ? await callerOf(database, who) : who;
    try {
      const { status, body, headers } = await dispatch(service, name, input, caller);
      return { status, body, headers: headers ?? {} };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { status: error.status, body: error.toJSON(), headers: {} };
    }
  };
  return {
    ...{ database, service, groupId, call },
    async assign(change = {}) {
      const body = { ...draftAssignment(groupId), ...change };
      const { status, body: made } = await call("teacher.se", "createAssignment", { body });
      if (status !== 201) throw new Error(JSON.stringify(made));
      return made.id;
    },
    async submissionOf(username, assignmentId) {
      const uid = await uidOf(database, username);
      const { rows: found } = await database.execute<{ id: string }>(
        sql`select id from submissions.submissions where uid = ${uid}::uuid and assignment_id = ${assignmentId}::uuid`,
      );
      if (!found[0]) throw new Error(`${username} has no such submission`);
      return found[0].id;
    },
  };
}

/** Adds the scene's book to the country's catalogue. */
export async function offerBook(database: Database): Promise<void> {
  await database.execute(sql`
    insert into library.books (id, version, checksum, title, shelf, manifest)
    values (${bookId}, '1', 'none', 'The Clock Mender', '{}', '{}') on conflict do nothing`);
  await database.execute(
    sql`insert into library.catalogue (realm, book_id) values ('se', ${bookId}) on conflict do nothing`,
  );
}

/** Removes it from the catalogue. */
export async function withdrawBook(database: Database): Promise<void> {
  await database.execute(sql`delete from library.catalogue where book_id = ${bookId}`);
}

export function draftAssignment(groupId: string) {
  return {
    type: "Assignment",
    title: "The first chapter",
    description: "Read it first",
    exercises,
    bookId,
    chapter: null,
    dueOn: "2027-01-15",
    shared: false,
    groupId,
    pupils: null,
  };
}
