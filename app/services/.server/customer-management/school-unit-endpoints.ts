import { hasFeature } from "../../../realms/realm";
import type { CustomerManagementContracts, SchoolUnitFields } from "../../contracts/customer-management";
import { formMessages } from "../../contracts/form-messages";
import { isPhoneNumber, readCountry } from "../../contracts/place-fields";
import { type ErrorDetail, forbidden, notFound, validationError } from "../../contracts/service-error";
import { listAudit } from "../directory/audit-list";
import { readAuditFilters, readOrganizationFilters } from "../directory/list-filters";
import { readGrouping } from "../directory/list-grouping";
import { deleteOrganization, readDeletionEffect, restoreOrganization } from "../directory/organization-deletion";
import { changeOrganization, createOrganization, type OrganizationColumns } from "../directory/organization-writes";
import {
  findOrganization,
  listOrganizations,
  type Organization,
  organizationGroups,
  organizationSortColumns,
} from "../directory/organizations-store";
import { mayOnOrganization } from "../directory/permissions";
import { reachOf } from "../directory/reach-query";
import { refuse } from "../directory/refusal";
import { listSubscriptionTypes } from "../directory/subscription-types";
import { anyCaller, type Endpoints } from "../endpoint";
import {
  type CustomerManagementDeps,
  type Entered,
  enter,
  organizationFor,
  readPaging,
  writeLog,
  writeMeta,
} from "./entrance";
import { schoolUnit } from "./resources";

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

type PlaceFields = Pick<OrganizationColumns, "country" | "phone">;

/**
 * Country and phone as they are stored. What stood there before more was asked of it may stay.
 * @throws ServiceError 400 for a country that there is not, and for what nobody can dial
 */
function readPlaceFields({ country, phone }: PlaceFields, own: PlaceFields | null): PlaceFields {
  const wrong: ErrorDetail[] = [];
  const read: PlaceFields = {};
  if (country && country !== own?.country) {
    read.country = readCountry(country);
    if (read.country === null) wrong.push({ attribute: "country", reason: formMessages.incorrectFormat });
  }
  if (phone && phone !== own?.phone && !isPhoneNumber(phone)) {
    wrong.push({ attribute: "phone", reason: formMessages.incorrectFormat });
  }
  if (wrong.length > 0) throw validationError(wrong, formMessages.formErrors);
  return read;
}

export function schoolUnitEndpoints(
  deps: CustomerManagementDeps,
  contracts: CustomerManagementContracts,
): Endpoints<SchoolUnitCalls> {
  async function columnsOf(
    entered: Entered,
    fields: Partial<SchoolUnitFields>,
    own: Organization | null,
  ): Promise<OrganizationColumns> {
    const { parent, ...columns } = fields;
    // Where nobody can step up, asking for it would lock everybody out.
    if (columns.secureAuthEnabled && !own?.secureAuthEnabled && !hasFeature(entered.access.realm, "escalateLogin")) {
      throw refuse([{ attribute: "secureAuthEnabled", reason: formMessages.insufficientPermission }]);
    }
    const place = readPlaceFields(columns, own);
    if (parent === undefined) return { ...columns, ...place };
    if (parent === null) return { ...columns, ...place, parentId: null };
    const above = await findOrganization(entered.database, entered.access.realm, parent);
    if (!above) {
      throw validationError([{ attribute: "parent", reason: formMessages.incorrectFormat }]);
    }
    return { ...columns, ...place, parentId: above.id };
  }

  async function answer({ database, access }: Entered, uid: string) {
    const organization = await findOrganization(database, access.realm, uid);
    if (!organization) throw notFound();
    return { data: schoolUnit(organization) };
  }

  return {
    getSubscriptionTypes: {
      contract: contracts.getSubscriptionTypes,
      authorise: anyCaller,
      async handle(_input, caller) {
        const { database } = await enter(deps, caller);
        return { status: 200, body: { data: await listSubscriptionTypes(database) } };
      },
    },
    getSchoolUnits: {
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
    },
    createSchoolUnit: {
      contract: contracts.createSchoolUnit,
      authorise: anyCaller,
      async handle({ body }, caller) {
        const entered = await enter(deps, caller);
        if (!mayOnOrganization(entered.access.isSuper ? "super" : "administrator", "CreateOrganization")) {
          throw forbidden(formMessages.insufficientPermission);
        }
        const { name, type } = body;
        const columns = await columnsOf(entered, body, null);
        const made = await createOrganization(entered.database, entered.access, { ...columns, name, type });
        const location = `/services/customer-management/schoolUnits/${made.uid}`;
        return { status: 201, body: await answer(entered, made.uid), headers: { location } };
      },
    },
    updateSchoolUnit: {
      contract: contracts.updateSchoolUnit,
      authorise: anyCaller,
      async handle({ params, body }, caller) {
        const entered = await enter(deps, caller);
        const organization = await organizationFor(entered, params.uid, "EditOrganization");
        const refused = entered.access.isSuper ? [] : superUserFields.filter((name) => body[name] !== undefined);
        if (refused.length > 0) throw forbidden(formMessages.insufficientPermission);
        const { version = null, ...fields } = body;
        const columns = await columnsOf(entered, fields, organization);
        await changeOrganization(entered.database, entered.access, organization, columns, version);
        return { status: 200, body: await answer(entered, organization.uid) };
      },
    },
    getSchoolUnit: {
      contract: contracts.getSchoolUnit,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const organization = await organizationFor(await enter(deps, caller), params.uid, "EditOrganization");
        return { status: 200, body: { data: schoolUnit(organization) } };
      },
    },
    getSchoolUnitDeletion: {
      contract: contracts.getSchoolUnitDeletion,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const entered = await enter(deps, caller);
        const organization = await organizationFor(entered, params.uid, "DeleteOrganization");
        return { status: 200, body: { data: await readDeletionEffect(entered.database, organization) } };
      },
    },
    deleteSchoolUnit: {
      contract: contracts.deleteSchoolUnit,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const entered = await enter(deps, caller);
        const organization = await organizationFor(entered, params.uid, "DeleteOrganization");
        const { people } = await deleteOrganization(entered.database, entered.access, organization);
        for (const uid of people) await deps.credentials.endSessions(entered.access.realm, uid);
        return { status: 204, body: undefined };
      },
    },
    restoreSchoolUnit: {
      contract: contracts.restoreSchoolUnit,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const entered = await enter(deps, caller);
        const organization = await organizationFor(entered, params.uid, "RestoreOrganization", { withDeleted: true });
        await restoreOrganization(entered.database, entered.access, organization);
        return { status: 200, body: await answer(entered, organization.uid) };
      },
    },
    getSchoolUnitAuditLogs: {
      contract: contracts.getSchoolUnitAuditLogs,
      authorise: anyCaller,
      async handle({ params, query }, caller) {
        const entered = await enter(deps, caller);
        const organization = await organizationFor(entered, params.uid, "ViewAudit");
        const log = await listAudit(entered.database, entered.access.realm, {
          of: { organizationId: organization.id },
          reach: reachOf(entered.access),
          filters: readAuditFilters(query.filters),
          page: { number: query.pageNumber, size: query.pageSize, cursor: query.cursor ?? null },
          isCounted: query.calculateTotal,
        });
        return { status: 200, body: writeLog(query, log) };
      },
    },
  };
}
