import { regions } from "~/realms/realm";
import type { Service } from "~/services/.server/endpoint";
import type { accountContracts } from "~/services/contracts/account";
import type { AccountDeps } from "./deps";
import { emailEndpoints } from "./email-endpoints";
import { meEndpoints } from "./me-endpoints";
import { settingsEndpoints } from "./settings-endpoints";
import { purgeExpiredVerifications } from "./verifications-store";

export type { AccountDeps } from "./deps";

export type Account = {
  service: Service<typeof accountContracts>;
  /** Removes expired confirmation links. */
  purgeExpired(): Promise<void>;
};

/** The account service. docs/product/shell.md#entities, #calls. */
export function createAccount(deps: AccountDeps): Account {
  return {
    service: {
      name: "account",
      endpoints: { ...meEndpoints(deps), ...emailEndpoints(deps), ...settingsEndpoints(deps) },
    },
    async purgeExpired() {
      for (const region of regions) await purgeExpiredVerifications(deps.databases[region]);
    },
  };
}
