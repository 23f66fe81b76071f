import type { Backend } from "~/clients/backend";
import { formatReasons } from "~/forms/messages";
import { isFailure, reasonsOf, refusalOf } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import { formMessages } from "~/services/contracts/form-messages";
import { ServiceError } from "~/services/contracts/service-error";
import { redirectWithNotice } from "~/shell/notice.server";

/**
 * Redirects with an error notice; for actions without a field to show the error at. docs/product/control-panel.md#errors.
 * @throws Response for errors that a page cannot show, as `orThrowResponse` does
 */
export async function redirectWithError(
  backend: Backend,
  error: unknown,
  request: Request,
  to: string,
): Promise<Response> {
  const reasons = Object.values(reasonsOf(error) ?? {}).flat();
  if (error instanceof ServiceError && error.status === 409) reasons[0] ??= formMessages.conflict;
  if (reasons.length === 0) {
    const refusal = refusalOf(error, request);
    if (refusal instanceof Response) throw refusal;
    isFailure(backend, error);
    reasons.push(formMessages.errorOccurred);
  }
  const t = await getTranslator(request, "control-panel");
  return redirectWithNotice(to, "error", formatReasons(t, reasons).join(" "));
}
