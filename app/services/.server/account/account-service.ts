import { type Realm, regionOf, regions } from "~/realms/realm";
import type { PasswordLinkMailer } from "~/services/.server/directory/identity";
import type { Service } from "~/services/.server/dispatch/endpoint";
import type { accountContracts } from "~/services/contracts/account";
import { createDeletionNotice, deletionEndpoints } from "./deletion-endpoints";
import type { AccountDeps } from "./deps";
import { emailEndpoints } from "./email-endpoints";
import { eraseAccounts } from "./erase-accounts";
import { passwordResetLinks, restorationLinks, verificationLinks } from "./link-tables";
import { purgeExpiredLinks } from "./mailed-links";
import { meEndpoints } from "./me-endpoints";
import { createPasswordLinkMailer } from "./password-links";
import { passwordResetEndpoints } from "./password-reset-endpoints";
import { profileEndpoints } from "./profile-endpoints";
import { endUnpaidAccounts, registerEndpoint } from "./register-endpoint";
import { findRegistered } from "./registrations-store";
import { accountSettingsEndpoints } from "./settings-endpoints";
import { findReadersOfNotes } from "./settings-store";

export type { AccountDeps, ProfileEraser } from "./deps";

export type Account = PasswordLinkMailer & {
  service: Service<typeof accountContracts>;
  /** uid of the family that a browser session registered; null if none. */
  findRegistered(realm: Realm, browserSession: string): Promise<string | null>;
  /** Deletes accounts that were never paid for, 30 days after sign-up; run once a day. */
  endUnpaid(now: Date): Promise<void>;
  /** Deletes the data of people who are purged, and tells families that deleted their account. */
  erasePeople(realm: Realm, uids: string[]): Promise<void>;
  /** Parents and guardians who want the weekly note about reading. */
  findReadersOfNotes(realm: Realm): Promise<Array<{ uid: string; id: number }>>;
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
        ...deletionEndpoints(deps),
        ...accountSettingsEndpoints(deps),
        ...profileEndpoints(deps),
        ...registerEndpoint(deps),
        ...passwordResetEndpoints(deps),
      },
    },
    ...createPasswordLinkMailer(deps),
    findRegistered: (realm, browserSession) => findRegistered(deps.databases[regionOf(realm)], realm, browserSession),
    endUnpaid: (now) => endUnpaidAccounts(deps, now),
    erasePeople: eraseAccounts(deps.databases, createDeletionNotice(deps)),
    findReadersOfNotes: (realm) => findReadersOfNotes(deps.databases[regionOf(realm)], realm),
    async purgeExpired() {
      for (const region of regions) {
        await purgeExpiredLinks(deps.databases[region], verificationLinks);
        await purgeExpiredLinks(deps.databases[region], passwordResetLinks);
        await purgeExpiredLinks(deps.databases[region], restorationLinks);
      }
    },
  };
}
