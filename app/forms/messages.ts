import type { TFunction } from "i18next";
import { readMessage } from "~/services/contracts/form-messages";

/** Translates a reason from a schema or a service; unknown reasons are returned unchanged. */
export function formatReason(t: TFunction, reason: string): string {
  const message = readMessage(reason);
  if (!message) return reason;
  const { date, ...values } = message.values;
  if (date === undefined) return t(`messages.${message.key}`, values);
  const day = new Date(date);
  if (Number.isNaN(day.getTime())) return reason;
  // A date without a time is UTC midnight: formatting it in another zone could show the day before.
  const formatParams = { date: { dateStyle: "long", timeZone: "UTC" } };
  return t(`messages.${message.key}`, { ...values, date: day, formatParams });
}

/** The same for a list of reasons; empty for null. */
export function formatReasons(t: TFunction, reasons: readonly string[] | null | undefined): string[] {
  return (reasons ?? []).map((reason) => formatReason(t, reason));
}
