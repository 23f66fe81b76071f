import { redirect, redirectDocument } from "@remix-run/node";
import type { Backend, WebSession } from "~/clients/backend";
import { type RequestContext, requestContextOf } from "~/clients/request-context.server";
import { randomToken } from "~/security/secret-box.server";
import { deviceField, deviceHeader } from "~/services/contracts/known-device";
import { ServiceError } from "~/services/contracts/service-error";
import {
  clearedAttemptCookies,
  clearedJoinedCookies,
  clearedSessionCookie,
  clearedTargetCookie,
  deviceCookieHeader,
  deviceOf,
  sessionCookieHeader,
  sessionIdOf,
  staysUntilOf,
  targetCookieHeader,
  targetOf,
} from "~/session/cookies.server";
import type { Role } from "~/session/current-user";
import { landingPath } from "~/session/library-pages";
import { startPath } from "~/session/start-path";
import { authenticatorFor, nonceOf, type SignInExtras } from "./strategy.server";
import { callAuth, readAccessToken, readIdToken, TokenRefused, type TokenResponse } from "./token-calls.server";

/**
 * Signing in and out on the server: credentials are sent to the sign-in service from here, a code is returned through
 * the browser, tokens never are. docs/product/shell.md#states.
 */

/** Minutes that impersonation lasts. docs/security.md, line 27. */
const actingMinutes = 30;

/** Thrown if the redirect contains no code. docs/product/shell.md#validation. */
const noCodeReceived = "No code received";

/** Methods in `amr` that are not the name of a provider. */
const ownMethods = new Set([
  "pwd",
  "otp",
  "sms",
  "recovery",
  "mfa",
  "qr",
  "pictures",
  "ak-bibliotheken",
  "id_token",
  "device",
]);

type SignInStep = {
  /** The submitted values. */
  form: Record<string, string>;
  /** Path to redirect to afterwards; only paths on this site. */
  target: unknown;
  extras?: SignInExtras;
  /** Token of the session that the step builds on (step-up, impersonation). */
  accessToken?: string;
  /** Query of an authorize request that led here; replaces one of our own. */
  authorizeQuery?: string;
};

/**
 * Submits the values to the authorize endpoint and returns the redirect with the code.
 * @throws ServiceError 401 invalid_credentials, 403, 429 with Retry-After, 400 ValidationError, 502 'No code received'
 */
export async function signIn(backend: Backend, request: Request, step: SignInStep): Promise<Response> {
  const context = requestContextOf(request);
  const attempt = step.authorizeQuery
    ? { path: `/v1/authorize?${new URLSearchParams(step.authorizeQuery)}`, cookies: [] }
    : await beginAttempt(backend, context, step.extras ?? {});
  const device = await deviceOf(request);
  const form = device === null ? step.form : { [deviceField]: device, ...step.form };
  const response = await callAuth(backend, context, attempt.path, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(step.accessToken ? { authorization: `Bearer ${step.accessToken}` } : {}),
    },
    body: new URLSearchParams(form).toString(),
  });
  const location = response.headers.get("location");
  if (!location) throw await readRefusal(response);
  if (!new URL(location, context.origin).searchParams.has("code")) {
    throw new ServiceError(502, "no_code", noCodeReceived);
  }
  const headers = new Headers();
  for (const cookie of attempt.cookies) headers.append("Set-Cookie", cookie);
  headers.append("Set-Cookie", await targetCookieHeader(request, landingPath(request, step.target)));
  const known = response.headers.get(deviceHeader);
  if (known) headers.append("Set-Cookie", await deviceCookieHeader(request, known));
  return redirect(location, { headers });
}

/** Creates state, verifier and nonce of a new attempt; the cookies also clear those of earlier ones. */
export async function beginAttempt(
  backend: Backend,
  context: RequestContext,
  extras: SignInExtras,
): Promise<{ path: string; cookies: string[] }> {
  const request = new Request(`${context.origin}/login`, { headers: context.request.headers });
  try {
    await authenticatorFor(backend, context, extras).authenticate("fabel", request);
  } catch (result) {
    if (!(result instanceof Response)) throw result;
    const location = new URL(result.headers.get("location") ?? "", context.origin);
    const cookies = [...clearedAttemptCookies(context.request), ...result.headers.getSetCookie()];
    return { path: location.pathname.replace(/^\/services\/auth/, "") + location.search, cookies };
  }
  throw new Error("An attempt without a state must lead to the authorize address");
}

/**
 * /login/callback: exchanges the code and begins a session with a new id. Anything that does not match the attempt this
 * browser began leads back to the login page. docs/security.md, lines 8, 13.
 */
export async function finishSignIn(backend: Backend, request: Request): Promise<Response> {
  const context = requestContextOf(request);
  const headers = new Headers();
  for (const cookie of clearedAttemptCookies(request)) headers.append("Set-Cookie", cookie);
  headers.append("Set-Cookie", await clearedTargetCookie(request));
  const target = landingPath(request, await targetOf(request));
  const tokens = await exchange(backend, context);
  if (!tokens) {
    const query = new URLSearchParams({ problem: "attempt", redirect: target });
    return redirect(`/login?${query}`, { headers });
  }
  headers.append("Set-Cookie", await beginSession(backend, context, tokens));
  for (const cookie of await clearedJoinedCookies(request)) headers.append("Set-Cookie", cookie);
  // A full document load, because the whole page now belongs to another user, and a book's first page is only rendered
  // with the document.
  return redirectDocument(target === "/" ? startOf(context, tokens) : target, { headers });
}

