import { listAudit } from "~/services/.server/directory/audit/audit-list";
import { readAuditFilters, readOrganizationFilters } from "~/services/.server/directory/lists/list-filters";
import { readGrouping } from "~/services/.server/directory/lists/list-grouping";
import {
  deleteOrganization,
  readDeletionEffect,
  restoreOrganization,
} from "~/services/.server/directory/organizations/organization-deletion";
import { changeOrganization, createOrganization } from "~/services/.server/directory/organizations/organization-writes";
import {
  findOrganization,
  listOrganizations,
  organizationGroups,
  organizationSortColumns,
} from "~/services/.server/directory/organizations/organizations-store";
import { mayOnOrganization } from "~/services/.server/directory/permissions";
import { reachOf } from "~/services/.server/directory/reach-query";
import { listSubscriptionTypes } from "~/services/.server/directory/subscription-types";
import { anyCaller, type Caller, type Endpoints, unprovedEndpoint } from "~/services/.server/endpoint";
import type { CustomerManagementContracts } from "~/services/contracts/customer-management";
import { formMessages } from "~/services/contracts/form-messages";
import { forbidden, notFound } from "~/services/contracts/service-error";
import {
  type CustomerManagementDeps,
  type Entered,
  enter,
  organizationFor,
  readLogPage,
  readPaging,
  writeLog,
  writeMeta,
} from "./entrance";
import { schoolUnit } from "./resources";
import { readSchoolUnit, schoolUnitMistakes } from "./school-unit-writes";

type SchoolUnitCalls = Pick<
  CustomerManagementContracts,
  | "getSchoolUnits"
  | "getSchoolUnit"
  | "createSchoolUnit"
  | "updateSchoolUnit"
  | "getSchoolUnitDeletion"
  | "deleteSchoolUnit"
  | "restoreSchoolUnit"
  | "getSchoolUnitAuditLogs"
  | "getSubscriptionTypes"
>;

/** Fields that place an organisation in the tree or name it to other systems: a super user's alone. */
const superUserFields = [
  "type",
  "status",
  "parent",
  "country",
  "comment",
  "municipalityKey",
  "schoolUnitCode",
  "sectoralCode",
  "establishmentId",
  "crmId",
] as const;

