import { formatMoney } from "./money";
import { bcp47, type Currency, type Locale } from "./realm";

/** What a coupon takes off, and of which payments. */
export type CouponTerms = {
  percentOff: number | null;
  /** In the currency's minor unit. */
  amountOff: number | null;
  currency: Currency | null;
  /** `once`, `repeating` for some months, `forever`. */
  duration: string;
  /** Of a repeating one. */
  months: number | null;
};

/** What is left of an amount in minor units; shares are rounded to the minor unit as the provider does. */
export function amountAfterCoupon(
  amount: number,
  { percentOff, amountOff }: Pick<CouponTerms, "percentOff" | "amountOff">,
): number {
  return Math.max(0, amount - (amountOff ?? Math.round((amount * (percentOff ?? 0)) / 100)));
}

type CouponWords = { once: string; month: string; months: string; forever: string };

const english: CouponWords = {
  ...{ once: "{off} off one payment", month: "{off} off for 1 month", months: "{off} off for {n} months" },
  forever: "{off} off every payment",
};

const words: Record<Locale, CouponWords> = {
  de: {
    ...{ once: "{off} Rabatt auf eine Zahlung", month: "{off} Rabatt für einen Monat" },
    ...{ months: "{off} Rabatt für {n} Monate", forever: "{off} Rabatt auf jede Zahlung" },
  },
  fi: {
    ...{ once: "{off}:n alennus yhdestä maksusta", month: "{off}:n alennus kuukauden ajan" },
    ...{ months: "{off}:n alennus {n} kuukauden ajan", forever: "{off}:n alennus jokaisesta maksusta" },
  },
  fr: {
    ...{ once: "{off} de réduction sur un paiement", month: "{off} de réduction pendant 1\u00a0mois" },
    ...{ months: "{off} de réduction pendant {n}\u00a0mois", forever: "{off} de réduction sur chaque paiement" },
  },
  nb: {
    ...{ once: "{off} rabatt på én betaling", month: "{off} rabatt i én måned" },
    ...{ months: "{off} rabatt i {n} måneder", forever: "{off} rabatt på alle betalinger" },
  },
  nl: {
    ...{ once: "{off} korting op één betaling", month: "{off} korting gedurende één maand" },
    ...{ months: "{off} korting gedurende {n} maanden", forever: "{off} korting op elke betaling" },
  },
  sv: {
    ...{ once: "{off} rabatt på en betalning", month: "{off} rabatt i en månad" },
    ...{ months: "{off} rabatt i {n} månader", forever: "{off} rabatt på alla betalningar" },
  },
  "en-UK": english,
  "en-US": english,
};

/** A coupon in words: `50 % Rabatt für 3 Monate`. Its name at the provider is for the shop's own use. Null if it takes nothing off. */
export function couponText(
  { percentOff, amountOff, currency, duration, months }: CouponTerms,
  locale: Locale,
): string | null {
  const off =
    percentOff !== null
      ? new Intl.NumberFormat(bcp47(locale), { style: "percent", maximumFractionDigits: 2 }).format(percentOff / 100)
      : amountOff !== null && currency !== null
        ? formatMoney({ amount: amountOff, currency }, locale)
        : null;
  if (off === null) return null;
  const { once, month, months: some, forever } = words[locale];
  const text =
    duration === "once" ? once : duration === "forever" || months === null ? forever : months === 1 ? month : some;
  return text.replace("{off}", off).replace("{n}", String(months));
}
