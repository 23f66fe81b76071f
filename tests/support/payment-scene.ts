import { sql } from "drizzle-orm";
import Stripe from "stripe";
import { signature } from "#packages/stripe-stand-in/src/webhooks";
import type { Databases } from "~/db/.server/connect";
import { parseEnvironment } from "~/environment.server";
import { type Realm, regionOf } from "~/realms/realm";
import { secretBox } from "~/security/secret-box.server";
import { type Account, createAccount } from "~/services/.server/account/account-service";
import { type AuthService, createAuthService } from "~/services/.server/auth/auth-service";
import type { Caller } from "~/services/.server/directory/caller";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import { type Family, findFamily } from "~/services/.server/directory/people/families";
import { dispatch } from "~/services/.server/dispatch/dispatch";
import type { AnyService } from "~/services/.server/dispatch/endpoint";
import { createIdempotency } from "~/services/.server/dispatch/idempotency";
import { mountServices, type ServicesApp } from "~/services/.server/dispatch/mount";
import { createDueMails, type DueMails } from "~/services/.server/mail/due-mails";
import type { Mailer } from "~/services/.server/mail/mailer";
import { createPayment, type Payment, type PaymentDeps } from "~/services/.server/payment/payment-service";
import type { paymentContracts } from "~/services/contracts/payment";
import { ServiceError } from "~/services/contracts/service-error";
import { sessionSecret, testHosts } from "./auth-secrets";
import { callerOf } from "./callers";
import { testDatabases } from "./database";
import { type StripeStandIn, startStripeStandIn } from "./stripe-stand-in";

/** The payment service with its own databases and its own stand-in provider, which charges nothing. */

export type SentMail = { template: string; to: string; values: Record<string, unknown> };
export type Reply = {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any shape of the response
  body: any;
};
export type CallInput = {
  body?: unknown;
  params?: unknown;
  /** Authenticates instead of a token. */
  browserSession?: string;
  /** The accepted preview of a change. */
  preview?: string;
};
export type PaymentCall = keyof typeof paymentContracts;

export type PaymentScene = {
  databases: Databases;
  standIn: StripeStandIn;
  account: Account;
  auth: AuthService;
  payment: Payment;
  mails: SentMail[];
  /** Sends due mails, like the work of every minute. */
  dueMails: DueMails;
  reported: unknown[];
  /** Keys and URLs of the provider. */
  environment: PaymentDeps["environment"];
  serve: ServicesApp;
  stripe(realm?: Realm): Stripe;
  /** Signs up a family and returns its browser session. */
  signUp(realm?: Realm): Promise<{ uid: string; email: string; browserSession: string }>;
  /** Calls as a user with a token, or as a visitor. */
  call(name: PaymentCall, input: CallInput, username: string | null, realm?: Realm): Promise<Reply>;
  /** The browser's part: confirms a payment with one of the provider's test cards. @throws the provider's error for a declined one */
  pay(order: { paymentIntent: { id: string } | null }, card?: string, realm?: Realm): Promise<void>;
  family(uid: string, realm?: Realm): Promise<Family | null>;
  /** Sends one of the provider's events, signed like the provider's. */
  sendEvent(event: Stripe.Event, options?: EventOptions): Promise<Response>;
  /** The service in another process: it shares only the databases and the provider. */
  another(changes?: SceneChanges): PaymentProcess;
  /** Recreates the scene's own service. */
  restart(changes?: SceneChanges): void;
  close(): Promise<void>;
};

/** The payment parts of one process of the product. */
export type PaymentProcess = Pick<PaymentScene, "payment" | "call" | "sendEvent">;

/** Changed parts of a process; `mailer` is the mail server. */
export type SceneChanges = Partial<PaymentDeps> & { mailer?: Mailer };

export type EventOptions = { realm?: Realm; secret?: string; seconds?: number; body?: string };

/** The provider's signature of a webhook's body. */
export { signature };

