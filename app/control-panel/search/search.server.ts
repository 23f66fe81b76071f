import type { Backend } from "~/clients/backend";
import { authorisePanel } from "~/control-panel/frame/panel.server";
import { orThrowResponse } from "~/forms/service-errors.server";
import type { SearchRead } from "~/services/contracts/pages/search";

/** One search for people, classes and schools within the user's scope. */

export type SearchData = SearchRead & {
  q: string;
  /** Whether the term is too short; no search was run. */
  isTooShort: boolean;
  isSuperUser: boolean;
};

const fewestLetters = 2;

export async function loadSearch(backend: Backend, request: Request): Promise<SearchData> {
  const { client, credentials, user } = await authorisePanel(backend, request);
  const q = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, 200);
  const base = { q, isSuperUser: user.isSuperUser };
  if ([...q].length < fewestLetters) {
    const nothing = { people: [], groups: [], organizations: [], isNear: false, matchedBy: q };
    return { ...base, ...nothing, isTooShort: true };
  }
  const { body } = await orThrowResponse(client.getSearchPage({ query: { q } }, credentials), request);
  return { ...base, ...body.data, isTooShort: false };
}
