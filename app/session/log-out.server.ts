import { redirect } from "@remix-run/node";
import { getTranslator } from "~/i18n/i18n.server";
import { rememberLastPerson } from "~/session/form-drafts/form-draft.server";
import { signOut } from "~/session/sign-in/sign-in.server";
import { noticeToShow } from "~/shell/notice.server";
import { sameOriginPath } from "~/shell/same-origin-path";
import { sessionIdOf } from "./cookies.server";
import { isAudioAidRequest } from "./library-pages";
import { requestContextOf } from "./request-context.server";

/** Logging out, the one thing that a GET may change here: /logout, and everything under /library/. docs/security.md, line 4. */

/** A picture or frame on a page, ours too, logs nobody out: only the whole window counts, where the browser says what it is. */
export function requireWholeWindow({ headers }: Request): void {
  const destination = headers.get("sec-fetch-dest");
  const isPage = destination === null || destination === "document" || destination === "empty";
  if (isPage && !headers.get("sec-purpose")?.includes("prefetch")) return;
  throw new Response("Log out by going to this address", { status: 400 });
}

/** /logout: ends the session, or acting as somebody, and leads on to a path of ours, where it is said. */
export async function logOut(request: Request): Promise<Response> {
  requireWholeWindow(request);
  const target = sameOriginPath(new URL(request.url).searchParams.get("redirect"));
  // HEAD only asks what GET would answer.
  if (request.method === "HEAD") return redirect(target);
  const { cookie, uid, wasActing } = await signOut(request);
  const headers = new Headers({ "Set-Cookie": cookie });
  // Another tab may still hold a form of theirs.
  if (uid) headers.append("Set-Cookie", await signOutNotice(request, wasActing ? "asOneself" : "done"));
  if (uid && !wasActing)
    headers.append("Set-Cookie", await rememberLastPerson(request, requestContextOf(request).realm, uid));
  return redirect(target, { headers });
}

/**
 * Everything under /library/ logs out, whoever acts as somebody as well, unless the visit comes from an audio-aid app, which says so
 * by a cookie. docs/product/shell.md#screens; docs/product/choices.md#who-and-where.
 * @throws Response a redirect to the same page, which renders for the visitor that one is then; 400 for a part of another page
 */
export async function logOutForLibrary(request: Request): Promise<void> {
  if (request.method === "HEAD" || isAudioAidRequest(request) || (await sessionIdOf(request)) === null) return;
  requireWholeWindow(request);
  const { cookie, uid } = await signOut(request, { wholly: true });
  const { pathname, search } = new URL(request.url);
  const headers = new Headers({ "Set-Cookie": cookie });
  if (uid) headers.append("Set-Cookie", await signOutNotice(request, "library"));
  throw redirect(pathname + search, { headers });
}

/** On a device that many share, one wants to see that one has left. */
async function signOutNotice(request: Request, how: "done" | "asOneself" | "library"): Promise<string> {
  const t = await getTranslator(request, "session");
  return noticeToShow("info", t(`leaving.${how}`));
}
