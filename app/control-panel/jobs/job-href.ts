/** A job's page, which knows the list that the job was started from: the way back to it stands there. */

const root = "/controlpanel/";

export function jobHref(id: string, backHref: string): string {
  return `${root}jobs/${id}?${new URLSearchParams({ back: backHref.slice(root.length) })}`;
}
