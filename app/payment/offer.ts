import type { Price } from "~/services/contracts/payment";

/** A plan of a month and one of a year beside each other. docs/product/shell.md#limits. */

/** A plan with what it costs; amounts in the currency's minor unit. */
type OfferedPlan = Pick<Price, "id" | "amount" | "vat" | "currency">;

export type FamilyOffer = {
  month: OfferedPlan | null;
  year:
    | (OfferedPlan & {
        /** Of a month, rounded up: no month is said to cost less than it does. */
        perMonth: number;
        /** Compared with twelve months of the monthly plan; `part` is 0 to 1, rounded down to whole percents. null if nothing is saved. */
        saving: { amount: number; part: number } | null;
      })
    | null;
};

/** The cheapest plan that renews each month, and the cheapest that renews each year. */
export function offerOf(prices: readonly Price[]): FamilyOffer {
  const cheapest = (wanted: Price["interval"]) =>
    prices
      .filter(({ interval, intervalCount }) => interval === wanted && intervalCount === 1)
      .sort((one, other) => one.amount - other.amount)[0];
  const [month, year] = [cheapest("month"), cheapest("year")];
  return {
    month: month ? planOf(month) : null,
    year: year
      ? { ...planOf(year), perMonth: Math.ceil(year.amount / 12), saving: month ? savingOf(month, year) : null }
      : null,
  };
}

function planOf({ id, amount, vat, currency }: Price): OfferedPlan {
  return { id, amount, vat, currency };
}

function savingOf(month: Price, year: Price): { amount: number; part: number } | null {
  const amount = month.amount * 12 - year.amount;
  if (amount <= 0 || month.currency !== year.currency) return null;
  return { amount, part: Math.floor((amount * 100) / (month.amount * 12)) / 100 };
}
