import { authoriseCaller, authorisePerson } from "~/services/.server/directory/authorisation";
import type { Caller } from "~/services/.server/directory/caller";
import { deletePerson, findDeletion, restorePerson } from "~/services/.server/directory/people/person-deletion";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { ControlPanelContracts } from "~/services/contracts/control-panel";
import type { PersonKind } from "~/services/contracts/person-kinds";
import { notFound } from "~/services/contracts/service-error";
import type { ControlPanelDeps } from "./deps";
import { typeOf } from "./entities";
import { readAgain } from "./person-response";

type Calls = Pick<ControlPanelContracts, "deletePerson" | "getPersonDeletion" | "restorePerson">;

/** Endpoints that delete a person, and restore one who was deleted. */
export function peopleDeletionEndpoints(deps: ControlPanelDeps, contracts: ControlPanelContracts): Endpoints<Calls> {
  return {
    deletePerson: endpoint({
      contract: contracts.deletePerson,
      authorise: ({ params }, caller) =>
        authorisePerson(authoriseCaller(deps, caller), params.id, "DeleteUser", {
          type: typeOf[params.type],
          withDeleted: true,
          withEnded: true,
        }),
      async handle(_, { database, access, person }) {
        const result = await deletePerson(database, access, person);
        if (result === "deleted") await deps.credentials.endSessions(access.realm, person.uid);
        return { status: 204, body: undefined };
      },
    }),

    getPersonDeletion: endpoint({
      contract: contracts.getPersonDeletion,
      authorise: ({ params }, caller) => authoriseRestoration(deps, params, caller),
      async handle(_, { database, access, person }) {
        const deletion = await findDeletion(database, access, person);
        if (!deletion) throw notFound();
        const { name, username } = person;
        return { status: 200, body: { data: { name, username, ...deletion } } };
      },
    }),

    restorePerson: endpoint({
      contract: contracts.restorePerson,
      authorise: ({ params }, caller) => authoriseRestoration(deps, params, caller),
      async handle({ body }, proof) {
        const { database, access, person } = proof;
        const username = body?.username ?? person.username;
        const changed = username === person.username ? null : username;
        if (!(await restorePerson(database, access, person, changed))) throw notFound();
        return readAgain(proof);
      },
    }),
  };
}

function authoriseRestoration(deps: ControlPanelDeps, { id, type }: { id: string; type: PersonKind }, caller: Caller) {
  const options = { type: typeOf[type], withDeleted: true, withEnded: true, isHidden: true };
  return authorisePerson(authoriseCaller(deps, caller), id, "RestoreUser", options);
}
