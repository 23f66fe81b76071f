import { hasFeature } from "~/realms/realm";
import { secureAcr } from "~/services/.server/auth/oauth/authorize-request";
import { type Caller, requireCaller } from "~/services/.server/directory/caller";
import { isFresh } from "~/services/.server/dispatch/fresh-sign-in";
import { ServiceError } from "~/services/contracts/service-error";
import type { SecondFactors } from "./second-factors";
import type { SmsCodes } from "./sms-codes";

type Deps = { secondFactors: Pick<SecondFactors, "state">; smsCodes: Pick<SmsCodes, "maskedNumber"> };

/**
 * Changing a password, address or second factor requires all of the user's credentials: the password in the request and, if there is a
 * second factor, its verification within five minutes. Otherwise the password alone could remove the factor. Realms without step-up do not
 * require one, since nobody could verify it there. docs/security.md, lines 17, 18; decision 22.
 */
export function createFreshFactor({ secondFactors, smsCodes }: Deps) {
  return { isProved, require };

  async function isProved(caller: Caller): Promise<boolean> {
    const { person, actor, acr, authTime } = requireCaller(caller);
    if (actor !== null) return false;
    if (!hasFeature(caller.realm, "escalateLogin")) return true;
    if (acr === secureAcr && isFresh(authTime)) return true;
    const { isSet } = await secondFactors.state(caller.realm, person.uid);
    return !isSet && (await smsCodes.maskedNumber(person)) === null;
  }

  /** @throws ServiceError 403 secure_login_needed */
  async function require(caller: Caller): Promise<void> {
    if (await isProved(caller)) return;
    throw new ServiceError(403, "secure_login_needed", "Log in with the second factor first");
  }
}

export type FreshFactor = ReturnType<typeof createFreshFactor>;
