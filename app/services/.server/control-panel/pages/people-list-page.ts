import { firstByName, listPanelGroups, listPanelPeople } from "~/services/.server/control-panel/panel-lists";
import {
  authoriseCaller,
  authoriseGroupList,
  authorisePeopleList,
  type CallerProof,
  mayDoToPerson,
} from "~/services/.server/directory/authorisation";
import { readGrouping } from "~/services/.server/directory/lists/list-grouping";
import { peopleGroups, shownGroups } from "~/services/.server/directory/lists/people-grouping";
import { mayOnOrganization } from "~/services/.server/directory/permissions";
import type { PersonType } from "~/services/.server/directory/rules";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { peopleListContracts as contracts, type GroupFilters } from "~/services/contracts/pages/people-list-page";
import type { ListKind } from "~/services/contracts/person-kinds";
import { cachedRows } from "./cached-rows";
import { listPage } from "./list-page";
import type { PageDeps } from "./page-deps";
import { personRow } from "./person-row";

/** The types of people in each list. */
export const typesOfList: Record<ListKind, PersonType[]> = {
  students: ["student"],
  guardians: ["guardian"],
  employees: ["employee"],
  users: ["student", "guardian", "employee"],
};

/** The page read of the lists of people. */
export function createPeopleListPage(deps: PageDeps): Endpoints<typeof contracts> {
  return {
    getPeopleListPage: endpoint({
      contract: contracts.getPeopleListPage,
      authorise: ({ params: { id, kind }, query }, caller) =>
        authorisePeopleList(authoriseCaller(deps, caller), id, typesOfList[kind], query.filters),
      async handle({ params: { id, kind }, query: { isFresh, ...query } }, proof) {
        const { database, access, relation, scope } = proof;
        const mayMove = mayOnOrganization(relation, "AddGroupMember");
        const seesEverybody = mayMove;
        const [list, groupFilters] = await Promise.all([
          cachedRows(deps.displayCache, access, {
            list: "schoolUser",
            key: [kind, id, query],
            seesEverybody,
            isFresh: isFresh !== undefined,
            async read() {
              const { people, total, nextCursor, groups } = await listPanelPeople(
                { database, access },
                { ...scope, grouping: readGrouping(peopleGroups, query) },
                query,
              );
              const areVisible = people.map((person) => mayDoToPerson(access, person, "ViewUserInfo"));
              const rows = people
                .filter((_, place) => areVisible[place])
                .map((person) => personRow(access, person, { mayMove }));
              const groupsShown = shownGroups(groups, (place) => areVisible[place] === true);
              return listPage(rows, total, nextCursor, groupsShown);
            },
            count: ({ rows }) => rows.length,
          }),
          isWithClasses(kind) && mayOnOrganization(relation, "ListGroups")
            ? readGroupFilters(deps, proof, { id, chosen: scope.filters.groupUid, seesEverybody })
            : { groups: [], years: [] },
        ]);
        return { status: 200, body: { data: { list, groupFilters } } };
      },
    }),
  };
}

const isWithClasses = (kind: ListKind) => kind === "students" || kind === "users";

/** Maximum number of groups in a filter box; with more, users go through the list of groups. */
const groupsInBox = 100;

/** The groups and years of an organisation; of too many groups only the one that is filtered by. */
async function readGroupFilters(
  deps: PageDeps,
  proof: CallerProof,
  { id, chosen, seesEverybody }: { id: string; chosen: string | undefined; seesEverybody: boolean },
): Promise<GroupFilters> {
  const { database, access, scope } = await authoriseGroupList(proof, id, undefined);
  const query = firstByName(groupsInBox);
  const { groups, hasMore } = await cachedRows(deps.displayCache, access, {
    list: "schoolGroup",
    key: ["filters", id],
    seesEverybody,
    async read() {
      const page = await listPanelGroups({ database, access }, scope, query);
      const rows = page.groups.map(({ uid, name, typicalSchoolEntryYear: year }) => ({ id: uid, name, year }));
      return { groups: rows, hasMore: page.nextCursor !== null };
    },
    count: (read) => read.groups.length,
  });
  const named = groups.map(({ id: uid, name }) => ({ id: uid, name }));
  if (hasMore) return { groups: named.filter(({ id: uid }) => uid === chosen), years: [] };
  const years = [...new Set(groups.flatMap(({ year }) => (year === null ? [] : [year])))].sort((a, b) => b - a);
  return { groups: named, years: years.length > 1 ? years : [] };
}
