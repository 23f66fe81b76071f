import { listAudit } from "~/services/.server/directory/audit/audit-list";
import {
  authoriseAdministeredPeople,
  authoriseAdministrator,
  authorisePerson,
} from "~/services/.server/directory/authorisation";
import type { Caller } from "~/services/.server/directory/caller";
import { readAuditFilters } from "~/services/.server/directory/lists/list-filters";
import { readGrouping } from "~/services/.server/directory/lists/list-grouping";
import { peopleGroups, shownGroups } from "~/services/.server/directory/lists/people-grouping";
import { listPeople } from "~/services/.server/directory/lists/people-list";
import { peopleSortColumns } from "~/services/.server/directory/lists/people-query";
import { countPeriods } from "~/services/.server/directory/lists/period-list";
import { listMemberships, listPlaces } from "~/services/.server/directory/lists/relations-list";
import { deletePerson } from "~/services/.server/directory/people/person-deletion";
import { scopeOf } from "~/services/.server/directory/scope-query";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { CustomerManagementContracts } from "~/services/contracts/customer-management";
import type { CustomerManagementDeps } from "./deps";
import { type ManagementQuery, managementMetaOf, managementPagingOf, readLogPage, writeLog } from "./list-query";
import { managedUser, periodCounts } from "./resources";

type Calls = Pick<
  CustomerManagementContracts,
  "getUsers" | "getUser" | "deleteUser" | "getUserAuditLogs" | "getUserGroups" | "getUserSchoolUnits"
>;

/** Endpoints for people: the lists, one person, and the audit log of a person. */
export function userEndpoints(deps: CustomerManagementDeps, contracts: CustomerManagementContracts): Endpoints<Calls> {
  const authoriseList = ({ query }: { query: ManagementQuery }, caller: Caller) =>
    authoriseAdministeredPeople(authoriseAdministrator(deps, caller), query.filters);

  return {
    getUsers: endpoint({
      contract: contracts.getUsers,
      authorise: authoriseList,
      async handle({ query }, { database, access, scope }) {
        const { people, total, groups, nextCursor } = await listPeople(database, {
          ...scope,
          ...managementPagingOf(query, peopleSortColumns(access.realm)),
          grouping: readGrouping(peopleGroups, query),
        });
        const meta = managementMetaOf(query, total, shownGroups(groups), nextCursor);
        const counts = query.includePeriodCounts
          ? await countPeriods(
              database,
              "user",
              people.map(({ id }) => id),
            )
          : null;
        const data = people.map((person) => ({ ...managedUser(access, person), ...periodCounts(counts, person.id) }));
        return { status: 200, body: { data, meta } };
      },
    }),
    getUser: endpoint({
      contract: contracts.getUser,
      authorise: ({ params }, caller) =>
        authorisePerson(authoriseAdministrator(deps, caller), params.uid, "ViewUserInfo"),
      handle: async (_, { access, person }) => ({ status: 200, body: { data: managedUser(access, person) } }),
    }),
    deleteUser: endpoint({
      contract: contracts.deleteUser,
      authorise: ({ params }, caller) =>
        authorisePerson(authoriseAdministrator(deps, caller), params.uid, "DeleteUser", {
          withDeleted: true,
          withEnded: true,
        }),
      async handle(_, { database, access, person }) {
        const result = await deletePerson(database, access, person);
        if (result === "deleted") await deps.credentials.endSessions(access.realm, person.uid);
        return { status: 204, body: undefined };
      },
    }),
    getUserAuditLogs: endpoint({
      contract: contracts.getUserAuditLogs,
      authorise: ({ params }, caller) =>
        authorisePerson(authoriseAdministrator(deps, caller), params.userUid, "ViewAudit"),
      async handle({ query }, { database, access, person }) {
        const log = await listAudit(database, access.realm, {
          of: { personUid: person.uid },
          filterableScope: scopeOf(access),
          filters: readAuditFilters(query.filters),
          page: readLogPage(query),
          isCounted: query.calculateTotal,
        });
        return { status: 200, body: writeLog(query, log, { type: person.type, name: person.name }) };
      },
    }),
    getUserGroups: endpoint({
      contract: contracts.getUserGroups,
      authorise: authoriseList,
      async handle({ query }, { database, access, scope }) {
        const paging = managementPagingOf(query, peopleSortColumns(access.realm));
        const { rows, total } = await listMemberships(database, { ...scope, ...paging });
        const data = rows.map((row) => ({ ...row, uid: `${row.userUid}:${row.groupUid}` }));
        return { status: 200, body: { data, meta: managementMetaOf(query, total) } };
      },
    }),
    getUserSchoolUnits: endpoint({
      contract: contracts.getUserSchoolUnits,
      authorise: authoriseList,
      async handle({ query }, { database, access, scope }) {
        const paging = managementPagingOf(query, peopleSortColumns(access.realm));
        const { rows, total } = await listPlaces(database, { ...scope, ...paging });
        const data = rows.map(({ uid, ...row }) => ({ ...row, schoolUid: uid, uid: `${row.userUid}:${uid}` }));
        return { status: 200, body: { data, meta: managementMetaOf(query, total) } };
      },
    }),
  };
}
