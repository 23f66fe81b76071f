import { redirect } from "@remix-run/node";
import { nullIfUnavailable } from "~/clients/null-if-unavailable";
import { getWiring } from "~/clients/wiring.server";
import { readForm } from "~/forms/read-form";
import { getTranslator } from "~/i18n/i18n.server";
import { escapeHtml } from "~/security/escape-html";
import { authContracts, type LinkInfo } from "~/services/contracts/auth";
import { ServiceError } from "~/services/contracts/service-error";
import { clearedLinkingCookie, linkingCookieHeader, linkingOf } from "~/session/cookies.server";
import { saveFormDraft } from "~/session/form-drafts/form-draft.server";
import { requireParent, type SignedIn } from "~/session/guard.server";
import { comeFromProvider } from "~/session/sign-in/external-sign-in.server";
import { reauthenticatePath } from "~/session/step-up/reauthenticate-path";
import { noticeToShow } from "~/shell/notice.server";

/** Linking one's account at a provider, for the browser's sake: there, back, a question, done. docs/security.md, line 10. */

export type LinksCard = {
  /** The sign-in service cannot be reached: nobody knows what is linked. */
  isUnavailable: boolean;
  links: LinkInfo[];
  /** Where one may link another account. */
  providers: string[];
  /** An account that came back and waits for a yes. */
  question: { provider: string; shown: string } | null;
  /** Which link was to be removed before its owner had to prove who they are; the page goes on with it. */
  removal: { issuer: string; subject: string } | null;
};

/**
 * null where there is nothing to link and nothing linked.
 * @param draft a form that its writer sent before they had to prove who they are
 */
export async function loadLinks(
  { credentials }: SignedIn,
  request: Request,
  draft: Record<string, string> | null,
): Promise<LinksCard | null> {
  const response = await nullIfUnavailable(getWiring().clients.auth.getLinks({}, credentials));
  if (response === null) return { isUnavailable: true, links: [], providers: [], question: null, removal: null };
  const { body } = response;
  if (body.data.length === 0 && body.providers.length === 0) return null;
  const linking = await linkingOf(request);
  const question = linking && "proof" in linking ? { provider: linking.provider, shown: linking.shown } : null;
  const isKept = ({ issuer, subject, isBySchool }: LinkInfo) =>
    !isBySchool && issuer === draft?.issuer && subject === draft.subject;
  const { issuer, subject } = body.data.find(isKept) ?? {};
  const removal = issuer !== undefined && subject !== undefined ? { issuer, subject } : null;
  return { isUnavailable: false, links: body.data, providers: body.providers, question, removal };
}

/** /settings/link/{provider}: to the provider. All that the attempt needs goes with the browser; nothing changes here. */
export async function goToLink(request: Request, provider: string): Promise<Response> {
  const { credentials } = await requireParent(request);
  try {
    const { body } = await getWiring().clients.auth.beginLink({ params: { provider } }, credentials);
    const state = new URL(body.location).searchParams.get("state") ?? "";
    const headers = { "Set-Cookie": await linkingCookieHeader(request, { attempt: body.attempt, state }) };
    return isEndOfForm(request) ? pageThatLeadsTo(body.location, headers) : redirect(body.location, { headers });
  } catch (error) {
    // Once proved, on to the provider at once: nobody presses the link a second time.
    return backWithProblem(error, request, `/settings/link/${provider}?proved=true`);
  }
}

/** Whether a form without script led here, in which one was proved again. */
function isEndOfForm({ url, headers }: Request): boolean {
  return new URL(url).searchParams.get("proved") === "true" && headers.get("sec-fetch-dest") === "document";
}

/** Our content policy lets no form end at another site, however many redirects lie between: a page of ours ends it, and leads on. */
function pageThatLeadsTo(location: string, headers: Record<string, string>): Response {
  const address = escapeHtml(location);
  const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${address}"><title>…</title>
<meta name="color-scheme" content="light dark"><a href="${address}">${new URL(location).host}</a>`;
  return new Response(page, { headers: { ...headers, "Content-Type": "text/html; charset=utf-8" } });
}

/** /login/with/{provider}/callback: one address for both, which providers know; the browser's own cookie says what it began. */
export async function comeBack(request: Request, provider: string): Promise<Response> {
  return (await isLinking(request)) ? comeToLink(request, provider) : comeFromProvider(request, provider);
}

/** Whether what came back from a provider answers a link that this browser began, and not a sign-in. */
async function isLinking(request: Request): Promise<boolean> {
  const linking = await linkingOf(request);
  const state = new URL(request.url).searchParams.get("state");
  return linking !== null && "state" in linking && linking.state !== "" && linking.state === state;
}

/** Back from the provider: nothing is linked before the person says that the account is theirs. */
async function comeToLink(request: Request, provider: string): Promise<Response> {
  const { credentials } = await requireParent(request);
  const linking = await linkingOf(request);
  const attempt = linking && "attempt" in linking ? linking.attempt : "";
  try {
    const answer = new URL(request.url).search;
    const { body } = await getWiring().clients.auth.finishLink(
      { params: { provider }, body: { attempt, answer } },
      credentials,
    );
    const cookie = await linkingCookieHeader(request, { ...body, provider });
    return redirect("/settings#links", { headers: { "Set-Cookie": cookie } });
  } catch (error) {
    return backWithProblem(error, request);
  }
}

/** The yes. */
export async function confirmLink({ credentials }: SignedIn, request: Request): Promise<Response> {
  const linking = await linkingOf(request);
  const proof = linking && "proof" in linking ? linking.proof : "";
  try {
    await getWiring().clients.auth.confirmLink({ body: { proof } }, credentials);
    return await backWith(request, "success", "done");
  } catch (error) {
    return backWithProblem(error, request);
  }
}

/** The no. */
export async function dropLink(request: Request): Promise<Response> {
  return redirect("/settings", { headers: { "Set-Cookie": await clearedLinkingCookie(request) } });
}

export async function removeLink(
  formData: FormData,
  { credentials, realm, user }: SignedIn,
  request: Request,
): Promise<Response> {
  const { submission } = readForm(formData, authContracts.removeLink.body);
  if (submission.status !== "success") throw new Response("Not a form of this page", { status: 400 });
  const body = submission.value;
  try {
    await getWiring().clients.auth.removeLink({ body }, credentials);
    return await backWith(request, "success", "removed");
  } catch (error) {
    if (!isProofMissing(error)) return backWithProblem(error, request);
    const draft = new FormData();
    for (const [name, value] of Object.entries(body)) draft.set(name, value);
    return backWithProblem(
      error,
      request,
      `/settings?draft=${await saveFormDraft(realm, user.uid, "/settings", draft)}`,
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

/** Proves anew who asks where that is what is missing, and leads `back` then; else says on the page what went wrong. */
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
  const headers = new Headers({ "Set-Cookie": await noticeToShow(type, t(`links.said.${message}`)) });
  headers.append("Set-Cookie", await clearedLinkingCookie(request));
  return redirect("/settings", { headers });
}
