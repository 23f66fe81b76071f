import {
  authoriseAdministrator,
  authoriseNewOrganization,
  authoriseOrganization,
  requireSuperUser,
} from "~/services/.server/directory/authorisation";
import { superUserFields } from "~/services/.server/directory/field-rights";
import { changeOrganization, createOrganization } from "~/services/.server/directory/organizations/organization-writes";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { CustomerManagementContracts } from "~/services/contracts/customer-management";
import { formMessages } from "~/services/contracts/form-messages";
import { validationError } from "~/services/contracts/service-error";
import type { CustomerManagementDeps } from "./deps";
import { schoolUnitBody } from "./school-unit-response";
import { readSchoolUnit, schoolUnitMistakes } from "./school-unit-writes";

type Calls = Pick<CustomerManagementContracts, "createSchoolUnit" | "updateSchoolUnit">;

/** Endpoints that create and change a school unit. */
export function schoolUnitWriteEndpoints(
  deps: CustomerManagementDeps,
  contracts: CustomerManagementContracts,
): Endpoints<Calls> {
  return {
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
        return { status: 201, body: await schoolUnitBody(proof, uid), headers: { location } };
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
        const stored = { ...organization, parent: organization.parent?.id ?? null };
        // Unchanged values are accepted, since clients send back the whole entity.
        for (const name of superUserFields) if (fields[name] === stored[name]) delete fields[name];
        if (superUserFields.some((name) => fields[name] !== undefined)) requireSuperUser(proof.access);
        return { ...proof, columns: await readSchoolUnit(proof, fields, proof.organization) };
      },
      async handle({ body: { version = null } }, proof) {
        await changeOrganization(proof.database, proof.access, proof.organization, proof.columns, version);
        return { status: 200, body: await schoolUnitBody(proof, proof.organization.uid) };
      },
    }),
  };
}
