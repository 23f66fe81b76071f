import { type Realm, type Region, realms, regionOf } from "~/realms/realm";
import { secretBox } from "~/security/secret-box.server";
import type { PasswordProofs } from "~/services/.server/account/deps";
import { requireCaller } from "~/services/.server/directory/caller";
import type { CredentialService } from "~/services/.server/directory/identity";
import type { CallerResolver } from "~/services/.server/dispatch/caller";
import type { Service } from "~/services/.server/dispatch/endpoint";
import type { LedCodeGuesses } from "~/services/.server/library/led/led-code-guesses";
import type { CouponGuesses, StatementLimits } from "~/services/.server/payment/deps";
import type { authContracts } from "~/services/contracts/auth";
import { type AuthParts, type AuthServiceDeps, createAuthParts } from "./auth-parts";
import { createCredentials } from "./credentials";
import { externalEndpoints, providerLogout } from "./external/external-endpoints";
import { externalLinkEndpoints } from "./external/external-link-endpoints";
import { deviceLinkEndpoints } from "./joined-devices/device-link-endpoints";
import type { DeviceLinks } from "./joined-devices/device-links";
import { requirePassword } from "./oauth/caller-checks";
import { discoveryEndpoints } from "./oauth/discovery-endpoints";
import { oauthEndpoints } from "./oauth/oauth-endpoints";
import { parentPinEndpoints } from "./parent-pins/parent-pin-endpoints";
import {
  countPasswordReset,
  couponLimits,
  groupCodeLimit,
  type Limits,
  ledCodeLimit,
  signUpLimit,
  statementLimits,
} from "./passwords/limits";
import { passwordEndpoints } from "./passwords/password-endpoints";
import { checkOwnPassword } from "./passwords/passwords";
import { secondFactorEndpoints } from "./second-factors/second-factor-endpoints";
import { createErasePeople } from "./sessions/erase-people";
import { sessionEndpoints } from "./sessions/session-endpoints";

export type AuthService = {
  service: Service<typeof authContracts>;
  /** Resolves access tokens to callers, for all services. */
  callers: CallerResolver;
  /** The directory's interface to auth. */
  credentials: CredentialService;
  /** The account service's interface to auth. */
  proofs: PasswordProofs;
  /** The payment service's interface to auth. */
  couponGuesses: CouponGuesses;
  statementLimits: StatementLimits;
  /** The library's interface to auth. */
  ledCodeGuesses: LedCodeGuesses;
  /** Deletes expired sessions, codes and login attempts. */
  purgeExpired(): Promise<void>;
  /** Ends the impersonations of a region whose time has run out; run every minute. */
  endExpiredActing(region: Region): Promise<void>;
  /** Ends the devices of a deleted child. */
  endOfProfile: DeviceLinks["endOfProfile"];
  /** Deletes the sessions and credentials of people whom the directory purges. */
  erasePeople(realm: Realm, uids: string[]): Promise<void>;
};

/** Creates the auth service. docs/product/shell.md#entities, #validation, #calls. */
export function createAuthService(deps: AuthServiceDeps): AuthService {
  const parts = createAuthParts(deps);
  const credentials = createCredentials(parts);
  const linkBox = secretBox(deps.sessionSecret, "accounts to be linked");
  return {
    service: {
      name: "auth",
      endpoints: {
        ...discoveryEndpoints(parts),
        ...sessionEndpoints(parts),
        ...deviceLinkEndpoints(parts),
        ...parentPinEndpoints(parts),
        ...passwordEndpoints(parts),
        ...externalEndpoints(parts),
        ...externalLinkEndpoints({ ...parts, box: linkBox }),
        ...secondFactorEndpoints(parts),
      },
      raw: [...oauthEndpoints(parts), providerLogout(parts)],
    },
    callers: parts.callers,
    credentials,
    endOfProfile: parts.deviceLinks.endOfProfile,
    erasePeople: createErasePeople(deps.databases),
    proofs: createAccountProofs(parts, credentials),
    couponGuesses: createCouponGuesses(parts.limits),
    statementLimits: createStatementLimits(parts.limits),
    ledCodeGuesses: createLedCodeGuesses(parts.limits),
    purgeExpired: () => purgeExpired(parts),
    async endExpiredActing(region) {
      for (const realm of realms.filter((each) => regionOf(each) === region))
        await parts.sessions.endExpiredActing(realm);
    },
  };
}

