import { listPanelPeople } from "~/services/.server/control-panel/panel-lists";
import {
  authoriseEmployee,
  authoriseOrganization,
  authorisePeopleOf,
  authorisePerson,
  type CallerProof,
  type OrganizationProof,
} from "~/services/.server/directory/authorisation";
import { listGroups } from "~/services/.server/directory/lists/groups-list";
import { findFamily } from "~/services/.server/directory/people/families";
import { mayOnOrganization } from "~/services/.server/directory/permissions";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { listOwnJobs } from "~/services/.server/jobs/job-store";
import { presentJobs } from "~/services/.server/jobs/present-job";
import { isOpenDispute } from "~/services/.server/payment/reversal-rules";
import { listNotices } from "~/services/.server/payment/reversals-store";
import { countWaitingStatements } from "~/services/.server/payment/support-acts-store";
import type { Job } from "~/services/contracts/jobs";
import {
  type Attention,
  attentionFilters,
  attentions,
  overviewContracts as contracts,
  type OverviewRead,
} from "~/services/contracts/pages/overview";
import { cachedRows } from "./cached-rows";
import type { PageDeps } from "./page-deps";

/** The page read of the overview. */
export function createOverviewPage(deps: PageDeps): Endpoints<typeof contracts> {
  return {
    getOverviewPage: endpoint({
      contract: contracts.getOverviewPage,
      async authorise({ query: { school } }, caller) {
        const proof = authoriseEmployee(deps, caller);
        return { ...proof, school: school ? await authoriseOrganization(proof, school, "ListUsers") : null };
      },
      async handle({ query: { isFresh } }, { school, ...proof }) {
        const [classes, waiting, jobs, reversals, statements] = await Promise.all([
          readOwnClasses(proof),
          school ? readWaiting(deps, school, isFresh !== undefined) : [],
          readOwnJobs(proof),
          readReversals(proof),
          proof.access.isSuper ? countWaitingStatements(proof.database, proof.access.realm) : 0,
        ]);
        return { status: 200, body: { data: { classes, waiting, jobs, reversals, statements } } };
      },
    }),
  };
}

/** Groups of which the caller is a member. */
async function readOwnClasses(proof: CallerProof): Promise<OverviewRead["classes"]> {
  if (proof.access.isSuper) return [];
  const { database, access, person } = await authorisePerson(proof, proof.access.uid, "ListGroups");
  const { groups } = await listGroups(database, access, {
    organization: null,
    filters: { uids: person.groups.map((group) => group.uid) },
    sorts: [{ by: "name", order: "asc" }],
    page: { number: 1, size: 1000, cursor: null },
    count: "none",
  });
  return groups.map(({ uid: id, name }) => ({ id, name }));
}

/** Numbers of pupils who need attention. */
async function readWaiting(
  deps: PageDeps,
  { database, access, organization, relation }: OrganizationProof,
  isFresh: boolean,
): Promise<OverviewRead["waiting"]> {
  const mayEditBadges = mayOnOrganization(relation, "EditBadge") && organization.hasBadges;
  const countOf = (id: Attention) =>
    cachedRows(deps.displayCache, access, {
      list: "schoolUser",
      key: ["waiting", organization.uid, id],
      seesEverybody: mayOnOrganization(relation, "AddGroupMember"),
      isFresh,
      async read() {
        const query = { pageNumber: 1, pageSize: 1, calculateTotal: false };
        const { total } = await listPanelPeople(
          { database, access },
          authorisePeopleOf(access, organization, ["student"], JSON.stringify(attentionFilters[id])),
          query,
        );
        return { id, count: total?.totalCount ?? 0, hasMore: total?.more ?? false };
      },
      // A total of 0 may be cached too.
      count: () => 1,
    });
  const permitted = attentions.filter((id) => id !== "withoutBadge" || mayEditBadges);
  return (await Promise.all(permitted.map(countOf))).filter(({ count }) => count > 0);
}

const maxReversals = 20;

/** What super users are told about families' payments; nothing for others. */
async function readReversals({
  database,
  access: { realm, isSuper },
}: CallerProof): Promise<OverviewRead["reversals"]> {
  if (!isSuper) return [];
  const rows = await listNotices(database, realm, maxReversals);
  return Promise.all(
    rows.map(async ({ id, kind, status, userUid, amount, currency, madeAt }) => {
      const family = userUid === null ? null : await findFamily(database, realm, { uid: userUid });
      return {
        ...{
          id,
          kind,
          status,
          amount,
          currency,
          madeAt: madeAt.toISOString(),
          isOpen: isOpenDispute({ kind, status }),
        },
        family: family && { uid: family.uid, name: family.name, email: family.email ?? family.username },
      };
    }),
  );
}

const maxJobs = 5;

async function readOwnJobs({ database, access: { realm, uid } }: CallerProof): Promise<Job[]> {
  const { jobs } = await listOwnJobs(database, { realm, uid }, { pageNumber: 1, pageSize: maxJobs });
  return presentJobs(database, jobs);
}
