import { listHref, pageOf, readListState } from "~/control-panel/lists/list-address";
import { isListKind } from "~/control-panel/people/kinds";

/** A job's page, which knows the list that the job was started from: the way back to it stands there. */

const root = "/controlpanel/";

export function jobHref(id: string, backHref: string): string {
  return `${root}jobs/${id}?${new URLSearchParams({ back: backHref.slice(root.length) })}`;
}

/** The list that an address names; null where it names none of ours, since anybody can write an address. */
export function readBackHref(parameters: URLSearchParams): string | null {
  const [kind = "", query = ""] = (parameters.get("back") ?? "").split("?", 2);
  if (!isListKind(kind)) return null;
  const state = readListState(new URLSearchParams(query));
  return listHref(`${root}${kind}`, state, pageOf(state));
}
