import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import type { AssignmentRelation } from "~/services/.server/directory/grants";
import { inAlphabet } from "~/services/.server/directory/lists/list-grouping";
import { isPlaceInScope } from "~/services/.server/directory/scope-query";
import { isBookOffered } from "~/services/.server/library/offered-books";
import type { AuthoredExercise, ContextType } from "~/services/contracts/submissions";
import { isBehind, isoMoment, type PageStart, submissionsPageOf } from "./paging";
import { assignments } from "./tables";

/** Assignments for teachers. docs/product/reader.md#assignments. */

export type StoredAssignment = {
  id: string;
  type: ContextType;
  title: string;
  description: string;
  exercises: AuthoredExercise[];
  bookId: string;
  bookTitle: string;
  isBookOffered: boolean;
  chapter: string | null;
  groupUid: string;
  groupName: string;
  isGroupDeleted: boolean;
  pupils: string[] | null;
  dueOn: string | null;
  shared: boolean;
  version: number;
  createdAt: string;
  teacher: string | null;
  counts: { notBegun: number; writing: number; submitted: number } | null;
  right: AssignmentRelation | null;
  place: string;
};

/** Whether row `a` belongs to one of the caller's own groups: groups that the caller is a member of as an employee, and their subgroups. */
const isTaught = ({ ownGroups }: Access) => sql`a.group_id = any (${sql.param(ownGroups)}::bigint[])`;
/** Whether the caller works at the school of row `a`. */
const isAtWork = ({ worksIn, worksBelow }: Access) =>
  isPlaceInScope({ administers: [], worksIn, worksBelow }, sql`a.organization_id`);
const isAdministered = ({ isSuper, administers }: Access) =>
  isSuper ? sql`true` : isPlaceInScope({ administers, worksIn: [], worksBelow: [] }, sql`a.organization_id`);
const isAuthor = ({ uid }: Access) => sql`a.author_uid = ${uid}::uuid`;

/**
 * `teach`: teachers of the group or, if it is deleted, the author while still working at the school. `copy`: other teachers of the school,
 * if shared. `count`: administrators.
 */
const rightOf = (access: Access) => sql`case
    when ${isTaught(access)} then 'teach'
    when ${isAuthor(access)} and g.id is null and ${isAtWork(access)} then 'teach'
    when a.shared and ${isAtWork(access)} then 'copy'
    when ${isAdministered(access)} then 'count' end`;

/** Pupils who left the group without writing anything are not counted. */
const counts = sql`(select json_build_object(
    'notBegun', count(*) filter (where s.status = 'InProgress' and s.answers = '{}'),
    'writing', count(*) filter (where s.status = 'InProgress' and s.answers <> '{}'),
    'submitted', count(*) filter (where s.status = 'Submitted'))
  from submissions.submissions s
  join directory.users pupil on pupil.uid = s.uid and pupil.realm = s.realm and pupil.status <> 'deleted'
  where s.assignment_id = a.id
    and (s.answers <> '{}' or s.uid = any (array(select p.uid from submissions.pupils_of(a.group_id) p))))`;

const columns = (access: Access) => sql`a.id, a.type, a.title, a.description, a.exercises, a.book_id as "bookId",
  a.book_title as "bookTitle", ${isBookOffered(sql`a.realm`, sql`a.book_id`)} as "isBookOffered", a.chapter, a.group_uid as "groupUid", coalesce(g.name, a.group_name) as "groupName",
  g.id is null as "isGroupDeleted", a.pupils, to_char(a.due_on, 'YYYY-MM-DD') as "dueOn", a.shared, a.version,
  ${isoMoment(sql`a.created_at`)} as "createdAt", ${isoMoment(sql`a.created_at`)} as place,
  (select author.name from directory.users author
    where author.uid = a.author_uid and author.realm = a.realm and author.status <> 'deleted') as teacher,
  case when ${isAdministered(access)} or ${rightOf(access)} = 'teach' then ${counts} end as counts, ${rightOf(access)} as "right"`;
const tables = sql`submissions.assignments a left join directory.groups g on g.id = a.group_id and g.status <> 'deleted'`;

type AssignmentsQuery = {
  of: "own" | "shared" | "administered";
  bookId?: string | undefined;
  start: PageStart | null;
  limit: number;
};

export async function findAssignments(
  database: Database,
  access: Access,
  { of, bookId, start, limit }: AssignmentsQuery,
): Promise<{ rows: StoredAssignment[]; cursor: string | null }> {
  // Each list has a condition that an index supports: `right` alone would be evaluated for all assignments of the country.
  const wanted = {
    own: sql`(${isTaught(access)} or ${isAuthor(access)}) and x."right" = 'teach'`,
    shared: sql`a.shared and ${isAtWork(access)} and x."right" in ('teach', 'copy')`,
    administered: isAdministered(access),
  };
  const { rows } = await database.execute<StoredAssignment>(sql`
    select ${columns(access)} from ${tables}, lateral (select ${rightOf(access)} as "right") x
    where a.realm = ${access.realm} and ${wanted[of]} and ${isBehind(start, sql`a.created_at`, sql`a.id`)}
      ${bookId === undefined ? sql`` : sql`and a.book_id = ${bookId}`}
    order by a.created_at desc, a.id desc limit ${limit + 1}`);
  const { page, cursor } = submissionsPageOf(rows, limit);
  return { rows: page, cursor };
}

