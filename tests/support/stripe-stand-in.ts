import { standInAccounts } from "#server/stripe-stand-in/demo-accounts";
import { type ListeningStandIn, listenStandIn } from "#server/stripe-stand-in/listen";
import { createStandIn, type StandIn } from "#server/stripe-stand-in/stand-in";
import type { Realm } from "~/realms/realm";

export type StripeStandIn = Pick<StandIn, "clock" | "faults" | "webhooks"> & {
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
  const standIn = createStandIn({ accounts: accounts.settings, folder: folder ?? null, files: null });
  const listening: ListeningStandIn = await listenStandIn(standIn, port);
  const own = accounts.settings.find((each) => each.name === realm);
  if (!own) throw new Error(`There is no account for ${realm}`);
  const apiBase = `http://127.0.0.1:${listening.port}`;
  for (const account of standIn.accounts) account.setPublicOrigin(apiBase);
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
    close: () => listening.close(),
  };
}
