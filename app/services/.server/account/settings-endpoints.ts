import { type Endpoints, endpoint, ownEndpoint, requireUser } from "~/services/.server/endpoint";
import { accountContracts as contracts } from "~/services/contracts/account";
import { forbidden } from "~/services/contracts/service-error";
import { type AccountDeps, databaseOf } from "./deps";
import { findSettings, mergeSettings } from "./settings-store";

/** A person's settings for the services, the same on every device. docs/product/choices.md#who-and-where, #books. */
export function settingsEndpoints(
  deps: AccountDeps,
): Endpoints<Pick<typeof contracts, "getSettings" | "changeSettings">> {
  return {
    getSettings: ownEndpoint({
      contract: contracts.getSettings,
      handle: async (_, { uid }, caller) => ({
        status: 200,
        body: await findSettings(databaseOf(deps, caller), caller.realm, uid),
      }),
    }),
    changeSettings: endpoint({
      contract: contracts.changeSettings,
      // Several people use a shared account: the settings of one of them stay on their device. docs/product/control-panel.md#users.
      authorise(_, caller) {
        const self = requireUser(caller);
        if (self.person.sharedAccount) throw forbidden("A shared account has no settings of its own");
        return { self };
      },
      handle: async ({ body }, { self }, caller) => ({
        status: 200,
        body: await mergeSettings(databaseOf(deps, caller), caller.realm, self.uid, body),
      }),
    }),
  };
}
