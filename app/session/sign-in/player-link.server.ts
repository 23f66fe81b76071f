import { redirect } from "@remix-run/node";
import { decodeJwt } from "jose";
import type { Backend } from "~/clients/backend";
import { requestContextOf } from "~/clients/request-context.server";
import { ServiceError } from "~/services/contracts/service-error";
import { clearedJoinedCookies, sessionIdOf } from "~/session/cookies.server";
import { rememberLastPerson } from "~/session/form-drafts/form-draft.server";
import { optionalUser } from "~/session/guard.server";
import { requireWholeWindow } from "~/session/log-out.server";
import { exchangeLinkCode, fetchLinkCode } from "./link-code.server";
import { beginSession, signOut } from "./sign-in.server";
import { readIdToken } from "./token-calls.server";

const tokenName = "id_token";

/**
 * Handles a player link: signs in the user of its token, replacing the current session, and redirects to the book's URL
 * without the token. An invalid token leads to the login page and then to the book.
 * docs/product/choices.md#player-link.
 */
export async function openPlayerLink(backend: Backend, request: Request, bookId: string): Promise<Response> {
  requireWholeWindow(request);
  const { search, searchParams } = new URL(request.url);
  const book = `/reader/${encodeURIComponent(bookId)}${withoutToken(search)}`;
  const given = searchParams.getAll(tokenName);
  // HEAD must not sign in.
  if (given.length === 0 || request.method === "HEAD") return onTo(book);
  const token = given.length === 1 ? (given[0] ?? "") : "";
  const context = requestContextOf(request);
  const proved = await fetchLinkCode(backend, context, "fabel-web", { [tokenName]: token }).catch(problemOf);
  if (typeof proved === "string") return notOpened(backend, request, token, book, proved);
  const headers = new Headers();
  const { uid } = await signOut(backend, request, { wholly: true });
  if (uid) headers.append("Set-Cookie", await rememberLastPerson(backend, request, context.realm, uid));
  headers.append("Set-Cookie", await beginSession(backend, context, await exchangeLinkCode(backend, context, proved)));
  for (const cookie of await clearedJoinedCookies(request)) headers.append("Set-Cookie", cookie);
  return onTo(book, headers);
}

type LinkProblem = "link" | "unreachable";

function problemOf(error: unknown): LinkProblem {
  if (!(error instanceof ServiceError)) throw error;
  return error.status >= 500 ? "unreachable" : "link";
}

/** A signed-in user who opened their own link twice continues; all others must sign in. */
async function notOpened(
  backend: Backend,
  request: Request,
  token: string,
  book: string,
  problem: LinkProblem,
): Promise<Response> {
  if (await isOfWhoIsThere(backend, request, token)) return onTo(book);
  return onTo(`/login?${new URLSearchParams({ reauthenticate: "true", problem, redirect: book })}`);
}

/** The token's signature is not checked here: it only identifies the link's user. */
async function isOfWhoIsThere(backend: Backend, request: Request, token: string): Promise<boolean> {
  const person = await optionalUser(backend, request);
  const sessionId = await sessionIdOf(request);
  if (person.kind !== "user" || person.user.isImpersonated || sessionId === null) return false;
  const session = await backend.sessionStore.find(person.realm, sessionId);
  try {
    return session !== null && decodeJwt(token).sub === readIdToken(session.tokens.idToken).sub;
  } catch {
    return false;
  }
}

/** The other parameters, unchanged. */
function withoutToken(search: string): string {
  const pairs = search.slice(1).split("&");
  const remaining = pairs.filter((pair) => pair !== "" && !new URLSearchParams(pair).has(tokenName));
  return remaining.length > 0 ? `?${remaining.join("&")}` : "";
}

function onTo(path: string, headers = new Headers()): Response {
  headers.set("Cache-Control", "no-store");
  headers.set("Referrer-Policy", "no-referrer");
  return redirect(path, { status: 303, headers });
}
