import { createCache } from "~/caching/create-cache";
import { type Realm, realmRow, realms } from "~/realms/realm";
import type { StripePorts } from "./stripe-port";

/** The provider's tax rate of a country, which adds VAT to its invoices. docs/decisions/0047-money-and-vat.md. */
export type TaxRates = {
  /** Null if prices include no VAT. */
  idOf(realm: Realm): Promise<string | null>;
};

/** Name of the tax on invoices, in the country's language. */
const names: Partial<Record<Realm, string>> = {
  ...{ de: "MwSt.", fi: "ALV", fr: "TVA", nl: "Btw", no: "MVA", se: "Moms", uk: "VAT" },
};

/** Milliseconds for which a rate is cached; it rarely changes. */
const ratesTtl = 60 * 60_000;

export function createTaxRates(stripe: Pick<StripePorts, "of">): TaxRates {
  const known = createCache<Promise<string>>({ name: "tax-rates", limit: realms.length, ttl: ratesTtl });
  return {
    async idOf(realm) {
      const { vatRate } = realmRow(realm);
      if (vatRate === null) return null;
      const vat = { name: names[realm] ?? "VAT", percentage: vatRate / 100 };
      const key = `vat-${realm}-${vatRate}`;
      return known.getOrMake(`${realm}-${vatRate}`, () => stripe.of(realm).ensureTaxRate(vat, key));
    },
  };
}
