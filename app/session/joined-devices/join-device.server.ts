import { redirectDocument } from "@remix-run/node";
import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { requestContextOf } from "~/clients/request-context.server";
import { requireSameOrigin } from "~/clients/same-origin.server";
import { formResult } from "~/forms/form-result.server";
import { readForm } from "~/forms/read-form";
import { getTranslator } from "~/i18n/i18n.server";
import { readBadge } from "~/services/contracts/badge";
import { deviceLinkField, joinedDeviceClient } from "~/services/contracts/device-link";
import { formMessages } from "~/services/contracts/form-messages";
import { ServiceError } from "~/services/contracts/service-error";
import { joinedCookieHeader, wasJoined } from "~/session/cookies.server";
import { rememberLastPerson } from "~/session/form-drafts/form-draft.server";
import { exchangeLinkCode, fetchLinkCode } from "~/session/sign-in/link-code.server";
import { beginSession, signOut } from "~/session/sign-in/sign-in.server";
import type { SignInProblem } from "~/session/sign-in/sign-in-methods";
import { loadSignInMethod, type SignInMethodPage } from "~/session/sign-in/sign-in-methods.server";
import { TokenRefused } from "~/session/sign-in/token-calls.server";
import { problemWithWait } from "~/session/wait-in-words";
import { noticeToShow } from "~/shell/notice.server";

/** A child's device is joined by a parent's link, whose code arrives in the address's fragment or is typed. docs/security.md, line 35. */

/** The page on which the device opens. */
const shelfPath = "/bookshelf";

export type JoinDevicePage = SignInMethodPage & {
  /** The browser was joined to a child, and a parent or the time has ended that. */
  hasEnded: boolean;
};

export async function loadJoinDevice(backend: Backend, request: Request): Promise<JoinDevicePage> {
  const page = await loadSignInMethod(backend, request);
  return { ...page, hasEnded: page.signedInName === null && (await wasJoined(request)) };
}

const codeForm = z.object({
  code: z
    .string({ error: formMessages.mandatory })
    .trim()
    .min(1, { error: formMessages.mandatory, abort: true })
    .max(500, { error: formMessages.tooManyCharacters, abort: true })
    .refine((text) => readBadge(text) !== null, formMessages.incorrectFormat),
});

/** Begins the device's session in place of the browser's. The link is used up even if the device is lost on the way. */
export async function joinDevice(backend: Backend, request: Request) {
  requireSameOrigin(request);
  const { submission } = readForm(await request.clone().formData(), codeForm);
  if (submission.status !== "success") return formResult(backend, null, { request, submission });
  const context = requestContextOf(request);
  try {
    const { code } = submission.value;
    const link = await fetchLinkCode(backend, context, joinedDeviceClient, { [deviceLinkField]: code });
    const tokens = await exchangeLinkCode(backend, context, link);
    const { uid } = await signOut(backend, request, { wholly: true });
    const headers = new Headers();
    if (uid) headers.append("Set-Cookie", await rememberLastPerson(backend, request, context.realm, uid));
    headers.append("Set-Cookie", await beginSession(backend, context, tokens));
    headers.append("Set-Cookie", await joinedCookieHeader(request));
    const t = await getTranslator(request, "session");
    headers.append("Set-Cookie", await noticeToShow("success", t("joining.done")));
    return redirectDocument(shelfPath, { headers });
  } catch (error) {
    if (!(error instanceof ServiceError) && !(error instanceof TokenRefused)) throw error;
    const problem = problemOf(error);
    const status = error instanceof ServiceError ? error.status : 400;
    const fieldErrors = { "": [error instanceof ServiceError ? problemWithWait(problem, error) : problem] };
    return formResult(backend, error, { request, submission, fieldErrors, status });
  }
}

const problems: readonly SignInProblem[] = ["invalid_device_link", "too_many_attempts", "unreachable"];

function problemOf({ code }: ServiceError | TokenRefused): SignInProblem {
  return problems.find((each) => each === code) ?? "failed";
}
