import type { Databases } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import {
  authoriseCaller,
  authoriseEmployee,
  type CallerProof,
  readUid,
  requireOnAssignment,
} from "~/services/.server/directory/authorisation";
import { requireInPerson } from "~/services/.server/directory/own-rights";
import type { AssignmentAction, AssignmentRelation } from "~/services/.server/directory/permissions";
import { type Caller, type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { formMessages } from "~/services/contracts/form-messages";
import { conflict, notFound, staleVersion, validationError } from "~/services/contracts/service-error";
import {
  type Assignment,
  type AssignmentRow,
  type AuthoredExercise,
  submissionContracts as contracts,
  countQuestions,
  type PupilSubmission,
  type submissionContracts,
} from "~/services/contracts/submissions";
import {
  deleteAssignment,
  findAssignment,
  findAssignments,
  findTaughtGroups,
  insertAssignment,
  type StoredAssignment,
  updateAssignment,
} from "./assignments-store";
import { readCursor } from "./paging";
import { commentSubmission, findPupilSubmissions, type PupilRow } from "./pupil-submissions-store";
import { keepPlaces, marksOf } from "./rules";

export type AssignmentParts = {
  databases: Databases;
  /** Title of a book that the caller may open; null otherwise. */
  bookTitleOf(caller: Caller, bookId: string): Promise<string | null>;
};

type TeacherContracts = Pick<
  typeof submissionContracts,
  | "getClasses"
  | "getAssignments"
  | "createAssignment"
  | "getAssignment"
  | "updateAssignment"
  | "deleteAssignment"
  | "getAssignmentSubmissions"
  | "commentSubmission"
>;

type AssignmentProof = CallerProof & { assignment: StoredAssignment };

/** Endpoints for teachers. docs/product/choices.md#own-calls; docs/product/choices.md#default-permissions. */
export function assignmentEndpoints({ databases, bookTitleOf }: AssignmentParts): Endpoints<TeacherContracts> {
  /**
   * @throws ServiceError 404 for an assignment outside the caller's scope, 403 without this permission; also while impersonating a teacher,
   * since answers are confidential between pupil and teacher
   */
  const authoriseAssignment = async (
    caller: Caller,
    id: string,
    action: AssignmentAction,
  ): Promise<AssignmentProof> => {
    const proof = authoriseEmployee({ databases }, caller);
    const assignment = await findAssignment(proof.database, proof.access, readUid(id));
    if (!assignment?.right) throw notFound();
    const right = rightOf(proof.access, assignment.right);
    requireOnAssignment(right, action);
    return { ...proof, assignment: { ...assignment, right } };
  };
  return {
    getClasses: endpoint({
      contract: contracts.getClasses,
      authorise: (_input, caller) => authoriseEmployee({ databases }, caller),
      async handle(_input, { database, access }) {
        const groups = await findTaughtGroups(database, access);
        const data = groups.map(({ uid, name, organization, pupils }) => ({ id: uid, name, organization, pupils }));
        return { status: 200, body: { data } };
      },
    }),
    getAssignments: endpoint({
      contract: contracts.getAssignments,
      authorise: (_input, caller) => authoriseEmployee({ databases }, caller),
      async handle({ query: { cursor: from, ...request } }, { database, access }) {
        const { rows, cursor } = await findAssignments(database, access, { ...request, start: readCursor(from) });
        const data = rows.map((row) => rowOf({ ...row, right: rightOf(access, row.right ?? "count") }));
        return {
          status: 200,
          body: { data, cursor, mayMake: access.actorUid === null && access.ownGroups.length > 0 },
        };
      },
    }),
    createAssignment: endpoint({
      contract: contracts.createAssignment,
      async authorise({ body }, caller) {
        const proof = authoriseCaller({ databases }, caller);
        const [group] = await findTaughtGroups(proof.database, proof.access, body.groupId);
        if (!group) throw notFound();
        requireInPerson(proof.access, formMessages.insufficientPermission);
        const known = new Set(group.pupils.map(({ id }) => id));
        const gone: string[] = [];
        if (body.pupils?.some((uid) => !known.has(uid.toLowerCase()))) gone.push("pupils");
        const bookTitle = await bookTitleOf(caller, body.bookId);
        if (bookTitle === null) gone.push("bookId");
        if (bookTitle === null || gone.length > 0) {
          throw validationError(gone.map((attribute) => ({ attribute, reason: formMessages.gone })));
        }
        return { ...proof, group, bookTitle };
      },
      async handle({ body }, { database, access, group, bookTitle }) {
        const { groupId: _id, pupils, dueOn, chapter, ...draft } = body;
        const id = await insertAssignment(database, access, {
          ...draft,
          ...{ dueOn, chapter, pupils, realm: access.realm, authorUid: access.uid },
          bookTitle,
          groupId: group.id,
          groupUid: group.uid,
          groupName: group.name,
          organizationId: group.organizationId,
        });
        return { status: 201, body: { id } };
      },
    }),
    getAssignment: endpoint({
      contract: contracts.getAssignment,
      authorise: ({ params: { id } }, caller) => authoriseAssignment(caller, id, "count"),
      handle: async (_input, { assignment }) => ({ status: 200, body: assignmentOf(assignment) }),
    }),
    updateAssignment: endpoint({
      contract: contracts.updateAssignment,
      async authorise({ params: { id }, body }, caller) {
        const proof = await authoriseAssignment(caller, id, "teach");
        const { assignment } = proof;
        // An assignment keeps its book even if it was withdrawn meanwhile.
        const isSame = body.bookId === assignment.bookId;
        const bookTitle = isSame ? assignment.bookTitle : await bookTitleOf(caller, body.bookId);
        if (bookTitle === null) throw validationError([{ attribute: "bookId", reason: formMessages.gone }]);
        return { ...proof, bookTitle };
      },
      async handle({ body }, { database, access, assignment, bookTitle }) {
        const isWritten = await updateAssignment(database, access, assignment, { ...body, bookTitle }, (stored) => {
          const reason = { attribute: "exercises", reason: formMessages.gone };
          const isQuiz = stored.type === "Quiz";
          if (isQuiz && body.exercises.length !== 1) throw validationError([reason]);
          // Answers are stored by position in their exercise, so items must not move; but a whole exercise may be removed.
          const isLeft = ({ id, content }: AuthoredExercise) =>
            isQuiz || (content.length > 1 && body.exercises.some((exercise) => exercise.id === id));
          if (stored.isBegun && !keepPlaces(stored.exercises.filter(isLeft), body.exercises)) {
            throw conflict("Pupils have begun to answer these questions", [reason]);
          }
        });
        if (!isWritten) throw staleVersion();
        const now = await findAssignment(database, access, assignment.id);
        if (!now) throw notFound();
        return { status: 200, body: assignmentOf(now) };
      },
    }),
    deleteAssignment: endpoint({
      contract: contracts.deleteAssignment,
      authorise: ({ params: { id } }, caller) => authoriseAssignment(caller, id, "teach"),
      async handle(_input, { database, access, assignment }) {
        await deleteAssignment(database, access, assignment);
        return { status: 204, body: undefined };
      },
    }),
    getAssignmentSubmissions: endpoint({
      contract: contracts.getAssignmentSubmissions,
      authorise: ({ params: { id } }, caller) => authoriseAssignment(caller, id, "teach"),
      async handle(_input, { database, access, assignment }) {
        const rows = await findPupilSubmissions(database, access.realm, assignment.id);
        return { status: 200, body: { data: rows.map((row) => pupilSubmissionOf(row, assignment)) } };
      },
    }),
    commentSubmission: endpoint({
      contract: contracts.commentSubmission,
      async authorise({ params: { id, submissionId } }, caller) {
        const proof = await authoriseAssignment(caller, id, "teach");
        const [submission] = await findPupilSubmissions(
          proof.database,
          proof.access.realm,
          proof.assignment.id,
          readUid(submissionId),
        );
        if (!submission) throw notFound();
        return { ...proof, submission };
      },
      async handle({ body: { comment, handBack } }, { database, access, assignment, submission }) {
        const isDone = await commentSubmission(database, access, submission, { comment: comment || null, handBack });
        if (!isDone) throw conflict("The submission is not submitted", [{ attribute: "status", reason: "InProgress" }]);
        const [now] = await findPupilSubmissions(database, access.realm, assignment.id, submission.id);
        if (!now) throw notFound();
        return { status: 200, body: pupilSubmissionOf(now, assignment) };
      },
    }),
  };
}

/** Only administrators and super users can impersonate a teacher: they may see counts, but no questions or answers. */
function rightOf(access: Access, right: AssignmentRelation): AssignmentRelation {
  return access.actorUid === null ? right : "count";
}

function rowOf(stored: StoredAssignment): AssignmentRow {
  const { id, type, title, bookId, bookTitle, isBookOffered, chapter, dueOn, shared, createdAt, teacher, counts } =
    stored;
  return {
    ...{ id, type, title, bookId, bookTitle, isBookOffered, chapter, dueOn, shared, createdAt, teacher, counts },
    group: { id: stored.groupUid, name: stored.groupName, isDeleted: stored.isGroupDeleted },
    questions: countQuestions(stored.exercises),
    right: stored.right ?? "count",
  };
}

function assignmentOf(stored: StoredAssignment): Assignment {
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
function pupilSubmissionOf(row: PupilRow, { exercises }: StoredAssignment): PupilSubmission {
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
