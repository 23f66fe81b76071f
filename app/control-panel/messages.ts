import type { TFunction } from "i18next";
import { readMessage } from "~/services/contracts/form-messages";

/** A reason from a schema or a service in the reader's language; what we have no words for stays as it came. */
export function sayReason(t: TFunction, reason: string): string {
  const message = readMessage(reason);
  return message ? t(`messages.${message.key}`, message.values) : reason;
}

/** The same for a list of reasons; nothing for none. */
export function sayReasons(t: TFunction, reasons: readonly string[] | null | undefined): string[] {
  return (reasons ?? []).map((reason) => sayReason(t, reason));
}
