import { kindOf, personEntity, templateEntity, typeOf } from "~/services/.server/control-panel/entities";
import { listGroupOptions } from "~/services/.server/control-panel/group-options";
import { firstByName, listPanelPeople } from "~/services/.server/control-panel/panel-lists";
import { listRelatives } from "~/services/.server/control-panel/relatives";
import { visiblePlaces } from "~/services/.server/directory/access";
import {
  authoriseCaller,
  authoriseNewPerson,
  authorisePeopleOf,
  authorisePerson,
  type CallerProof,
  mayDoToPerson,
  type PersonProof,
} from "~/services/.server/directory/authorisation";
import type { Caller } from "~/services/.server/directory/caller";
import { listGroups } from "~/services/.server/directory/lists/groups-list";
import type { Organization } from "~/services/.server/directory/organizations/organizations-store";
import type { Person } from "~/services/.server/directory/people/people-store";
import { attributeLevel, mayOnPerson } from "~/services/.server/directory/permissions";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { personPageContracts as contracts, type PersonDetails } from "~/services/contracts/pages/person-page";
import type { PersonKind } from "~/services/contracts/person-kinds";
import { cachedRows } from "./cached-rows";
import { foundPerson } from "./found-person";
import { findAdministered, maxChoices, organizationChoice, searchAdministered } from "./organization-choices";
import type { PageDeps } from "./page-deps";
import { formOf, maxPlacesRead, personSummary } from "./person-summary";

/** Page reads of one person, and of the form of a new one. */
export function createPersonPage(deps: PageDeps): Endpoints<typeof contracts> {
  const authorise = ({ params: { id, kind } }: { params: { id: string; kind: PersonKind } }, caller: Caller) =>
    authorisePerson(authoriseCaller(deps, caller), id, "ViewUserInfo", { type: typeOf[kind] });

  return {
    getPersonPage: endpoint({
      contract: contracts.getPersonPage,
      authorise,
      async handle({ query }, proof) {
        const { access, person, context } = proof;
        const relatives = person.type === "employee" ? Promise.resolve([]) : listRelatives(proof);
        const [known, groupOptions, sessions, foundRelatives, foundOrganizations] = await Promise.all([
          relatives,
          readGroupOptions(deps, proof, query.isFresh !== undefined),
          mayOnPerson(context, "ViewLogOut") ? deps.credentials.listSessions(access.realm, person.uid) : null,
          findRelatives(proof, query.relative, relatives),
          findOrganizations(proof, query.place),
        ]);
        const data: PersonDetails = {
          ...personSummary(access, person),
          ...formOf(personEntity(access, person)),
          legacyId: person.id,
          hasBadge: person.hasBadge,
          hasPictureCode: person.hasPictureCode,
          relatives: known.map(({ uid, type, name }) => ({ id: uid, type: kindOf[type], name })),
          sessions,
          groupOptions,
          foundRelatives,
          foundOrganizations,
        };
        return { status: 200, body: { data } };
      },
    }),

    getPersonSummary: endpoint({
      contract: contracts.getPersonSummary,
      authorise,
      handle: async (_, { access, person }) => ({ status: 200, body: { data: personSummary(access, person) } }),
    }),

    getPersonForm: endpoint({
      contract: contracts.getPersonForm,
      authorise,
      async handle(_, { access, person }) {
        const { uid: id, name, version } = person;
        return { status: 200, body: { data: { id, name, version, ...formOf(personEntity(access, person)) } } };
      },
    }),

    getNewPersonPage: endpoint({
      contract: contracts.getNewPersonPage,
      authorise: ({ params }, caller) => authoriseNewPerson(authoriseCaller(deps, caller), typeOf[params.kind]),
      async handle({ query: { q, chosen: ids } }, proof) {
        const [choices, byId] = await Promise.all([
          q === undefined ? { organizations: [], hasMore: false } : searchAdministered(proof, q, {}, maxChoices),
          ids ? findAdministered(proof, ids) : null,
        ]);
        const isOnly = choices.organizations.length === 1 && !choices.hasMore;
        const chosen = byId ?? (isOnly ? choices.organizations : []);
        const data = {
          ...formOf(templateEntity(proof.context)),
          choices: { ...choices, organizations: choices.organizations.map(organizationChoice) },
          chosen: chosen.map(organizationChoice),
          classes: await classesToChoose(proof, chosen),
        };
        return { status: 200, body: { data } };
      },
    }),
  };
}

