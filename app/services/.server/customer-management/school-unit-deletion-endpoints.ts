import { authoriseAdministrator, authoriseOrganization } from "~/services/.server/directory/authorisation";
import {
  deleteOrganization,
  readDeletionEffect,
  restoreOrganization,
} from "~/services/.server/directory/organizations/organization-deletion";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { CustomerManagementContracts } from "~/services/contracts/customer-management";
import type { CustomerManagementDeps } from "./deps";
import { schoolUnitBody } from "./school-unit-response";

type Calls = Pick<CustomerManagementContracts, "getSchoolUnitDeletion" | "deleteSchoolUnit" | "restoreSchoolUnit">;

/** Endpoints that delete a school unit with all below it, and restore it. */
export function schoolUnitDeletionEndpoints(
  deps: CustomerManagementDeps,
  contracts: CustomerManagementContracts,
): Endpoints<Calls> {
  return {
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
        const body = await schoolUnitBody(proof, proof.organization.uid);
        return { status: 200, body: left > 0 ? { ...body, meta: { peopleLeft: left } } : body };
      },
    }),
  };
}
