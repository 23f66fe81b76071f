import type { TFunction } from "i18next";
import { readMessage } from "~/services/contracts/form-messages";

/** Translates reasons of schemas and of the sign-in service; unknown ones remain unchanged. */
export function formatReasons(t: TFunction<"session">, reasons: readonly string[] | undefined): string[] {
  return (reasons ?? []).map((reason) => {
    const message = readMessage(reason);
    return message ? t(`messages.${message.key}`, message.values) : t(`reasons.${reason}`, { defaultValue: reason });
  });
}