/** null if the caller has no permission for it. */
export async function findAssignment(database: Database, access: Access, id: string): Promise<StoredAssignment | null> {
  const { rows } = await database.execute<StoredAssignment>(sql`
    select ${columns(access)} from ${tables} where a.id = ${id}::uuid and a.realm = ${access.realm}`);
  const [row] = rows;
  return row?.right ? row : null;
}

type TaughtGroup = {
  id: number;
  uid: string;
  name: string;
  organizationId: number;
  organization: string;
  /** `username` is set only if another pupil of the group has the same name. */
  pupils: Array<{ id: string; name: string; username: string | null }>;
};

/** The groups that the caller teaches, by name, with their pupils. @param uid restricts the result to this group */
export async function findTaughtGroups(database: Database, access: Access, uid?: string): Promise<TaughtGroup[]> {
  const { rows } = await database.execute<TaughtGroup>(sql`
    select g.id, g.uid, g.name, g.organization_id as "organizationId", o.name as organization,
      coalesce((select json_agg(json_build_object('id', p.uid, 'name', p.name, 'username', p.username)
          order by ${inAlphabet(access.realm, sql`p.name`)}, p.uid)
        from (select u.uid, u.name, case when count(*) over (partition by u.name) > 1 then u.username end as username
          from submissions.pupils_of(g.id) pupil join directory.users u on u.uid = pupil.uid) p), '[]') as pupils
    from directory.groups g join directory.organizations o on o.id = g.organization_id and o.status <> 'deleted'
    where g.realm = ${access.realm} and g.status <> 'deleted' and g.id = any (${sql.param(access.ownGroups)}::bigint[])
      ${uid === undefined ? sql`` : sql`and g.uid = ${uid}::uuid`}
    order by ${inAlphabet(access.realm, sql`o.name`)}, ${inAlphabet(access.realm, sql`g.name`)}, g.id`);
  return rows;
}

export type NewAssignment = Omit<typeof assignments.$inferInsert, "id" | "version" | "createdAt" | "changedAt">;

/** Inserts the assignment, a submission in progress for each pupil, and the audit entry in one transaction. */
export async function insertAssignment(database: Database, access: Access, draft: NewAssignment): Promise<string> {
  return inTransaction(database, async (transaction) => {
    const [made] = await transaction.insert(assignments).values(draft).returning({ id: assignments.id });
    if (!made) throw new Error("The assignment was not stored");
    await transaction.execute(sql`
      insert into submissions.submissions (assignment_id, realm, uid)
      select a.id, a.realm, p.uid from submissions.assignments a, submissions.pupils_of(a.group_id) p
      where a.id = ${made.id}::uuid and (a.pupils is null or p.uid = any (a.pupils))`);
    await noteAssignment(transaction, access, "assignment.created", draft.groupUid);
    return made.id;
  });
}

type AssignmentChanges = Pick<
  NewAssignment,
  "title" | "description" | "exercises" | "bookId" | "bookTitle" | "chapter" | "dueOn" | "shared"
>;

/**
 * @param fits validates the change against the stored assignment and whether a pupil has begun; called with the row locked, throws to
 * reject
 * @returns false if the stored version differs
 */
export async function updateAssignment(
  database: Database,
  access: Access,
  { id, groupUid }: { id: string; groupUid: string },
  { version, ...changes }: AssignmentChanges & { version: number },
  fits: (stored: { type: ContextType; exercises: AuthoredExercise[]; isBegun: boolean }) => void,
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const { rows } = await transaction.execute<{
      version: number;
      type: ContextType;
      exercises: AuthoredExercise[];
      isBegun: boolean;
    }>(sql`
      select a.version, a.type, a.exercises, exists (select from submissions.submissions s
        where s.assignment_id = a.id and (s.answers <> '{}' or s.handed_back_answers is not null)) as "isBegun"
      from submissions.assignments a where a.id = ${id}::uuid for update`);
    const [stored] = rows;
    if (stored?.version !== version) return false;
    fits(stored);
    const { title, description, exercises, bookId, bookTitle, chapter, dueOn, shared } = changes;
    await transaction.execute(sql`
      update submissions.assignments set title = ${title}, description = ${description},
        exercises = ${JSON.stringify(exercises)}::jsonb, book_id = ${bookId}, book_title = ${bookTitle},
        chapter = ${chapter ?? null}, due_on = ${dueOn ?? null}, shared = ${shared}, version = version + 1, changed_at = now()
      where id = ${id}::uuid`);
    await noteAssignment(transaction, access, "assignment.changed", groupUid);
    return true;
  });
}

export async function deleteAssignment(
  database: Database,
  access: Access,
  { id, groupUid }: { id: string; groupUid: string },
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const { rowCount } = await transaction.execute(sql`delete from submissions.assignments where id = ${id}::uuid`);
    if (rowCount) await noteAssignment(transaction, access, "assignment.deleted", groupUid);
  });
}

async function noteAssignment(
  within: Transaction,
  access: Access,
  action: "assignment.created" | "assignment.changed" | "assignment.deleted",
  groupUid: string,
): Promise<void> {
  await writeAudit(within, access, [{ action, subjectType: "group", subjectUid: groupUid }]);
}
