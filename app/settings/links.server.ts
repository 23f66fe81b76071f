import { redirect } from "@remix-run/node";
import type { Backend } from "~/clients/backend";
import { nullIfUnavailable } from "~/clients/null-if-unavailable";
import { saveFormDraft } from "~/forms/form-drafts.server";
import { readForm } from "~/forms/read-form";
import { getTranslator } from "~/i18n/i18n.server";
import { escapeHtml } from "~/security/escape-html";
import { authContracts, type LinkInfo } from "~/services/contracts/auth";
import { ServiceError } from "~/services/contracts/service-error";
import { clearedLinkingCookie, linkingCookieHeader, linkingOf } from "~/session/cookies.server";
import { requireParent, type SignedIn } from "~/session/guard.server";
import { completeExternalSignIn } from "~/session/sign-in/external-sign-in.server";
import { reauthenticatePath } from "~/session/step-up/reauthenticate-path";
import { noticeToShow } from "~/shell/notice.server";

/** Linking an account at a provider: redirect there and back, confirmation, result. docs/security.md, line 10. */

export type LinksCardData = {
  /** The sign-in service is unavailable, so the links are unknown. */
  isUnavailable: boolean;
  links: LinkInfo[];
  /** Providers at which the user may link another account. */
  providers: string[];
  /** An account that waits for the user's confirmation after the redirect back. */
  question: { provider: string; accountName: string } | null;
  /** Link to remove after the user has reauthenticated; the page resubmits it. */
  removal: { issuer: string; subject: string } | null;
};

/**
 * null if nothing is linked and nothing can be linked.
 * @param draft form saved before the user had to reauthenticate
 */
export async function loadLinks(
  { backend, credentials }: SignedIn,
  request: Request,
  draft: Record<string, string> | null,
): Promise<LinksCardData | null> {
  const response = await nullIfUnavailable(backend.clients.auth.getLinks({}, credentials));
  if (response === null) return { isUnavailable: true, links: [], providers: [], question: null, removal: null };
  const { body } = response;
  if (body.data.length === 0 && body.providers.length === 0) return null;
  const linking = await linkingOf(request);
  const question = linking && "proof" in linking ? { provider: linking.provider, accountName: linking.shown } : null;
  const isDraftLink = ({ issuer, subject, isBySchool }: LinkInfo) =>
    !isBySchool && issuer === draft?.issuer && subject === draft.subject;
  const { issuer, subject } = body.data.find(isDraftLink) ?? {};
  const removal = issuer !== undefined && subject !== undefined ? { issuer, subject } : null;
  return { isUnavailable: false, links: body.data, providers: body.providers, question, removal };
}

/** /settings/link/{provider}: redirects to the provider. The state of the attempt is stored in a cookie; nothing is changed yet. */
export async function goToLink(backend: Backend, request: Request, provider: string): Promise<Response> {
  const { credentials } = await requireParent(backend, request);
  try {
    const { body } = await backend.clients.auth.beginLink({ params: { provider } }, credentials);
    const state = new URL(body.location).searchParams.get("state") ?? "";
    const headers = { "Set-Cookie": await linkingCookieHeader(request, { attempt: body.attempt, state }) };
    return isEndOfForm(request) ? pageThatLeadsTo(body.location, headers) : redirect(body.location, { headers });
  } catch (error) {
    // After reauthentication redirect to the provider at once, so that the user need not click again.
    return backWithProblem(error, request, `/settings/link/${provider}?proved=true`);
  }
}

/** Whether this request follows a form submission without script, in which the user reauthenticated. */
function isEndOfForm({ url, headers }: Request): boolean {
  return new URL(url).searchParams.get("proved") === "true" && headers.get("sec-fetch-dest") === "document";
}

/**
 * Our content security policy (form-action) forbids a form submission to be redirected to another site, so an intermediate page redirects
 * by meta refresh.
 */
