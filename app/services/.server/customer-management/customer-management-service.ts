import type { Service } from "~/services/.server/dispatch/endpoint";
import { customerManagementContracts as contracts } from "~/services/contracts/customer-management";
import type { CustomerManagementDeps } from "./deps";
import { groupEndpoints } from "./group-endpoints";
import { periodEndpoints } from "./period-endpoints";
import { schoolUnitDeletionEndpoints } from "./school-unit-deletion-endpoints";
import { schoolUnitReadEndpoints } from "./school-unit-read-endpoints";
import { schoolUnitWriteEndpoints } from "./school-unit-write-endpoints";
import { userAssociationEndpoints } from "./user-association-endpoints";
import { userEndpoints } from "./user-endpoints";

/** Creates the customer-management service: the directory for its administrators. docs/product/control-panel.md#calls. */
export function createCustomerManagementService(deps: CustomerManagementDeps): Service<typeof contracts> {
  const endpoints = {
    ...groupEndpoints(deps, contracts),
    ...userEndpoints(deps, contracts),
    ...userAssociationEndpoints(deps, contracts),
    ...schoolUnitReadEndpoints(deps, contracts),
    ...schoolUnitWriteEndpoints(deps, contracts),
    ...schoolUnitDeletionEndpoints(deps, contracts),
    ...periodEndpoints(deps, contracts),
  };
  return { name: "customer-management", endpoints };
}
