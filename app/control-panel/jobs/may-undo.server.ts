import type { Panel } from "~/control-panel/frame/panel.server";
import { isActive } from "~/control-panel/people/kinds";
import { type Job, undoableKinds } from "~/services/contracts/jobs";
import { ServiceError } from "~/services/contracts/service-error";

/**
 * Whether what a job did can be taken back by whoever started it. Who was taken out of a group comes back by the right to add members,
 * which not everybody has who may take them out.
 */
export async function mayUndo(panel: Panel, job: Job): Promise<boolean> {
  if (job.state !== "done" || !undoableKinds.includes(job.kind) || job.done <= job.refused) return false;
  if (job.kind !== "leave" || job.group === null) return true;
  try {
    const { body } = await panel.client.getGroup({ params: { id: job.group } }, panel.credentials);
    return isActive(body.data, "AddGroupMember");
  } catch (error) {
    // It has ended, or is out of reach by now.
    if (error instanceof ServiceError && error.status < 500) return false;
    throw error;
  }
}