async function purgeExpired({ sessions, playerLinks, deviceLinks, smsCodes, links }: AuthParts): Promise<void> {
  for (const realm of realms) {
    await sessions.purgeExpired(realm);
    await playerLinks.purgeExpired(realm);
    await deviceLinks.purgeExpired(realm);
    await smsCodes.purgeExpired(realm);
    await links.purgeExpired(realm);
  }
}

/** The payment service's interface to auth: limits on guessed coupons, by account and by address. docs/security.md, line 29. */
function createCouponGuesses(limits: Limits): CouponGuesses {
  return {
    async count({ realm, uid, ipAddress }) {
      for (const [what, key] of countersOf(uid, ipAddress)) {
        await limits.count(realm, `coupon-${what}`, key, couponLimits[what]);
      }
    },
    async refund({ realm, uid, ipAddress }) {
      for (const [what, key] of countersOf(uid, ipAddress)) {
        await limits.refund(realm, `coupon-${what}`, key, couponLimits[what]);
      }
    },
  };
}

/** The payment service's interface to auth: limits on statements about contracts, by address and by order. docs/security.md, line 29. */
function createStatementLimits(limits: Limits): StatementLimits {
  return {
    async count({ realm, orderNumber, ipAddress }) {
      await limits.count(realm, "statement-address", ipAddress ?? "nowhere", statementLimits.address);
      await limits.count(realm, "statement-order", orderNumber, statementLimits.order);
    },
  };
}

/** The library's interface to auth: the limit on guessed codes for reading together. docs/security.md, line 29. */
function createLedCodeGuesses(limits: Limits): LedCodeGuesses {
  return {
    count: ({ realm, uid }) => limits.count(realm, "led-code", uid, ledCodeLimit),
    refund: ({ realm, uid }) => limits.refund(realm, "led-code", uid, ledCodeLimit),
  };
}

/** The account first: a family that has used up its own guesses does not use up those of its address. */
function countersOf(uid: string, ipAddress: string | null) {
  return [["account", uid] as const, ["address", ipAddress ?? "nowhere"] as const];
}

/** The account service's interface to auth. */
function createAccountProofs(
  deps: Pick<AuthParts, "identity" | "passwords" | "limits" | "events" | "freshFactor">,
  credentials: Pick<CredentialService, "setPassword" | "endSessions">,
): PasswordProofs {
  const { identity, passwords, limits, events, freshFactor } = deps;
  return {
    hasPassword: passwords.exists,
    requirePassword: (caller, password) => requirePassword(caller, requireCaller(caller).person, password, deps),
    requireFactor: freshFactor.require,
    endSessions: credentials.endSessions,
    setPassword: credentials.setPassword,
    checkNewPassword: checkOwnPassword,
    async isPassword({ realm, ipAddress }, { uid, username }, password) {
      const guess = { realm, account: username, ipAddress, isKnownHere: false };
      await limits.countGuess(guess);
      const isRight = (await passwords.check(realm, uid, password)) === "right";
      if (isRight) await limits.forgiveGuess(guess);
      return isRight;
    },
    uidOf: async (realm, username) => (await identity.findByUsername(realm, username))?.uid ?? null,
    countPasswordReset: (caller, username) => countPasswordReset(limits, caller, username),
    noteForgottenPassword: ({ realm, ipAddress, requestId }, uid) =>
      events.add({ realm, ipAddress, requestId, kind: "password_changed", uid, details: { method: "email" } }),
    countGroupCode: (realm, uid) => limits.count(realm, "group-code", uid, groupCodeLimit),
    countSignUp: ({ realm, ipAddress }) => limits.count(realm, "sign-up", ipAddress ?? "nowhere", signUpLimit),
  };
}
