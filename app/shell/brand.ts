import type { Brand } from "~/realms/realm";

const names: Record<Brand, string> = { fabel: "Fabel", "fabel-france": "Fabulette" };

/** The product's name in a brand. A name is not translated. Spec 1, section 1: France is branded differently. */
export function brandName(brand: Brand): string {
  return names[brand];
}
