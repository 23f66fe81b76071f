import { listAudit } from "~/services/.server/directory/audit/audit-list";
import {
  authoriseAdministrator,
  authoriseOrganization,
  authoriseOrganizations,
  requireSuperUser,
} from "~/services/.server/directory/authorisation";
import { readAuditFilters } from "~/services/.server/directory/lists/list-filters";
import { readGrouping } from "~/services/.server/directory/lists/list-grouping";
import {
  listOrganizations,
  organizationGroups,
  organizationSortColumns,
} from "~/services/.server/directory/lists/organizations-list";
import { countPeriods } from "~/services/.server/directory/lists/period-list";
import { readMoveEffect } from "~/services/.server/directory/organizations/organization-move";
import { scopeOf } from "~/services/.server/directory/scope-query";
import { listSubscriptionTypes } from "~/services/.server/directory/subscriptions/subscriptions-store";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { CustomerManagementContracts } from "~/services/contracts/customer-management";
import type { CustomerManagementDeps } from "./deps";
import { managementMetaOf, managementPagingOf, readLogPage, writeLog } from "./list-query";
import { periodCounts, schoolUnit } from "./resources";

type Calls = Pick<
  CustomerManagementContracts,
  "getSubscriptionTypes" | "getSchoolUnits" | "getSchoolUnit" | "getSchoolUnitMove" | "getSchoolUnitAuditLogs"
>;

/** Endpoints that show school units: the list, one of them, what moving it would do, and its audit log. */
export function schoolUnitReadEndpoints(
  deps: CustomerManagementDeps,
  contracts: CustomerManagementContracts,
): Endpoints<Calls> {
  return {
    getSubscriptionTypes: endpoint({
      contract: contracts.getSubscriptionTypes,
      authorise: (_, caller) => authoriseAdministrator(deps, caller),
      handle: async (_, { database }) => ({ status: 200, body: { data: await listSubscriptionTypes(database) } }),
    }),
    getSchoolUnits: endpoint({
      contract: contracts.getSchoolUnits,
      authorise: ({ query }, caller) =>
        authoriseOrganizations(authoriseAdministrator(deps, caller), query.filters, { isAdministeredOnly: true }),
      async handle({ query }, { database, access, scope }) {
        const grouping = readGrouping(organizationGroups, query);
        const { organizations, total, nextCursor } = await listOrganizations(database, access, {
          ...scope,
          grouping,
          ...managementPagingOf(query, organizationSortColumns(access.realm)),
        });
        const meta = managementMetaOf(query, total, grouping && { areWhole: true }, nextCursor);
        const counts = query.includePeriodCounts
          ? await countPeriods(
              database,
              "organization",
              organizations.map(({ id }) => id),
            )
          : null;
        const data = organizations.map((organization) => ({
          ...schoolUnit(organization),
          ...periodCounts(counts, organization.id),
        }));
        return { status: 200, body: { data, meta } };
      },
    }),
    getSchoolUnit: endpoint({
      contract: contracts.getSchoolUnit,
      authorise: ({ params }, caller) =>
        authoriseOrganization(authoriseAdministrator(deps, caller), params.uid, "EditOrganization"),
      handle: async (_, { organization }) => ({ status: 200, body: { data: schoolUnit(organization) } }),
    }),
    getSchoolUnitMove: endpoint({
      contract: contracts.getSchoolUnitMove,
      async authorise({ params, query }, caller) {
        const entry = authoriseAdministrator(deps, caller);
        const proof = await authoriseOrganization(entry, params.uid, "EditOrganization");
        requireSuperUser(proof.access);
        const parent = query.parent ? await authoriseOrganization(entry, query.parent, "EditOrganization") : null;
        return { ...proof, parent: parent?.organization ?? null };
      },
      async handle(_, { database, organization, parent }) {
        return { status: 200, body: { data: await readMoveEffect(database, organization, parent?.id ?? null) } };
      },
    }),
    getSchoolUnitAuditLogs: endpoint({
      contract: contracts.getSchoolUnitAuditLogs,
      authorise: ({ params }, caller) =>
        authoriseOrganization(authoriseAdministrator(deps, caller), params.uid, "ViewAudit"),
      async handle({ query }, { database, access, organization }) {
        const log = await listAudit(database, access.realm, {
          of: { organizationId: organization.id },
          filterableScope: scopeOf(access),
          filters: readAuditFilters(query.filters),
          page: readLogPage(query),
          isCounted: query.calculateTotal,
        });
        return { status: 200, body: writeLog(query, log, { type: "organization", name: organization.name }) };
      },
    }),
  };
}
