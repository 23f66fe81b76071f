import { authoriseCaller, authorisePerson, mayDoToPerson, readUid } from "~/services/.server/directory/authorisation";
import type { Caller } from "~/services/.server/directory/caller";
import { writePupil } from "~/services/.server/directory/people/guardianships-store";
import { findPerson } from "~/services/.server/directory/people/people-store";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { ControlPanelContracts } from "~/services/contracts/control-panel";
import { formMessages } from "~/services/contracts/form-messages";
import { validationError } from "~/services/contracts/service-error";
import type { ControlPanelDeps } from "./deps";

type Calls = Pick<ControlPanelContracts, "putPupil" | "deletePupil">;

/** Endpoints that tie a pupil to a guardian. */
export function guardianshipEndpoints(deps: ControlPanelDeps, contracts: ControlPanelContracts): Endpoints<Calls> {
  return {
    putPupil: endpoint({
      contract: contracts.putPupil,
      authorise: ({ params }, caller) => authoriseTie(deps, params, caller),
      async handle(_, { database, access, person, pupil }) {
        if (!pupil) throw validationError([{ attribute: "students", reason: formMessages.incorrectFormat }]);
        await writePupil(database, access, person, pupil, true);
        return { status: 204, body: undefined };
      },
    }),

    deletePupil: endpoint({
      contract: contracts.deletePupil,
      authorise: ({ params }, caller) => authoriseTie(deps, params, caller),
      async handle(_, { database, access, person, pupil }) {
        if (pupil) await writePupil(database, access, person, pupil, false);
        return { status: 204, body: undefined };
      },
    }),
  };
}

/** `pupil` is null if the caller may not edit the pupil. */
async function authoriseTie(
  deps: ControlPanelDeps,
  { id, studentId }: { id: string; studentId: string },
  caller: Caller,
) {
  const options = { type: "guardian", exceptSelf: true } as const;
  const proof = await authorisePerson(authoriseCaller(deps, caller), id, "EditUserInfo", options);
  const { database, access } = proof;
  const pupil = await findPerson(database, access.realm, readUid(studentId), access.userId, { type: "student" });
  return { ...proof, pupil: pupil && mayDoToPerson(access, pupil, "EditUserInfo") ? pupil : null };
}
