import { redirect } from "@remix-run/node";
import type { Backend } from "~/clients/backend";
import { requestContextOf } from "~/clients/request-context.server";
import { getTranslator } from "~/i18n/i18n.server";
import { rememberLastPerson } from "~/session/form-drafts/form-draft.server";
import { signOut } from "~/session/sign-in/sign-in.server";
import { noticeToShow } from "~/shell/notice.server";
import { sameOriginPath } from "~/shell/same-origin-path";
import { clearedJoinedCookies, sessionIdOf } from "./cookies.server";
import { isAudioAidRequest } from "./library-pages";

/** Signing out, the only change that a GET may make here: /logout, and everything under /library/. docs/security.md, line 4. */

/** Images and frames, ours included, cannot sign a user out: only top-level navigations can, in browsers that send Sec-Fetch-Dest. */
export function requireWholeWindow({ headers }: Request): void {
  const destination = headers.get("sec-fetch-dest");
  const isPage = destination === null || destination === "document" || destination === "empty";
  if (isPage && !headers.get("sec-purpose")?.includes("prefetch")) return;
  throw new Response("Log out by going to this address", { status: 400 });
}

/** /logout: ends the session, or impersonation, and redirects to a path on this site with a notice. */
export async function logOut(backend: Backend, request: Request): Promise<Response> {
  requireWholeWindow(request);
  const target = sameOriginPath(new URL(request.url).searchParams.get("redirect"));
  // HEAD must not sign out.
  if (request.method === "HEAD") return redirect(target);
  const { cookie, uid, wasActing } = await signOut(backend, request);
  const headers = new Headers({ "Set-Cookie": cookie });
  for (const each of await clearedJoinedCookies(request)) headers.append("Set-Cookie", each);
  // Another tab may still hold a form of this user.
  if (uid) headers.append("Set-Cookie", await signOutNotice(request, wasActing ? "asOneself" : "done"));
  if (uid && !wasActing)
    headers.append("Set-Cookie", await rememberLastPerson(backend, request, requestContextOf(request).realm, uid));
  return redirect(target, { headers });
}

/**
 * Everything under /library/ signs out, including from impersonation, unless the request has the cookie of an audio-aid
 * app. docs/product/shell.md#screens; docs/product/choices.md#who-and-where.
 * @throws Response a redirect to the same page, which then renders for a visitor; 400 for a part of another page
 */
export async function logOutForLibrary(backend: Backend, request: Request): Promise<void> {
  if (request.method === "HEAD" || isAudioAidRequest(request) || (await sessionIdOf(request)) === null) return;
  requireWholeWindow(request);
  const { cookie, uid } = await signOut(backend, request, { wholly: true });
  const { pathname, search } = new URL(request.url);
  const headers = new Headers({ "Set-Cookie": cookie });
  if (uid) headers.append("Set-Cookie", await signOutNotice(request, "library"));
  throw redirect(pathname + search, { headers });
}

/** The notice after signing out: on shared devices users want a confirmation. */
async function signOutNotice(request: Request, how: "done" | "asOneself" | "library"): Promise<string> {
  const t = await getTranslator(request, "session");
  return noticeToShow("info", t(`leaving.${how}`));
}
