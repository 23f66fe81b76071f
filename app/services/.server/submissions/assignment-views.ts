import {
  type Assignment,
  type AssignmentRow,
  countQuestions,
  type PupilSubmission,
} from "~/services/contracts/submissions";
import type { StoredAssignment } from "./assignments-store";
import type { PupilRow } from "./pupil-submissions-store";
import { marksOf } from "./rules";

export function rowOf(stored: StoredAssignment): AssignmentRow {
  const { id, type, title, bookId, bookTitle, isBookOffered, chapter, dueOn, shared, createdAt, teacher, counts } =
    stored;
  return {
    ...{ id, type, title, bookId, bookTitle, isBookOffered, chapter, dueOn, shared, createdAt, teacher, counts },
    group: { id: stored.groupUid, name: stored.groupName, isDeleted: stored.isGroupDeleted },
    questions: countQuestions(stored.exercises),
    right: stored.right ?? "count",
  };
}

export function assignmentOf(stored: StoredAssignment): Assignment {
  const { description, exercises, pupils, version, right } = stored;
  const isCounted = right === "count";
  return {
    ...rowOf(stored),
    ...{ description, version },
    exercises: isCounted ? null : exercises,
    pupils: right === "teach" ? pupils : null,
  };
}

/** Drafts are private to the pupil: answers are included as they were last submitted. */
export function pupilSubmissionOf(row: PupilRow, { exercises }: StoredAssignment): PupilSubmission {
  const { id, uid, name, username, status, answers, isMember, comment, handedBackAt, savedAt, submittedAt } = row;
  const submitted = status === "Submitted" ? answers : row.handedBackAnswers;
  return {
    ...{ id, status, comment, handedBackAt, savedAt, submittedAt },
    pupil: { id: uid, name, username },
    isBegun: Object.keys(answers).length > 0,
    hasLeft: !isMember,
    answers: submitted,
    marks: submitted && marksOf(exercises, submitted),
  };
}
