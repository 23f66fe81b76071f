import type { Databases } from "~/db/.server/connect";
import { hasFeature, type Realm, type RealmHosts, realms } from "~/realms/realm";
import { secretBox } from "~/security/secret-box.server";
import { requireFreshSignIn } from "~/services/.server/auth/sessions/fresh-sign-in";
import { accessOf } from "~/services/.server/directory/access";
import type { CredentialService, IdentityDirectory, PersonSession } from "~/services/.server/directory/identity";
import { authoriseInPerson, requireOwnAccount } from "~/services/.server/directory/own-rights";
import { superUserScope } from "~/services/.server/directory/rules";
import { algorithm, type CallerResolver, createCallerResolver, issuerOf } from "~/services/.server/dispatch/caller";
import {
  type Caller,
  type CallerUser,
  endpoint,
  ownEndpoint,
  publicEndpoint,
  requireUser,
  type Service,
} from "~/services/.server/dispatch/endpoint";
import { authContracts, type SessionInfo } from "~/services/contracts/auth";
import { formMessages } from "~/services/contracts/form-messages";
import { notFound, ServiceError, validationError } from "~/services/contracts/service-error";
import { createBadges } from "./badges/badges";
import { createLibraryCards } from "./badges/library-cards";
import { externalEndpoints, providerLogout } from "./external/external-endpoints";
import { externalLinkEndpoints } from "./external/external-link-endpoints";
import { createExternalLinks } from "./external/external-links";
import { createExternalProviders, type ExternalProviders } from "./external/external-providers";
import { createExternalSignIn } from "./external/external-sign-in";
import { createAuthorizeEndpoint } from "./oauth/authorize-endpoint";
import { secureAcr } from "./oauth/authorize-request";
import { eventOf, requirePassword } from "./oauth/caller-checks";
import { allowedScopes } from "./oauth/clients";
import { createCompleteSignIn } from "./oauth/complete-sign-in";
import { createKeys } from "./oauth/keys";
import { createLogoutEndpoint } from "./oauth/logout-endpoint";
import { createPlayerLinks } from "./oauth/player-link";
import { createTokenEndpoint } from "./oauth/token-endpoint";
import { createTokens } from "./oauth/tokens";
import { createFirstFactor } from "./passwords/first-factor";
import { createKnownDevices } from "./passwords/known-devices";
import { countPasswordReset, createLimits, groupCodeLimit, signUpLimit } from "./passwords/limits";
import { checkPassword, createPasswords, hashPasswords } from "./passwords/passwords";
import { createPictureCodes } from "./pictures/picture-codes";
import { createFreshFactor } from "./second-factors/fresh-factor";
import { secondFactorEndpoints } from "./second-factors/second-factor-endpoints";
import { createSecondFactors } from "./second-factors/second-factors";
import { createSmsCodes } from "./second-factors/sms-codes";
import type { SmsSender } from "./second-factors/sms-sender";
import { createErasePeople } from "./sessions/erase-people";
import { createEvents } from "./sessions/events";
import { createSessions, isSessionAlive } from "./sessions/sessions";

export type AuthServiceDeps = {
  databases: Databases;
  sessionSecret: string;
  hosts: RealmHosts;
  identity: IdentityDirectory;
  smsSender: SmsSender;
  /** OpenID Connect providers by realm and name. */
  providers: ExternalProviders;
};

