import { redirect } from "@remix-run/node";
import type { Backend, WebSession } from "~/clients/backend";
import type { CallContext } from "~/clients/client";
import { currentClientInfo } from "~/clients/client-info.server";
import { nullIfUnavailable } from "~/clients/null-if-unavailable";
import { guestCallContext, type RequestContext, requestContextOf } from "~/clients/request-context.server";
import { requireSameOrigin } from "~/clients/same-origin.server";
import { withoutPolicy } from "~/epub/signed-address";
import type { RefusalReason } from "~/http/refusal-reason";
import { getTranslator, localeOfRequest } from "~/i18n/i18n.server";
import type { Locale, Realm } from "~/realms/realm";
import { isRead } from "~/security/foreign-request.server";
import type { UserInfo } from "~/services/contracts/auth";
import { ServiceError } from "~/services/contracts/service-error";
import { saveDraftAfterLogOut, saveSubmittedForm } from "~/session/form-drafts/form-draft.server";
import { formOwnerOf } from "~/session/form-drafts/form-owner.server";
import { readAccessToken, readIdToken } from "~/session/sign-in/token-calls.server";
import { redirectWithNotice } from "~/shell/notice.server";
import { formerOwnerField, formOwnerField } from "~/ui/form-owner";
import { sessionCookieHeader, sessionIdOf, staysUntilOf } from "./cookies.server";
import { type CurrentUser, currentUser, type Role } from "./current-user";
import { liveSession } from "./live-session.server";
import { parentPinPath } from "./parent-pin-path";
import { withinGuardWait } from "./wait";

/**
 * The route guard. Every loader and action that is not public begins with `requireUser`; session, user and permissions
 * are read again at each request. docs/product/shell.md#route-guard.
 */

export type SignedIn = {
  kind: "user";
  /** What their page calls, with `credentials`. */
  backend: Backend;
  realm: Realm;
  locale: Locale;
  user: CurrentUser;
  credentials: CallContext;
  sessionId: string;
  /** The child of a family who reads in this session; null for the account's owner and all other users. */
  profileId: string | null;
  /** The browser is a device joined to that child: only its reading is open. docs/security.md, line 35. */
  isJoinedDevice: boolean;
  /** Until when the session outlives the browser; null if it ends with it. */
  staysUntil: Date | null;
  /** Impersonation has expired after half an hour, and the browser still sends that session. */
  hasReturned?: true;
};

type Visitor = {
  kind: "visitor";
  backend: Backend;
  realm: Realm;
  locale: Locale;
  credentials: CallContext;
  /** Why the session that this browser still sends has ended; `ended` if the reason is unknown. */
  ended?: "badges_off" | "account_off" | "ended";
  /** The browser's session has not ended, but cannot be renewed until the sign-in service is available again. */
  isWaiting?: true;
  /**
   * The form was rendered for another user than the session's, so it is not saved: impersonation has expired, or
   * another tab of this browser began to impersonate or signed in.
   */
  ownedByAnother?:
    | { returned: SignedIn; actedAs: string | null; owner: string | null }
    | { now: SignedIn; owner: string };
};

/** Keyed by the object shared by the loaders of one page, since Remix passes each loader its own Request. */
const known = new WeakMap<object, Promise<SignedIn | Visitor>>();

/**
 * The user of a request, or a visitor. Refuses cross-site requests that would change something. Several calls for one
 * request read the session once.
 */
export function optionalUser(backend: Backend, request: Request): Promise<SignedIn | Visitor> {
  const context = currentClientInfo() ?? request;
  const pending = known.get(context) ?? findOut(backend, request);
  known.set(context, pending);
  return pending;
}

/**
 * @throws Response a redirect to the login page, which leads back here, if no user is signed in; a redirect to the same
 * page if impersonation has just expired; 403 for a device joined to a child
 */
export async function requireUser(backend: Backend, request: Request): Promise<SignedIn> {
  const person = await requireReader(backend, request);
  if (person.isJoinedDevice) throw new Response("joined" satisfies RefusalReason, { status: 403 });
  return person;
}

/**
 * The same for pages on which children read: also devices joined to a child may open them.
 * @throws Response as `requireUser` for visitors
 */
export async function requireReader(backend: Backend, request: Request): Promise<SignedIn> {
  const person = await optionalUser(backend, request);
  if (person.kind === "user" && person.hasReturned && isRead(request))
    throw await asThemselves(request, person, "info");
  if (person.kind === "user") return person;
  if (person.ownedByAnother) throw await pageAnew(backend, request, person.ownedByAnother);
  const draftPath = isRead(request) ? null : await saveDraftAfterLogOut(backend, person.realm, request);
  const ended = person.ended === "ended" && !isRead(request) ? undefined : person.ended;
  const problem = person.isWaiting && isRead(request) ? "waiting" : ended;
  throw redirect(loginPath(request, { draftPath, problem }));
}

