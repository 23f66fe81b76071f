import type { Backend, WebSession } from "~/clients/backend";
import type { RequestContext } from "~/clients/request-context.server";
import { callTokenEndpoint, clientIdOf, readAccessToken, TokenRefused } from "~/session/sign-in/token-calls.server";
import { waitFor, withinGuardWait } from "./wait";

/** Loads a session and renews its access token before it expires. docs/product/shell.md#states. */

/** Remaining lifetime in seconds below which an access token is renewed. */
const validityMargin = 300;

const renewals = new Map<string, Promise<WebSession | null>>();

/**
 * The session with this id, renewed if necessary; null if it has ended. A refused renewal ends it; an unavailable
 * sign-in service leaves it unchanged. A renewal is waited for 10 s at most: it continues, and the next request uses
 * its result.
 */
export async function liveSession(backend: Backend, context: RequestContext, id: string): Promise<WebSession | null> {
  const session = await backend.sessionStore.find(context.realm, id);
  if (!session || holds(session)) return session;
  const key = `${context.realm} ${id}`;
  const renewal = renewals.get(key) ?? renew(backend, context, id, session).finally(() => renewals.delete(key));
  renewals.set(key, renewal);
  const renewed = await withinGuardWait(renewal);
  if (renewed !== "timeout") return renewed;
  return holds(session, 0) ? session : null;
}

function holds(session: WebSession, margin = validityMargin): boolean {
  return session.accessExpiresAt.getTime() - Date.now() >= margin * 1000;
}

async function renew(
  backend: Backend,
  context: RequestContext,
  id: string,
  session: WebSession,
): Promise<WebSession | null> {
  const { sessionStore } = backend;
  // The session itself ends soon (impersonation, the last day), so renewing is pointless.
  if (endsWithItsSession(session)) return holds(session, 0) ? session : null;
  if (!(await sessionStore.claimRenewal(context.realm, id, session.version)))
    return renewedElsewhere(backend, context, id, session);
  try {
    const { refreshToken, accessToken, returnTo } = session.tokens;
    const result = await callTokenEndpoint(backend, context, {
      grant_type: "refresh_token",
      refresh_token: requireRefreshToken(refreshToken),
      client_id: clientIdOf(readAccessToken(accessToken)),
    });
    const tokens = {
      accessToken: result.access_token,
      idToken: result.id_token,
      refreshToken: result.refresh_token,
      returnTo,
    };
    const accessExpiresAt = new Date(readAccessToken(tokens.accessToken).exp * 1000);
    await sessionStore.renew(context.realm, id, session.version, tokens, accessExpiresAt);
    return { ...session, tokens, accessExpiresAt, version: session.version + 1 };
  } catch (error) {
    if (error instanceof TokenRefused) {
      await sessionStore.remove(context.realm, id);
      return null;
    }
    await sessionStore.releaseRenewal(context.realm, id, session.version);
    return holds(session, 0) ? session : null;
  }
}

/**
 * Another process is renewing the session: waits for its tokens. Tokens that are still valid are used after one round;
 * without them the guard waits up to 10 s.
 */
async function renewedElsewhere(
  backend: Backend,
  context: RequestContext,
  id: string,
  session: WebSession,
): Promise<WebSession | null> {
  const { sessionStore } = backend;
  const ask = async () => {
    const stored = await sessionStore.find(context.realm, id);
    if (stored?.version === session.version) return null;
    return { session: stored };
  };
  const renewed = await waitFor(ask, () => !holds(session, 0));
  if (renewed) return renewed.session;
  return holds(session, 0) ? session : null;
}

/** docs/product/shell.md#validation. */
const noRefreshToken = "No refresh token available";

function requireRefreshToken(token: string): string {
  if (!token) throw new TokenRefused("invalid_request", noRefreshToken);
  return token;
}

/** The access token already lasts as long as the session: a new one would not last longer. */
function endsWithItsSession({ accessExpiresAt, expiresAt }: WebSession): boolean {
  const minutes = (expiresAt.getTime() - accessExpiresAt.getTime()) / 60_000;
  return minutes < 2;
}
