import type { Databases } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import type { Plans } from "./plans";
import type { Receipts } from "./receipts";
import type { Settlement } from "./settlement";
import type { StripePorts } from "./stripe-port";
import type { TaxRates } from "./tax-rates";

/** Keys and addresses of the payment provider, from the environment. */
export type StripeEnvironment = {
  secretKeys: Partial<Record<Realm, string>>;
  publishableKeys: Partial<Record<Realm, string>>;
  webhookSecrets: Partial<Record<Realm, string>>;
  webhookSecret: string | null;
  apiBase: string | null;
  jsUrl: string | null;
};

/** Dependency on the account service: the family that a browser session registered. */
export type Registrations = {
  /** The uid; null if there is none. */
  findRegistered(realm: Realm, browserSession: string): Promise<string | null>;
};

export type PaymentParts = {
  databases: Databases;
  stripe: StripePorts;
  plans: Plans;
  taxRates: TaxRates;
  environment: StripeEnvironment;
  registrations: Registrations;
  settlement: Settlement;
  receipts: Receipts;
  /** HMAC key for digests of addresses that had a trial. */
  addressKey: Buffer;
};
