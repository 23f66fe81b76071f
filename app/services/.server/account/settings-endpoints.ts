import { requireCaller } from "~/services/.server/directory/caller";
import { requireOwnAccount } from "~/services/.server/directory/own-rights";
import { authoriseReader } from "~/services/.server/directory/people/reader-profile";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { accountContracts as contracts } from "~/services/contracts/account";
import { type AccountDeps, databaseOf } from "./deps";
import { findAccountSettings, mergeSettings } from "./settings-store";

/** Settings of a user or a child of a family, the same on every device. docs/product/choices.md#who-and-where, #books. */
export function accountSettingsEndpoints(
  deps: AccountDeps,
): Endpoints<Pick<typeof contracts, "getSettings" | "changeSettings">> {
  return {
    getSettings: endpoint({
      contract: contracts.getSettings,
      authorise: (call, caller) => authoriseReader(deps.databases, call, caller),
      handle: async (_, { uid, profileId }, caller) => ({
        status: 200,
        body: await findAccountSettings(databaseOf(deps, caller), { realm: caller.realm, uid, profileId }),
      }),
    }),
    changeSettings: endpoint({
      contract: contracts.changeSettings,
      // Several people use a shared account, so their settings stay on the device. docs/product/control-panel.md#users.
      authorise(call, caller) {
        const self = requireCaller(caller);
        requireOwnAccount(self, "A shared account has no settings of its own");
        return authoriseReader(deps.databases, call, caller);
      },
      handle: async ({ body }, { uid, profileId }, caller) => ({
        status: 200,
        body: await mergeSettings(databaseOf(deps, caller), { realm: caller.realm, uid, profileId }, body),
      }),
    }),
  };
}
