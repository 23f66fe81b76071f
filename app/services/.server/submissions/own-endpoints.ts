import type { Databases } from "~/db/.server/connect";
import { type Caller, type CallerUser, requireCaller } from "~/services/.server/directory/caller";
import { requireInPerson } from "~/services/.server/directory/own-rights";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { etagOf, versionOfTag } from "~/services/.server/dispatch/entity-tag";
import { formMessages } from "~/services/contracts/form-messages";
import {
  conflict,
  notFound,
  type ServiceError,
  staleVersion,
  validationError,
} from "~/services/contracts/service-error";
import {
  submissionContracts as contracts,
  type Submission,
  type submissionContracts,
} from "~/services/contracts/submissions";
import { isUid } from "~/services/contracts/uid";
import {
  findOwnCards,
  findOwnSubmission,
  findOwnSubmissions,
  findPupilCards,
  type OwnRow,
  saveSubmission,
} from "./own-submissions-store";
import { readCursor } from "./paging";
import { answersToPresent, type ClosedReason, closedReason, exercisesForPupils } from "./rules";

type OwnParts = { databases: Databases };

type OwnContracts = Pick<
  typeof submissionContracts,
  "getSubmissions" | "getSubmission" | "getSubmissionCards" | "updateSubmission" | "getPupilSubmissions"
>;

/** Endpoints for pupils' own submissions, and for guardians to see their progress. */
export function ownEndpoints({ databases }: OwnParts): Endpoints<OwnContracts> {
  /** @throws ServiceError 403 while impersonating: answers and comments are confidential between pupil and teacher */
  const authoriseOwn = (caller: Caller): { self: CallerUser } => {
    const self = requireCaller(caller);
    requireInPerson(self, formMessages.insufficientPermission);
    return { self };
  };
  return {
    getSubmissions: endpoint({
      contract: contracts.getSubmissions,
      authorise: (_input, caller) => authoriseOwn(caller),
      async handle({ query: { cursor: from, limit, ...filters } }, { self }, { realm, region }) {
        const start = readCursor(from);
        const owner = { realm, uid: self.uid };
        const { rows, cursor } = await findOwnSubmissions(databases[region], owner, { ...filters, start, limit });
        return { status: 200, body: { data: rows.map(submissionOf), cursor } };
      },
    }),
    getSubmission: endpoint({
      contract: contracts.getSubmission,
      authorise: (_input, caller) => authoriseOwn(caller),
      async handle({ params: { id } }, { self }, { realm, region }) {
        const row = isUid(id) ? await findOwnSubmission(databases[region], { realm, uid: self.uid }, id) : null;
        if (!row) throw notFound();
        return { status: 200, body: submissionOf(row), headers: { etag: etagOf(row.version) } };
      },
    }),
    updateSubmission: endpoint({
      contract: contracts.updateSubmission,
      authorise: (_input, caller) => authoriseOwn(caller),
      async handle({ params: { id }, headers, body }, { self }, { realm, region }) {
        if (!isUid(id)) throw notFound();
        const read = versionOfTag(headers["if-match"]);
        const saved = await saveSubmission(databases[region], { realm, uid: self.uid }, { id, read, ...body });
        if (!saved) throw notFound();
        if (!saved.isWritten) throw refusalOf(saved, read);
        return { status: 200, body: submissionOf(saved.row), headers: { etag: etagOf(saved.row.version) } };
      },
    }),
    getSubmissionCards: endpoint({
      contract: contracts.getSubmissionCards,
      authorise: (_input, caller) => authoriseOwn(caller),
      async handle({ query: { limit } }, { self }, { realm, region }) {
        const data = await findOwnCards(databases[region], { realm, uid: self.uid }, limit);
        return { status: 200, body: { data } };
      },
    }),
    getPupilSubmissions: endpoint({
      contract: contracts.getPupilSubmissions,
      authorise: (_input, caller) => authoriseOwn(caller),
      async handle({ query: { limit } }, { self }, { realm, region }) {
        const data = await findPupilCards(databases[region], { realm, guardianId: self.person.legacyId }, limit);
        return { status: 200, body: { data } };
      },
    }),
  };
}

const refusals: Record<ClosedReason, string> = {
  submitted: "The submission has been submitted",
  left_group: "The pupil has left the group",
  book_withdrawn: "The book has been withdrawn",
};

/** The error for a save that was not written. */
function refusalOf({ row, unknown }: { row: OwnRow; unknown: string[] }, read: number): ServiceError {
  const reason = closedReason(row);
  if (reason) return conflict(refusals[reason], [{ attribute: "status", reason }]);
  // The later of two concurrent saves waited for the row lock, but its `row` is from before both.
  if (unknown.length === 0 || row.version !== read) return staleVersion("The answers have been changed meanwhile");
  return validationError(unknown.map((path) => ({ attribute: `answers.${path}`, reason: formMessages.gone })));
}

function submissionOf(row: OwnRow): Submission {
  const exercises = exercisesForPupils(row.exercises);
  const { id, status, version, createdAt, bookId, bookTitle, isBookOffered, chapter, dueOn, teacher, comment } = row;
  const [exercise] = exercises;
  return {
    description: row.description,
    ...{ id, status, version, createdAt, bookId, bookTitle, isBookOffered, chapter, dueOn, teacher, comment },
    answers: answersToPresent(row.answers, exercises),
    context:
      row.type === "Quiz" && exercise
        ? { type: "Quiz", exercise: { ...exercise, title: row.title } }
        : {
            type: "Assignment",
            assignment: {
              id: row.assignmentId,
              title: row.title,
              description: row.description,
              createdAt: row.assignedAt,
              objective: { exercises },
            },
          },
    closed: closedReason(row),
    handedBackAt: row.handedBackAt,
    handedBackAnswers: row.handedBackAnswers && answersToPresent(row.handedBackAnswers, exercises),
    savedAt: row.savedAt,
    submittedAt: row.submittedAt,
  };
}