export type AuthService = {
  service: Service<typeof authContracts>;
  /** Resolves access tokens to callers, for all services. */
  callers: CallerResolver;
  /** The directory's interface to auth. */
  credentials: CredentialService;
  /** The account service's interface to auth. */
  proofs: {
    hasPassword(realm: Realm, uid: string): Promise<boolean>;
    /** @throws ServiceError 400 ValidationError on currentPassword, 429 */
    requirePassword(caller: Caller, password: string): Promise<void>;
    /** @throws ServiceError 403 secure_login_needed if the user has a second factor that was not verified within five minutes */
    requireFactor(caller: Caller): Promise<void>;
    setPassword: CredentialService["setPassword"];
    /** @throws ServiceError 400 ValidationError on password */
    checkNewPassword(password: string): void;
    /** Whether the password is correct; takes the same time whether or not the account exists. @throws ServiceError 429 */
    isPassword(caller: Caller, account: { uid: string | null; username: string }, password: string): Promise<boolean>;
    /** uid of the user with that username; null if unknown. */
    uidOf(realm: Realm, username: string): Promise<string | null>;
    /** @throws ServiceError 429 for too many password reset requests */
    countPasswordReset(caller: Caller, username: string): Promise<void>;
    /** Logs that a forgotten password was reset. */
    noteForgottenPassword(caller: Caller, uid: string): Promise<void>;
    /** @throws ServiceError 429 for too many sign-ups from one IP address */
    countSignUp(caller: Caller): Promise<void>;
    /** @throws ServiceError 429 for too many group codes tried by one pupil */
    countGroupCode(realm: Realm, uid: string): Promise<void>;
  };
  /** Deletes expired sessions, codes and login attempts. */
  purgeExpired(): Promise<void>;
  /** Deletes the sessions and credentials of people whom the directory purges. */
  erasePeople(realm: Realm, uids: string[]): Promise<void>;
};

