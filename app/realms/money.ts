import { bcp47, type Currency, type Locale, type Realm, realmRow } from "./realm";

/** Money in the currency's minor unit (cents, öre, pence): integers, to avoid rounding errors. docs/decisions/0047-money-and-vat.md. */
type Money = { amount: number; currency: Currency };

/** Minor units per unit: all supported currencies have two decimals. */
const minorUnits = 100;

/** Formats money for a locale, always with two decimals: `79,00 kr`, `€7.99`; less than nothing with a minus sign, not a hyphen. */
export function formatMoney({ amount, currency }: Money, locale: Locale): string {
  const options = { style: "currency", currency, minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(bcp47(locale), options).format(amount / minorUnits).replace("-", "\u2212");
}

/** Formats a VAT rate (in hundredths of a percent) for a locale: `25 %`, `25.5%`. */
export function formatVatRate(rate: number, locale: Locale): string {
  const options = { style: "percent", maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(bcp47(locale), options).format(rate / 10_000);
}

/** The VAT contained in a price, rounded half up to the minor unit; 0 if the country has none. Prices include VAT. */
export function vatIn(amount: number, realm: Realm): number {
  const { vatRate } = realmRow(realm);
  return vatRate === null ? 0 : Math.round((amount * vatRate) / (10_000 + vatRate));
}
