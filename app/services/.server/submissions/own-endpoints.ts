import type { Databases } from "~/db/.server/connect";
import { type Caller, type CallerUser, type Endpoints, endpoint, requireUser } from "~/services/.server/endpoint";
import { etagOf, versionOf } from "~/services/.server/entity-tag";
import { formMessages } from "~/services/contracts/form-messages";
import {
  conflict,
  forbidden,
  notFound,
  type ServiceError,
  staleVersion,
  validationError,
} from "~/services/contracts/service-error";
import {
  submissionContracts as contracts,
  type Submission,
  type SubmissionCard,
  type submissionContracts,
} from "~/services/contracts/submissions";
import { isUid } from "~/services/contracts/uid";
import {
  findOwnSubmission,
  findOwnSubmissions,
  findPupilsOf,
  type OwnRow,
  saveSubmission,
} from "./own-submissions-store";
import { readCursor } from "./paging";
import { answersToPresent, countQuestions, exercisesForPupils } from "./rules";

export type OwnParts = { databases: Databases };

type OwnContracts = Pick<
  typeof submissionContracts,
  "getSubmissions" | "getSubmission" | "updateSubmission" | "getPupilSubmissions"
>;

/** Submissions that a guardian's page shows of one pupil. */
const mostCards = 100;

/** What pupils read and write, by their own id, and what their guardians see of it. */
export function ownEndpoints({ databases }: OwnParts): Endpoints<OwnContracts> {
  /** @throws ServiceError 403 while somebody acts as the pupil: answers are between pupil and teacher */
  const authoriseOwn = (caller: Caller): { self: CallerUser } => {
    const self = requireUser(caller);
    if (self.actor !== null) throw forbidden(formMessages.insufficientPermission);
    return { self };
  };
  return {
    getSubmissions: endpoint({
      contract: contracts.getSubmissions,
      authorise: (_input, caller) => authoriseOwn(caller),
      async handle({ query: { cursor: from, limit, ...asked } }, { self }, { realm, region }) {
        const start = readCursor(from);
        const owner = { realm, uid: self.uid };
        const { rows, cursor } = await findOwnSubmissions(databases[region], owner, { ...asked, start, limit });
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
        const read = versionOf(headers["if-match"]);
        const saved = await saveSubmission(databases[region], { realm, uid: self.uid }, { id, read, ...body });
        if (!saved) throw notFound();
        if (!saved.isWritten) throw refusalOf(saved, read);
        return { status: 200, body: submissionOf(saved.row), headers: { etag: etagOf(saved.row.version) } };
      },
    }),
    getPupilSubmissions: endpoint({
      contract: contracts.getPupilSubmissions,
      authorise: (_input, caller) => ({ self: requireUser(caller) }),
      async handle(_input, { self }, { realm, region }) {
        const database = databases[region];
        const pupils = await findPupilsOf(database, realm, self.person.legacyId);
        const data = await Promise.all(
          pupils.map(async ({ uid, name }) => {
            const { rows } = await findOwnSubmissions(database, { realm, uid }, { start: null, limit: mostCards });
            return { id: uid, name, submissions: rows.map(cardOf) };
          }),
        );
        return { status: 200, body: { data } };
      },
    }),
  };
}

/** Why nothing was written: the first of what is wrong. */
function refusalOf({ row, unknown }: { row: OwnRow; unknown: string[] }, read: number): ServiceError {
  if (row.status === "Submitted")
    return conflict("The submission has been submitted", [{ attribute: "status", reason: "submitted" }]);
  if (!row.isMember) return conflict("The pupil has left the group", [{ attribute: "status", reason: "left_group" }]);
  if (row.version !== read) return staleVersion("The answers have been changed meanwhile");
  return validationError(unknown.map((path) => ({ attribute: `answers.${path}`, reason: formMessages.gone })));
}

function closedReason({ status, isMember }: OwnRow): Submission["closed"] {
  if (status === "Submitted") return "submitted";
  return isMember ? null : "left_group";
}

function submissionOf(row: OwnRow): Submission {
  const exercises = exercisesForPupils(row.exercises);
  const { id, status, version, createdAt, bookId, bookTitle, isBookOffered, chapter, dueOn, teacher, comment } = row;
  const [exercise] = exercises;
  return {
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
    savedAt: row.savedAt,
    submittedAt: row.submittedAt,
  };
}

function cardOf(row: OwnRow): SubmissionCard {
  const { id, status, title, bookId, bookTitle, isBookOffered, dueOn, teacher, comment, handedBackAt, submittedAt } =
    row;
  return {
    ...{ id, status, title, bookId, bookTitle, isBookOffered, dueOn, teacher, comment, handedBackAt, submittedAt },
    closed: closedReason(row),
    questions: countQuestions(row.exercises),
    isBegun: Object.keys(row.answers).length > 0,
  };
}
