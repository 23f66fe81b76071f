import type { Databases } from "~/db/.server/connect";
import {
  authoriseEmployee,
  type CallerProof,
  readUid,
  requireOnAssignment,
} from "~/services/.server/directory/authorisation";
import type { Caller } from "~/services/.server/directory/caller";
import type { AssignmentAction } from "~/services/.server/directory/grants";
import { assignmentRelationOf } from "~/services/.server/directory/permissions";
import { notFound } from "~/services/contracts/service-error";
import { findAssignment, type StoredAssignment } from "./assignments-store";

export type AssignmentParts = {
  databases: Databases;
  /** Title of a book that the caller may open; null otherwise. */
  bookTitleOf(caller: Caller, bookId: string): Promise<string | null>;
};

type AssignmentProof = CallerProof & { assignment: StoredAssignment };

/**
 * @throws ServiceError 404 for an assignment outside the caller's scope, 403 without this permission; also while impersonating a teacher,
 * since answers are confidential between pupil and teacher
 */
export async function authoriseAssignment(
  deps: Pick<AssignmentParts, "databases">,
  caller: Caller,
  id: string,
  action: AssignmentAction,
): Promise<AssignmentProof> {
  const proof = authoriseEmployee(deps, caller);
  const assignment = await findAssignment(proof.database, proof.access, readUid(id));
  if (!assignment?.right) throw notFound();
  const right = assignmentRelationOf(proof.access, assignment.right);
  requireOnAssignment(right, action);
  return { ...proof, assignment: { ...assignment, right } };
}
