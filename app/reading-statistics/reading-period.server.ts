import { z } from "zod";
import { readQuery } from "~/forms/read-query";
import { addDays, dayIn, type Realm } from "~/realms/realm";
import { type PeriodChoice, periodChoices } from "./reading-period";

/** Which days a page of reading statistics shows, as its address says it. */

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

/** First and last day of a choice, today the last one by the country's calendar. */
export function daysOf(choice: PeriodChoice, realm: Realm, now: Date): { from: string; to: string } {
  const to = dayIn(realm, now);
  return { from: addDays(to, 1 - choice), to };
}
