import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { guestCallContext, requestContextOf } from "~/clients/request-context.server";
import { requireSameOrigin } from "~/clients/same-origin.server";
import type { FormResult } from "~/forms/form-result";
import { formResult } from "~/forms/form-result.server";
import { readForm } from "~/forms/read-form";
import { getTranslator } from "~/i18n/i18n.server";
import { invalidLink, restoreAccountPath } from "~/services/contracts/account";
import { formMessages } from "~/services/contracts/form-messages";
import { emailField } from "~/services/contracts/person-fields";
import { ServiceError } from "~/services/contracts/service-error";
import { linkTokenOf } from "~/session/link-token.server";
import { redirectWithNotice } from "~/shell/notice.server";

/** Target page of the link in the mail about a deleted account. GET changes nothing, only the button does. */

/** `isTaken`: another person has the username now, so another address is asked for. `null`: the link is invalid, used or expired. */
export type RestoreAccountData = { account: { username: string; isTaken: boolean } | null };

export type RestoreAccountResult = FormResult;

const linkToken = linkTokenOf("fabel_restore", restoreAccountPath);
const restoreForm = z.object({ email: emailField.optional() });

/** @throws Response redirect that removes the token from the URL */
export async function loadRestoreAccount(backend: Backend, request: Request): Promise<RestoreAccountData> {
  await linkToken.takeFromAddress(request);
  const token = await linkToken.read(request);
  if (token === null) return { account: null };
  try {
    const context = guestCallContext(requestContextOf(request));
    const { body } = await backend.clients.account.readAccountRestoration({ body: { token } }, context);
    return { account: body };
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return { account: null };
    throw error;
  }
}

export async function submitRestoreAccount(backend: Backend, request: Request) {
  requireSameOrigin(request);
  const { submission } = readForm(await request.clone().formData(), restoreForm);
  if (submission.status !== "success") return formResult(backend, null, { request, submission });
  const token = (await linkToken.read(request)) ?? "";
  try {
    const body = { token, ...submission.value };
    const reply = await backend.clients.account.restoreAccount({ body }, guestCallContext(requestContextOf(request)));
    backend.displayCache.drop(reply.body.uid);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    // The page then says that the link is invalid.
    if (error.status !== 409 || error.code === invalidLink) {
      return formResult(backend, null, { request, submission, status: 400 });
    }
    const reason = submission.value.email === undefined ? formMessages.mandatory : formMessages.duplicate;
    return formResult(backend, null, { request, submission, fieldErrors: { email: [reason] } });
  }
  const t = await getTranslator(request, "deletion");
  const response = await redirectWithNotice("/login", "success", t("restore.done"));
  response.headers.append("Set-Cookie", await linkToken.cleared(request));
  return response;
}
