import { listHref, pageOf, readListState } from "~/control-panel/lists/list-address";
import { isListKind } from "~/control-panel/people/kinds";

/** The page that somebody came from, as the `back` of an address: a list as it stood, a class, a search. */

const root = "/controlpanel/";

/** What an address holds as its `back`. @param backHref an address within the control panel */
export const backValue = (backHref: string) => backHref.slice(root.length);

/** @param backHref an address within the control panel */
export function withBack(href: string, backHref: string | null): string {
  if (!backHref) return href;
  const parameters = new URLSearchParams({ back: backValue(backHref) });
  return `${href}${href.includes("?") ? "&" : "?"}${parameters}`;
}

/** The address that `back` names; null where it names none of ours, since anybody can write an address. */
export function readBackHref(parameters: URLSearchParams): string | null {
  const back = parameters.get("back") ?? "";
  const [path = "", query = ""] = back.split("?", 2);
  if (/^(groups|students|guardians|employees)\/[0-9a-f-]{36}$/.test(path)) return `${root}${path}`;
  const own = new URLSearchParams(query);
  if (path === "search") return `${root}search?${new URLSearchParams({ q: own.get("q") ?? "" })}`;
  if (!isListKind(path)) return null;
  const state = readListState(own);
  return listHref(`${root}${path}`, state, pageOf(state));
}
