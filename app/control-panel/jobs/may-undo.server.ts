import type { Panel } from "~/control-panel/frame/panel.server";
import { type Job, undoableKinds } from "~/services/contracts/jobs";
import { ServiceError } from "~/services/contracts/service-error";

/**
 * Whether the user can undo the job. Undoing a removal from a group needs the permission to add members, which is separate from the one
 * to remove them.
 */
export async function mayUndo(panel: Panel, job: Job): Promise<boolean> {
  if (job.state !== "done" || !undoableKinds.includes(job.kind) || job.done <= job.refused) return false;
  if (job.kind !== "leave" || job.group === null) return true;
  try {
    const { body } = await panel.client.getPanelGroup({ params: { id: job.group } }, panel.credentials);
    return body.data.actions.includes("AddGroupMember");
  } catch (error) {
    // The group was deleted or is now out of scope.
    if (error instanceof ServiceError && error.status < 500) return false;
    throw error;
  }
}