function pageThatLeadsTo(location: string, headers: Record<string, string>): Response {
  const address = escapeHtml(location);
  const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${address}"><title>…</title>
<meta name="color-scheme" content="light dark"><a href="${address}">${new URL(location).host}</a>`;
  return new Response(page, { headers: { ...headers, "Content-Type": "text/html; charset=utf-8" } });
}

/** /login/with/{provider}/callback: shared by linking and sign-in; the browser's cookie tells which one was started. */
export async function handleProviderCallback(backend: Backend, request: Request, provider: string): Promise<Response> {
  return (await isLinking(request))
    ? completeLink(backend, request, provider)
    : completeExternalSignIn(backend, request, provider);
}

/** Whether the callback belongs to a link started in this browser, rather than to a sign-in. */
async function isLinking(request: Request): Promise<boolean> {
  const linking = await linkingOf(request);
  const state = new URL(request.url).searchParams.get("state");
  return linking !== null && "state" in linking && linking.state !== "" && linking.state === state;
}

/** Callback from the provider: the account is linked only after the user confirms that it is theirs. */
async function completeLink(backend: Backend, request: Request, provider: string): Promise<Response> {
  const { credentials } = await requireParent(backend, request);
  const linking = await linkingOf(request);
  const attempt = linking && "attempt" in linking ? linking.attempt : "";
  try {
    const callbackQuery = new URL(request.url).search;
    const { body } = await backend.clients.auth.finishLink(
      { params: { provider }, body: { attempt, answer: callbackQuery } },
      credentials,
    );
    const cookie = await linkingCookieHeader(request, { ...body, provider });
    return redirect("/settings#links", { headers: { "Set-Cookie": cookie } });
  } catch (error) {
    return backWithProblem(error, request);
  }
}

/** Confirms the link. */
export async function confirmLink({ backend, credentials }: SignedIn, request: Request): Promise<Response> {
  const linking = await linkingOf(request);
  const proof = linking && "proof" in linking ? linking.proof : "";
  try {
    await backend.clients.auth.confirmLink({ body: { proof } }, credentials);
    return await backWith(request, "success", "done");
  } catch (error) {
    return backWithProblem(error, request);
  }
}

/** Declines the link. */
export async function dropLink(request: Request): Promise<Response> {
  return redirect("/settings", { headers: { "Set-Cookie": await clearedLinkingCookie(request) } });
}

export async function removeLink(
  formData: FormData,
  { backend, credentials, realm, user }: SignedIn,
  request: Request,
): Promise<Response> {
  const { submission } = readForm(formData, authContracts.removeLink.body);
  if (submission.status !== "success") throw new Response("Not a form of this page", { status: 400 });
  const body = submission.value;
  try {
    await backend.clients.auth.removeLink({ body }, credentials);
    return await backWith(request, "success", "removed");
  } catch (error) {
    if (!isProofMissing(error)) return backWithProblem(error, request);
    const draft = new FormData();
    for (const [name, value] of Object.entries(body)) draft.set(name, value);
    return backWithProblem(
      error,
      request,
      `/settings?draft=${await saveFormDraft(backend, realm, user.uid, "/settings", draft)}`,
    );
  }
}

const problems = {
  ConflictError: "taken",
  last_way_in: "lastWay",
  external_attempt: "attempt",
  external_refused: "refused",
  external_unavailable: "unavailable",
  too_many_attempts: "tooMany",
} as const;

function isProofMissing(error: unknown): boolean {
  return (
    error instanceof ServiceError &&
    (error.code === "secure_login_needed" || error.code === "reauthentication_required")
  );
}

/** Redirects to reauthentication if that is missing, then to `back`; other errors are shown as a notice. */
async function backWithProblem(error: unknown, request: Request, back = "/settings"): Promise<Response> {
  if (!(error instanceof ServiceError)) throw error;
  if (error.code === "secure_login_needed") return redirect(reauthenticatePath(back));
  if (error.code === "reauthentication_required") {
    return redirect(`/login?${new URLSearchParams({ reauthenticate: "true", redirect: back })}`);
  }
  const problem = Object.entries(problems).find(([code]) => code === error.code)?.[1];
  if (!problem) throw new Response(error.message, { status: error.status });
  return backWith(request, "error", problem);
}

type LinkOutcome = "done" | "removed" | (typeof problems)[keyof typeof problems];

async function backWith(request: Request, type: "success" | "error", message: LinkOutcome): Promise<Response> {
  const t = await getTranslator(request, "settings");
  const headers = new Headers({ "Set-Cookie": await noticeToShow(type, t(`links.results.${message}`)) });
  headers.append("Set-Cookie", await clearedLinkingCookie(request));
  return redirect("/settings", { headers });
}
