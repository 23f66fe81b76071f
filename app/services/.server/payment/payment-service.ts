import { hkdfSync } from "node:crypto";
import type { Databases } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import type { Service } from "~/services/.server/dispatch/endpoint";
import type { DueMails } from "~/services/.server/mail/due-mails";
import type { paymentContracts } from "~/services/contracts/payment";
import { customerEndpoints } from "./customer-endpoints";
import type {
  CouponGuesses,
  PaymentParts,
  Registrations,
  StatementLimits,
  StripeEnvironment,
  SuperUserProofs,
} from "./deps";
import { endPayments, erasePayers, type Purchase, purchaseOf } from "./ended-payers";
import { managedFamilyEndpoints } from "./managed-family-endpoints";
import { orderEndpoints } from "./order-endpoints";
import { createOrders } from "./orders";
import { paymentMethodEndpoints } from "./payment-method-endpoints";
import { createPlans } from "./plans";
import { createReconciliation, type Reconciliation } from "./reconciliation";
import { type Cause, createSettlement } from "./settlement";
import { statementEndpoints } from "./statement-endpoints";
import { createStripeAccounts } from "./stripe-accounts";
import type { StripePorts } from "./stripe-port";
import { subscriptionEndpoints } from "./subscription-endpoints";
import { createTaxRates } from "./tax-rates";
import { trialEndpoints } from "./trial-endpoints";
import { webhookEndpoint } from "./webhooks";

export type PaymentDeps = {
  databases: Databases;
  environment: StripeEnvironment;
  sessionSecret: string;
  registrations: Registrations;
  couponGuesses: CouponGuesses;
  statementLimits: StatementLimits;
  proofs: SuperUserProofs;
  mails: Pick<DueMails, "sendTo">;
  report(error: unknown): void;
  /** The provider; created from the environment's keys by default. */
  stripe?: StripePorts;
};

export type Payment = {
  service: Service<typeof paymentContracts>;
  reconciliation: Reconciliation;
  /** For the account service: `giveUp` of the family's orders. */
  giveUpOrders(realm: Realm, uid: string, cause: Cause): Promise<void>;
  /** For the account service: ends the plan of a deleted family and removes its cards. */
  endPayments(realm: Realm, uid: string, cause: Cause): Promise<void>;
  /** For the account service: what a family bought last. */
  purchaseOf(realm: Realm, uid: string): Promise<Purchase | null>;
  /** Erases personal data, and ends the subscriptions of erased people. */
  erasePeople(realm: Realm, uids: string[]): Promise<void>;
};

/** The payment service. docs/product/shell.md#calls; docs/product/choices.md#payment. */
export function createPayment(deps: PaymentDeps): Payment {
  const { databases, environment, registrations, couponGuesses, statementLimits, proofs, mails, report } = deps;
  const stripe = deps.stripe ?? createStripeAccounts(environment);
  const settlement = createSettlement({ databases, stripe, mails, report });
  const addressKey = Buffer.from(hkdfSync("sha256", deps.sessionSecret, "", "fabel trials", 32));
  const plans = createPlans(stripe);
  const parts: PaymentParts = {
    databases,
    stripe,
    plans,
    taxRates: createTaxRates(stripe),
    environment,
    registrations,
    couponGuesses,
    statementLimits,
    proofs,
    settlement,
    mails,
    addressKey,
  };
  const orders = createOrders({ ...parts, report });
  const withOrders = { ...parts, orders };
  return {
    service: {
      name: "payment",
      endpoints: {
        ...orderEndpoints(withOrders),
        ...customerEndpoints(withOrders),
        ...paymentMethodEndpoints(withOrders),
        ...subscriptionEndpoints(withOrders),
        ...trialEndpoints(withOrders),
        ...statementEndpoints({ ...parts, report }),
        ...managedFamilyEndpoints(parts),
      },
      raw: [webhookEndpoint(parts)],
    },
    giveUpOrders: (realm, uid, cause) => orders.giveUp(realm, { uid }, cause),
    endPayments: (realm, uid, cause) => endPayments(withOrders, realm, uid, cause),
    purchaseOf: (realm, uid) => purchaseOf(parts, realm, uid),
    reconciliation: createReconciliation({ ...parts, report }),
    erasePeople: erasePayers(parts),
  };
}
