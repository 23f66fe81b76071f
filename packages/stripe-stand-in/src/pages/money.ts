/** Formats an amount in minor units for a language: `79,00 kr`. All currencies of the product have two decimals. */
export function writeAmount(amount: number, currency: string, tag: string): string {
  const options = { style: "currency", currency: currency.toUpperCase() } as const;
  return new Intl.NumberFormat(tag, options).format(amount / 100);
}

export function writeDate(seconds: number, tag: string): string {
  return new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" }).format(new Date(seconds * 1000));
}
