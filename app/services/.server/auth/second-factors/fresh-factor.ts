import { hasFeature } from "~/realms/realm";
import { secureAcr } from "~/services/.server/auth/oauth/authorize-request";
import { userOf } from "~/services/.server/auth/oauth/caller-checks";
import type { Caller } from "~/services/.server/endpoint";
import { ServiceError } from "~/services/contracts/service-error";
import type { SecondFactors } from "./second-factors";
import type { SmsCodes } from "./sms-codes";

/** Seconds for which a second factor counts as proved a moment ago. */
const freshSeconds = 300;

type Deps = { secondFactors: Pick<SecondFactors, "state">; smsCodes: Pick<SmsCodes, "shownNumber"> };

/**
 * Before a password, an address or a second factor changes, all that a person has is proved anew: the password is typed with the
 * act, and whoever has a second factor has proved it within five minutes. Else it would be undone by the password alone. Where the
 * country offers no step-up, nobody could prove it, and it guards nothing. Security 17, 18; decision 24.
 */
export function createFreshFactor({ secondFactors, smsCodes }: Deps) {
  return { isProved, require };

  async function isProved(caller: Caller): Promise<boolean> {
    const { person, actor, acr, authTime } = userOf(caller);
    if (actor !== null) return false;
    if (!hasFeature(caller.realm, "escalateLogin")) return true;
    if (acr === secureAcr && Date.now() / 1000 - authTime <= freshSeconds) return true;
    const { isSet } = await secondFactors.state(caller.realm, person.uid);
    return !isSet && (await smsCodes.shownNumber(person)) === null;
  }

  /** @throws ServiceError 403 secure_login_needed */
  async function require(caller: Caller): Promise<void> {
    if (await isProved(caller)) return;
    throw new ServiceError(403, "secure_login_needed", "Log in with the second factor first");
  }
}

export type FreshFactor = ReturnType<typeof createFreshFactor>;
