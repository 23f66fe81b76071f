import * as oidc from "openid-client";
import { z } from "zod";
import type { SecretBox } from "~/security/secret-box.server";
import { type AuthorizeRequest, checkAuthorizeRequest } from "~/services/.server/auth/oauth/authorize-request";
import { type Limits, tokenLimit } from "~/services/.server/auth/passwords/limits";
import { mayLogInSecurely } from "~/services/.server/auth/second-factors/second-factor-rule";
import type { Events } from "~/services/.server/auth/sessions/events";
import type { IdentifiedPerson } from "~/services/.server/directory/identity";
import type { RawContext } from "~/services/.server/dispatch/endpoint";
import { ServiceError } from "~/services/contracts/service-error";
import type { ExternalLinks, ExternalTokens } from "./external-links";
import {
  type createExternalProviders,
  externalUnavailable,
  identifiersIn,
  isSecureProvider,
  type ProviderAddress,
} from "./external-providers";

/**
 * Login at an OpenID Connect provider. The attempt (state, nonce, verifier, original request) is encrypted and stored in the browser that
 * started it, so that no other browser can complete it and starting one writes nothing; it can be used once. docs/security.md, lines 8, 10.
 */

/** Milliseconds for the user to log in at the provider. */
const attemptLifetime = 15 * 60 * 1000;
/** Milliseconds that a logout waits for the provider. */
const revocationTimeLimit = 2000;

const attemptSchema = z.object({
  realm: z.string(),
  origin: z.string(),
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Query string of the authorize request; empty when linking an account. */
  authorize: z.string(),
  /** uid of the user who links an account; null for a login. */
  linksFor: z.string().nullable().default(null),
  expiresAt: z.number(),
});
type Attempt = z.output<typeof attemptSchema>;

type ExternalSignInDeps = {
  providers: ReturnType<typeof createExternalProviders>;
  links: ExternalLinks;
  limits: Limits;
  events: Events;
  box: SecretBox;
};

type ExternalProof = {
  authorizeRequest: AuthorizeRequest;
  person: IdentifiedPerson;
  methods: string[];
  isSecure: boolean;
  tokens: ExternalTokens;
};

export function createExternalSignIn(deps: ExternalSignInDeps) {
  const { providers, links, limits } = deps;
  return {
    names: providers.names,

    /** Returns the provider's address and the encrypted attempt to send back. @throws ServiceError 400, 404, 503 external_unavailable */
    async begin(
      provider: string,
      authorize: string,
      context: RawContext,
    ): Promise<{ location: string; attempt: string }> {
      requestIn(authorize, context);
      const isAgain = new URLSearchParams(authorize).get("reauthenticate") === "true";
      return send(deps, provider, { authorize, linksFor: null }, isAgain, context);
    },

    /** Starts linking for a logged-in user; always asks the provider to authenticate again. */
    beginLink: (provider: string, uid: string, context: RawContext) =>
      send(deps, provider, { authorize: "", linksFor: uid }, true, context),

    /**
     * The provider's account that the user wants to link. Nothing is linked yet.
     * @throws ServiceError as for `finish`
     */
    finishLink: (provider: string, sealed: string, callbackQuery: string, uid: string, context: RawContext) =>
      counted(limits, context, async () => {
        const { account, claims } = await redeemCallback(deps, provider, sealed, callbackQuery, uid, context);
        const values: Record<string, unknown> = claims;
        const named = [values.name, values.email, values.preferred_username].find((each) => typeof each === "string");
        return { account, displayName: String(named ?? account.subject).slice(0, 100) };
      }),

    /**
     * Logs in the person after the provider's redirect.
     * @param callbackQuery query string of the redirect
     * @throws ServiceError 400 external_attempt, 401 external_refused, 403 external_unknown, 503 external_unavailable, 429
     */
    finish: (provider: string, sealed: string, callbackQuery: string, context: RawContext): Promise<ExternalProof> =>
      counted(limits, context, () => prove(deps, provider, sealed, callbackQuery, context)),

    /** Revokes a session's tokens at the provider. docs/product/shell.md#calls; errors are ignored. */
    async revokeTokens(provider: string, sessionId: string, context: RawContext): Promise<void> {
      const tokens = await links.takeTokens(context.realm, sessionId, provider);
      if (!tokens) return;
      await inTime(revoke(providers, { realm: context.realm, provider }, tokens), revocationTimeLimit);
    },
  };
}

async function send(
  { providers, box }: Pick<ExternalSignInDeps, "providers" | "box">,
  provider: string,
  authorizeRequest: Pick<Attempt, "authorize" | "linksFor">,
  isAgain: boolean,
  { realm, origin }: RawContext,
): Promise<{ location: string; attempt: string }> {
  const configuration = await providers.configuration({ realm, provider });
  const attempt: Attempt = {
    realm,
    origin,
    provider,
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
    ...authorizeRequest,
    expiresAt: Date.now() + attemptLifetime,
  };
  const location = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackOf(attempt),
    scope: "openid profile email",
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: "S256",
    ...(isAgain ? { prompt: "login" } : {}),
  });
  return { location: location.href, attempt: box.seal(JSON.stringify(attempt)).toString("base64url") };
}

/** Only failures count against the rate limit, as at the token endpoint. */
async function counted<Result>(limits: Limits, context: RawContext, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await limits.count(context.realm, "external", context.ipAddress ?? "nowhere", tokenLimit);
    throw error;
  }
}

