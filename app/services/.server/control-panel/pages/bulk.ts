import { firstByName, listPanelGroups, listPanelPeople } from "~/services/.server/control-panel/panel-lists";
import {
  authoriseCaller,
  authoriseGroupList,
  authorisePeopleList,
  type CallerProof,
  mayDoToPerson,
} from "~/services/.server/directory/authorisation";
import { readPeopleFilters } from "~/services/.server/directory/lists/list-filters";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { ContractParsed } from "~/services/contracts/contract";
import { bulkContracts as contracts } from "~/services/contracts/pages/bulk";
import type { PageDeps } from "./page-deps";
import { typesOfList } from "./people-list-page";

/** Maximum number of names in a confirmation. */
const maxNames = 5;
/** Maximum number of groups in the select box; users find the others by name. */
const maxGroups = 50;

/** The page read of the question before a bulk action. */
export function createBulkQuestion(deps: PageDeps): Endpoints<typeof contracts> {
  return {
    getBulkQuestion: endpoint({
      contract: contracts.getBulkQuestion,
      authorise: ({ params: { id, kind }, query }, caller) =>
        authorisePeopleList(authoriseCaller(deps, caller), id, typesOfList[kind], filtersOf(query, maxNames)),
      async handle({ params: { id, kind }, query }, proof) {
        const { database, access, scope } = proof;
        const { ids, q, sortBy = "name", sortOrder = "asc", beside, groupSearch } = query;
        const [{ people, total }, withBadge, { groups, hasMore }] = await Promise.all([
          listPanelPeople({ database, access }, scope, {
            pageNumber: 1,
            pageSize: maxNames,
            q: ids ? undefined : q,
            sortBy,
            sortOrder,
            calculateTotal: !ids,
          }),
          beside === "badges" ? countWithBadge(proof, { id, kind }, query) : 0,
          beside === "groups" ? findGroups(proof, id, groupSearch) : { groups: [], hasMore: false },
        ]);
        const visible = people.filter((person) => mayDoToPerson(access, person, "ViewUserInfo"));
        const names = visible.map(({ name }) => name);
        const count = ids?.length ?? total?.totalCount ?? 0;
        return { status: 200, body: { data: { count, names, withBadge, groups, hasMoreGroups: hasMore } } };
      },
    }),
  };
}

type Question = ContractParsed<(typeof contracts)["getBulkQuestion"]>;

/** Filters of the list, or for the first of the chosen people. */
function filtersOf({ ids, filters }: Question["query"], max: number): string | undefined {
  return ids ? JSON.stringify({ ids: ids.slice(0, max) }) : filters;
}

/** How many of all of them have a badge. */
async function countWithBadge(proof: CallerProof, { id, kind }: Question["params"], query: Question["query"]) {
  const { database, access } = proof;
  const wanted = filtersOf(query, Number.POSITIVE_INFINITY);
  if (readPeopleFilters(wanted).hasBadge === false) return 0;
  const filters = JSON.stringify({ ...JSON.parse(wanted ?? "{}"), hasBadge: true });
  const { scope } = await authorisePeopleList(proof, id, typesOfList[kind], filters);
  const { total } = await listPanelPeople({ database, access }, scope, {
    pageNumber: 1,
    pageSize: 1,
    q: query.ids ? undefined : query.q,
    calculateTotal: true,
  });
  return total?.totalCount ?? 0;
}

async function findGroups(proof: CallerProof, id: string, q: string | undefined) {
  const { database, access, scope } = await authoriseGroupList(proof, id, undefined);
  const query = firstByName(maxGroups, q);
  const page = await listPanelGroups({ database, access }, scope, query);
  const groups = page.groups.map(({ uid, name, organization }) => ({ id: uid, name, organization: organization.name }));
  return { groups, hasMore: page.nextCursor !== null };
}