/** Creates the auth service. docs/product/shell.md#entities, #validation, #calls. */
export function createAuthService(deps: AuthServiceDeps): AuthService {
  const { databases, identity } = deps;
  const keys = createKeys(databases, secretBox(deps.sessionSecret, "signing keys"));
  const sessions = createSessions(databases);
  const passwords = createPasswords(databases);
  const limits = createLimits(databases);
  const events = createEvents(databases);
  const tokens = createTokens(keys);
  const callers = createCallerResolver({
    tokens: { publicKey: keys.publicKey, isSessionAlive },
    identity,
    hosts: deps.hosts,
  });
  const { sessionSecret } = deps;
  const smsCodes = createSmsCodes({ databases, sessionSecret, identity, limits, sender: deps.smsSender });
  const secondFactors = createSecondFactors(databases, secretBox(sessionSecret, "second factors"), limits, smsCodes);
  const freshFactor = createFreshFactor({ secondFactors, smsCodes });
  const badges = createBadges({ databases, sessionSecret, identity, sessions, limits, events });
  const devices = createKnownDevices(secretBox(sessionSecret, "known devices"));
  const libraryCards = createLibraryCards({ databases, sessionSecret, identity, sessions, limits, events, devices });
  const pictureCodes = createPictureCodes({ databases, identity, sessions, limits, events });
  const proveFirst = createFirstFactor({
    identity,
    sessions,
    passwords,
    badges,
    libraryCards,
    pictureCodes,
    limits,
    events,
    devices,
  });
  const completeSignIn = createCompleteSignIn({ sessions, identity });
  const links = createExternalLinks(databases, identity, secretBox(sessionSecret, "tokens of providers"));
  const providers = createExternalProviders(deps.providers);
  const external = createExternalSignIn({
    providers,
    links,
    limits,
    events,
    box: secretBox(sessionSecret, "attempts at providers"),
  });
  const playerLinks = createPlayerLinks({ databases, tokens, sessions, identity, events });
  const authorize = createAuthorizeEndpoint({
    playerLinks,
    callers,
    sessions,
    completeSignIn,
    proveFirst,
    devices,
    secondFactors,
    tokens,
    events,
    identity,
  });
  const token = createTokenEndpoint({ sessions, tokens, events, limits, identity });
  const logout = createLogoutEndpoint({ sessions, tokens, events, identity });

  const service: Service<typeof authContracts> = {
    name: "auth",
    endpoints: {
      getUserInfo: ownEndpoint({
        contract: authContracts.getUserInfo,
        async handle(_input, { person }, caller) {
          const { uid, name, username, email, sharedAccount, scopes, roles, subscriptions } = person;
          const { mustStepUp } = accessOf(caller);
          const body = { sub: uid, name, username, email, sharedAccount, scopes, roles, subscriptions, mustStepUp };
          return { status: 200, body };
        },
      }),
      getConfiguration: publicEndpoint({
        contract: authContracts.getConfiguration,
        handle: async (_input, caller) => ({ status: 200, body: configuration(caller.origin) }),
      }),
      getKeys: publicEndpoint({
        contract: authContracts.getKeys,
        handle: async (_input, caller) => ({
          status: 200,
          body: await keys.publicJwks(caller.region),
          headers: { "cache-control": "public, max-age=3600" },
        }),
      }),
      getSessions: ownEndpoint({
        contract: authContracts.getSessions,
        handle: async (_input, self, caller) => ({ status: 200, body: { data: await sessionsOf(caller.realm, self) } }),
      }),
      endSession: endpoint({
        contract: authContracts.endSession,
        async authorise({ params }, caller) {
          const { self } = authoriseInPerson(caller);
          const session = await sessions.find(caller.realm, params.id);
          if (session?.uid !== self.uid) throw notFound();
          return { session };
        },
        async handle(_input, { session }, caller) {
          await sessions.end(caller.realm, session.id, "ended_by_person");
          await events.add({ ...eventOf(caller), kind: "sessions_ended", sessionId: session.id });
          return { status: 204, body: undefined };
        },
      }),
      endOtherSessions: endpoint({
        contract: authContracts.endOtherSessions,
        authorise: (_input, caller) => authoriseInPerson(caller),
        async handle(_input, { self }, caller) {
          await sessions.endAll(caller.realm, self.uid, "ended_by_person", { keep: self.sessionId });
          await events.add({ ...eventOf(caller), kind: "sessions_ended" });
          return { status: 204, body: undefined };
        },
      }),
      changePassword: endpoint({
        contract: authContracts.changePassword,
        async authorise(_input, caller) {
          const { self } = authoriseInPerson(caller);
          requireOwnAccount(self, "A shared account's password is set by its school");
          await freshFactor.require(caller);
          return { self };
        },
        async handle({ body }, { self }, caller) {
          await requirePassword(caller, self.person, body.currentPassword, { limits, passwords });
          if (body.password === body.currentPassword) {
            throw validationError([{ attribute: "password", reason: "Must differ" }]);
          }
          await passwords.set(caller.realm, self.uid, body.password, { temporary: false });
          await sessions.endAll(caller.realm, self.uid, "password_changed", { keep: self.sessionId });
          await events.add({ ...eventOf(caller), kind: "password_changed" });
          return { status: 204, body: undefined };
        },
      }),
      ...externalEndpoints({ callers, external, links, completeSignIn }),
      ...externalLinkEndpoints({
        providers,
        external,
        links,
        passwords,
        freshFactor,
        events,
        box: secretBox(sessionSecret, "accounts to be linked"),
      }),
      ...secondFactorEndpoints({ identity, secondFactors, smsCodes, passwords, limits, events, freshFactor }),
    },
    raw: [
      {
        method: "GET",
        path: "/v1/authorize",
        reason:
          "OAuth's front channel (RFC 6749, section 3.1) redirects a browser. It gives out nothing; client id, redirect address and PKCE challenge are checked first.",
        handle: authorize.show,
      },
      {
        method: "POST",
        path: "/v1/authorize",
        reason:
          "OAuth's front channel takes a form and redirects. The credentials in the form decide, after client id, redirect address and PKCE challenge; acting and step-up also need the caller's bearer token.",
        handle: authorize.prove,
      },
      {
        method: "POST",
        path: "/v2/token",
        reason:
          "OAuth's token endpoint has the errors of RFC 6749. The code with its PKCE verifier, or the refresh token, decides; each is bound to its client and works once.",
        handle: token,
      },
      {
        method: "GET",
        path: "/logout",
        reason:
          "OpenID Connect RP-initiated logout redirects a browser. The signed id_token_hint names the only session that it ends; the address must be registered.",
        handle: logout,
      },
      providerLogout({ callers, external }),
    ],
  };

  const credentials: CredentialService = {
    async setPassword(realm, uid, password, options) {
      await passwords.set(realm, uid, password, options);
      await sessions.endAll(realm, uid, "password_changed", { within: options.within });
    },
    hashPasswords,
    async setHashedPasswords(realm, people, within) {
      await passwords.setHashed(realm, people, within);
      const uids = people.map(({ uid }) => uid);
      await sessions.endAll(realm, uids, "password_changed", { within });
    },
    endSessions: (realm, uid, within) => sessions.endAll(realm, uid, "ended_by_staff", { within }),
    listSessions: sessionsOfPerson,
    async endSession(realm, uid, sessionId, within) {
      const session = await sessions.find(realm, sessionId, within);
      return session?.uid === uid && (await sessions.end(realm, sessionId, "ended_by_staff", within));
    },
    issueBadges: badges.issue,
    readBadges: badges.read,
    issuePictureCode: pictureCodes.issue,
    voidPictureCode: pictureCodes.void,
    voidBadges: badges.void,
    requireFreshProof,
    addLibraryCard: libraryCards.add,
    linkExternal: (realm, uid, account) => links.link(realm, account, uid),
  };

  return {
    service,
    callers,
    credentials,
    erasePeople: createErasePeople(databases),
    proofs: {
      hasPassword: passwords.exists,
      requirePassword: (caller, password) =>
        requirePassword(caller, requireUser(caller).person, password, { limits, passwords }),
      requireFactor: freshFactor.require,
      setPassword: credentials.setPassword,
      checkNewPassword: checkPassword,
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
    },
    async purgeExpired() {
      for (const realm of realms) {
        await sessions.purgeExpired(realm);
        await playerLinks.purgeExpired(realm);
        await smsCodes.purgeExpired(realm);
        await links.purgeExpired(realm);
      }
    },
  };

  async function requireFreshProof(caller: Caller, currentPassword: string | undefined): Promise<void> {
    const { uid, person, acr } = requireUser(caller);
    const isSecure = acr === secureAcr || person.scopes.includes(superUserScope(person.realm));
    if (hasFeature(caller.realm, "escalateLogin") && !isSecure) {
      throw new ServiceError(403, "secure_login_needed", formMessages.secureLogin);
    }
    await freshFactor.require(caller);
    if (!(await passwords.exists(caller.realm, uid))) return requireFreshSignIn(caller);
    if (!currentPassword) throw validationError([{ attribute: "currentPassword", reason: formMessages.mandatory }]);
    await requirePassword(caller, person, currentPassword, { limits, passwords });
  }

  async function sessionsOf(realm: Realm, { uid, sessionId }: CallerUser): Promise<SessionInfo[]> {
    const personSessions = await sessionsOfPerson(realm, uid);
    return personSessions.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
  }

  async function sessionsOfPerson(realm: Realm, uid: string): Promise<PersonSession[]> {
    const rows = await sessions.list(realm, uid);
    const actors = new Map<string, string>();
    for (const actor of new Set(rows.flatMap((row) => row.actorUid ?? []))) {
      actors.set(actor, (await identity.findByUid(realm, actor))?.name ?? "");
    }
    return rows.map((row) => ({
      id: row.id,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt.toISOString(),
      ipAddress: row.ipAddress,
      userAgent: row.userAgent,
      isSecure: row.acr === secureAcr,
      actor: row.actorUid ? (actors.get(row.actorUid) ?? "") : null,
    }));
  }
}

function configuration(origin: string): Record<string, unknown> {
  const issuer = issuerOf(origin);
  return {
    issuer,
    authorization_endpoint: `${issuer}/v1/authorize`,
    token_endpoint: `${issuer}/v2/token`,
    end_session_endpoint: `${issuer}/logout`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    scopes_supported: allowedScopes,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [algorithm],
    token_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    acr_values_supported: ["basic", secureAcr],
    claims_supported: [
      ..."iss sub aud exp iat jti sid nonce amr acr auth_time name preferred_username act".split(" "),
      ..."scope realm roles subscriptions client_id".split(" "),
    ],
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    claims_parameter_supported: false,
  };
}