/** Names of the provider's test cards. */
export const cards = {
  good: "pm_card_visa",
  declined: "pm_card_chargeDeclined",
  insufficient: "pm_card_chargeDeclinedInsufficientFunds",
  threeDSecure: "pm_card_threeDSecure2Required",
  failsLater: "pm_card_chargeCustomerFail",
  /** Always asks for confirmation, so a renewal waits for the family. */
  asksAgain: "pm_card_authenticationRequired",
  disputed: "pm_card_createDispute",
} as const;

const password = "tolv gröna bockar";

export async function paymentScene(): Promise<PaymentScene> {
  const databases = await testDatabases();
  // Nothing listens there: events are held back, and a test sends the ones it needs.
  const standIn = await startStripeStandIn({ port: 0, product: "http://127.0.0.1:9" });
  standIn.webhooks.faults.held = true;
  const environment = parseEnvironment(standIn.environment).stripe;
  const identity = createIdentityDirectory(databases);
  const smsSender = { sendCode: async () => undefined };
  const auth = createAuthService({ databases, identity, hosts: testHosts, sessionSecret, smsSender, providers: {} });
  const mails: SentMail[] = [];
  const reported: unknown[] = [];
  const mailer: Mailer = {
    send: async (template, { to }, values) => void mails.push({ template, to, values }),
  };
  const report = (error: unknown) => void reported.push(error);
  const mailsBy = (sender: Mailer) =>
    createDueMails({
      ...{ databases, mailer: sender, report },
      originOf,
      contractTextsOf: () => [],
      wants: async () => true,
    });
  const account = createAccount({
    ...{ databases, proofs: auth.proofs, mailer, profileErasers: [], report },
    giveUpOrders: (realm, uid, cause) => current.giveUpOrders(realm, uid, cause),
    endPayments: (realm, uid, cause) => current.endPayments(realm, uid, cause),
    purchaseOf: (realm, uid) => current.purchaseOf(realm, uid),
  });
  const registrations = { findRegistered: account.findRegistered };
  const { couponGuesses, statementLimits } = auth;
  const deps: PaymentDeps = {
    databases,
    environment,
    sessionSecret,
    registrations,
    couponGuesses,
    statementLimits,
    // What the auth service proves is tested there; callers of a test have not signed in.
    proofs: { requireFreshProof: async () => undefined, requireFactor: async () => undefined },
    mails: mailsBy(mailer),
    report,
  };
  const changed = ({ mailer: sender, ...changes }: SceneChanges) => ({
    ...deps,
    ...(sender ? { mails: mailsBy(sender) } : {}),
    ...changes,
  });
  const idempotency = createIdempotency(databases, secretBox(sessionSecret, "idempotency"));
  let families = 0;

  const serveOf = (payment: Payment): ServicesApp =>
    mountServices([payment.service as AnyService], { callers: auth.callers, idempotency, hosts: testHosts, report });

  function processOf(payment: () => Payment): PaymentProcess {
    const mounted = new WeakMap<Payment, ServicesApp>();
    const serve = (): ServicesApp => {
      const app = mounted.get(payment()) ?? serveOf(payment());
      mounted.set(payment(), app);
      return app;
    };
    return {
      get payment() {
        return payment();
      },
      async call(name, input, username, realm = "se") {
        const database = databases[regionOf(realm)];
        const caller = username === null ? visitor(realm) : await callerOf(database, username, { realm });
        return ask(payment().service as AnyService, name, input, caller);
      },
      sendEvent(event, { realm = "se", secret, seconds, body = JSON.stringify(event) } = {}) {
        const own = String(standIn.environment[`STRIPE_WEBHOOK_SECRET_${realm.toUpperCase()}`]);
        const signed = signature(body, secret ?? own, seconds ?? Math.floor(Date.now() / 1000));
        const headers = { "stripe-signature": signed, "content-type": "application/json" };
        const address = `http://${realm}.localhost:3000/services/payment/webhooks/${realm}`;
        const clientInfo = { ipAddress: "192.0.2.250", requestId: "webhook" };
        return serve()(new Request(address, { method: "POST", headers, body }), clientInfo);
      },
    };
  }

  let current = createPayment(deps);
  const own = processOf(() => current);
  return {
    databases,
    standIn,
    account,
    auth,
    get payment() {
      return current;
    },
    mails,
    dueMails: mailsBy(mailer),
    reported,
    environment,
    serve: (request, clientInfo) => serveOf(current)(request, clientInfo),
    stripe: stripeOf,
    call: own.call,
    sendEvent: own.sendEvent,

    async signUp(realm = "se") {
      families += 1;
      const email = `family${families}@home.${realm}.example`;
      const browserSession = `browser-session-of-a-family-that-signs-up-${families}`;
      const body = { firstname: "Ada", lastname: `Öberg ${families}`, email, password, country: realm };
      const headers = { "x-browser-session": browserSession };
      // why: each family signs up from a different address, so that none is rejected by the rate limit
      const from = { ...visitor(realm), ipAddress: `192.0.2.${families % 250}` };
      const reply = await dispatch(account.service, "register", { body, headers }, from);
      return { uid: (reply.body as { uid: string }).uid, email, browserSession };
    },

    async pay({ paymentIntent }, card = cards.good, realm = "se") {
      if (!paymentIntent) throw new Error("there is nothing to pay");
      await stripeOf(realm).paymentIntents.confirm(paymentIntent.id, { payment_method: card });
    },

    family: (uid, realm = "se") => findFamily(databases[regionOf(realm)], realm, { uid }),

    another(changes = {}) {
      const payment = createPayment(changed(changes));
      return processOf(() => payment);
    },

    restart(changes = {}) {
      current = createPayment(changed(changes));
    },

    close: () => standIn.close(),
  };

  function stripeOf(realm: Realm = "se"): Stripe {
    const { hostname, port } = new URL(standIn.apiBase);
    const key = String(standIn.environment[`STRIPE_SECRET_KEY_${realm.toUpperCase()}`]);
    return new Stripe(key, { host: hostname, port, protocol: "http", maxNetworkRetries: 0, telemetry: false });
  }
}

