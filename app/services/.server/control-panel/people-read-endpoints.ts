import {
  authoriseCaller,
  authoriseNewPerson,
  authorisePerson,
  mayDoToPerson,
} from "~/services/.server/directory/authorisation";
import { listPeople } from "~/services/.server/directory/lists/people-list";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { ControlPanelContracts } from "~/services/contracts/control-panel";
import type { ControlPanelDeps } from "./deps";
import { personEntity, templateEntity, typeOf } from "./entities";
import { panelMetaOf } from "./list-query";
import { personResponse } from "./person-response";

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
      async handle(_, { database, access, person }) {
        const filters = person.type === "guardian" ? { guardianUid: person.uid } : { studentUid: person.uid };
        const { people } = await listPeople(database, {
          realm: access.realm,
          organization: null,
          callerId: access.userId,
          filters: { ...filters, types: [person.type === "guardian" ? "student" : "guardian"] },
          sorts: [{ by: "name", order: "asc" }],
          page: { number: 1, size: 100, cursor: null },
          count: "capped",
        });
        const visible = people.filter((other) => mayDoToPerson(access, other, "ViewUserInfo"));
        const total = { totalCount: visible.length, more: false };
        return {
          status: 200,
          body: { data: visible.map((other) => personEntity(access, other)), meta: panelMetaOf(total, null) },
        };
      },
    }),
  };
}
