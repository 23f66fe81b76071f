import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { queryPrepared } from "~/db/.server/prepared";
import type { Realm } from "~/realms/realm";
import { inAlphabet } from "~/services/.server/directory/lists/list-grouping";
import { isBookOffered } from "~/services/.server/library/offered-books";
import type {
  Answers,
  AuthoredExercise,
  ContextType,
  Submission,
  SubmissionCard,
  SubmissionStatus,
} from "~/services/contracts/submissions";
import { isBehind, isoMoment, type PageStart, submissionsPageOf } from "./paging";
import { closedReason } from "./rules";

/** A pupil's own submissions. docs/product/reader.md#calls. */

export type SubmissionOwner = { realm: Realm; uid: string };

/** A submission joined with its assignment. */
export type OwnRow = Pick<
  Submission,
  | "id"
  | "status"
  | "answers"
  | "version"
  | "bookId"
  | "bookTitle"
  | "isBookOffered"
  | "chapter"
  | "dueOn"
  | "teacher"
  | "comment"
  | "handedBackAt"
  | "handedBackAnswers"
  | "savedAt"
  | "submittedAt"
  | "createdAt"
> & {
  assignmentId: string;
  type: ContextType;
  title: string;
  description: string;
  exercises: AuthoredExercise[];
  assignedAt: string;
  isMember: boolean;
  place: string;
};

const moment = (name: string) => isoMoment(sql.raw(name));

const columns = sql`s.id, s.status, s.answers, s.version, s.comment, ${moment("s.handed_back_at")} as "handedBackAt",
  s.handed_back_answers as "handedBackAnswers",
  ${moment("s.saved_at")} as "savedAt", ${moment("s.submitted_at")} as "submittedAt", ${moment("s.created_at")} as "createdAt",
  ${moment("s.created_at")} as place, a.id as "assignmentId", a.type, a.title, a.description, a.exercises,
  ${moment("a.created_at")} as "assignedAt", a.book_id as "bookId", a.book_title as "bookTitle",
  ${isBookOffered(sql`a.realm`, sql`a.book_id`)} as "isBookOffered", a.chapter, to_char(a.due_on, 'YYYY-MM-DD') as "dueOn",
  (select author.name from directory.users author
    where author.uid = a.author_uid and author.realm = a.realm and author.status <> 'deleted') as teacher,
  submissions.is_pupil_of(s.realm, s.uid, a.group_id) as "isMember"`;
const tables = sql`submissions.submissions s join submissions.assignments a on a.id = s.assignment_id`;

type OwnQuery = {
  contextId?: string | undefined;
  contextType?: ContextType | undefined;
  status?: SubmissionStatus | undefined;
  start: PageStart | null;
  limit: number;
};

/** Latest first, without submissions that were never begun and no longer can be. */
export async function findOwnSubmissions(
  database: Database,
  { realm, uid }: SubmissionOwner,
  { contextId, contextType, status, start, limit }: OwnQuery,
): Promise<{ rows: OwnRow[]; cursor: string | null }> {
  const conditions: SQL[] = [
    sql`s.realm = ${realm} and s.uid = ${uid}::uuid`,
    sql`(s.answers <> '{}' or submissions.is_pupil_of(s.realm, s.uid, a.group_id))`,
    isBehind(start, sql`s.created_at`, sql`s.id`),
  ];
  if (contextType) conditions.push(sql`a.type = ${contextType}`);
  if (status) conditions.push(sql`s.status = ${status}`);
  if (contextId !== undefined) {
    conditions.push(sql`(a.book_id = ${contextId}
      or case a.type when 'Quiz' then a.exercises -> 0 ->> 'id' else a.id::text end = ${contextId})`);
  }
  const { rows } = await database.execute<OwnRow>(sql`
    select ${columns} from ${tables} where ${sql.join(conditions, sql` and `)}
    order by s.created_at desc, s.id desc limit ${limit + 1}`);
  const { page, cursor } = submissionsPageOf(rows, limit);
  return { rows: page, cursor };
}

export async function findOwnSubmission(
  database: Database,
  { realm, uid }: SubmissionOwner,
  id: string,
): Promise<OwnRow | null> {
  const { rows } = await database.execute<OwnRow>(sql`
    select ${columns} from ${tables} where s.id = ${id}::uuid and s.realm = ${realm} and s.uid = ${uid}::uuid`);
  return rows[0] ?? null;
}

/** Result of a save: the stored submission, whether it was written, and paths of answers without a question. */
export type Saved = { row: OwnRow; isWritten: boolean; unknown: string[] };

type SavedColumns = OwnRow & {
  unknown: string[];
  written: Pick<OwnRow, "status" | "answers" | "version" | "handedBackAnswers" | "savedAt" | "submittedAt"> | null;
};

/**
 * Checks the answers against the questions, writes them if allowed, and returns the stored submission, in one statement. Answers to removed
 * questions stay stored. The assignment row is locked, so that a concurrent change of its questions sees whether they have answers.
 * @param read the version that the client has read
 * @returns null for an unknown submission
 */