/**
 * For pages of a family's parents: while a child reads, the parents' PIN or password is required. The password begins
 * a new session. docs/product/choices.md#who-and-where. Sessions by picture code are refused as well: they grant access to
 * the pupil's own reading only, decision 54.
 * @throws Response a redirect to the page for the PIN or to the login page, which lead back here; 403
 */
export async function requireParent(backend: Backend, request: Request): Promise<SignedIn> {
  const person = await requireUser(backend, request);
  if (person.user.amr.includes("pictures")) throw new Response("pictures" satisfies RefusalReason, { status: 403 });
  if (person.profileId === null || person.user.isImpersonated) return person;
  throw redirect(await parentPath(person, pathOf(request)));
}

/** Where a parent takes over from a child: the page for the PIN if there is one that can be used, else the login page. */
export async function parentPath(person: SignedIn, back: string): Promise<string> {
  const pin = await nullIfUnavailable(person.backend.clients.auth.getParentPin({}, person.credentials));
  if (pin?.body.isBlocked) return parentLoginPath(back, "parent_blocked");
  if (!pin?.body.isSet) return parentLoginPath(back);
  return `${parentPinPath}?${new URLSearchParams({ redirect: back })}`;
}

/** The login page for switching from a child's session back to the parents', with the path to return to. `parent_blocked`: after wrong PINs. */
export function parentLoginPath(back: string, problem: "parent" | "parent_blocked" = "parent"): string {
  const query = { reauthenticate: "true", problem, redirect: back };
  return `/login?${new URLSearchParams(query)}`;
}

/**
 * For pages that need a second factor: redirects to the step-up page if the country offers it, else responds with 403.
 * @throws Response
 */
export async function requireSecureLogin(backend: Backend, request: Request): Promise<SignedIn> {
  const person = await requireUser(backend, request);
  if (person.user.isSecureLogin) return person;
  if (!person.user.canEscalate) throw new Response("A more secure login is needed", { status: 403 });
  throw redirect(`/login/escalate?redirect=${encodeURIComponent(pathOf(request))}`);
}

type LoginReason = { draftPath?: string | null; problem?: Visitor["ended"] | "waiting" };

/**
 * The login page with the reauthenticate flag and the path to return to, with its other query parameters.
 * docs/product/shell.md#screens.
 * @param draftPath path of the page with the stored draft of the submitted form
 * @param problem another reason to show; a form that was neither saved nor stored is always reported as not done
 */
function loginPath(request: Request, { draftPath, problem }: LoginReason = {}): string {
  const query = new URLSearchParams({ reauthenticate: "true", redirect: draftPath ?? pathOf(request) });
  const reason = problem ?? (draftPath ? "draft_saved" : isRead(request) ? null : "not_done");
  if (reason) query.set("problem", reason);
  return `/login?${query}`;
}

/**
 * Redirects to the same page with the message that nothing was saved. The actor's own form is stored until they stop
 * impersonating. docs/security.md, line 27, decision 28.
 */
async function pageAnew(
  backend: Backend,
  request: Request,
  sent: NonNullable<Visitor["ownedByAnother"]>,
): Promise<Response> {
  if ("returned" in sent) return returned(request, sent);
  const t = await getTranslator(request, "session");
  const { now, owner } = sent;
  const isOwn = now.user.isImpersonated && (await actorOf(now)) === owner;
  const draftPath = isOwn ? await saveSubmittedForm(backend, now.realm, owner, request) : null;
  const message = t(draftPath ? "actAs.elsewhereDrafted" : "actAs.elsewhere", { name: now.user.name });
  return redirectWithNotice(draftPath ?? pathOf(request), "warning", message);
}

/**
 * If the form's owner is the impersonated user, it is stored as a draft, and the redirect leads to impersonating that
 * user again. Any other form is not stored.
 */
async function returned(
  request: Request,
  { returned: own, actedAs, owner }: Extract<NonNullable<Visitor["ownedByAnother"]>, { returned: SignedIn }>,
): Promise<Response> {
  const draftPath =
    actedAs !== null && actedAs === owner ? await saveSubmittedForm(own.backend, own.realm, actedAs, request) : null;
  if (draftPath === null || actedAs === null) return asThemselves(request, own, "warning");
  const t = await getTranslator(request, "session");
  const again = `/login/act-as?${new URLSearchParams({ user: actedAs, redirect: draftPath })}`;
  const response = await redirectWithNotice(again, "warning", t("actAs.overDrafted"));
  response.headers.append("Set-Cookie", await sessionCookieHeader(request, own.sessionId, own.staysUntil));
  return response;
}

/** Redirects to the same page in the actor's own session, with the message that impersonation has ended. */
async function asThemselves(request: Request, own: SignedIn, type: "info" | "warning"): Promise<Response> {
  const t = await getTranslator(request, "session");
  const message = t(type === "info" ? "actAs.back" : "actAs.over");
  const response = await redirectWithNotice(pathOf(request), type, message);
  response.headers.append("Set-Cookie", await sessionCookieHeader(request, own.sessionId, own.staysUntil));
  return response;
}

