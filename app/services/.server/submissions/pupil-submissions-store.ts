import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Realm } from "~/realms/realm";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { inAlphabet } from "~/services/.server/directory/lists/list-grouping";
import type { Answers, SubmissionStatus } from "~/services/contracts/submissions";
import { isoMoment } from "./paging";

/** The submissions of one assignment, for its teacher. */

export type PupilRow = {
  id: string;
  uid: string;
  name: string;
  /** null if the name is unique. */
  username: string | null;
  status: SubmissionStatus;
  answers: Answers;
  /** The answers as they were submitted; null unless handed back and not submitted again. */
  handedBackAnswers: Answers | null;
  isMember: boolean;
  comment: string | null;
  handedBackAt: string | null;
  savedAt: string | null;
  submittedAt: string | null;
};

const moment = (name: string) => isoMoment(sql.raw(name));

/** Sorted by name. Omits pupils who left the group without an answer. @param id restricts the result to this submission */
export async function findPupilSubmissions(
  database: Database,
  realm: Realm,
  assignmentId: string,
  id?: string,
): Promise<PupilRow[]> {
  const { rows } = await database.execute<PupilRow>(sql`
    with members as materialized (
      select p.uid from submissions.assignments a, submissions.pupils_of(a.group_id) p where a.id = ${assignmentId}::uuid)
    select *, case when count(*) over (partition by x.name) > 1 then x.login end as username from (
      select s.id, s.uid, u.name, u.username as login, s.status, s.answers, s.comment,
        s.handed_back_answers as "handedBackAnswers", ${moment("s.handed_back_at")} as "handedBackAt",
        ${moment("s.saved_at")} as "savedAt", ${moment("s.submitted_at")} as "submittedAt",
        s.uid in (select m.uid from members m) as "isMember"
      from submissions.submissions s
      join directory.users u on u.uid = s.uid and u.realm = s.realm and u.status <> 'deleted'
      where s.assignment_id = ${assignmentId}::uuid ${id === undefined ? sql`` : sql`and s.id = ${id}::uuid`}) x
    where x."isMember" or x.answers <> '{}' or x."handedBackAnswers" is not null
    order by ${inAlphabet(realm, sql`x.name`)}, x.id`);
  return rows;
}

/**
 * Stores a comment. `handBack` reopens the submission, keeps its answers for the teacher and increments its version.
 * @returns false if it is not submitted; nothing is changed then
 */
export async function commentSubmission(
  database: Database,
  access: Access,
  { id, uid }: { id: string; uid: string },
  { comment, handBack }: { comment: string | null; handBack: boolean },
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const { rowCount } = await transaction.execute(sql`
      update submissions.submissions set comment = ${comment},
        status = case when ${handBack} then 'InProgress' else status end,
        version = case when ${handBack} then version + 1 else version end,
        handed_back_at = case when ${handBack} then now() else handed_back_at end,
        handed_back_answers = case when ${handBack} then answers end
      where id = ${id}::uuid and status = 'Submitted'`);
    if (!rowCount) return false;
    const action = handBack ? "submission.handed_back" : "submission.commented";
    await writeAudit(transaction, access, [{ action, subjectType: "user", subjectUid: uid }]);
    return true;
  });
}
