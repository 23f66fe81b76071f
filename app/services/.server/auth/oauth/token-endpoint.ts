import OAuth2Server from "@node-oauth/oauth2-server";
import type { Realm } from "~/realms/realm";
import { randomToken } from "~/security/secret-box.server";
import { type Limits, tokenLimit } from "~/services/.server/auth/passwords/limits";
import type { Events } from "~/services/.server/auth/sessions/events";
import type { SessionTokens } from "~/services/.server/auth/sessions/session-tokens";
import type { Sessions } from "~/services/.server/auth/sessions/sessions";
import type { SessionRow } from "~/services/.server/auth/tables";
import type { IdentifiedPerson, IdentityDirectory } from "~/services/.server/directory/identity";
import { audience } from "~/services/.server/dispatch/caller";
import type { RawContext } from "~/services/.server/dispatch/endpoint";
import { findClient, type OAuthClient } from "./clients";
import { accessTokenLifetime, type Tokens } from "./tokens";

/**
 * POST /v2/token: only authorization_code with S256 and refresh_token. Refresh tokens rotate. Using a code or refresh token a second time
 * ends its session with all tokens, unless the refresh has the same Idempotency-Key. Of several uses at the same moment the first gets
 * tokens and the others are refused; decision 60. Errors follow RFC 6749, section 5.2. docs/security.md, lines 5, 7, 11, 12.
 */

export type TokenEndpointDeps = {
  sessions: Sessions;
  sessionTokens: SessionTokens;
  tokens: Tokens;
  events: Events;
  limits: Limits;
  identity: IdentityDirectory;
};

type Grant = { session: SessionRow; nonce: string | null; person: IdentifiedPerson; actor: IdentifiedPerson | null };

const bodyLimit = 16 * 1024;

/** Milliseconds that requests which a client sends at the same moment may arrive apart. */
const sameMoment = 1500;

const grants = ["authorization_code", "refresh_token"] as const;

export function createTokenEndpoint(deps: TokenEndpointDeps) {
  return async (request: Request, context: RawContext): Promise<Response> => {
    const response = await exchange(request, context, earliestSending(context));
    // Only failures count against the rate limit, so that a script on a school's network cannot block valid codes from the same IP address.
    if (response.status !== 200) {
      await deps.limits.count(context.realm, "token", context.ipAddress ?? "nowhere", tokenLimit);
    }
    return response;
  };

  async function exchange(request: Request, context: RawContext, sentAt: Date): Promise<Response> {
    const text = await request.text();
    const body = text.length > bodyLimit ? {} : Object.fromEntries(new URLSearchParams(text));
    const server = new OAuth2Server({
      model: createModel(deps, context, { key: keyOf(request), sentAt }) as OAuth2Server.RefreshTokenModel,
      accessTokenLifetime,
      requireClientAuthentication: { authorization_code: false, refresh_token: false },
      allowExtendedTokenAttributes: true,
    });
    // Checked here, since the library would first require a client secret for an unknown grant.
    const grant = body.grant_type;
    if (!grant) {
      return tokenResponse(400, { error: "invalid_request", error_description: "Missing parameter: `grant_type`" });
    }
    if (!(grants as readonly string[]).includes(grant)) {
      return tokenResponse(400, {
        error: "unsupported_grant_type",
        error_description: "Only authorization_code and refresh_token are supported",
      });
    }
    const missing = missingIn(body);
    if (missing) return tokenResponse(400, missing);
    const response = new OAuth2Server.Response({ headers: {} });
    try {
      await server.token(
        new OAuth2Server.Request({
          // Without the authorization header: RFC 6749 allows client authentication by header, but ours is a public client.
          headers: { "content-type": request.headers.get("content-type") ?? "", "content-length": String(text.length) },
          method: request.method,
          query: {},
          body,
        }),
        response,
      );
    } catch (error) {
      const isProtocolError = error instanceof OAuth2Server.OAuthError && error.code < 500;
      if (!isProtocolError) throw error;
      // When the library rejects a request before its grant, it leaves the response nearly empty.
      return tokenResponse(error.code, { error: error.name, error_description: error.message });
    }
    // The used code must not be in the response.
    const { authorizationCode: _, ...tokens } = response.body as Record<string, unknown>;
    return tokenResponse(response.status ?? 200, tokens);
  }
}

/**
 * When a request was sent at the earliest: a moment before it arrived, since connections take different times, but after the response
 * before it on its connection.
 */
function earliestSending({ arrivedAt = new Date(), previousResponseAt = null }: RawContext): Date {
  const earliest = new Date(arrivedAt.getTime() - sameMoment);
  return previousResponseAt !== null && previousResponseAt > earliest ? previousResponseAt : earliest;
}

/** The request's Idempotency-Key: a client that did not receive the response repeats the request with the same key. */
function keyOf({ headers }: Request): string | null {
  const key = headers.get("idempotency-key");
  return key !== null && /^[\x21-\x7e]{16,200}$/.test(key) ? key : null;
}

/**
 * Checks the required parameters of each grant, with the messages of docs/product/shell.md#validation and the error codes of RFC 6749 and
 * RFC 7636.
 */
