import type { Endpoints } from "~/services/.server/dispatch/endpoint";
import type { submissionContracts } from "~/services/contracts/submissions";
import { assignmentReadEndpoints } from "./assignment-read-endpoints";
import type { AssignmentParts } from "./assignment-rights";
import { assignmentWriteEndpoints } from "./assignment-write-endpoints";

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
export function assignmentEndpoints(parts: AssignmentParts): Endpoints<TeacherContracts> {
  return { ...assignmentReadEndpoints(parts), ...assignmentWriteEndpoints(parts) };
}
