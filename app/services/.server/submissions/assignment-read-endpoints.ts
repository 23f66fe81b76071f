import { authoriseEmployee } from "~/services/.server/directory/authorisation";
import { assignmentRelationOf } from "~/services/.server/directory/permissions";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { submissionContracts as contracts, type submissionContracts } from "~/services/contracts/submissions";
import { type AssignmentParts, authoriseAssignment } from "./assignment-rights";
import { assignmentOf, pupilSubmissionOf, rowOf } from "./assignment-views";
import { findAssignments, findTaughtGroups } from "./assignments-store";
import { readCursor } from "./paging";
import { findPupilSubmissions } from "./pupil-submissions-store";

type Calls = Pick<
  typeof submissionContracts,
  "getClasses" | "getAssignments" | "getAssignment" | "getAssignmentSubmissions"
>;

/** Endpoints by which teachers read their classes, assignments and the pupils' submissions. */
export function assignmentReadEndpoints({ databases }: Pick<AssignmentParts, "databases">): Endpoints<Calls> {
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
        const data = rows.map((row) => rowOf({ ...row, right: assignmentRelationOf(access, row.right ?? "count") }));
        return {
          status: 200,
          body: { data, cursor, mayMake: access.actorUid === null && access.ownGroups.length > 0 },
        };
      },
    }),
    getAssignment: endpoint({
      contract: contracts.getAssignment,
      authorise: ({ params: { id } }, caller) => authoriseAssignment({ databases }, caller, id, "count"),
      handle: async (_input, { assignment }) => ({ status: 200, body: assignmentOf(assignment) }),
    }),
    getAssignmentSubmissions: endpoint({
      contract: contracts.getAssignmentSubmissions,
      authorise: ({ params: { id } }, caller) => authoriseAssignment({ databases }, caller, id, "teach"),
      async handle(_input, { database, access, assignment }) {
        const rows = await findPupilSubmissions(database, access.realm, assignment.id);
        return { status: 200, body: { data: rows.map((row) => pupilSubmissionOf(row, assignment)) } };
      },
    }),
  };
}
