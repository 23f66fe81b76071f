import type { AccountSettings } from "./account";

/** An account to begin with: two plans and a coupon of each kind. @param changes what differs */
export function sampleAccount(changes: Partial<AccountSettings> = {}): AccountSettings {
  const metadata = { shop: "sample" };
  return {
    name: "sample",
    displayName: "A sample shop",
    country: "SE",
    locale: "sv-SE",
    currency: "sek",
    secretKey: "sk_test_stand_in_sample",
    publishableKey: "pk_test_stand_in_sample",
    webhooks: [],
    publicOrigin: "http://127.0.0.1",
    plans: [
      {
        product: "prod_month",
        price: "price_month",
        name: "Monthly plan",
        description: "Paid every month",
        interval: "month",
        amount: 7900,
        lookupKey: "month",
        metadata,
      },
      {
        product: "prod_year",
        price: "price_year",
        name: "Yearly plan",
        description: "Paid every year",
        interval: "year",
        amount: 79000,
        lookupKey: "year",
        metadata,
      },
    ],
    coupons: [
      { id: "WELCOME20", name: "20 %", percent_off: "20", duration: "once" },
      { id: "HALF3", name: "50 % × 3", percent_off: "50", duration: "repeating", duration_in_months: "3" },
      { id: "FREE", name: "100 %", percent_off: "100", duration: "once" },
      { id: "OVER", name: "–", percent_off: "30", duration: "once", redeem_by: "1577836800" },
    ],
    ...changes,
  };
}
