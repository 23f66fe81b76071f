import { useTranslation } from "react-i18next";
import { countryIsElsewhere, emailIsUsed } from "~/services/contracts/account";
import { readMessage } from "~/services/contracts/form-messages";
import { paymentMessages } from "~/services/contracts/payment";
import { signupMessages } from "./signup/signup-form";

/** Translation keys of service messages. */
const own: Record<string, string> = {
  [emailIsUsed]: "messages.emailIsUsed",
  [countryIsElsewhere]: "messages.countryIsElsewhere",
  [signupMessages.privacyNotAccepted]: "messages.privacyNotAccepted",
  [signupMessages.tooManyAttempts]: "messages.tooManyAttempts",
  [signupMessages.notRegistered]: "messages.notRegistered",
  [paymentMessages.invalidCoupon]: "messages.invalidCoupon",
  [paymentMessages.orderNotFound]: "messages.orderNotFound",
  [paymentMessages.paymentFailed]: "messages.paymentFailed",
  [paymentMessages.subscriptionsNotCreated]: "messages.subscriptionsNotCreated",
};

/** Translates reasons from schemas and services; untranslated ones stay unchanged. */
export function useReasons(): (reasons: readonly string[] | null | undefined) => string[] {
  const { t } = useTranslation(["payment", "session"]);
  return (reasons) =>
    (reasons ?? []).map((reason) => {
      const key = own[reason];
      if (key !== undefined) return t(`payment:${key}`);
      const message = readMessage(reason);
      return message ? t(`session:messages.${message.key}`, { ...message.values, defaultValue: reason }) : reason;
    });
}
