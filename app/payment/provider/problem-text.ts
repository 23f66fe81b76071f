import type { TFunction } from "i18next";
import type { ConfirmProblem } from "./confirm";

/** Error message for a failed payment: our text for the code, else the provider's message, else a general one. */
export function problemText(t: TFunction<"payment">, { code, message }: ConfirmProblem): string {
  const key = code.replaceAll(".", "_");
  return t(`errors.${key}`, { defaultValue: message || t("errors.payment_failed") });
}
