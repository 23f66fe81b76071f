import type { Account } from "./account";
import { createPrice, createProduct } from "./resources/catalog";
import { createCoupon } from "./resources/coupons";

/** Plans of a country in a demo: names in its language, amounts in minor units of its currency. */
type Offer = { month: { name: string; amount: number }; year: { name: string; amount: number }; description: string };

const offers: Record<string, Offer> = {
  de: offer("Fabel monatlich", 799, "Fabel jährlich", 7900, "Bücher zum Lesen und Hören für die ganze Familie"),
  fi: offer("Fabel kuukausittain", 799, "Fabel vuosittain", 7900, "Kirjoja koko perheen luettavaksi ja kuunneltavaksi"),
  fr: offer(
    "Fabulette au mois",
    799,
    "Fabulette à l’année",
    7900,
    "Des livres à lire et à écouter pour toute la famille",
  ),
  no: offer("Fabel per måned", 7900, "Fabel per år", 79000, "Bøker å lese og lytte til for hele familien"),
  nl: offer("Fabel per maand", 799, "Fabel per jaar", 7900, "Boeken om te lezen en te luisteren voor het hele gezin"),
  se: offer("Fabel per månad", 7900, "Fabel per år", 79000, "Böcker att läsa och lyssna på för hela familjen"),
  uk: offer("Fabel monthly", 699, "Fabel yearly", 6900, "Books to read and hear for the whole family"),
  us: offer("Fabel monthly", 799, "Fabel yearly", 7900, "Books to read and hear for the whole family"),
};

/** Subscription type of families; the name ends in `consumer`. docs/product/shell.md#users. */
const subscriptionType = "fabel-consumer";

const seededIds = {
  monthlyProduct: "prod_family_month",
  yearlyProduct: "prod_family_year",
  monthlyPrice: (account: string) => `price_family_month_${account}`,
  yearlyPrice: (account: string) => `price_family_year_${account}`,
};

/** Fills an empty account with two plans and coupons of each kind. */
export function seedAccount(account: Account): void {
  const { name, currency } = account.settings;
  const offered = offers[name];
  if (!offered || account.ledger.all("product").length > 0) return;
  const metadata = { realm: name, subscriptionType };
  for (const interval of ["month", "year"] as const) {
    const product = interval === "month" ? seededIds.monthlyProduct : seededIds.yearlyProduct;
    const { name: title, amount } = offered[interval];
    createProduct(account, { id: product, name: title, description: offered.description, metadata });
    const price = createPrice(account, {
      product,
      currency,
      unit_amount: String(amount),
      recurring: { interval },
      tax_behavior: "inclusive",
      lookup_key: `family_${interval}`,
      metadata,
    });
    const id = interval === "month" ? seededIds.monthlyPrice(name) : seededIds.yearlyPrice(name);
    account.ledger.remove(price.id);
    account.ledger.put({ ...price, id });
  }
  createCoupon(account, { id: "WELCOME20", name: "20 %", percent_off: "20", duration: "once" });
  createCoupon(account, {
    id: "HALF3",
    name: "50 % × 3",
    percent_off: "50",
    duration: "repeating",
    duration_in_months: "3",
    applies_to: { products: [seededIds.monthlyProduct] },
  });
  createCoupon(account, {
    id: "YEAR10",
    name: "10 %",
    percent_off: "10",
    duration: "forever",
    applies_to: { products: [seededIds.yearlyProduct] },
  });
  createCoupon(account, { id: "FREE", name: "100 %", percent_off: "100", duration: "once" });
  createCoupon(account, { id: "OVER", name: "–", percent_off: "30", duration: "once", redeem_by: "1577836800" });
}

function offer(month: string, monthAmount: number, year: string, yearAmount: number, description: string): Offer {
  return { month: { name: month, amount: monthAmount }, year: { name: year, amount: yearAmount }, description };
}