/** Groups that the person may join or leave. Cached unless the caller sees only their own classes, and thus no log. */
async function readGroupOptions(
  deps: PageDeps,
  proof: PersonProof,
  isFresh: boolean,
): Promise<PersonDetails["groupOptions"]> {
  const { access, person, context } = proof;
  if (!mayOnPerson(context, "EditUserInfo")) return [];
  const places = visiblePlaces(access, person).slice(0, maxPlacesRead);
  const options = await Promise.all(
    places.map(async (place) => {
      const groups = await cachedRows(deps.displayCache, access, {
        list: "userGroup",
        key: [person.uid, place.uid],
        read: () => listGroupOptions(proof, place),
        count: (read) => read.length,
        seesEverybody: mayOnPerson(context, "ViewAudit"),
        isFresh,
      });
      const school = places.length > 1 ? { school: place.name } : {};
      return groups
        .filter(({ selectable, removable }) => selectable || removable)
        .map(({ id, name }) => ({ id, name, ...school }));
    }),
  );
  return options.flat();
}

const maxFound = 10;
/** Maximum number of a person's organisations in which relatives are searched. */
const placesSearched = 3;

/** Pupils for a guardian, guardians for a pupil, in the person's own schools; existing relations are excluded. */
async function findRelatives(
  proof: PersonProof,
  q: string | undefined,
  relatives: Promise<Person[]>,
): Promise<PersonDetails["foundRelatives"]> {
  const { database, access, person, context } = proof;
  if (!q?.trim() || person.type === "employee" || !mayOnPerson(context, "EditUserInfo")) return null;
  const filters = JSON.stringify({ exceptIds: (await relatives).map(({ uid }) => uid) });
  const type = person.type === "guardian" ? "student" : "guardian";
  const query = firstByName(maxFound, q);
  const pages = await Promise.all(
    visiblePlaces(access, person)
      .slice(0, placesSearched)
      .map((place) => listPanelPeople({ database, access }, authorisePeopleOf(access, place, [type], filters), query)),
  );
  const people = pages.flatMap((page) => page.people).filter((other) => mayDoToPerson(access, other, "ViewUserInfo"));
  const found = [...new Map(people.map((other) => [other.uid, other])).values()].slice(0, maxFound);
  return found.map((other) => foundPerson(access, other));
}

/** Organisations that the caller administers and the person does not belong to. */
async function findOrganizations(
  proof: PersonProof,
  q: string | undefined,
): Promise<PersonDetails["foundOrganizations"]> {
  const { access, person, context } = proof;
  if (!q?.trim() || attributeLevel(context, "organizations").editable !== 2) return null;
  const exceptIds = visiblePlaces(access, person).map(({ uid }) => uid);
  const { organizations } = await searchAdministered(proof, q, { exceptIds }, maxFound);
  return organizations.map(organizationChoice);
}

/** Maximum number of classes to choose from; the person's page offers all of them. */
const classesInBox = 100;

/** Classes to which a new person can be added: for a pupil with one school those of that school, otherwise none. */
async function classesToChoose(
  { database, access, context }: CallerProof & Pick<PersonProof, "context">,
  schools: readonly Organization[],
) {
  const [school] = schools;
  if (context.type !== "student" || school === undefined || schools.length > 1) return [];
  const { groups } = await listGroups(database, access, {
    organization: { id: school.id, withBelow: false },
    filters: {},
    sorts: [{ by: "name", order: "asc" }],
    page: { number: 1, size: classesInBox, cursor: null },
    count: "none",
  });
  return groups.map(({ uid: id, name }) => ({ id, name }));
}