export async function saveSubmission(
  database: Database,
  { realm, uid }: SubmissionOwner,
  { id, read, status, answers }: { id: string; read: number; status: SubmissionStatus; answers: Answers },
): Promise<Saved | null> {
  const [result] = await queryPrepared<SavedColumns>(
    database,
    "save-submission",
    sql`
    with mine as (
      select ${columns}, submissions.unknown_answers(given.answers, a.exercises) as unknown, given.answers as given
      from ${tables}, (select ${JSON.stringify(answers)}::jsonb as answers) given
      where s.id = ${id}::uuid and s.realm = ${realm} and s.uid = ${uid}::uuid
      for share of a),
    written as (
      update submissions.submissions s
      set answers = (s.answers - array(select x ->> 'id' from jsonb_array_elements(mine.exercises) x)) || mine.given,
        status = ${status}::text, version = s.version + 1, saved_at = now(),
        submitted_at = case when ${status}::text = 'Submitted' then now() else s.submitted_at end,
        handed_back_answers = case when ${status}::text = 'Submitted' then null else s.handed_back_answers end
      from mine
      where s.id = mine.id and s.status = 'InProgress' and s.version = ${read}::integer and mine."isMember" and mine."isBookOffered"
        and mine.unknown = '{}'
      returning s.status, s.answers, s.version, s.handed_back_answers as "handedBackAnswers", ${moment("s.saved_at")} as "savedAt", ${moment("s.submitted_at")} as "submittedAt")
    select mine.*, (select to_json(written) from written) as written from mine`,
  );
  if (!result) return null;
  const { written, unknown, ...row } = result;
  return { row: { ...row, ...written }, isWritten: written !== null, unknown };
}

type CardRow = Omit<SubmissionCard, "closed"> & { isMember: boolean };

/** Cards of the person of row `u`: open ones first, by due date. Without submissions that were never begun and no longer can be. */
const cardsOf = (limit: number) => sql`
  select s.id, s.status, a.title, a.book_id as "bookId", a.book_title as "bookTitle",
    ${isBookOffered(sql`a.realm`, sql`a.book_id`)} as "isBookOffered", to_char(a.due_on, 'YYYY-MM-DD') as "dueOn",
    (select author.name from directory.users author
      where author.uid = a.author_uid and author.realm = a.realm and author.status <> 'deleted') as teacher,
    s.comment, ${moment("s.handed_back_at")} as "handedBackAt", ${moment("s.submitted_at")} as "submittedAt",
    (select count(*) from jsonb_path_query(a.exercises, '$[*].content[*] ? (@.type == "open-question" || @.type == "closed-question")'))
      ::integer as questions,
    s.answers <> '{}' as "isBegun", a.group_id in (select id from reached) as "isMember"
  from ${tables}
  where s.realm = u.realm and s.uid = u.uid and (s.answers <> '{}' or a.group_id in (select id from reached))
  order by s.status = 'Submitted', a.due_on nulls last, s.created_at desc, s.id desc limit ${limit}`;

/** JSON array of a person's cards; `reached` has the person's groups and their ancestors. */
const cards = (limit: number) => sql`
  coalesce((with reached as (
      select distinct above.id from directory.memberships m, submissions.groups_above(m.group_id) above where m.user_id = u.id)
    select json_agg(card) from (${cardsOf(limit)}) card), '[]')`;

const cardOf = ({ isMember, ...row }: CardRow): SubmissionCard => ({
  ...row,
  closed: closedReason({ ...row, isMember }),
});

export async function findOwnCards(
  database: Database,
  { realm, uid }: SubmissionOwner,
  limit: number,
): Promise<SubmissionCard[]> {
  const { rows } = await database.execute<{ cards: CardRow[] }>(sql`
    select ${cards(limit)} as cards from directory.users u where u.realm = ${realm} and u.uid = ${uid}::uuid`);
  return (rows[0]?.cards ?? []).map(cardOf);
}

/** A guardian's pupils by name, each with at most `limit` cards. */
export async function findPupilCards(
  database: Database,
  { realm, guardianId }: { realm: Realm; guardianId: number },
  limit: number,
): Promise<Array<{ id: string; name: string; submissions: SubmissionCard[] }>> {
  const { rows } = await database.execute<{ id: string; name: string; cards: CardRow[] }>(sql`
    select u.uid as id, u.name, ${cards(limit)} as cards
    from directory.guardianships g join directory.users u on u.id = g.student_id
    where g.guardian_id = ${guardianId} and u.realm = ${realm} and u.status <> 'deleted' 
    order by ${inAlphabet(realm, sql`u.name`)}, u.uid limit 50`);
  return rows.map(({ cards: cardRows, ...pupil }) => ({ ...pupil, submissions: cardRows.map(cardOf) }));
}
