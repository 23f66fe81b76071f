import { useTranslation } from "react-i18next";
import { countryIsElsewhere, emailIsUsed } from "~/services/contracts/account";
import { dayIsOver } from "~/services/contracts/contract-statements";
import { formMessages } from "~/services/contracts/form-messages";
import { ownNamePassword } from "~/services/contracts/own-name-password";
import { couponRefusals, paymentMessages } from "~/services/contracts/payment-errors";
import { formatSignInReasons } from "~/session/sign-in/reason-messages";
import { signupMessages } from "./signup/signup-form";

/** Translation keys of service messages. */
const own: Record<string, string> = {
  [emailIsUsed]: "messages.emailIsUsed",
  [countryIsElsewhere]: "messages.countryIsElsewhere",
  [formMessages.tooCommon]: "messages.tooCommon",
  [ownNamePassword]: "messages.ownNamePassword",
  [dayIsOver]: "messages.dayIsOver",
  [signupMessages.privacyNotAccepted]: "messages.privacyNotAccepted",
  [signupMessages.tooManyAttempts]: "messages.tooManyAttempts",
  [signupMessages.notRegistered]: "messages.notRegistered",
  [paymentMessages.invalidCoupon]: "messages.invalidCoupon",
  [couponRefusals.unknown]: "messages.couponUnknown",
  [couponRefusals.expired]: "messages.couponExpired",
  [couponRefusals.otherPlan]: "messages.couponOtherPlan",
  [couponRefusals.usedUp]: "messages.couponUsedUp",
  [couponRefusals.inUse]: "messages.couponInUse",
  [couponRefusals.endsBefore]: "messages.couponEndsBefore",
  [couponRefusals.firstPurchase]: "messages.couponFirstPurchase",
  [paymentMessages.orderNotFound]: "messages.orderNotFound",
  [paymentMessages.paymentFailed]: "messages.paymentFailed",
  [paymentMessages.subscriptionsNotCreated]: "messages.subscriptionsNotCreated",
};

/** Translates reasons from schemas and services; untranslated ones stay unchanged. */
export function useReasons(): (reasons: readonly string[] | null | undefined) => string[] {
  const { t } = useTranslation("payment");
  const { t: tSession } = useTranslation("session");
  return (reasons) =>
    (reasons ?? []).flatMap((reason) => {
      const key = own[reason];
      return key !== undefined ? [t(key)] : formatSignInReasons(tSession, [reason]);
    });
}
