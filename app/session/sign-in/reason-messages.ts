import type { TFunction } from "i18next";
import { readMessage } from "~/services/contracts/form-messages";

/**
 * Translates reasons of schemas and of the sign-in service: by `reasons` of the texts, which say more than a form of the control panel
 * does, else by `messages`; unknown ones remain unchanged.
 */
export function formatSignInReasons(t: TFunction<"session">, reasons: readonly string[] | undefined): string[] {
  return (reasons ?? []).map((reason) => {
    const text = t(`reasons.${reason}`, { defaultValue: "" });
    if (text !== "") return text;
    const message = readMessage(reason);
    return message ? t(`messages.${message.key}`, { ...message.values, defaultValue: reason }) : reason;
  });
}
