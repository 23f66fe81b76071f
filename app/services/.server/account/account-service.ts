import { type Realm, regionOf, regions } from "~/realms/realm";
import type { PasswordLinkMailer } from "~/services/.server/directory/identity";
import type { Service } from "~/services/.server/dispatch/endpoint";
import type { accountContracts } from "~/services/contracts/account";
import type { AccountDeps } from "./deps";
import { emailEndpoints } from "./email-endpoints";
import { passwordResetLinks, verificationLinks } from "./link-tables";
import { purgeExpiredLinks } from "./mailed-links";
import { meEndpoints } from "./me-endpoints";
import { createPasswordLinkMailer } from "./password-links";
import { passwordResetEndpoints } from "./password-reset-endpoints";
import { profileEndpoints } from "./profile-endpoints";
import { endUnpaidAccounts, registerEndpoint } from "./register-endpoint";
import { findRegistered } from "./registrations-store";
import { accountSettingsEndpoints } from "./settings-endpoints";

export type { AccountDeps, ProfileEraser } from "./deps";

export type Account = PasswordLinkMailer & {
  service: Service<typeof accountContracts>;
  /** uid of the family that a browser session registered; null if none. */
  findRegistered(realm: Realm, browserSession: string): Promise<string | null>;
  /** Deletes accounts that were never paid for, 30 days after sign-up; run once a day. */
  endUnpaid(now: Date): Promise<void>;
  /** Deletes expired e-mail links. */
  purgeExpired(): Promise<void>;
};

/** Creates the account service. docs/product/shell.md#entities, #calls. */
export function createAccount(deps: AccountDeps): Account {
  return {
    service: {
      name: "account",
      endpoints: {
        ...meEndpoints(deps),
        ...emailEndpoints(deps),
        ...accountSettingsEndpoints(deps),
        ...profileEndpoints(deps),
        ...registerEndpoint(deps),
        ...passwordResetEndpoints(deps),
      },
    },
    ...createPasswordLinkMailer(deps),
    findRegistered: (realm, browserSession) => findRegistered(deps.databases[regionOf(realm)], realm, browserSession),
    endUnpaid: (now) => endUnpaidAccounts(deps, now),
    async purgeExpired() {
      for (const region of regions) {
        await purgeExpiredLinks(deps.databases[region], verificationLinks);
        await purgeExpiredLinks(deps.databases[region], passwordResetLinks);
      }
    },
  };
}