/** The uid of the actor of an impersonating session. */
async function actorOf({ backend, realm, sessionId }: SignedIn): Promise<string | null> {
  const { sessionStore } = backend;
  const session = await sessionStore.find(realm, sessionId);
  return session?.tokens.returnTo ? sessionStore.whose(realm, session.tokens.returnTo) : null;
}

/** The page's path without parameters that belong to a form; the framework removes its own before a loader or action runs. */
function pathOf(request: Request): string {
  const url = new URL(request.url);
  for (const name of ["reauthenticate", "redirect", formOwnerField, formerOwnerField]) url.searchParams.delete(name);
  return withoutPolicy(url.pathname + url.search);
}

async function findOut(backend: Backend, request: Request): Promise<SignedIn | Visitor> {
  requireSameOrigin(request);
  const context = requestContextOf(request);
  const locale = await localeOfRequest(request);
  const visitor: Visitor = {
    kind: "visitor",
    backend,
    realm: context.realm,
    locale,
    credentials: guestCallContext(context),
  };
  const cookie = await sessionIdOf(request);
  if (cookie === null) return visitor;
  const { sessionStore } = backend;
  let ended: NonNullable<Visitor["ended"]> = "ended";
  const owner = await formOwnerOf(request);
  const signedIn = await signedInWith(cookie);
  if (signedIn) {
    const isTheirs = owner === null || owner === signedIn.user.uid;
    return isTheirs ? signedIn : { ...visitor, ownedByAnother: { now: signedIn, owner } };
  }
  // Impersonation has expired: the session becomes the actor's own again, but a form without an owner may still belong
  // to the impersonated user.
  const own = await sessionStore.returnTo(context.realm, cookie);
  const actor = own && (await signedInWith(own));
  if (!actor) {
    // A session that cannot be renewed because the sign-in service is unavailable has not ended.
    const isWaiting = ended === "ended" && (await sessionStore.find(context.realm, cookie)) !== null;
    return isWaiting ? { ...visitor, isWaiting } : { ...visitor, ended };
  }
  const returned: SignedIn = { ...actor, hasReturned: true };
  const isOwn = isRead(request) || owner === actor.user.uid;
  if (isOwn) return returned;
  const actedAs = await sessionStore.whose(context.realm, cookie);
  return { ...visitor, ownedByAnother: { returned, actedAs, owner } };

  async function signedInWith(sessionId: string): Promise<SignedIn | null> {
    const session = await liveSession(backend, context, sessionId);
    if (!session) return null;
    const joinedProfileId = readAccessToken(session.tokens.accessToken).profile_id ?? null;
    const profileId = joinedProfileId ?? session.profileId;
    const isJoinedDevice = joinedProfileId !== null;
    const staysUntil = staysUntilOf(session);
    const credentials = { ...visitor.credentials, accessToken: session.tokens.accessToken, profileId };
    const info = await askWho(backend, credentials);
    const isNobody = info === "nobody" || info === "badges_off" || info === "account_off";
    if (info === "badges_off" || info === "account_off") ended = info;
    const user = isNobody ? null : userOf(context, session, info);
    if (!user) {
      await sessionStore.remove(context.realm, sessionId);
      return null;
    }
    const of = { realm: context.realm, locale, user, credentials };
    return { kind: "user", backend, ...of, sessionId, profileId, isJoinedDevice, staysUntil };
  }
}

/** @param info null if the sign-in service is unavailable */
function userOf(context: RequestContext, session: WebSession, info: UserInfo | null): CurrentUser {
  const access = readAccessToken(session.tokens.accessToken);
  const id = readIdToken(session.tokens.idToken);
  return currentUser({
    realm: context.realm,
    uid: access.sub,
    // The sign-in service is unavailable: the token's claims are displayed, and services check them again.
    name: info?.name ?? id.name,
    preferredName: info?.preferredName ?? null,
    username: info?.username ?? id.preferred_username,
    email: info?.email ?? null,
    sharedAccount: info?.sharedAccount ?? false,
    roles: info?.roles ?? access.roles.map(({ value }) => value as Role),
    scopes: info ? info.scopes : access.scope.split(" "),
    subscriptions: info?.subscriptions ?? access.subscriptions,
    amr: access.amr,
    acr: access.acr ?? null,
    authTime: access.auth_time,
    actor: id.act ? { id: id.act.sub, name: id.act.name } : null,
    mustStepUp: info?.mustStepUp ?? false,
  });
}

async function askWho(
  backend: Backend,
  credentials: CallContext,
): Promise<UserInfo | "nobody" | "badges_off" | "account_off" | null> {
  try {
    const response = await withinGuardWait(backend.clients.auth.getUserInfo({}, credentials));
    return response === "timeout" ? null : response.body;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "badges_off" || error.code === "account_off") return error.code;
    if (error.status === 401 || error.status === 404) return "nobody";
    if (error.status >= 500) return null;
    throw error;
  }
}
