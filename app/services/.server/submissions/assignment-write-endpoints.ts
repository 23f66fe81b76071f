import { authoriseCaller, readUid } from "~/services/.server/directory/authorisation";
import { requireInPerson } from "~/services/.server/directory/own-rights";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { formMessages } from "~/services/contracts/form-messages";
import { conflict, notFound, staleVersion, validationError } from "~/services/contracts/service-error";
import {
  type AuthoredExercise,
  submissionContracts as contracts,
  type submissionContracts,
} from "~/services/contracts/submissions";
import { type AssignmentParts, authoriseAssignment } from "./assignment-rights";
import { assignmentOf, pupilSubmissionOf } from "./assignment-views";
import {
  deleteAssignment,
  findAssignment,
  findTaughtGroups,
  insertAssignment,
  updateAssignment,
} from "./assignments-store";
import { commentSubmission, findPupilSubmissions } from "./pupil-submissions-store";
import { keepPlaces } from "./rules";

type Calls = Pick<
  typeof submissionContracts,
  "createAssignment" | "updateAssignment" | "deleteAssignment" | "commentSubmission"
>;

/** Endpoints by which teachers write assignments and comment on submissions. */
export function assignmentWriteEndpoints({ databases, bookTitleOf }: AssignmentParts): Endpoints<Calls> {
  return {
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
    updateAssignment: endpoint({
      contract: contracts.updateAssignment,
      async authorise({ params: { id }, body }, caller) {
        const proof = await authoriseAssignment({ databases }, caller, id, "teach");
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
      authorise: ({ params: { id } }, caller) => authoriseAssignment({ databases }, caller, id, "teach"),
      async handle(_input, { database, access, assignment }) {
        await deleteAssignment(database, access, assignment);
        return { status: 204, body: undefined };
      },
    }),
    commentSubmission: endpoint({
      contract: contracts.commentSubmission,
      async authorise({ params: { id, submissionId } }, caller) {
        const proof = await authoriseAssignment({ databases }, caller, id, "teach");
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