export function schoolUnitEndpoints(
  deps: CustomerManagementDeps,
  contracts: CustomerManagementContracts,
): Endpoints<SchoolUnitCalls> {
  async function enterToCreate(caller: Caller): Promise<Entered> {
    const entered = await enter(deps, caller);
    if (!mayOnOrganization(entered.access.isSuper ? "super" : "administrator", "CreateOrganization")) {
      throw forbidden(formMessages.insufficientPermission);
    }
    return entered;
  }

  async function answer({ database, access }: Entered, uid: string) {
    const organization = await findOrganization(database, access.realm, uid);
    if (!organization) throw notFound();
    return { data: schoolUnit(organization) };
  }

  return {
    getSubscriptionTypes: unprovedEndpoint({
      contract: contracts.getSubscriptionTypes,
      authorise: anyCaller,
      async handle(_input, caller) {
        const { database } = await enter(deps, caller);
        return { status: 200, body: { data: await listSubscriptionTypes(database) } };
      },
    }),
    getSchoolUnits: unprovedEndpoint({
      contract: contracts.getSchoolUnits,
      authorise: anyCaller,
      async handle({ query }, caller) {
        const { database, access } = await enter(deps, caller);
        const filters = readOrganizationFilters(query.filters);
        if (filters.status?.includes("deleted") && !access.isSuper)
          throw forbidden(formMessages.insufficientPermission);
        const grouping = readGrouping(organizationGroups, query);
        const { organizations, total } = await listOrganizations(database, access, {
          filters,
          grouping,
          within: access.isSuper ? null : access.administers,
          ...readPaging(query, organizationSortColumns),
        });
        const meta = writeMeta(query, total, grouping && { areWhole: true });
        return { status: 200, body: { data: organizations.map(schoolUnit), meta } };
      },
    }),
    createSchoolUnit: unprovedEndpoint({
      contract: contracts.createSchoolUnit,
      authorise: anyCaller,
      alsoWrong: async ({ body }, caller) => schoolUnitMistakes(await enterToCreate(caller), body, null),
      async handle({ body }, caller) {
        const entered = await enterToCreate(caller);
        const { name, type } = body;
        const columns = await readSchoolUnit(entered, body, null);
        const made = await createOrganization(entered.database, entered.access, { ...columns, name, type });
        const location = `/services/customer-management/schoolUnits/${made.uid}`;
        return { status: 201, body: await answer(entered, made.uid), headers: { location } };
      },
    }),
    updateSchoolUnit: unprovedEndpoint({
      contract: contracts.updateSchoolUnit,
      authorise: anyCaller,
      async alsoWrong({ params, body }, caller) {
        const entered = await enter(deps, caller);
        return schoolUnitMistakes(entered, body, await organizationFor(entered, params.uid, "EditOrganization"));
      },
      async handle({ params, body }, caller) {
        const entered = await enter(deps, caller);
        const organization = await organizationFor(entered, params.uid, "EditOrganization");
        const refused = entered.access.isSuper ? [] : superUserFields.filter((name) => body[name] !== undefined);
        if (refused.length > 0) throw forbidden(formMessages.insufficientPermission);
        const { version = null, ...fields } = body;
        const columns = await readSchoolUnit(entered, fields, organization);
        await changeOrganization(entered.database, entered.access, organization, columns, version);
        return { status: 200, body: await answer(entered, organization.uid) };
      },
    }),
    getSchoolUnit: unprovedEndpoint({
      contract: contracts.getSchoolUnit,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const organization = await organizationFor(await enter(deps, caller), params.uid, "EditOrganization");
        return { status: 200, body: { data: schoolUnit(organization) } };
      },
    }),
    getSchoolUnitDeletion: unprovedEndpoint({
      contract: contracts.getSchoolUnitDeletion,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const entered = await enter(deps, caller);
        const organization = await organizationFor(entered, params.uid, "DeleteOrganization");
        return { status: 200, body: { data: await readDeletionEffect(entered.database, organization) } };
      },
    }),
    deleteSchoolUnit: unprovedEndpoint({
      contract: contracts.deleteSchoolUnit,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const entered = await enter(deps, caller);
        const organization = await organizationFor(entered, params.uid, "DeleteOrganization");
        const { people } = await deleteOrganization(entered.database, entered.access, organization);
        for (const uid of people) await deps.credentials.endSessions(entered.access.realm, uid);
        return { status: 204, body: undefined };
      },
    }),
    restoreSchoolUnit: unprovedEndpoint({
      contract: contracts.restoreSchoolUnit,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const entered = await enter(deps, caller);
        const organization = await organizationFor(entered, params.uid, "RestoreOrganization", { withDeleted: true });
        await restoreOrganization(entered.database, entered.access, organization);
        return { status: 200, body: await answer(entered, organization.uid) };
      },
    }),
    getSchoolUnitAuditLogs: unprovedEndpoint({
      contract: contracts.getSchoolUnitAuditLogs,
      authorise: anyCaller,
      async handle({ params, query }, caller) {
        const entered = await enter(deps, caller);
        const organization = await organizationFor(entered, params.uid, "ViewAudit");
        const log = await listAudit(entered.database, entered.access.realm, {
          of: { organizationId: organization.id },
          reach: reachOf(entered.access),
          filters: readAuditFilters(query.filters),
          page: readLogPage(query),
          isCounted: query.calculateTotal,
        });
        return { status: 200, body: writeLog(query, log, { type: "organization", name: organization.name }) };
      },
    }),
  };
}
