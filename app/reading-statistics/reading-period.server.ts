import { z } from "zod";
import { readQuery } from "~/forms/read-query";
import { addDays, dayIn, type Realm } from "~/realms/realm";
import { type PeriodChoice, periodChoices } from "./reading-period";

/** Period of a page of reading statistics, from its query. */

const usual: PeriodChoice = 28;

const addressSchema = z.object({
  days: z.coerce
    .number()
    .transform((days): PeriodChoice => periodChoices.find((choice) => choice === days) ?? usual)
    .catch(usual),
});

export function readPeriod(parameters: URLSearchParams): PeriodChoice {
  return readQuery(parameters, addressSchema).days;
}

/** First and last day of a period that ends today, by the country's calendar. */
export function daysOf(choice: PeriodChoice, realm: Realm, now: Date): { from: string; to: string } {
  const to = dayIn(realm, now);
  return { from: addDays(to, 1 - choice), to };
}
