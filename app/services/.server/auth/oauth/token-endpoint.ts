import OAuth2Server from "@node-oauth/oauth2-server";
import { randomToken } from "~/security/secret-box.server";
import { type Limits, tokenLimit } from "~/services/.server/auth/passwords/limits";
import type { Events } from "~/services/.server/auth/sessions/events";
import type { Sessions } from "~/services/.server/auth/sessions/sessions";
import type { SessionRow } from "~/services/.server/auth/tables";
import { audience } from "~/services/.server/caller";
import type { IdentifiedPerson, IdentityDirectory } from "~/services/.server/directory/identity";
import type { RawContext } from "~/services/.server/endpoint";
import { findClient, type OAuthClient } from "./clients";
import { accessTokenLifetime, type Tokens } from "./tokens";

/**
 * POST /v2/token: authorization_code with S256 and refresh_token, nothing else. Refresh tokens rotate. A refresh token or
 * code that is used a second time ends its session with all tokens, unless the request repeats its own Idempotency-Key. Errors follow
 * RFC 6749, section 5.2. docs/security.md, lines 5, 7, 11, 12.
 */

export type TokenEndpointDeps = {
  sessions: Sessions;
  tokens: Tokens;
  events: Events;
  limits: Limits;
  identity: IdentityDirectory;
};

type Grant = { session: SessionRow; nonce: string | null; person: IdentifiedPerson; actor: IdentifiedPerson | null };

const bodyLimit = 16 * 1024;

const grants = ["authorization_code", "refresh_token"] as const;

export function createTokenEndpoint(deps: TokenEndpointDeps) {
  return async (request: Request, context: RawContext): Promise<Response> => {
    const response = await exchange(request, context);
    // Only failures are counted, so that a script behind a school's address cannot stop valid codes from that address.
    if (response.status !== 200) {
      await deps.limits.count(context.realm, "token", context.ipAddress ?? "nowhere", tokenLimit);
    }
    return response;
  };

  async function exchange(request: Request, context: RawContext): Promise<Response> {
    const text = await request.text();
    const body = text.length > bodyLimit ? {} : Object.fromEntries(new URLSearchParams(text));
    const server = new OAuth2Server({
      model: createModel(deps, context, keyOf(request)) as OAuth2Server.RefreshTokenModel,
      accessTokenLifetime,
      requireClientAuthentication: { authorization_code: false, refresh_token: false },
      allowExtendedTokenAttributes: true,
    });
    // The library asks for a client's secret before it looks at a grant that it does not know.
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
          // RFC 6749 allows the client to authenticate by header; ours is public and never does.
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
      // A request that the library refuses before it looks at the grant leaves the response nearly empty.
      return tokenResponse(error.code, { error: error.name, error_description: error.message });
    }
    // The code has been used; it does not belong in the response.
    const { authorizationCode: _, ...tokens } = response.body as Record<string, unknown>;
    return tokenResponse(response.status ?? 200, tokens);
  }
}

/** The request's Idempotency-Key, if it has one: a client that lost the response sends the same key again. */
function keyOf({ headers }: Request): string | null {
  const key = headers.get("idempotency-key");
  return key !== null && /^[\x21-\x7e]{16,200}$/.test(key) ? key : null;
}

/** Required parameters of each grant, with the messages of docs/product/shell.md#validation; errors as RFC 6749 and RFC 7636 have them. */
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

/** Codes are made by the authorize endpoint, which the library has no part in. */
type Model = Omit<OAuth2Server.AuthorizationCodeModel, "saveAuthorizationCode"> & OAuth2Server.RefreshTokenModel;

/** What the library asks for, on top of the session store. Users of the library are grants here. */
function createModel(deps: TokenEndpointDeps, context: RawContext, key: string | null): Model {
  const { realm, origin } = context;
  const { sessions, events, tokens, identity } = deps;

  return {
    async getClient(id) {
      const client = findClient(id, origin);
      return client ? libraryClient(client) : null;
    },

    async getAuthorizationCode(secret) {
      const code = await sessions.findCode(realm, secret);
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
      if (await sessions.takeCode(realm, code.authorizationCode)) return true;
      await endFamily(code.user.session as SessionRow, "code_reused");
      return false;
    },

    async getRefreshToken(secret) {
      const token = await sessions.findRefreshToken(realm, secret);
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
      if (await sessions.takeRefreshToken(realm, token.refreshToken, key)) return true;
      if (key !== null && (await sessions.repeatRefresh(realm, token.refreshToken, key))) return true;
      await endFamily(token.user.session as SessionRow, "refresh_reused");
      return false;
    },

    async validateScope(_user, _client, scope) {
      return scope;
    },

    async generateAccessToken(_client, user) {
      const grant = await livingGrant(user.session as SessionRow, user.nonce as string | null);
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
      const [idToken] = await Promise.all([
        tokens.idToken(grant, origin, grant.nonce),
        sessions.storeRefreshToken(grant.session, String(token.refreshToken), grant.nonce),
      ]);
      return { ...token, client, user, id_token: idToken };
    },
  };

  async function endFamily(session: SessionRow, reason: "code_reused" | "refresh_reused"): Promise<void> {
    if (!(await sessions.end(realm, session.id, reason))) return;
    await events.add({ ...context, kind: reason, uid: session.uid, sessionId: session.id });
  }

  /** Reads session and person again, since either may have ended, been disabled or changed since the token was issued. docs/security.md, lines 15, 21. */
  async function livingGrant({ id, uid, actorUid }: SessionRow, nonce: string | null): Promise<Grant> {
    const [session, isAlive, person, actor] = await Promise.all([
      sessions.find(realm, id),
      sessions.isAlive(realm, id, uid),
      identity.findByUid(realm, uid),
      actorUid ? identity.findByUid(realm, actorUid) : null,
    ]);
    const isActorFine = actorUid === null || actor?.status === "active";
    if (!session || !isAlive || person?.status !== "active" || !isActorFine) {
      throw new OAuth2Server.InvalidGrantError("The session has ended");
    }
    return { session, nonce, person, actor };
  }
}

function libraryClient(client: OAuthClient): OAuth2Server.Client {
  return { id: client.id, redirectUris: client.redirectUris, grants: [...client.grants], audience };
}
