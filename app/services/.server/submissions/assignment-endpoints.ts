import type { Databases } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import {
  authoriseCaller,
  authoriseEmployee,
  type CallerProof,
  readUid,
} from "~/services/.server/directory/authorisation";
import { type AssignmentAction, mayOnAssignment } from "~/services/.server/directory/permissions";
import { type Caller, type Endpoints, endpoint } from "~/services/.server/endpoint";
import { formMessages } from "~/services/contracts/form-messages";
import { conflict, forbidden, notFound, staleVersion, validationError } from "~/services/contracts/service-error";
import {
  type Assignment,
  type AssignmentRow,
  submissionContracts as contracts,
  type PupilSubmission,
  type submissionContracts,
} from "~/services/contracts/submissions";
import {
  type AssignmentRight,
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
import { countQuestions, keepPlaces, marksOf } from "./rules";

export type AssignmentParts = {
  databases: Databases;
  /** Title of a book that the caller may open; null for any other. */
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

/** What teachers make and read. docs/product/choices.md#own-calls; docs/product/choices.md#default-permissions. */
export function assignmentEndpoints({ databases, bookTitleOf }: AssignmentParts): Endpoints<TeacherContracts> {
  /**
   * @throws ServiceError 404 for an assignment that the caller has nothing to do with, 403 without the right to this, and for
   *   whoever acts as the teacher: answers are between pupil and teacher
   */
  const authoriseAssignment = async (
    caller: Caller,
    id: string,
    action: AssignmentAction,
  ): Promise<AssignmentProof> => {
    const proof = authoriseEmployee({ databases }, caller);
    const assignment = await findAssignment(proof.database, proof.access, readUid(id));
    if (!assignment?.right) throw notFound();
    if (!mayDo(proof.access, assignment.right, action)) throw forbidden(formMessages.insufficientPermission);
    return { ...proof, assignment };
  };
  const titleOf = async (caller: Caller, bookId: string): Promise<string> => {
    const title = await bookTitleOf(caller, bookId);
    if (title === null) throw validationError([{ attribute: "bookId", reason: formMessages.gone }]);
    return title;
  };
  return {
    getClasses: endpoint({
      contract: contracts.getClasses,
      authorise: (_input, caller) => authoriseEmployee({ databases }, caller),
      async handle(_input, { database, access }) {
        const found = await findTaughtGroups(database, access);
        const data = found.map(({ uid, name, organization, pupils }) => ({ id: uid, name, organization, pupils }));
        return { status: 200, body: { data } };
      },
    }),
    getAssignments: endpoint({
      contract: contracts.getAssignments,
      authorise: (_input, caller) => authoriseEmployee({ databases }, caller),
      async handle({ query: { cursor: from, ...asked } }, { database, access }) {
        const { rows, cursor } = await findAssignments(database, access, { ...asked, start: readCursor(from) });
        return { status: 200, body: { data: rows.map(rowOf), cursor } };
      },
    }),
    createAssignment: endpoint({
      contract: contracts.createAssignment,
      async authorise({ body }, caller) {
        const proof = authoriseCaller({ databases }, caller);
        const [group] = await findTaughtGroups(proof.database, proof.access, body.groupId);
        if (!group) throw notFound();
        if (proof.access.actorUid !== null) throw forbidden(formMessages.insufficientPermission);
        return { ...proof, group };
      },
      async handle({ body }, { database, access, group }, caller) {
        const { groupId: _id, pupils, dueOn, chapter, ...draft } = body;
        const known = new Set(group.pupils.map(({ id }) => id));
        if (pupils?.some((uid) => !known.has(uid.toLowerCase()))) {
          throw validationError([{ attribute: "pupils", reason: formMessages.gone }]);
        }
        const id = await insertAssignment(database, access, {
          ...draft,
          ...{ dueOn, chapter, pupils, realm: access.realm, authorUid: access.uid },
          bookTitle: await titleOf(caller, draft.bookId),
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
      authorise: ({ params: { id } }, caller) => authoriseAssignment(caller, id, "teach"),
      async handle({ body }, { database, access, assignment }, caller) {
        // A book that was withdrawn meanwhile stays with its assignment.
        const isSame = body.bookId === assignment.bookId;
        const bookTitle = isSame ? assignment.bookTitle : await titleOf(caller, body.bookId);
        const isWritten = await updateAssignment(database, access, assignment, { ...body, bookTitle }, (stored) => {
          if (stored.type !== "Quiz") return;
          const reason = { attribute: "exercises", reason: formMessages.gone };
          if (body.exercises.length !== 1) throw validationError([reason]);
          // Its answers are told apart by their place alone.
          if (stored.isBegun && !keepPlaces(stored.exercises, body.exercises)) {
            throw conflict("Pupils have begun this quiz", [reason]);
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
      async handle(_input, { database, assignment }) {
        const rows = await findPupilSubmissions(database, assignment.id);
        return { status: 200, body: { data: rows.map((row) => pupilSubmissionOf(row, assignment)) } };
      },
    }),
    commentSubmission: endpoint({
      contract: contracts.commentSubmission,
      async authorise({ params: { id, submissionId } }, caller) {
        const proof = await authoriseAssignment(caller, id, "teach");
        const [submission] = await findPupilSubmissions(proof.database, proof.assignment.id, readUid(submissionId));
        if (!submission) throw notFound();
        return { ...proof, submission };
      },
      async handle({ body: { comment, handBack } }, { database, access, assignment, submission }) {
        const isDone = await commentSubmission(database, access, submission, { comment: comment || null, handBack });
        if (!isDone) throw conflict("The submission is not submitted", [{ attribute: "status", reason: "InProgress" }]);
        const [now] = await findPupilSubmissions(database, assignment.id, submission.id);
        if (!now) throw notFound();
        return { status: 200, body: pupilSubmissionOf(now, assignment) };
      },
    }),
  };
}

/** Whoever acts as a teacher is an administrator or above: counts are theirs, answers are not. */
function mayDo(access: Access, right: AssignmentRight, action: AssignmentAction): boolean {
  return mayOnAssignment(access.actorUid === null ? right : "count", action);
}

function rowOf(stored: StoredAssignment): AssignmentRow {
  const { id, type, title, bookId, bookTitle, chapter, dueOn, shared, createdAt, teacher, counts, right } = stored;
  return {
    ...{ id, type, title, bookId, bookTitle, chapter, dueOn, shared, createdAt, teacher, counts },
    group: { id: stored.groupUid, name: stored.groupName, isDeleted: stored.isGroupDeleted },
    questions: countQuestions(stored.exercises),
    right: right ?? "count",
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

/** A draft is the pupil's own: answers are read once they were submitted, and after they were handed back as they stand then. */
function pupilSubmissionOf(row: PupilRow, { exercises }: StoredAssignment): PupilSubmission {
  const { id, uid, name, status, answers, isMember, comment, handedBackAt, savedAt, submittedAt } = row;
  const isReadable = status === "Submitted";
  return {
    ...{ id, status, comment, handedBackAt, savedAt, submittedAt },
    pupil: { id: uid, name },
    isBegun: Object.keys(answers).length > 0,
    hasLeft: !isMember,
    answers: isReadable ? answers : null,
    marks: isReadable ? marksOf(exercises, answers) : null,
  };
}
