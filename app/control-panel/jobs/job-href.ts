import { withBack } from "~/control-panel/frame/back-parameter";

/** URL of a job's page, with the list or class from which it was started as `back`. */
export function jobHref(id: string, backHref: string): string {
  return withBack(`/controlpanel/jobs/${id}`, backHref);
}
