import { authoriseCaller, authoriseNewPerson, authorisePerson } from "~/services/.server/directory/authorisation";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { ControlPanelContracts } from "~/services/contracts/control-panel";
import type { ControlPanelDeps } from "./deps";
import { personEntity, templateEntity, typeOf } from "./entities";
import { panelMetaOf } from "./panel-lists";
import { personResponse } from "./person-response";
import { listRelatives } from "./relatives";

type Calls = Pick<ControlPanelContracts, "getPersonTemplate" | "getPerson" | "getRelatives">;

/** Endpoints that show a person: the form of a new one, a person, and a person's guardians or pupils. */
export function peopleReadEndpoints(deps: ControlPanelDeps, contracts: ControlPanelContracts): Endpoints<Calls> {
  return {
    getPersonTemplate: endpoint({
      contract: contracts.getPersonTemplate,
      authorise: ({ params }, caller) => authoriseNewPerson(authoriseCaller(deps, caller), typeOf[params.type]),
      handle: async (_, { context }) => ({
        status: 200,
        body: { data: templateEntity(context), meta: { version: 0 } },
      }),
    }),

    getPerson: endpoint({
      contract: contracts.getPerson,
      authorise: ({ params }, caller) =>
        authorisePerson(authoriseCaller(deps, caller), params.id, "ViewUserInfo", { type: typeOf[params.type] }),
      handle: async (_, { access, person }) => ({ status: 200, body: personResponse(access, person) }),
    }),

    getRelatives: endpoint({
      contract: contracts.getRelatives,
      authorise: ({ params }, caller) =>
        authorisePerson(authoriseCaller(deps, caller), params.id, "ViewUserInfo", { type: typeOf[params.type] }),
      async handle(_, proof) {
        const visible = await listRelatives(proof);
        const total = { totalCount: visible.length, more: false };
        return {
          status: 200,
          body: { data: visible.map((other) => personEntity(proof.access, other)), meta: panelMetaOf(total, null) },
        };
      },
    }),
  };
}