function missingIn(body: Record<string, string>): Record<string, string> | null {
  if (body.grant_type === "authorization_code" && !body.code_verifier) {
    return { error: "invalid_grant", error_description: "Missing code verifier when authenticating with code." };
  }
  if (body.grant_type === "refresh_token" && !body.refresh_token) {
    return { error: "invalid_request", error_description: "No refresh token available" };
  }
  return null;
}

function tokenResponse(status: number, body: Record<string, unknown>): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store", pragma: "no-cache" } });
}

/** Without saveAuthorizationCode: the authorize endpoint issues codes without the library. */
type Model = Omit<OAuth2Server.AuthorizationCodeModel, "saveAuthorizationCode"> & OAuth2Server.RefreshTokenModel;

/** Implements the library's model on the session store. The library's "user" is a grant here. */
function createModel(
  deps: TokenEndpointDeps,
  context: RawContext,
  { key, sentAt }: { key: string | null; sentAt: Date },
): Model {
  const { realm, origin } = context;
  const { sessionTokens, tokens } = deps;

  return {
    async getClient(id) {
      const client = findClient(id, origin);
      return client ? libraryClient(client) : null;
    },

    async getAuthorizationCode(secret) {
      const code = await sessionTokens.findCode(realm, secret);
      const client = code && findClient(code.session.clientId, origin);
      if (!code || !client) return null;
      return {
        authorizationCode: secret,
        expiresAt: code.expiresAt,
        redirectUri: code.redirectUri,
        scope: code.session.scope.split(" "),
        client: libraryClient(client),
        user: { session: code.session, nonce: code.nonce },
        codeChallenge: code.codeChallenge,
        codeChallengeMethod: "S256",
      };
    },

    async revokeAuthorizationCode(code) {
      code.user.issuedFor = code.authorizationCode;
      if (await sessionTokens.takeCode(realm, code.authorizationCode)) return true;
      if (await sessionTokens.wasExchangedBefore(realm, code.authorizationCode, sentAt)) {
        await endFamily(deps, context, code.user.session as SessionRow, "code_reused");
      }
      return false;
    },

    async getRefreshToken(secret) {
      const token = await sessionTokens.findRefreshToken(realm, secret);
      const client = token && findClient(token.session.clientId, origin);
      if (!token || !client) return null;
      return {
        refreshToken: secret,
        refreshTokenExpiresAt: token.expiresAt,
        scope: token.session.scope.split(" "),
        client: libraryClient(client),
        user: { session: token.session, nonce: token.nonce },
      };
    },

    async revokeToken(token) {
      token.user.issuedFor = token.refreshToken;
      if (await sessionTokens.takeRefreshToken(realm, token.refreshToken, key)) return true;
      if (key !== null && (await sessionTokens.repeatRefresh(realm, token.refreshToken, key))) return true;
      if (await sessionTokens.wasExchangedBefore(realm, token.refreshToken, sentAt)) {
        await endFamily(deps, context, token.user.session as SessionRow, "refresh_reused");
      }
      return false;
    },

    async validateScope(_user, _client, scope) {
      return scope;
    },

    async generateAccessToken(_client, user) {
      const grant = await activeGrant(deps, realm, user.session as SessionRow, user.nonce as string | null);
      user.grant = grant;
      return tokens.accessToken(grant, origin);
    },

    async generateRefreshToken() {
      return randomToken();
    },

    async getAccessToken() {
      return null;
    },

    async saveToken(token, client, user) {
      const grant = user.grant as Grant;
      const stored = { nonce: grant.nonce, issuedFor: String(user.issuedFor) };
      const [idToken] = await Promise.all([
        tokens.idToken(grant, origin, grant.nonce),
        sessionTokens.storeRefreshToken(grant.session, String(token.refreshToken), stored),
      ]);
      return { ...token, client, user, id_token: idToken };
    },
  };
}

async function endFamily(
  { sessions, events }: TokenEndpointDeps,
  context: RawContext,
  session: SessionRow,
  reason: "code_reused" | "refresh_reused",
): Promise<void> {
  if (!(await sessions.end(context.realm, session.id, reason))) return;
  await events.add({ ...context, kind: reason, uid: session.uid, sessionId: session.id });
}

/**
 * Reads session and user again: either may have ended, been disabled or changed since the token was issued.
 * docs/security.md, lines 15, 21.
 */
async function activeGrant(
  { sessions, identity }: TokenEndpointDeps,
  realm: Realm,
  { id, uid, actorUid }: SessionRow,
  nonce: string | null,
): Promise<Grant> {
  const [session, isActive, person, actor] = await Promise.all([
    sessions.find(realm, id),
    sessions.isActive(realm, id, uid),
    identity.findByUid(realm, uid),
    actorUid ? identity.findByUid(realm, actorUid) : null,
  ]);
  // A session that outlives the browser ends once its person may no longer have one, e.g. since the school has switched that off.
  const mayGoOn = !session?.staysSignedIn || (await identity.mayStaySignedIn(realm, uid));
  const isActorFine = actorUid === null || actor?.status === "active";
  if (!session || !isActive || person?.status !== "active" || !isActorFine || !mayGoOn) {
    throw new OAuth2Server.InvalidGrantError("The session has ended");
  }
  return { session, nonce, person, actor };
}

function libraryClient(client: OAuthClient): OAuth2Server.Client {
  return { id: client.id, redirectUris: client.redirectUris, grants: [...client.grants], audience };
}
