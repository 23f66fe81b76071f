import type { TFunction } from "i18next";
import type { ConfirmProblem } from "./confirm";

/** A failed payment in the reader's language: our words for what we know, else the provider's, else that it failed. */
export function problemText(t: TFunction<"payment">, { code, message }: ConfirmProblem): string {
  const key = code.replaceAll(".", "_");
  return t(`errors.${key}`, { defaultValue: message || t("errors.payment_failed") });
}
