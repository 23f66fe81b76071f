import {
  firstByName,
  listPanelGroups,
  listPanelOrganizations,
  listPanelPeople,
} from "~/services/.server/control-panel/panel-lists";
import { permissionContextOf, relationToOrganization } from "~/services/.server/directory/access";
import {
  authoriseCaller,
  authoriseOrganizations,
  authorisePeopleOf,
  type CallerProof,
  mayDoToPerson,
} from "~/services/.server/directory/authorisation";
import { findPositions } from "~/services/.server/directory/organizations/organizations-store";
import type { Person } from "~/services/.server/directory/people/people-store";
import { attributeLevel, mayListPeople, mayOnOrganization } from "~/services/.server/directory/permissions";
import { personTypes } from "~/services/.server/directory/rules";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { PanelOrganization } from "~/services/contracts/pages/panel-frame";
import { searchContracts as contracts, type SearchedPerson, type SearchRead } from "~/services/contracts/pages/search";
import type { PageDeps } from "./page-deps";
import { cachedFrame } from "./panel-frame";
import { personRow } from "./person-row";

/** Maximum number of organisation trees to search; only super users have more, and they have a search over the whole country. */
const treesSearched = 5;
const maxPeople = 20;
const maxOthers = 8;

/** The page read of the search for people, classes and schools within the caller's scope. */
export function createSearchPage(deps: PageDeps): Endpoints<typeof contracts> {
  return {
    getSearchPage: endpoint({
      contract: contracts.getSearchPage,
      authorise: (_, caller) => authoriseCaller(deps, caller),
      async handle({ query: { q } }, proof) {
        const tops = topmost((await cachedFrame(deps, proof)).organizations).slice(0, treesSearched);
        const trees = await treesOf(proof, tops);
        const [byExternalId, byWords, groups, organizations] = await Promise.all([
          findByExternalId(proof, trees, q),
          findPeople(proof, trees, { q }),
          findGroups(proof, trees, q),
          findOrganizations(proof, q),
        ]);
        const exact = [...new Map([...byWords, ...byExternalId].map((person) => [person.id, person])).values()];
        const near = exact.length > 0 ? null : prefixQuery(q);
        const people = near ? await findPeople(proof, trees, { q: near }) : exact;
        const isNear = people !== exact && people.length > 0;
        const data = { people, groups, organizations, isNear, matchedBy: isNear && near ? near : q };
        return { status: 200, body: { data } };
      },
    }),
  };
}

function topmost(organizations: PanelOrganization[]): PanelOrganization[] {
  const listed = organizations.filter(({ actions }) => actions.includes("ListUsers"));
  const ids = new Set(listed.map(({ id }) => id));
  return listed.filter(({ parent }) => parent === null || !ids.has(parent));
}

type Tree = Awaited<ReturnType<typeof findPositions>>[number];

/**
 * Positions of the organisations. Since the frame is cached for minutes, those that were deleted or are no longer in the caller's scope are
 * skipped.
 */
async function treesOf({ database, access, positions }: CallerProof, tops: PanelOrganization[]): Promise<Tree[]> {
  const known = tops.map(({ id: uid }) => ({ uid, position: positions?.get(uid) }));
  const missing = known.flatMap(({ uid, position }) => (position ? [] : [uid]));
  const found = new Map((await findPositions(database, access.realm, missing)).map((each) => [each.uid, each]));
  return known.flatMap(({ uid, position = found.get(uid) }) => {
    const isListed = position && mayListPeople(relationToOrganization(access, position), "student");
    return isListed ? [{ ...position, uid }] : [];
  });
}

/** Leading letters of a word that are compared in a fuzzy search, since most typing errors come later. */
const sureLetters = 3;

/** A fuzzy search by word prefixes: 'popy patel' matches Poppy Patel. null if it equals the original search. */
export function prefixQuery(q: string): string | null {
  const words = q.split(/[\s,]+/).filter(Boolean);
  const near = words.map((word) => [...word].slice(0, sureLetters).join("")).join(" ");
  return near === words.join(" ") || words.every((word) => [...word].length < sureLetters) ? null : near;
}

async function findPeople(
  proof: CallerProof,
  trees: Tree[],
  by: { q?: string; filters?: string },
): Promise<SearchedPerson[]> {
  return (await readPeople(proof, trees, by)).map((person) => searchedPerson(proof, person, null));
}

/** Those whose id in another system is `q`, if the caller may see it: it must be the whole id, since its parts are in many. */
async function findByExternalId(proof: CallerProof, trees: Tree[], q: string): Promise<SearchedPerson[]> {
  const people = await readPeople(proof, trees, { filters: JSON.stringify({ externalId: q }) });
  return people
    .filter((person) => {
      const context = permissionContextOf(proof.access, person);
      return person.externalId === q && attributeLevel(context, "externalId").viewable === 2;
    })
    .map((person) => searchedPerson(proof, person, q));
}

/** People of all trees, each once. */
async function readPeople(
  { database, access }: CallerProof,
  trees: Tree[],
  { q, filters }: { q?: string; filters?: string },
): Promise<Person[]> {
  const pages = await Promise.all(
    trees.map((tree) =>
      listPanelPeople(
        { database, access },
        authorisePeopleOf(access, tree, personTypes, filters),
        firstByName(maxPeople, q),
      ),
    ),
  );
  const visible = pages.flatMap(({ people }) => people).filter((each) => mayDoToPerson(access, each, "ViewUserInfo"));
  return [...new Map(visible.map((person) => [person.uid, person])).values()].slice(0, maxPeople);
}

function searchedPerson({ access }: CallerProof, person: Person, externalId: string | null): SearchedPerson {
  const row = personRow(access, person, { mayMove: false });
  const { id, type, name, preferredName, username, email, status, groups, organizations } = row;
  return { id, type, name, preferredName, username, email, status, groups, organizations, externalId };
}

async function findGroups({ database, access }: CallerProof, trees: Tree[], q: string): Promise<SearchRead["groups"]> {
  const pages = await Promise.all(
    trees
      .filter((tree) => mayOnOrganization(relationToOrganization(access, tree), "ListGroups"))
      .map(({ id }) =>
        listPanelGroups(
          { database, access },
          { organization: { id, withBelow: true }, filters: {} },
          firstByName(maxOthers, q),
        ),
      ),
  );
  const groups = pages.flatMap((page) => page.groups).slice(0, maxOthers);
  return groups.map(({ uid: id, name, organization }) => ({ id, name, organization: organization.name }));
}

async function findOrganizations(proof: CallerProof, q: string): Promise<SearchRead["organizations"]> {
  const { database, access } = proof;
  const { organizations } = await listPanelOrganizations(
    { database, access },
    authoriseOrganizations(proof, undefined).scope,
    firstByName(maxOthers, q),
  );
  return organizations.map(({ uid: id, name }) => ({ id, name }));
}
