import { redirect } from "@remix-run/node";
import type { Backend } from "~/clients/backend";
import { guestCallContext, requestContextOf } from "~/clients/request-context.server";
import { requireSameOrigin } from "~/clients/same-origin.server";
import { formResult } from "~/forms/form-result.server";
import { readForm } from "~/forms/read-form";
import { newPasswordPath } from "~/services/contracts/account";
import { ServiceError } from "~/services/contracts/service-error";
import { optionalUser } from "~/session/guard.server";
import { problemWithWait } from "~/session/wait-in-words";
import { forgotPasswordForm } from "./password-reset-forms";
import { forgotPasswordPath } from "./password-reset-paths";

/** Requests a link for a new password. The page does not reveal whether the account exists. docs/security.md, line 33. */

export type ForgotPasswordPage = {
  username: string;
  isSent: boolean;
  /** Path of the demo's outbox; null outside demo mode. */
  outbox: string | null;
};

export async function loadForgotPassword(backend: Backend, request: Request): Promise<ForgotPasswordPage> {
  const query = new URL(request.url).searchParams;
  const outbox = backend.environment.demo ? "/outbox" : null;
  return { username: query.get("username")?.slice(0, 255) ?? "", isSent: query.get("sent") === "true", outbox };
}

export async function submitForgotPassword(backend: Backend, request: Request) {
  requireSameOrigin(request);
  const { submission } = readForm(await request.clone().formData(), forgotPasswordForm);
  if (submission.status !== "success") return formResult(backend, null, { request, submission });
  const { locale } = await optionalUser(backend, request);
  const context = requestContextOf(request);
  const { username } = submission.value;
  const body = { username, resetUrl: context.origin + newPasswordPath, locale };
  try {
    await backend.clients.account.requestPasswordReset({ body }, guestCallContext(context));
    return redirect(`${forgotPasswordPath}?${new URLSearchParams({ sent: "true", username })}`);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const problem = error.status === 429 ? "too_many_attempts" : "unreachable";
    return formResult(backend, error, {
      request,
      submission,
      fieldErrors: { "": [problemWithWait(problem, error)] },
      status: error.status,
    });
  }
}
