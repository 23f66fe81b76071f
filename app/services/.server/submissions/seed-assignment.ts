import { sql } from "drizzle-orm";
import type { Databases } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { type Realm, regionOf } from "~/realms/realm";
import type { Answers, AuthoredExercise, ContextType, SubmissionStatus } from "~/services/contracts/submissions";
import { assignments } from "./tables";

/** An assignment of the demo, for the teacher's class. */
type SeededAssignment = {
  realm: Realm;
  teacherUid: string;
  type: ContextType;
  title: string;
  description: string;
  exercises: AuthoredExercise[];
  bookId: string;
  /** Days from now to the due date. */
  dueIn: number;
  shared: boolean;
};

/** A pupil's submission in the demo. */
export type SeededSubmission = {
  status: SubmissionStatus;
  answers: Answers;
  comment?: string;
  isHandedBack?: boolean;
};

/**
 * Creates an assignment with submissions, unless the teacher's class already has one with this title.
 * @param named submission of this pupil; the others get `others` in order of their names, as far as it goes
 */
export type AddAssignment = (
  draft: SeededAssignment,
  named: { uid: string; done: SeededSubmission },
  others: readonly SeededSubmission[],
) => Promise<void>;

export function createAssignmentSeed(databases: Databases): AddAssignment {
  return async ({ realm, teacherUid, bookId, dueIn, ...draft }, named, others) => {
    await inTransaction(databases[regionOf(realm)], async (transaction) => {
      const { rows } = await transaction.execute<{
        id: number;
        uid: string;
        name: string;
        organization: number;
        book: string;
      }>(sql`
        select g.id, g.uid, g.name, g.organization_id as organization, b.title as book
        from directory.groups g join directory.memberships m on m.group_id = g.id
        join directory.users u on u.id = m.user_id, library.books b
        where u.uid = ${teacherUid}::uuid and u.realm = ${realm} and g.status <> 'deleted' and b.id = ${bookId}
          and not exists (select from submissions.assignments a where a.group_id = g.id and a.title = ${draft.title})
        order by g.id limit 1`);
      const [group] = rows;
      if (!group) return;
      const [made] = await transaction
        .insert(assignments)
        .values({
          ...draft,
          ...{ realm, bookId, bookTitle: group.book, authorUid: teacherUid },
          ...{ groupId: group.id, groupUid: group.uid, groupName: group.name, organizationId: group.organization },
          dueOn: new Date(Date.now() + dueIn * 86_400_000).toISOString().slice(0, 10),
        })
        .returning({ id: assignments.id });
      const done = JSON.stringify(others);
      await transaction.execute(sql`
        insert into submissions.submissions (assignment_id, realm, uid, status, answers, version, comment, handed_back_at,
          handed_back_answers, saved_at, submitted_at)
        select ${made?.id}::uuid, ${realm}, p.uid, coalesce(d ->> 'status', 'InProgress'), coalesce(d -> 'answers', '{}'),
          case when d is null then 0 else 1 end, d ->> 'comment',
          case when (d ->> 'isHandedBack')::boolean then now() - interval '1 hour' end,
          case when (d ->> 'isHandedBack')::boolean then d -> 'answers' end,
          case when d is not null then now() - interval '1 day' end,
          case when d ->> 'status' = 'Submitted' or (d ->> 'isHandedBack')::boolean then now() - interval '1 day' end
        from (select uid, row_number() over (order by (uid = ${named.uid}::uuid) desc, name, uid) as place
          from submissions.pupils_of(${group.id})) p
        left join lateral (select case when p.uid = ${named.uid}::uuid then ${JSON.stringify(named.done)}::jsonb
          else ${done}::jsonb -> (p.place::integer - 2) end as d) given on true`);
    });
  };
}
