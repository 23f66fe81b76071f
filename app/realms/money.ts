import { bcp47, type Currency, type Locale, type Realm, realmRow } from "./realm";

/** Money in the currency's minor unit (cents, öre, pence): whole numbers, nothing is lost to rounding. docs/decisions/0047-money-and-vat.md. */
export type Money = { amount: number; currency: Currency };

/** Every currency of ours has two decimals. */
const minorUnits = 100;

/** As the locale writes it, always with two decimals: `79,00 kr`, `€7.99`. */
export function formatMoney({ amount, currency }: Money, locale: Locale): string {
  const options = { style: "currency", currency, minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(bcp47(locale), options).format(amount / minorUnits);
}

/** A VAT rate in hundredths of a percent as the locale writes it: `25 %`, `25.5%`. */
export function formatVatRate(rate: number, locale: Locale): string {
  const options = { style: "percent", maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(bcp47(locale), options).format(rate / 10_000);
}

/** The part of a price that is VAT, rounded half up to the minor unit; 0 where prices bear none. Prices include VAT. */
export function vatIn(amount: number, realm: Realm): number {
  const { vatRate } = realmRow(realm);
  return vatRate === null ? 0 : Math.round((amount * vatRate) / (10_000 + vatRate));
}
