import { type StartedStandIn, startStandIn } from "#packages/stripe-stand-in/src/start";
import { standInAccounts } from "#server/process/test-payment-accounts";
import type { Realm } from "~/realms/realm";

export type StripeStandIn = Pick<StartedStandIn, "clock" | "faults" | "webhooks"> & {
  /** Value for STRIPE_API_BASE. */
  apiBase: string;
  /** Value for STRIPE_JS_URL. */
  jsUrl: string;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Keys of every country, by environment variable. */
  environment: Record<string, string>;
  close(): Promise<void>;
};

export type StandInOptions = {
  /** 0: any free port. */
  port: number;
  /** The country whose keys are returned; Sweden by default. */
  realm?: Realm;
  /** Events are sent to `/services/payment/webhooks/{realm}` below this origin; none without it. */
  product?: string;
  /** The folder in which the state is stored; in memory without it. */
  folder?: string;
};

/** Starts the stand-in for the payment provider in this process. */
export async function startStripeStandIn({
  port,
  realm = "se",
  product,
  folder,
}: StandInOptions): Promise<StripeStandIn> {
  const accounts = standInAccounts({ product: product ?? null, publicOrigin: () => `http://127.0.0.1:${port}` });
  const own = accounts.settings.find((each) => each.name === realm);
  if (!own) throw new Error(`There is no account for ${realm}`);
  const standIn = await startStandIn({ accounts: accounts.settings, port, folder: folder ?? null });
  const apiBase = standIn.origin;
  return {
    apiBase,
    jsUrl: `${apiBase}/test-payments/stripe.js`,
    secretKey: own.secretKey,
    publishableKey: own.publishableKey,
    webhookSecret: accounts.webhookSecret(realm),
    environment: {
      ...accounts.environment,
      STRIPE_API_BASE: apiBase,
      STRIPE_JS_URL: `${apiBase}/test-payments/stripe.js`,
    },
    clock: standIn.clock,
    faults: standIn.faults,
    webhooks: standIn.webhooks,
    close: () => standIn.close(),
  };
}
