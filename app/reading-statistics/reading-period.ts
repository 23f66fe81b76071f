import { dayIn, type Realm } from "~/realms/realm";

/** Which days a page of reading statistics shows, as its address says it. */

/** Last days that can be chosen. */
export const periodChoices = [7, 28, 91, 365] as const;
export type PeriodChoice = (typeof periodChoices)[number];
const usual: PeriodChoice = 28;

export function readPeriod(parameters: URLSearchParams): PeriodChoice {
  const asked = Number(parameters.get("days"));
  return periodChoices.find((choice) => choice === asked) ?? usual;
}

/** First and last day of a choice, today the last one by the country's calendar. */
export function daysOf(choice: PeriodChoice, realm: Realm, now: Date): { from: string; to: string } {
  const to = dayIn(realm, now);
  const first = new Date(`${to}T00:00:00Z`);
  first.setUTCDate(first.getUTCDate() - (choice - 1));
  return { from: first.toISOString().slice(0, 10), to };
}
