import type { Backend } from "~/clients/backend";
import { guestCallContext, requestContextOf } from "~/clients/request-context.server";
import { requireSameOrigin } from "~/clients/same-origin.server";
import type { FormResult } from "~/forms/form-result";
import { formResult } from "~/forms/form-result.server";
import { readForm } from "~/forms/read-form";
import { getTranslator } from "~/i18n/i18n.server";
import { invalidLink, newPasswordPath } from "~/services/contracts/account";
import { ServiceError } from "~/services/contracts/service-error";
import { linkTokenOf } from "~/session/link-token.server";
import { redirectWithNotice } from "~/shell/notice.server";
import { newPasswordForm } from "./password-reset-forms";

/** The page that an email's reset link leads to: sets a new password. Decision 39. */

/** `username`: the account's; null if the link is invalid, used or expired. */
export type NewPasswordPage = { username: string | null };

export type NewPasswordResult = FormResult & {
  /** The link was invalid, used or expired when the form was submitted. */
  isInvalid?: boolean;
};

const linkToken = linkTokenOf("fabel_reset", newPasswordPath);

/** @throws Response a redirect that strips the token from the URL */
export async function loadNewPassword(backend: Backend, request: Request): Promise<NewPasswordPage> {
  await linkToken.takeFromAddress(request);
  const token = await linkToken.read(request);
  if (token === null) return { username: null };
  try {
    const context = guestCallContext(requestContextOf(request));
    const { body } = await backend.clients.account.readPasswordReset({ body: { token } }, context);
    return { username: body.username };
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return { username: null };
    throw error;
  }
}

export async function submitNewPassword(backend: Backend, request: Request) {
  requireSameOrigin(request);
  const { submission } = readForm(await request.clone().formData(), newPasswordForm);
  if (submission.status !== "success") return formResult(backend, null, { request, submission });
  const token = (await linkToken.read(request)) ?? "";
  const { clients, displayCache } = backend;
  try {
    const body = { token, password: submission.value.password };
    const response = await clients.account.resetPassword({ body }, guestCallContext(requestContextOf(request)));
    displayCache.drop(response.body.uid);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    const isPassword = error.details?.some(({ attribute }) => attribute === "password");
    if (error.code === invalidLink || !isPassword) {
      return formResult(backend, null, { request, submission, status: 400, extra: { isInvalid: true } });
    }
    const reasons = (error.details ?? []).map(({ reason }) => reason);
    return formResult(backend, null, { request, submission, fieldErrors: { password: reasons } });
  }
  const t = await getTranslator(request, "session");
  const response = await redirectWithNotice("/login", "success", t("newPassword.done"));
  response.headers.append("Set-Cookie", await linkToken.cleared(request));
  return response;
}