/** Start page after signing in without a target; impersonation begins at the user's services. */
function startOf({ realm }: RequestContext, result: TokenResponse): string {
  if (readIdToken(result.id_token).act !== undefined) return "/";
  const { roles, scope, subscriptions } = readAccessToken(result.access_token);
  return startPath({ realm, roles: roles.map(({ value }) => value as Role), scopes: scope.split(" "), subscriptions });
}

async function exchange(backend: Backend, context: RequestContext): Promise<TokenResponse | null> {
  const query = new URL(context.request.url).searchParams;
  const state = query.get("state");
  if (!state || !query.get("code")) return null;
  try {
    const tokens = await authenticatorFor(backend, context).authenticate("fabel", context.request);
    const result = tokens.data as TokenResponse;
    const id = readIdToken(result.id_token);
    const access = readAccessToken(result.access_token);
    const isOurs = id.iss === `${context.origin}/services/auth` && access.realm === context.realm;
    return isOurs && id.nonce === nonceOf(backend, state) ? result : null;
  } catch (error) {
    // A state of another browser, an expired attempt, or a used code: the user starts again at the login page.
    const isMisfit = error instanceof ReferenceError || error instanceof RangeError || error instanceof TokenRefused;
    if (isMisfit || (error as Error | null)?.name === "OAuth2RequestError") return null;
    throw error;
  }
}

/** Stores the tokens under a new session id, ends the browser's previous session, and returns the cookie. */
export async function beginSession(backend: Backend, context: RequestContext, result: TokenResponse): Promise<string> {
  const { sessionStore } = backend;
  const access = readAccessToken(result.access_token);
  const { act, stays_until: end } = readIdToken(result.id_token);
  const isActing = act !== undefined;
  const staysUntil = isActing || end === undefined ? null : new Date(end * 1000);
  const previous = await sessionIdOf(context.request);
  const id = randomToken();
  await sessionStore.create(id, {
    realm: context.realm,
    uid: access.sub,
    accessExpiresAt: new Date(access.exp * 1000),
    tokens: {
      accessToken: result.access_token,
      idToken: result.id_token,
      refreshToken: result.refresh_token,
      returnTo: isActing ? previous : null,
    },
    profileId: access.profile_id ?? null,
    ...(isActing ? { minutes: actingMinutes } : {}),
    ...(staysUntil ? { staysUntil } : {}),
  });
  if (previous && !isActing) await endWebSession(backend, context, previous);
  return sessionCookieHeader(context.request, id, staysUntil);
}

/** `uid`: user of the ended session, if there was one. */
type SignedOut = { cookie: string; uid: string | null; wasActing: boolean };

/**
 * Ends the session on both sides. From impersonation it returns to the actor's session, unless `wholly`; an already
 * ended session also clears the cookie. docs/security.md, lines 14, 27.
 */
export async function signOut(backend: Backend, request: Request, { wholly = false } = {}): Promise<SignedOut> {
  const context = requestContextOf(request);
  const id = await sessionIdOf(request);
  if (id === null) return { cookie: await clearedSessionCookie(request), uid: null, wasActing: false };
  const { sessionStore } = backend;
  const lapsed = await sessionStore.returnTo(context.realm, id);
  // If impersonation has expired, the actor's own session remains to be ended.
  const ended = await endWebSession(backend, context, lapsed ?? id);
  const returnTo = ended?.tokens.returnTo ?? null;
  const uid = ended?.uid ?? null;
  const own = returnTo === null ? null : await sessionStore.find(context.realm, returnTo);
  if (returnTo !== null && own) {
    const cookie = await sessionCookieHeader(request, returnTo, staysUntilOf(own));
    if (!wholly) return { cookie, uid, wasActing: true };
    await endWebSession(backend, context, returnTo);
  }
  return { cookie: await clearedSessionCookie(request), uid, wasActing: false };
}

async function endWebSession(backend: Backend, context: RequestContext, id: string): Promise<WebSession | null> {
  const { sessionStore } = backend;
  const session = await sessionStore.find(context.realm, id);
  await sessionStore.delete(context.realm, id);
  if (!session) return null;
  await leaveProvider(backend, context, session.tokens.accessToken);
  const query = new URLSearchParams({
    id_token_hint: session.tokens.idToken,
    post_logout_redirect_uri: `${context.origin}/`,
  });
  // The browser is signed out either way; an unavailable sign-in service lets the session expire.
  await callAuth(backend, context, `/logout?${query}`, { method: "GET" }).catch(() => undefined);
  return session;
}

/** GET {auth}/{provider path} before signing out; its response is ignored. docs/product/shell.md#calls. */
async function leaveProvider(backend: Backend, context: RequestContext, accessToken: string): Promise<void> {
  const { amr } = readAccessToken(accessToken);
  const provider = amr.find((method) => !ownMethods.has(method));
  // A session begun by a player link has no session at a provider: that belongs to the parent session.
  if (!provider || amr.includes("id_token")) return;
  const query = new URLSearchParams({ access_token: accessToken });
  const path = `/v1/external/${encodeURIComponent(provider)}/logout?${query}`;
  await callAuth(backend, context, path, { method: "GET" }).catch(() => undefined);
}

export async function readRefusal(response: Response): Promise<ServiceError> {
  const body = (await response.json().catch(() => ({}))) as { error?: string; message?: string; details?: [] };
  const retryAfter = response.headers.get("retry-after");
  return new ServiceError(
    response.status >= 400 ? response.status : 502,
    body.error ?? "no_code",
    body.message ?? noCodeReceived,
    body.details,
    retryAfter ? { "retry-after": retryAfter } : undefined,
  );
}
