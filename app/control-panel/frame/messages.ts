import type { TFunction } from "i18next";
import { readMessage } from "~/services/contracts/form-messages";

/** A reason from a schema or a service in the reader's language; what we have no words for stays as it came. */
export function sayReason(t: TFunction, reason: string): string {
  const message = readMessage(reason);
  if (!message) return reason;
  const { date, ...values } = message.values;
  if (date === undefined) return t(`messages.${message.key}`, values);
  const day = new Date(date);
  if (Number.isNaN(day.getTime())) return reason;
  // A day has no clock: any zone but its own could make it the one before.
  const formatParams = { date: { dateStyle: "long", timeZone: "UTC" } };
  return t(`messages.${message.key}`, { ...values, date: day, formatParams });
}

/** The same for a list of reasons; nothing for none. */
export function sayReasons(t: TFunction, reasons: readonly string[] | null | undefined): string[] {
  return (reasons ?? []).map((reason) => sayReason(t, reason));
}
