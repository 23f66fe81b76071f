import { and, eq, inArray } from "drizzle-orm";
import type { Databases } from "~/db/.server/connect";
import { type Realm, regionOf } from "~/realms/realm";
import type { Endpoints, Service } from "~/services/.server/dispatch/endpoint";
import type { submissionContracts } from "~/services/contracts/submissions";
import { assignmentReadEndpoints } from "./assignment-read-endpoints";
import type { AssignmentParts } from "./assignment-rights";
import { assignmentWriteEndpoints } from "./assignment-write-endpoints";
import { ownEndpoints } from "./own-endpoints";
import { submissions } from "./tables";

/** Creates the submissions service. docs/product/reader.md#calls. */
export function createSubmissions(deps: AssignmentParts): Service<typeof submissionContracts> {
  return {
    name: "submissions",
    endpoints: { ...ownEndpoints(deps), ...assignmentEndpoints(deps) },
  };
}

/** Deletes the submissions of purged people. Assignments they created stay with the classes, without the author's name. */
export function erasePupils(databases: Databases): (realm: Realm, uids: string[]) => Promise<void> {
  return async (realm, uids) => {
    if (uids.length === 0) return;
    await databases[regionOf(realm)]
      .delete(submissions)
      .where(and(eq(submissions.realm, realm), inArray(submissions.uid, uids)));
  };
}

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

/** Endpoints for teachers. docs/product/choices.md#own-calls; docs/product/choices.md#default-permissions. */
function assignmentEndpoints(parts: AssignmentParts): Endpoints<TeacherContracts> {
  return { ...assignmentReadEndpoints(parts), ...assignmentWriteEndpoints(parts) };
}
