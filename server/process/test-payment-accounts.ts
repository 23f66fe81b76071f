import type { AccountSettings } from "#packages/stripe-stand-in/src/account";
import { bcp47, brandName, type Realm, realmRow, realms } from "~/realms/realm";
import { testPaymentCoupons, testPaymentPlans, testPaymentPromotionCodes } from "./test-payment-plans";

export type DemoAccounts = {
  settings: AccountSettings[];
  webhookSecret(realm: Realm): string;
  /** Keys and webhook secrets by environment variable. */
  environment: Record<string, string>;
};

type DemoAddresses = {
  /** Origin of the product, which receives the events; null to send none. */
  product: string | null;
  /** Origin of the product for a country's browsers. */
  publicOrigin(realm: Realm): string;
};

/** One account per country. The keys only work with a stand-in on this machine, so they are not secret. */
export function standInAccounts({ product, publicOrigin }: DemoAddresses): DemoAccounts {
  const webhookSecret = (realm: Realm) => `whsec_stand_in_${realm}`;
  const settings = realms.map((realm): AccountSettings => {
    const row = realmRow(realm);
    const url = `${product}/services/payment/webhooks/${realm}`;
    return {
      name: realm,
      displayName: brandName(row.brand),
      country: row.countryCode,
      locale: bcp47(row.locale),
      currency: row.currency.toLowerCase(),
      secretKey: `sk_test_stand_in_${realm}`,
      publishableKey: `pk_test_stand_in_${realm}`,
      webhooks: product ? [{ url, secret: webhookSecret(realm) }] : [],
      publicOrigin: publicOrigin(realm),
      plans: testPaymentPlans(realm),
      coupons: testPaymentCoupons,
      promotionCodes: testPaymentPromotionCodes,
    };
  });
  const environment = settings.flatMap(({ name, secretKey, publishableKey }) => {
    const end = name.toUpperCase();
    return [
      [`STRIPE_SECRET_KEY_${end}`, secretKey],
      [`STRIPE_PUBLISHABLE_KEY_${end}`, publishableKey],
      [`STRIPE_WEBHOOK_SECRET_${end}`, webhookSecret(name as Realm)],
    ];
  });
  return { settings, webhookSecret, environment: Object.fromEntries(environment) as Record<string, string> };
}
