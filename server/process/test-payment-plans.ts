import type { AccountSettings, Plan } from "#packages/stripe-stand-in/src/account";
import type { Realm } from "~/realms/realm";

/** What a demo sells: a country's plans in its language, with amounts in minor units of its currency, and a coupon of each kind. */

type Offer = { month: { name: string; amount: number }; year: { name: string; amount: number }; description: string };

const offers: Record<Realm, Offer> = {
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

export function testPaymentPlans(realm: Realm): Plan[] {
  const offered = offers[realm];
  return (["month", "year"] as const).map((interval) => ({
    product: `prod_family_${interval}`,
    price: `price_family_${interval}_${realm}`,
    ...offered[interval],
    description: offered.description,
    interval,
    lookupKey: `family_${interval}`,
    metadata: { realm, subscriptionType },
  }));
}

export const testPaymentCoupons: AccountSettings["coupons"] = [
  { id: "WELCOME20", name: "20 %", percent_off: "20", duration: "once" },
  {
    id: "HALF3",
    name: "50 % × 3",
    percent_off: "50",
    duration: "repeating",
    duration_in_months: "3",
    applies_to: { products: ["prod_family_month"] },
  },
  {
    id: "YEAR10",
    name: "10 %",
    percent_off: "10",
    duration: "forever",
    applies_to: { products: ["prod_family_year"] },
  },
  { id: "FREE", name: "100 %", percent_off: "100", duration: "once" },
  { id: "OVER", name: "–", percent_off: "30", duration: "once", redeem_by: "1577836800" },
];

/** What families type: a code for each coupon, one for first purchases, and one that a single family can redeem. */
export const testPaymentPromotionCodes: NonNullable<AccountSettings["promotionCodes"]> = [
  ...testPaymentCoupons.map(({ id }) => promotionCode(String(id), String(id))),
  promotionCode("NEW20", "WELCOME20", { restrictions: { first_time_transaction: "true" } }),
  promotionCode("ONCE20", "WELCOME20", { max_redemptions: "1" }),
];

function promotionCode(code: string, coupon: string, limits: AccountSettings["coupons"][number] = {}) {
  return { code, promotion: { type: "coupon", coupon }, ...limits };
}

function offer(month: string, monthAmount: number, year: string, yearAmount: number, description: string): Offer {
  return { month: { name: month, amount: monthAmount }, year: { name: year, amount: yearAmount }, description };
}
