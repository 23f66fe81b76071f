import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { nullIfUnavailable } from "~/clients/null-if-unavailable";
import type { FormResult } from "~/forms/form-result";
import { formResult } from "~/forms/form-result.server";
import { readForm } from "~/forms/read-form";
import { getTranslator } from "~/i18n/i18n.server";
import { retentionOf } from "~/realms/retention";
import { formMessages } from "~/services/contracts/form-messages";
import { ServiceError } from "~/services/contracts/service-error";
import { displayedAccount } from "~/session/displayed-account.server";
import { requireParent, type SignedIn } from "~/session/guard.server";
import { signOut } from "~/session/sign-in/sign-in.server";
import { redirectWithNotice } from "~/shell/notice.server";

/** The page on which a family deletes its account. docs/decisions/0089-deleted-families.md. */

export type DeleteAccountData = {
  /** Years for which the country has us keep invoices. */
  invoiceYears: number;
  /** Whether the family may still withdraw from its contract, and gets something back. */
  mayWithdraw: boolean;
  /** Whether a plan runs, which ends; also if that could not be read. */
  hasPlan: boolean;
  /** Whether nothing was paid for the plan, so that there is nothing to pay back. */
  isUnpaid: boolean;
  needsPassword: boolean;
};

export type DeleteAccountResult = FormResult;

const path = "/profile/delete";
const deleteAccountForm = z.object({
  currentPassword: z
    .string({ error: formMessages.mandatory })
    .min(1, formMessages.mandatory)
    .max(1024, formMessages.tooManyCharacters),
});

export async function loadDeleteAccount(backend: Backend, request: Request): Promise<DeleteAccountData> {
  const { person, needsPassword } = await requireOwnFamily(backend, request);
  const { payment } = backend.clients;
  const [found, plans] = await Promise.all([
    nullIfUnavailable(payment.getWithdrawal({}, person.credentials)),
    nullIfUnavailable(payment.getSubscriptions({}, person.credentials)),
  ]);
  const withdrawal = found?.body.withdrawal ?? null;
  return {
    invoiceYears: retentionOf(person.realm).invoiceYears,
    mayWithdraw: (withdrawal?.isOpen ?? false) && (withdrawal?.refund ?? 0) > 0,
    isUnpaid: withdrawal?.paid === 0,
    hasPlan: plans?.body.data.some(({ endedAt }) => endedAt === null) ?? true,
    needsPassword,
  };
}

/** Deletes the account and leads to the start page, where a notice says so. */
export async function submitDeleteAccount(backend: Backend, request: Request) {
  const { person, needsPassword } = await requireOwnFamily(backend, request);
  const formData = await request.clone().formData();
  const { submission } = readForm(formData, needsPassword ? deleteAccountForm : deleteAccountForm.partial());
  if (submission.status !== "success") return formResult(backend, null, { request, submission });
  try {
    await backend.clients.account.deleteAccount({ body: submission.value }, person.credentials);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const t = await getTranslator(request, "deletion");
    if (error.code === "reauthentication_required") {
      return redirectWithNotice(`/login?reauthenticate=true&redirect=${encodeURIComponent(path)}`, "info", t("again"));
    }
    if (error.status >= 500) return redirectWithNotice(path, "error", t("failed"));
    const isTooMuch = error.status === 429;
    const fieldErrors = isTooMuch ? { currentPassword: [formMessages.tooManyAttempts] } : undefined;
    return formResult(backend, error, { request, submission, fieldErrors });
  }
  backend.displayCache.drop(person.user.uid);
  const t = await getTranslator(request, "deletion");
  const response = await redirectWithNotice("/", "success", t("done"));
  response.headers.append("Set-Cookie", (await signOut(backend, request)).cookie);
  return response;
}

/** @throws Response 403 while acting as a family, 404 for everybody else */
async function requireOwnFamily(
  backend: Backend,
  request: Request,
): Promise<{ person: SignedIn; needsPassword: boolean }> {
  const person = await requireParent(backend, request);
  const { me } = await displayedAccount(person);
  if (me.family === null) throw new Response(null, { status: 404 });
  if (person.user.isImpersonated) throw new Response(null, { status: 403 });
  return { person, needsPassword: !me.hidePasswordChange };
}
