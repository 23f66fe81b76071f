import { findPerson } from "~/services/.server/directory/people/people-store";
import { anyCaller, type Endpoints, unprovedEndpoint } from "~/services/.server/endpoint";
import { accountContracts as contracts } from "~/services/contracts/account";
import { forbidden, unauthorized } from "~/services/contracts/service-error";
import { type AccountDeps, databaseOf, userOf } from "./deps";
import { findSettings, mergeSettings } from "./settings-store";

/** What a person keeps for the services, on whichever device they are. Rulings, "Who and where" and "Books". */
export function settingsEndpoints(
  deps: AccountDeps,
): Endpoints<Pick<typeof contracts, "getSettings" | "changeSettings">> {
  return {
    getSettings: unprovedEndpoint({
      contract: contracts.getSettings,
      authorise: anyCaller,
      handle: async (_, caller) => ({
        status: 200,
        body: await findSettings(databaseOf(deps, caller), caller.realm, userOf(caller).uid),
      }),
    }),
    changeSettings: unprovedEndpoint({
      contract: contracts.changeSettings,
      // A shared account is many people: what one of them likes is kept on their device alone. Spec 3, section 1.
      async authorise(_, caller) {
        const person = await findPerson(databaseOf(deps, caller), caller.realm, userOf(caller).uid, 0);
        if (!person) throw unauthorized();
        if (person.shared) throw forbidden("A shared account keeps no settings");
      },
      handle: async ({ body }, caller) => ({
        status: 200,
        body: await mergeSettings(databaseOf(deps, caller), caller.realm, userOf(caller).uid, body),
      }),
    }),
  };
}
