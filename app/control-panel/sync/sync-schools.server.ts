import { organizationsById } from "~/control-panel/forms/choices.server";
import type { Panel } from "~/control-panel/frame/panel.server";
import { orThrowResponse } from "~/forms/service-errors.server";
import type { SyncSettings } from "~/services/contracts/sync";

/** Schools shown in the map's form; the service searches, since there may be thousands. docs/product/control-panel.md#sync. */

export type SyncSchool = { id: string; name: string };

export type Schools = {
  schools: SyncSchool[];
  /** Whether there are further schools below the organisation. */
  hasMoreSchools: boolean;
  /** Search term; empty if these are the first by name. */
  schoolSearch: string;
  /** Number of schools that the search returned. */
  matchCount: number;
};

/** Maximum number of ids per call. */
const namedAtOnce = 100;

/** @param search the search term, and schools that are always shown because they have unsaved input */
export async function findSchools(
  panel: Panel,
  request: Request,
  organization: SyncSchool,
  { organizationMap }: Pick<SyncSettings, "organizationMap">,
  search: { q: string; edited: readonly string[] } = { q: "", edited: [] },
): Promise<Schools> {
  const q = search.q.trim().slice(0, 200);
  const call = panel.client.getOrganizationChoices({ query: { q, below: organization.id } }, panel.credentials);
  const { organizations, hasMore } = (await orThrowResponse(call, request)).body.data;
  const results = organizations.map(({ id, name }) => ({ id, name }));
  const about = { hasMoreSchools: hasMore, schoolSearch: q, matchCount: results.length };
  const uids = [...search.edited, ...(q ? [] : organizationMap.map(({ uid }) => uid))];
  const named = await namesOf(panel, request, uids, [organization, ...results]);
  return { ...about, schools: mergedSchools([...(q ? [] : [organization]), ...named], results) };
}

async function namesOf(
  panel: Panel,
  request: Request,
  uids: readonly string[],
  known: readonly SyncSchool[],
): Promise<SyncSchool[]> {
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const unknown = [...new Set(uids)].filter((uid) => !names.has(uid));
  for (let begin = 0; begin < unknown.length; begin += namedAtOnce) {
    const some = await organizationsById(panel, request, unknown.slice(begin, begin + namedAtOnce));
    for (const { id, name } of some) names.set(id, name);
  }
  return uids.map((id) => ({ id, name: names.get(id) ?? id }));
}

/** Schools that are always shown, so that they can be edited without a search, followed by the search results; without duplicates. */
export function mergedSchools(first: readonly SyncSchool[], results: readonly SyncSchool[]): SyncSchool[] {
  return [...new Map([...first, ...results].map((school) => [school.id, school])).values()];
}
