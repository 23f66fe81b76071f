import type { Backend } from "~/clients/backend";
import { authorisePanel, loadPanelOrganizations, type Panel } from "~/control-panel/frame/panel.server";
import { rowOfPersonEntity } from "~/control-panel/people/row-of-entity";
import { refusalOf } from "~/forms/service-errors.server";
import type { PanelOrganization } from "~/services/contracts/pages/panel-frame";
import type { PersonRow } from "~/services/contracts/pages/people-list";
import { ServiceError } from "~/services/contracts/service-error";

/** One search for people, classes and schools within the user's scope. */

/** `externalId`: the person's id in another system, if it is what was searched for; else null. */
export type FoundPerson = PersonRow & { externalId: string | null };

export type SearchData = {
  q: string;
  /** Whether the term is too short; no search was run. */
  isTooShort: boolean;
  people: FoundPerson[];
  /** The search that found the people: `q`, or its leading letters. */
  matchedBy: string;
  groups: Array<{ id: string; name: string; organization: string }>;
  organizations: Array<{ id: string; name: string }>;
  /** Whether there were no exact matches, so that these are people with similar names. */
  isNear: boolean;
  isSuperUser: boolean;
};

/** Maximum number of organisation trees to search; only super users have more, and they have a search over the whole country. */
const treesSearched = 5;
const fewestLetters = 2;
const maxPeople = 20;
const maxOthers = 8;

export async function loadSearch(backend: Backend, request: Request): Promise<SearchData> {
  const panel = await authorisePanel(backend, request);
  const q = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, 200);
  const { isSuperUser } = panel.user;
  const isTooShort = [...q].length < fewestLetters;
  const nothing = {
    q,
    matchedBy: q,
    isTooShort,
    people: [],
    groups: [],
    organizations: [],
    isNear: false,
    isSuperUser,
  };
  if (isTooShort) return nothing;
  const tops = topmost(await loadPanelOrganizations(panel, request)).slice(0, treesSearched);
  const [byExternalId, byWords, groups, organizations] = await Promise.all([
    findByExternalId(panel, request, tops, q),
    findPeople(panel, request, tops, q),
    findGroups(panel, request, tops, q),
    findOrganizations(panel, request, q),
  ]);
  const exact = [...new Map([...byWords, ...byExternalId].map((person) => [person.id, person])).values()];
  const near = exact.length > 0 ? null : prefixQuery(q);
  const people = near ? await findPeople(panel, request, tops, near) : exact;
  const isNear = people !== exact && people.length > 0;
  return { ...nothing, people, groups, organizations, isNear, matchedBy: isNear && near ? near : q };
}

function topmost(organizations: PanelOrganization[]): PanelOrganization[] {
  const listed = organizations.filter(({ actions }) => actions.includes("ListUsers"));
  const ids = new Set(listed.map(({ id }) => id));
  return listed.filter(({ parent }) => parent === null || !ids.has(parent));
}

/** Leading letters of a word that are compared in a fuzzy search, since most typing errors come later. */
const sureLetters = 3;

/** A fuzzy search by word prefixes: 'popy patel' matches Poppy Patel. null if it equals the original search. */
export function prefixQuery(q: string): string | null {
  const words = q.split(/[\s,]+/).filter(Boolean);
  const near = words.map((word) => [...word].slice(0, sureLetters).join("")).join(" ");
  return near === words.join(" ") || words.every((word) => [...word].length < sureLetters) ? null : near;
}

/**
 * Combined results of all organisations. Since their list is cached for minutes, those that were deleted or are no longer in scope are
 * skipped.
 * @throws Response, ServiceError for other errors
 */
async function inEach<Found>(request: Request, calls: Promise<{ body: { data: Found[] } }>[]): Promise<Found[]> {
  const outcomes = await Promise.allSettled(calls);
  return outcomes.flatMap((outcome) => {
    if (outcome.status === "fulfilled") return outcome.value.body.data;
    const { reason } = outcome;
    if (reason instanceof ServiceError && [403, 404].includes(reason.status) && reason.code !== "secure_login_needed") {
      return [];
    }
    throw refusalOf(reason, request);
  });
}

async function findPeople(
  panel: Panel,
  request: Request,
  tops: PanelOrganization[],
  q: string,
): Promise<FoundPerson[]> {
  const people = (await findUsers(panel, request, tops, { q })).map((person) => ({
    ...rowOfPersonEntity(person),
    externalId: null,
  }));
  return people.slice(0, maxPeople);
}

/** Those whose id in another system is `q`, if the user may see it: it must be the whole id, since its parts are in many. */
async function findByExternalId(
  panel: Panel,
  request: Request,
  tops: PanelOrganization[],
  q: string,
): Promise<FoundPerson[]> {
  const users = await findUsers(panel, request, tops, { filters: JSON.stringify({ externalId: q }) });
  return users
    .filter(({ attributes }) => attributes.externalId.value === q)
    .map((person) => ({ ...rowOfPersonEntity(person), externalId: q }))
    .slice(0, maxPeople);
}

/** People of all organisations, each once. */
async function findUsers(
  panel: Panel,
  request: Request,
  tops: PanelOrganization[],
  by: { q?: string; filters?: string },
) {
  const query = { ...by, pageSize: maxPeople, sortBy: "name", sortOrder: "asc" };
  const calls = tops.map(({ id }) => panel.client.getOrganizationUsers({ params: { id }, query }, panel.credentials));
  const users = await inEach(request, calls);
  return [...new Map(users.map((person) => [person.id, person])).values()];
}

async function findGroups(panel: Panel, request: Request, tops: PanelOrganization[], q: string) {
  const query = { q, pageSize: maxOthers, sortBy: "name", sortOrder: "asc" };
  const calls = tops
    .filter(({ actions }) => actions.includes("ListGroups"))
    .map(({ id }) => panel.client.getOrganizationGroups({ params: { id }, query }, panel.credentials));
  const rows = await inEach(request, calls);
  return rows.slice(0, maxOthers).map(({ id, attributes: { name, organization } }) => ({
    ...{ id: id ?? "", name: name.value ?? "" },
    organization: organization.value?.name ?? "",
  }));
}

async function findOrganizations(panel: Panel, request: Request, q: string): Promise<SearchData["organizations"]> {
  const query = { q, pageSize: maxOthers, sortBy: "name", sortOrder: "asc" };
  const rows = await inEach(request, [panel.client.getOrganizations({ query }, panel.credentials)]);
  return rows.map(({ id, attributes }) => ({ id, name: attributes.name.value ?? "" }));
}
