import { listAudit } from "~/services/.server/directory/audit/audit-list";
import {
  authoriseAdministrator,
  authoriseNewOrganization,
  authoriseOrganization,
  authoriseOrganizations,
  type CallerProof,
  requireSuperUser,
} from "~/services/.server/directory/authorisation";
import { readAuditFilters } from "~/services/.server/directory/lists/list-filters";
import { readGrouping } from "~/services/.server/directory/lists/list-grouping";
import {
  deleteOrganization,
  readDeletionEffect,
  restoreOrganization,
} from "~/services/.server/directory/organizations/organization-deletion";
import { readMoveEffect } from "~/services/.server/directory/organizations/organization-move";
import { changeOrganization, createOrganization } from "~/services/.server/directory/organizations/organization-writes";
import {
  findOrganization,
  listOrganizations,
  organizationGroups,
  organizationSortColumns,
} from "~/services/.server/directory/organizations/organizations-store";
import { scopeOf } from "~/services/.server/directory/scope-query";
import { countPeriods } from "~/services/.server/directory/subscriptions/period-list";
import { listSubscriptionTypes } from "~/services/.server/directory/subscriptions/subscription-types";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { CustomerManagementContracts } from "~/services/contracts/customer-management";
import { formMessages } from "~/services/contracts/form-messages";
import { notFound, validationError } from "~/services/contracts/service-error";
import type { CustomerManagementDeps } from "./deps";
import { readLogPage, readPaging, writeLog, writeMeta } from "./list-query";
import { periodCounts, schoolUnit } from "./resources";
import { readSchoolUnit, schoolUnitMistakes } from "./school-unit-writes";

type SchoolUnitCalls = Pick<
  CustomerManagementContracts,
  | "getSchoolUnits"
  | "getSchoolUnit"
  | "createSchoolUnit"
  | "updateSchoolUnit"
  | "getSchoolUnitDeletion"
  | "getSchoolUnitMove"
  | "deleteSchoolUnit"
  | "restoreSchoolUnit"
  | "getSchoolUnitAuditLogs"
  | "getSubscriptionTypes"
>;

/** Only super users can change the position in the tree and the identifiers in other systems. */
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
  async function response({ database, access }: CallerProof, uid: string) {
    const organization = await findOrganization(database, access.realm, uid);
    if (!organization) throw notFound();
    return { data: schoolUnit(organization) };
  }

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
          ...readPaging(query, organizationSortColumns(access.realm)),
        });
        const meta = writeMeta(query, total, grouping && { areWhole: true }, nextCursor);
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
    createSchoolUnit: endpoint({
      contract: contracts.createSchoolUnit,
      alsoWrong: async ({ body }, caller) =>
        schoolUnitMistakes(authoriseNewOrganization(authoriseAdministrator(deps, caller)), body, null),
      async authorise({ body: { identifiers, ...fields } }, caller) {
        const proof = authoriseNewOrganization(authoriseAdministrator(deps, caller));
        return { ...proof, columns: await readSchoolUnit(proof, { ...identifiers, ...fields }, null) };
      },
      async handle({ body: { name, type } }, proof) {
        const { uid } = await createOrganization(proof.database, proof.access, { ...proof.columns, name, type });
        const location = `/services/customer-management/schoolUnits/${uid}`;
        return { status: 201, body: await response(proof, uid), headers: { location } };
      },
    }),
    updateSchoolUnit: endpoint({
      contract: contracts.updateSchoolUnit,
      async alsoWrong({ params, body }, caller) {
        const proof = await authoriseOrganization(authoriseAdministrator(deps, caller), params.uid, "EditOrganization");
        return schoolUnitMistakes(proof, body, proof.organization);
      },
      async authorise({ params, body: { version: _, uid, identifiers, ...flat } }, caller) {
        const proof = await authoriseOrganization(authoriseAdministrator(deps, caller), params.uid, "EditOrganization");
        const { organization } = proof;
        if (uid !== undefined && uid !== organization.uid) {
          throw validationError([{ attribute: "uid", reason: formMessages.incorrectFormat }]);
        }
        const fields = { ...identifiers, ...flat };
        if (!proof.access.isSuper) {
          const stored = { ...organization, parent: organization.parent?.id ?? null };
          // Unchanged values are accepted, since clients send back the whole entity.
          for (const name of superUserFields) if (fields[name] === stored[name]) delete fields[name];
          if (superUserFields.some((name) => fields[name] !== undefined)) requireSuperUser(proof.access);
        }
        return { ...proof, columns: await readSchoolUnit(proof, fields, proof.organization) };
      },
      async handle({ body: { version = null } }, proof) {
        await changeOrganization(proof.database, proof.access, proof.organization, proof.columns, version);
        return { status: 200, body: await response(proof, proof.organization.uid) };
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
    getSchoolUnitDeletion: endpoint({
      contract: contracts.getSchoolUnitDeletion,
      authorise: ({ params }, caller) =>
        authoriseOrganization(authoriseAdministrator(deps, caller), params.uid, "DeleteOrganization"),
      async handle(_, { database, organization }) {
        return { status: 200, body: { data: await readDeletionEffect(database, organization) } };
      },
    }),
    deleteSchoolUnit: endpoint({
      contract: contracts.deleteSchoolUnit,
      authorise: ({ params }, caller) =>
        authoriseOrganization(authoriseAdministrator(deps, caller), params.uid, "DeleteOrganization", {
          withDeleted: true,
        }),
      async handle(_, { database, access, organization }) {
        const { people } = await deleteOrganization(database, access, organization);
        for (const uid of people) await deps.credentials.endSessions(access.realm, uid);
        return { status: 204, body: undefined };
      },
    }),
    restoreSchoolUnit: endpoint({
      contract: contracts.restoreSchoolUnit,
      authorise: ({ params }, caller) =>
        authoriseOrganization(authoriseAdministrator(deps, caller), params.uid, "RestoreOrganization", {
          withDeleted: true,
        }),
      async handle(_, proof) {
        const { left } = await restoreOrganization(proof.database, proof.access, proof.organization);
        const body = await response(proof, proof.organization.uid);
        return { status: 200, body: left > 0 ? { ...body, meta: { peopleLeft: left } } : body };
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
