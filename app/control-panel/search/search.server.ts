import { enterPanel, type Panel, type PanelOrganization, shownOrganizations } from "~/control-panel/frame/panel.server";
import { type PersonRow, personRow } from "~/control-panel/people/people-list.server";
import { orRefuse } from "~/forms/service-errors.server";

/** One search for everything that the caller may see: people, classes, schools. */

export type SearchData = {
  q: string;
  people: PersonRow[];
  groups: Array<{ id: string; name: string; organization: string }>;
  organizations: Array<{ id: string; name: string }>;
  /** Nobody is called exactly that: these are called nearly that. */
  isNear: boolean;
  isSuperUser: boolean;
};

/** Trees of organisations that are searched; whoever has more is a super user, and searches the whole country elsewhere. */
const treesSearched = 5;
const peopleShown = 20;
const othersShown = 8;

export async function loadSearch(request: Request): Promise<SearchData> {
  const panel = await enterPanel(request);
  const q = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, 200);
  const { isSuperUser } = panel.user;
  const nothing = { q, people: [], groups: [], organizations: [], isNear: false, isSuperUser };
  if (!q) return nothing;
  const tops = topmost(await shownOrganizations(panel, request)).slice(0, treesSearched);
  const [exact, groups, organizations] = await Promise.all([
    findPeople(panel, request, tops, q),
    findGroups(panel, request, tops, q),
    findOrganizations(panel, request, q),
  ]);
  const near = exact.length > 0 ? null : nearlyWritten(q);
  const people = near ? await findPeople(panel, request, tops, near) : exact;
  return { q, people, groups, organizations, isNear: people !== exact && people.length > 0, isSuperUser };
}

function topmost(organizations: PanelOrganization[]): PanelOrganization[] {
  const listed = organizations.filter(({ actions }) => actions.includes("ListUsers"));
  const ids = new Set(listed.map(({ id }) => id));
  return listed.filter(({ parent }) => parent === null || !ids.has(parent));
}

/** Letters of a word's beginning that most mistakes in typing leave as they are. */
const sureLetters = 3;

/** The same search by the beginnings of its words: 'popy patel' finds Poppy Patel. Null where that is the same search. */
export function nearlyWritten(q: string): string | null {
  const words = q.split(/[\s,]+/).filter(Boolean);
  const near = words.map((word) => [...word].slice(0, sureLetters).join("")).join(" ");
  return near === words.join(" ") || words.every((word) => [...word].length < sureLetters) ? null : near;
}

async function findPeople(panel: Panel, request: Request, tops: PanelOrganization[], q: string): Promise<PersonRow[]> {
  const query = { q, pageSize: peopleShown, sortBy: "name", sortOrder: "asc" };
  const found = await Promise.all(
    tops.map(({ id }) =>
      orRefuse(panel.client.getOrganizationUsers({ params: { id }, query }, panel.credentials), request),
    ),
  );
  const people = new Map(found.flatMap(({ body }) => body.data).map((person) => [person.id, personRow(person)]));
  return [...people.values()].slice(0, peopleShown);
}

async function findGroups(panel: Panel, request: Request, tops: PanelOrganization[], q: string) {
  const query = { q, pageSize: othersShown, sortBy: "name", sortOrder: "asc" };
  const found = await Promise.all(
    tops
      .filter(({ actions }) => actions.includes("ListGroups"))
      .map(({ id }) =>
        orRefuse(panel.client.getOrganizationGroups({ params: { id }, query }, panel.credentials), request),
      ),
  );
  return found
    .flatMap(({ body }) => body.data)
    .slice(0, othersShown)
    .map(({ id, attributes: { name, organization } }) => ({
      ...{ id: id ?? "", name: name.value ?? "" },
      organization: organization.value?.name ?? "",
    }));
}

async function findOrganizations(panel: Panel, request: Request, q: string): Promise<SearchData["organizations"]> {
  const query = { q, pageSize: othersShown, sortBy: "name", sortOrder: "asc" };
  const { body } = await orRefuse(panel.client.getOrganizations({ query }, panel.credentials), request);
  return body.data.map(({ id, attributes }) => ({ id, name: attributes.name.value ?? "" }));
}