/** Verifies the redirect against the browser's own attempt for the same purpose, and returns the provider's account. */
async function redeemCallback(
  deps: ExternalSignInDeps,
  provider: string,
  sealed: string,
  callbackQuery: string,
  linksFor: string | null,
  context: RawContext,
) {
  const { providers, links, events } = deps;
  const attempt = openAttempt(deps.box, sealed);
  const isOurs = attempt?.provider === provider && attempt.realm === context.realm && attempt.origin === context.origin;
  if (!attempt || !isOurs || attempt.linksFor !== linksFor || attempt.expiresAt < Date.now()) throw misfit();
  const query = new URLSearchParams(callbackQuery);
  if (query.get("state") !== attempt.state) throw misfit();
  if (!(await links.takeState(context.realm, attempt.state, new Date(attempt.expiresAt)))) throw misfit();
  if (isOutOfOrder(query.get("error"))) throw externalUnavailable(new Error(`Sent back with ${query.get("error")}`));
  if (query.has("error")) throw await refused(events, context, provider, "denied_there");
  const configuration = await providers.configuration({ realm: context.realm, provider });
  const { tokens, claims } = await exchange(configuration, attempt, query).catch(async (error: unknown) => {
    throw isUnavailable(error)
      ? externalUnavailable(error)
      : await refused(events, context, provider, "not_proven", error);
  });
  return { attempt, tokens, claims, account: { issuer: configuration.serverMetadata().issuer, subject: claims.sub } };
}

async function prove(
  deps: ExternalSignInDeps,
  provider: string,
  sealed: string,
  callbackQuery: string,
  context: RawContext,
): Promise<ExternalProof> {
  const { links, events } = deps;
  const { attempt, tokens, claims, account } = await redeemCallback(
    deps,
    provider,
    sealed,
    callbackQuery,
    null,
    context,
  );
  const person = await links.personOf(context.realm, account, identifiersIn(provider, claims));
  if (!person || !maySignInBy(provider, person)) {
    const details = { method: provider, reason: person ? "not_for_them" : "unknown" };
    await events.add({ ...context, kind: "sign_in_refused", uid: person?.uid ?? null, details });
    throw new ServiceError(403, "external_unknown", "Nobody here has this account");
  }
  const isSecure = isSecureProvider(provider);
  const methods = isSecure ? [provider, "mfa"] : [provider];
  return { authorizeRequest: requestIn(attempt.authorize, context), person, methods, isSecure, tokens };
}

async function revoke(
  providers: ExternalSignInDeps["providers"],
  address: ProviderAddress,
  { refreshToken, accessToken }: ExternalTokens,
): Promise<void> {
  const configuration = await providers.configuration(address);
  if (!configuration.serverMetadata().revocation_endpoint) return;
  const given = [refreshToken, accessToken].filter((token) => token !== null);
  await Promise.all(given.map((token) => oidc.tokenRevocation(configuration, token)));
}

function openAttempt(box: SecretBox, sealed: string): Attempt | null {
  const plain = box.open(Buffer.from(sealed, "base64url"));
  return plain === null ? null : attemptSchema.parse(JSON.parse(plain));
}

async function refused(
  events: Events,
  context: RawContext,
  provider: string,
  reason: string,
  cause?: unknown,
): Promise<ServiceError> {
  await events.add({ ...context, kind: "sign_in_refused", uid: null, details: { method: provider, reason } });
  const message = "The provider did not sign anybody in";
  return new ServiceError(401, "external_refused", message, undefined, undefined, { cause });
}

/** Waits for the work up to a timeout; it continues afterwards, and its failure is ignored. */
async function inTime(work: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work.catch(() => undefined), over]);
  clearTimeout(timer);
}

/** Whether the redirect reports a failure of the provider. RFC 6749, section 4.1.2.1. */
function isOutOfOrder(error: string | null): boolean {
  return error === "server_error" || error === "temporarily_unavailable";
}

/** Whether the error is a failure or timeout of the provider. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof oidc.ClientError) {
    const isFailure = error.cause instanceof Response && error.cause.status >= 500;
    return isFailure || error.code === "OAUTH_TIMEOUT" || error.code === "OAUTH_ABORT";
  }
  return error instanceof TypeError && error.message === "fetch failed";
}

/**
 * Whether a person may log in at a provider: guardians have no external logins, and only employees have secure ones.
 * docs/product/choices.md#who-and-where.
 */
export function maySignInBy(provider: string, person: IdentifiedPerson): boolean {
  if (person.status !== "active" || person.roles.includes("guardian")) return false;
  return !isSecureProvider(provider) || mayLogInSecurely(person);
}

function requestIn(authorize: string, context: RawContext): AuthorizeRequest {
  const check = checkAuthorizeRequest(new URLSearchParams(authorize), context);
  const isPlain = check.kind === "fine" && check.request.actAs === null && check.request.idTokenHint === null;
  if (check.kind !== "fine" || !isPlain) throw new ServiceError(400, "invalid_request", "Not a question to sign in by");
  return check.request;
}

function callbackOf({ origin, provider }: Pick<Attempt, "origin" | "provider">): string {
  return `${origin}/login/with/${provider}/callback`;
}

function misfit(): ServiceError {
  return new ServiceError(400, "external_attempt", "This is not the sign-in that the browser began");
}

/**
 * Exchanges the code for tokens; verifies state, nonce, verifier, issuer, audience, signature and times. Returns the merged claims of id
 * token and userinfo endpoint.
 */
async function exchange(configuration: oidc.Configuration, attempt: Attempt, query: URLSearchParams) {
  const current = new URL(callbackOf(attempt));
  current.search = query.toString();
  const tokens = await oidc.authorizationCodeGrant(configuration, current, {
    pkceCodeVerifier: attempt.verifier,
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error("No id token");
  const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const more = hasMore ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
  return {
    claims: { ...more, ...claims },
    tokens: { accessToken: tokens.access_token, refreshToken: tokens.refresh_token ?? null },
  };
}
