import type { Endpoints } from "~/services/.server/dispatch/endpoint";
import type { ControlPanelContracts } from "~/services/contracts/control-panel";
import type { ControlPanelDeps } from "./deps";
import { guardianshipEndpoints } from "./guardianship-endpoints";
import { peopleDeletionEndpoints } from "./people-deletion-endpoints";
import { peopleReadEndpoints } from "./people-read-endpoints";
import { peopleWriteEndpoints } from "./people-write-endpoints";

type PeopleCalls = Pick<
  ControlPanelContracts,
  | "getPersonTemplate"
  | "getPerson"
  | "createPerson"
  | "updatePerson"
  | "appointAdministrator"
  | "deletePerson"
  | "getPersonDeletion"
  | "restorePerson"
  | "resetPassword"
  | "getRelatives"
  | "putPupil"
  | "deletePupil"
>;

/** Endpoints for a single person of each type. docs/product/control-panel.md#calls. */
export function createPeopleEndpoints(
  deps: ControlPanelDeps,
  contracts: ControlPanelContracts,
): Endpoints<PeopleCalls> {
  return {
    ...peopleReadEndpoints(deps, contracts),
    ...peopleWriteEndpoints(deps, contracts),
    ...peopleDeletionEndpoints(deps, contracts),
    ...guardianshipEndpoints(deps, contracts),
  };
}
