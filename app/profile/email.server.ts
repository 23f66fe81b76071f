import { redirect } from "@remix-run/node";
import type { z } from "zod";
import { getTranslator } from "~/i18n/i18n.server";
import { confirmEmailPath, invalidConfirmUrl } from "~/services/contracts/account";
import { ServiceError } from "~/services/contracts/service-error";
import type { SignedIn } from "~/session/guard.server";
import { redirectWithNotice } from "~/shell/notice.server";
import type { emailForm } from "./profile-forms";

/** Verifying and changing the user's email address. docs/product/control-panel.md#validation. */

function confirmUrlOf(request: Request): string {
  return new URL(confirmEmailPath, request.url).href;
}

/**
 * Requests a verification link for the user's address.
 * @returns false if the link's URL is rejected (InvalidInputError on confirmUrl)
 * @throws ServiceError for other errors
 */
export async function requestVerification(
  { backend, credentials, locale }: SignedIn,
  confirmUrl: string,
): Promise<boolean> {
  try {
    await backend.clients.account.requestEmailVerification({ body: { confirmUrl, locale } }, credentials);
    return true;
  } catch (error) {
    if (isInvalidConfirmUrl(error)) return false;
    throw error;
  }
}

function isInvalidConfirmUrl(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  const { attribute, reason } = invalidConfirmUrl;
  return (error.details ?? []).some((detail) => detail.attribute === attribute && detail.reason === reason);
}

export async function verifyEmail(person: SignedIn, request: Request): Promise<Response> {
  const t = await getTranslator(request, "account");
  try {
    const isSent = await requestVerification(person, confirmUrlOf(request));
    return isSent
      ? redirectWithNotice("/profile", "success", t("email.sent", { email: person.user.email }))
      : redirectWithNotice("/profile", "error", t("email.failed"));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return redirectWithNotice("/profile", "error", t(error.status === 429 ? "email.tooMany" : "email.failed"));
  }
}

/**
 * @throws ServiceError 400 ValidationError on email or currentPassword, 429
 * @throws Response redirect to the login page if the user has no password and must sign in again
 */
export async function changeEmail(
  values: z.output<typeof emailForm>,
  { backend, credentials, locale }: SignedIn,
  request: Request,
): Promise<Response> {
  try {
    await backend.clients.account.requestEmailChange(
      { body: { ...values, confirmUrl: confirmUrlOf(request), locale } },
      credentials,
    );
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "reauthentication_required") throw redirect("/login?reauthenticate=true&redirect=%2Fprofile");
    if (error.status < 500) throw error;
    const t = await getTranslator(request, "account");
    return redirectWithNotice("/profile", "error", t("email.failed"));
  }
  const t = await getTranslator(request, "account");
  return redirectWithNotice("/profile", "success", t("email.changeSent", { email: values.email }));
}