const originOf = (realm: Realm) => `https://${realm}.example`;

function visitor(realm: Realm): Caller {
  const from = { realm, region: regionOf(realm), origin: `http://${realm}.localhost:3000` };
  return { ...from, requestId: "test", ipAddress: "192.0.2.1", user: null };
}

/** Parses, authorises and handles as over HTTP; a ServiceError is returned as its status and serialised body. */
async function ask(
  service: AnyService,
  name: string,
  { body, params, browserSession, preview }: CallInput,
  caller: Caller,
): Promise<Reply> {
  const headers = {
    ...(browserSession === undefined ? {} : { "x-browser-session": browserSession }),
    ...(preview === undefined ? {} : { "x-subscription-preview": preview }),
  };
  try {
    const { status, body: responseBody } = await dispatch(service, name, { body, params, headers }, caller);
    const schema = service.endpoints[name]?.contract.responses[status];
    if (!schema) throw new Error(`${name} has no answer ${status}`);
    return { status, body: schema.parse(responseBody) };
  } catch (error) {
    if (error instanceof ServiceError) return { status: error.status, body: error.toJSON() };
    throw error;
  }
}

/** Number of a customer's successful charges. */
export async function charges(scene: PaymentScene, customer: string, realm: Realm = "se"): Promise<number> {
  const found = await scene.stripe(realm).charges.list({ customer, limit: 100 });
  return found.data.filter(({ status }) => status === "succeeded").length;
}

/** The provider's customer id of a family. */
export async function customerOf(scene: PaymentScene, uid: string, realm: Realm = "se"): Promise<string> {
  const { rows } = await scene.databases[regionOf(realm)].execute<{ id: string }>(
    sql`select stripe_id as id from payment.customers where user_uid = ${uid}`,
  );
  return String(rows[0]?.id);
}
