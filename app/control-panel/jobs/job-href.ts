import { withBack } from "~/control-panel/frame/way-back";

/** A job's page, which knows the list or class that the job was started from: the way back to it stands there. */
export function jobHref(id: string, backHref: string): string {
  return withBack(`/controlpanel/jobs/${id}`, backHref);
}
