import { createCache } from "~/caching/create-cache";
import { type Realm, realmRow, realms } from "~/realms/realm";
import type { StripePorts } from "./stripe-port";

/** The provider's tax rate of a country, which puts a line of VAT on its invoices. docs/decisions/0047-money-and-vat.md. */
export type TaxRates = {
  /** null where prices bear no VAT. */
  idOf(realm: Realm): Promise<string | null>;
};

/** What invoices call it, in the country's language. */
const names: Partial<Record<Realm, string>> = {
  ...{ de: "MwSt.", fi: "ALV", fr: "TVA", nl: "Btw", no: "MVA", se: "Moms", uk: "VAT" },
};

/** Milliseconds for which a rate is cached: it hardly ever changes. */
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
