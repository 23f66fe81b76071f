import type { Databases } from "~/db/.server/connect";
import type { ServedHosts } from "~/realms/served-hosts";
import { secretBox } from "~/security/secret-box.server";
import type { IdentityDirectory } from "~/services/.server/directory/identity";
import { createCallerResolver } from "~/services/.server/dispatch/caller";
import type { DueMails } from "~/services/.server/mail/due-mails";
import { createBadges } from "./badges/badges";
import { createLibraryCards } from "./badges/library-cards";
import { createExternalLinks } from "./external/external-links";
import { createExternalProviders, type ExternalProviders } from "./external/external-providers";
import { createExternalSignIn } from "./external/external-sign-in";
import { createDeviceLinks } from "./joined-devices/device-links";
import { createCompleteSignIn } from "./oauth/complete-sign-in";
import { createKeys } from "./oauth/keys";
import { createPlayerLinks } from "./oauth/player-link";
import { createTokens } from "./oauth/tokens";
import { createParentPins } from "./parent-pins/parent-pins";
import { createFirstFactor } from "./passwords/first-factor";
import { createKnownDevices } from "./passwords/known-devices";
import { createLimits } from "./passwords/limits";
import { createPasswords } from "./passwords/passwords";
import { createPictureCodes } from "./pictures/picture-codes";
import { createFreshFactor } from "./second-factors/fresh-factor";
import { createSecondFactors } from "./second-factors/second-factors";
import { createSmsCodes } from "./second-factors/sms-codes";
import type { SmsSender } from "./second-factors/sms-sender";
import { createEvents } from "./sessions/events";
import { createSessionTokens } from "./sessions/session-tokens";
import { createSessions, isSessionAlive } from "./sessions/sessions";

export type AuthServiceDeps = {
  databases: Databases;
  sessionSecret: string;
  hosts: ServedHosts;
  identity: IdentityDirectory;
  smsSender: SmsSender;
  /** OpenID Connect providers by realm and name. */
  providers: ExternalProviders;
  /** Sends mails at once; without it they wait for the work of the minute. */
  mails?: Pick<DueMails, "sendTo">;
};

export type AuthParts = ReturnType<typeof createAuthParts>;

/** The parts of the auth service that its endpoints and its interfaces to other services share. */
export function createAuthParts({ databases, sessionSecret, hosts, identity, ...deps }: AuthServiceDeps) {
  const keys = createKeys(databases, secretBox(sessionSecret, "signing keys"));
  const sessions = createSessions(databases, identity);
  const passwords = createPasswords(databases);
  const limits = createLimits(databases);
  const events = createEvents(databases);
  const tokens = createTokens(keys);
  const callers = createCallerResolver({ tokens: { publicKey: keys.publicKey, isSessionAlive }, identity, hosts });
  const smsCodes = createSmsCodes({ databases, sessionSecret, identity, limits, sender: deps.smsSender });
  const secondFactors = createSecondFactors(databases, secretBox(sessionSecret, "second factors"), limits, smsCodes);
  const freshFactor = createFreshFactor({ secondFactors, smsCodes });
  const badges = createBadges({ databases, sessionSecret, identity, sessions, limits, events });
  const devices = createKnownDevices(secretBox(sessionSecret, "known devices"));
  const libraryCards = createLibraryCards({ databases, sessionSecret, identity, sessions, limits, events, devices });
  const pictureCodes = createPictureCodes({ databases, identity, sessions, limits, events });
  const links = createExternalLinks(databases, identity, secretBox(sessionSecret, "tokens of providers"));
  const providers = createExternalProviders(deps.providers);
  const box = secretBox(sessionSecret, "attempts at providers");
  const external = createExternalSignIn({ providers, links, limits, events, box });
  const firstFactors = { sessions, passwords, badges, libraryCards, pictureCodes, devices };
  return {
    databases,
    mails: deps.mails,
    identity,
    keys,
    sessions,
    sessionTokens: createSessionTokens(databases),
    passwords,
    limits,
    events,
    tokens,
    callers,
    smsCodes,
    secondFactors,
    freshFactor,
    badges,
    devices,
    libraryCards,
    pictureCodes,
    proveFirst: createFirstFactor({ ...firstFactors, identity, limits, events }),
    completeSignIn: createCompleteSignIn({ sessions, identity }),
    links,
    providers,
    external,
    deviceLinks: createDeviceLinks({ databases, identity, sessions, limits, events }),
    parentPins: createParentPins(databases),
    playerLinks: createPlayerLinks({ databases, tokens, sessions, identity, events }),
  };
}
