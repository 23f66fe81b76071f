/** Periods in days that a page of reading statistics can show. */
export const periodChoices = [7, 28, 91, 365] as const;
export type PeriodChoice = (typeof periodChoices)[number];
