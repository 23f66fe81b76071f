import { eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  type CallInput,
  cards,
  charges,
  customerOf,
  type PaymentCall,
  type PaymentScene,
  paymentScene,
} from "#tests/support/payment-scene";
import { realms } from "~/realms/realm";
import type { managedFamilyContracts } from "~/services/contracts/managed-families";
import { paymentContracts } from "~/services/contracts/payment";
import { customerAtProvider, findCustomer } from "./customers-store";
import { cancelOrder } from "./order-at-provider";
import { createStripeAccounts } from "./stripe-accounts";
import type { StripePorts } from "./stripe-port";
import { orders } from "./tables";

let scene: PaymentScene;

beforeAll(async () => {
  scene = await paymentScene();
});
afterEach(() => scene.standIn.faults.clear());
afterAll(() => scene.close());

const monthly = "price_family_month_se";
const yearly = "price_family_year_se";
const wish = { priceId: monthly, quantity: 1, name: "Ada Öberg", email: "ada@home.se.example", message: "Hej" };

describe("given a family that has just signed up", () => {
  it("then it orders, pays and reads the order by its browser session, and its subscription period starts", async () => {
    const { uid, browserSession } = await scene.signUp();
    const ordered = await scene.call("createOrder", { body: wish, browserSession }, null);
    expect(ordered.status).toBe(201);
    expect(ordered.body).toMatchObject({
      ...wish,
      status: "created",
      amount: 7900,
      vat: 1580,
      currency: "SEK",
      paymentIntent: { id: expect.stringMatching(/^pi_/), status: "requires_payment_method" },
      paymentStatus: { status: "requires_payment_method" },
    });
    expect(ordered.body.paymentIntent.client_secret).toContain(ordered.body.paymentIntent.id);
    expect((await scene.family(uid))?.period).toBeNull();

    await scene.pay(ordered.body);
    const { id } = ordered.body;
    const read = await scene.call("getOrder", { params: { id }, browserSession }, null);
    expect(read.body).toMatchObject({ status: "created", paymentStatus: { status: "succeeded" } });
    const settled = await scene.call("settleOrder", { params: { id }, browserSession }, null);
    expect(settled.body).toMatchObject({ status: "completed", paymentIntent: null, error: null });
    expect((await scene.family(uid))?.period).toMatchObject({ type: "fabel-consumer", isRunning: true });
    expect(await charges(scene, await customerOf(scene, uid))).toBe(1);
  });

  it.each(realms)("then it pays in the currency of %s", async (realm) => {
    const { email } = await scene.signUp(realm);
    const { body, status } = await scene.call("getProducts", {}, null, realm);
    expect(status).toBe(200);
    expect(body.prices.map(({ interval }: { interval: string }) => interval)).toEqual(["month", "year"]);
    const priceId = body.prices[0].id;
    const ordered = await scene.call("createOrder", { body: { ...wish, priceId } }, email, realm);
    expect(ordered.body.currency).toBe(body.prices[0].currency);
    expect(ordered.body.vat === 0).toBe(realm === "us");
  });

  it("then another browser session and another family get 404 for its order", async () => {
    const [own, other] = [await scene.signUp(), await scene.signUp()];
    const { body } = await scene.call("createOrder", { body: wish, browserSession: own.browserSession }, null);
    const read = { params: { id: body.id } };
    for (const name of ["getOrder", "settleOrder"] as const) {
      const replies = await Promise.all([
        scene.call(name, { ...read, browserSession: other.browserSession }, null),
        scene.call(name, { ...read, browserSession: "a-browser-session-that-registered-nobody" }, null),
        scene.call(name, read, null),
        scene.call(name, read, other.email),
      ]);
      expect(replies.map(({ status, body: { message } }) => [status, message])).toEqual(
        replies.map(() => [404, "Order not found"]),
      );
    }
    expect((await scene.call("getOrder", read, own.email)).status).toBe(200);
  });

  it.each(["1", "x".repeat(100), "00000000-0000-0000-0000-00000000000", "__proto__"])(
    "then an id that no order can have returns 404: %s",
    async (id) => {
      const { email } = await scene.signUp();
      for (const name of ["getOrder", "settleOrder"] as const) {
        expect((await scene.call(name, { params: { id } }, email)).status).toBe(404);
      }
    },
  );

  it("then an order without a token returns 401, also with an unknown browser session", async () => {
    expect((await scene.call("createOrder", { body: wish }, null)).status).toBe(401);
    const browserSession = "a-browser-session-that-registered-nobody";
    expect((await scene.call("createOrder", { body: wish, browserSession }, null)).status).toBe(401);
  });
});

describe("given an unpaid order", () => {
  it("then the same order repeated, concurrently or later, has the same payment", async () => {
    const { uid, email } = await scene.signUp();
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => scene.call("createOrder", { body: wish }, email)),
    );
    const again = await scene.call("createOrder", { body: { ...wish, name: "Ada" } }, email);
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const intents = [...replies, again].map(({ body }) => body.paymentIntent.id);
    expect(new Set(intents).size).toBe(1);
    await scene.pay(again.body);
    expect(await charges(scene, await customerOf(scene, uid))).toBe(1);
  });

  it("then an order of another plan cancels it, and its payment fails", async () => {
    const { uid, email } = await scene.signUp();
    const first = await scene.call("createOrder", { body: wish }, email);
    const second = await scene.call("createOrder", { body: { ...wish, priceId: yearly } }, email);
    expect(second.body).toMatchObject({ priceId: yearly, amount: 79000, status: "created" });
    await expect(scene.pay(first.body)).rejects.toThrow();
    const gone = await scene.call("getOrder", { params: { id: first.body.id } }, email);
    expect(gone.body).toMatchObject({ status: "canceled", paymentIntent: null });
    await scene.pay(second.body);
    await scene.call("settleOrder", { params: { id: second.body.id } }, email);
    expect(await charges(scene, await customerOf(scene, uid))).toBe(1);
  });

  it("then concurrent orders of two plans in several tabs are charged at most once", async () => {
    const { uid, email } = await scene.signUp();
    const replies = await Promise.all(
      [monthly, yearly, monthly, yearly].map((priceId) =>
        scene.call("createOrder", { body: { ...wish, priceId } }, email),
      ),
    );
    expect(replies.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const paid = await Promise.allSettled(
      replies.filter(({ status }) => status === 201).map(({ body }) => scene.pay(body)),
    );
    expect(paid.filter(({ status }) => status === "fulfilled").length).toBeLessThanOrEqual(1);
    expect(await charges(scene, await customerOf(scene, uid))).toBeLessThanOrEqual(1);
  });

  it("then cancelling it with a row that was read before its subscription was stored ends the subscription too", async () => {
    const { uid, email } = await scene.signUp();
    const { body } = await scene.call("createOrder", { body: wish }, email);
    const [row] = await scene.databases.eu.select().from(orders).where(eq(orders.id, body.id));
    const customer = customerAtProvider(await findCustomer(scene.databases.eu, "se", { userUid: uid }));
    if (!row || !customer) throw new Error("the order was not found");
    const port = createStripeAccounts(scene.environment).of("se");
    const payer = { database: scene.databases.eu, port, customer, cause: { requestId: "test", ipAddress: null } };
    const settlement = { settle: async () => undefined };
    await cancelOrder({ settlement }, payer, { ...row, subscriptionId: null, paymentIntentId: null });
    await expect(scene.pay(body)).rejects.toThrow();
    expect((await port.listSubscriptions(customer.stripeId)).map(({ status }) => status)).toEqual(["canceled"]);
  });

  it("then two declined cards followed by a good one are charged once", async () => {
    const { uid, email } = await scene.signUp();
    const { body } = await scene.call("createOrder", { body: wish }, email);
    for (const [card, decline_code] of [
      [cards.declined, "generic_decline"],
      [cards.insufficient, "insufficient_funds"],
    ] as const) {
      await expect(scene.pay(body, card)).rejects.toThrow();
      if (card === cards.insufficient) {
        // Before anything has settled, the order already has the last reason.
        const read = await scene.call("getOrder", { params: { id: body.id } }, email);
        expect(read.body).toMatchObject({ status: "failed", error: { decline_code } });
      }
      const settled = await scene.call("settleOrder", { params: { id: body.id } }, email);
      expect(settled.body).toMatchObject({ status: "failed", error: { code: "card_declined", decline_code } });
      const { rows } = await scene.databases.eu.execute(sql`select error from payment.orders where id = ${body.id}`);
      expect(rows).toMatchObject([{ error: { decline_code } }]);
      expect((await scene.family(uid))?.period).toBeNull();
    }
    const retried = await scene.call("createOrder", { body: wish }, email);
    expect(retried.body).toMatchObject({ id: body.id, status: "created", error: null });
    await scene.pay(retried.body);
    const settled = await scene.call("settleOrder", { params: { id: body.id } }, email);
    expect(settled.body.status).toBe("completed");
    expect(await charges(scene, await customerOf(scene, uid))).toBe(1);
  });

  it("then a card that requires 3-D Secure leaves the order unpaid", async () => {
    const { uid, email } = await scene.signUp();
    const { body } = await scene.call("createOrder", { body: wish }, email);
    await scene.pay(body, cards.threeDSecure);
    const settled = await scene.call("settleOrder", { params: { id: body.id } }, email);
    expect(settled.body).toMatchObject({ status: "created", paymentStatus: { status: "requires_action" } });
    expect((await scene.family(uid))?.period).toBeNull();
  });

  it("then it is cancelled after a day by a new order", async () => {
    const { email } = await scene.signUp();
    const first = await scene.call("createOrder", { body: wish }, email);
    scene.standIn.clock.advance(24 * 3600);
    const second = await scene.call("createOrder", { body: wish }, email);
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
    const old = await scene.call("getOrder", { params: { id: first.body.id } }, email);
    expect(old.body.status).toBe("canceled");
  });
});

describe("given a running subscription", () => {
  it("then another order returns 409 from both endpoints, and the paid order is completed", async () => {
    const { email } = await scene.signUp();
    const { body } = await scene.call("createOrder", { body: wish }, email);
    await scene.pay(body);
    const calls = [
      await scene.call("createOrder", { body: wish }, email),
      await scene.call("createSubscription", { body: { priceId: yearly } }, email),
    ];
    expect(calls.map(({ status, body: { error } }) => [status, error])).toEqual([
      [409, "subscription_runs"],
      [409, "subscription_runs"],
    ]);
    // The order was paid but not settled; the rejected order settles it.
    const paid = await scene.call("getOrder", { params: { id: body.id } }, email);
    expect(paid.body.status).toBe("completed");
  });
});

describe("given prices and coupons", () => {
  it("then the service computes the amount, less the coupon, and ignores the client's amount", async () => {
    const { email } = await scene.signUp();
    const { body } = await scene.call("createOrder", { body: { ...wish, couponId: "WELCOME20", amount: 1 } }, email);
    expect(body).toMatchObject({ amount: 6320, couponId: "WELCOME20" });
    const intent = await scene.stripe().paymentIntents.retrieve(body.paymentIntent.id);
    expect(intent.amount).toBe(6320);
  });

  it("then a coupon of 100 % waits until the order is confirmed, which completes it without a payment", async () => {
    const { uid, email } = await scene.signUp();
    const free = { ...wish, couponId: "FREE" };
    const { status, body } = await scene.call("createOrder", { body: free }, email);
    expect([status, body.status, body.amount, body.paymentIntent]).toEqual([201, "created", 0, null]);
    expect((await scene.family(uid))?.period ?? null).toBeNull();
    const pages = { successUrl: "http://localhost:3000/success", cancelUrl: "http://localhost:3000/cancel" };
    const confirmed = await scene.call("createCheckout", { body: { ...free, ...pages } }, email);
    expect(confirmed).toMatchObject({ status: 201, body: { url: pages.successUrl, order: { id: body.id } } });
    const { body: order } = await scene.call("getOrder", { params: { id: body.id } }, email);
    expect([order.status, order.amount, order.paymentIntent]).toEqual(["completed", 0, null]);
    expect((await scene.family(uid))?.period?.isRunning).toBe(true);
  });

  it.each([
    ["of another price", "YEAR10", "Invalid Coupon! It is for another plan."],
    ["that has expired", "OVER", "Invalid Coupon! It has expired."],
    ["that does not exist", "NOBODYS", "Invalid Coupon! There is no such code."],
  ])("then a coupon %s returns 400 'Invalid Coupon!'", async (_, couponId, reason) => {
    const { email } = await scene.signUp();
    const { status, body } = await scene.call("createOrder", { body: { ...wish, couponId } }, email);
    expect([status, body.error, body.message, body.details]).toEqual([
      ...[400, "ValidationError", "Invalid Coupon!"],
      [{ attribute: "couponId", reason }],
    ]);
  });

  it("then another country's price returns 400, and a price that was deactivated meanwhile returns 409", async () => {
    const { email } = await scene.signUp();
    const foreign = await scene.call("createOrder", { body: { ...wish, priceId: "price_family_month_fr" } }, email);
    expect([foreign.status, foreign.body.details[0].attribute]).toEqual([400, "priceId"]);
    const old = await scene.stripe().prices.create({
      ...{ currency: "sek", unit_amount: 5000, recurring: { interval: "month" }, product: "prod_family_month" },
    });
    await scene.stripe().prices.update(old.id, { active: false });
    scene.restart();
    const changed = await scene.call("createOrder", { body: { ...wish, priceId: old.id } }, email);
    expect([changed.status, changed.body.error]).toEqual([409, "price_changed"]);
    const { body } = await scene.call("getProducts", {}, null);
    expect(body.prices.map(({ id }: { id: string }) => id)).toEqual([monthly, yearly]);
  });

  it("then an invalid order returns 400 with all mistakes", async () => {
    const { email } = await scene.signUp();
    const bad = { priceId: "", quantity: 2, name: " ", email: "ada", message: "x".repeat(501) };
    const { status, body } = await scene.call("createOrder", { body: bad }, email);
    const attributes = body.details.map(({ attribute }: { attribute: string }) => attribute);
    expect([status, attributes.toSorted()]).toEqual([400, ["email", "message", "name", "priceId", "quantity"]]);
  });
});

describe("given a provider that fails", () => {
  it("and one lost response, then the request is repeated and one subscription is created", async () => {
    const { uid, email } = await scene.signUp();
    scene.standIn.faults.add({ kind: "lost", method: "POST", path: "/v1/subscriptions", times: 1 });
    const { status, body } = await scene.call("createOrder", { body: wish }, email);
    expect(status).toBe(201);
    const made = await scene.stripe().subscriptions.list({ customer: await customerOf(scene, uid), status: "all" });
    expect(made.data.map(({ id }) => id)).toEqual([body.subscriptionId]);
  });

  it("and three lost responses, then returns 503 with the error, and a later order reuses the subscription", async () => {
    const { uid, email } = await scene.signUp();
    await scene.call("createClientSecret", {}, email);
    scene.standIn.faults.add({ kind: "lost", method: "POST", path: "/v1/subscriptions", times: 3 });
    const failed = await scene.call("createOrder", { body: wish }, email);
    expect(failed).toMatchObject({
      status: 503,
      body: { error: "payment.create_order_failed", details: { type: "api_connection_error" } },
    });
    scene.standIn.faults.clear();
    const { body } = await scene.call("createOrder", { body: wish }, email);
    const made = await scene.stripe().subscriptions.list({ customer: await customerOf(scene, uid), status: "all" });
    expect(made.data.map(({ id }) => id)).toEqual([body.subscriptionId]);
  });

  it("and is unavailable, then other endpoints return 503, each with its own error code", async () => {
    const { email } = await scene.signUp();
    const { body } = await scene.call("createOrder", { body: wish }, email);
    scene.restart();
    scene.standIn.faults.add({ kind: "unavailable" });
    const id = body.id;
    const replies = {
      getOrder: await scene.call("getOrder", { params: { id } }, email),
      getProducts: await scene.call("getProducts", {}, null),
      createClientSecret: await scene.call("createClientSecret", {}, email),
      getCustomer: await scene.call("getCustomer", {}, email),
      getPaymentMethods: await scene.call("getPaymentMethods", {}, email),
      deletePaymentMethods: await scene.call("deletePaymentMethods", {}, email),
      getInvoices: await scene.call("getInvoices", {}, email),
      getSubscriptions: await scene.call("getSubscriptions", {}, email),
      changeCustomer: await scene.call(
        "changeCustomer",
        { body: { invoice_settings: { default_payment_method: "pm_1" } } },
        email,
      ),
    };
    expect(Object.fromEntries(Object.entries(replies).map(([name, reply]) => [name, reply.body.error]))).toEqual({
      getOrder: "payment.get_payment_status_failed",
      getProducts: "get_products_failed",
      createClientSecret: "create_client_secret_failed",
      getCustomer: "get_customer_failed",
      getPaymentMethods: "get_payment_methods_failed",
      deletePaymentMethods: "delete_payment_methods_failed",
      getInvoices: "get_invoices_failed",
      getSubscriptions: "get_customer_subscription_failed",
      changeCustomer: "update_customer_failed",
    });
    for (const { status, body: failed } of Object.values(replies)) {
      expect([status, typeof failed.details.type]).toEqual([503, "string"]);
    }
  });
});

describe("given a provider that returns no client secret", () => {
  /** Ports of the provider without client secrets in their results. */
  const withoutSecrets = (): StripePorts => {
    const ports = createStripeAccounts(scene.environment);
    const port = ports.of("se");
    return {
      has: ports.has,
      of: () => ({
        ...port,
        createSetupIntent: async (...given) => ({ ...(await port.createSetupIntent(...given)), clientSecret: null }),
        async createSubscription(...given) {
          const made = await port.createSubscription(...given);
          return { ...made, latestInvoice: made.latestInvoice && { ...made.latestInvoice, clientSecret: null } };
        },
      }),
    };
  };

  it("then createClientSecret and createOrder return 502", async () => {
    const { email } = await scene.signUp();
    scene.restart({ stripe: withoutSecrets() });
    const replies = [
      await scene.call("createClientSecret", {}, email),
      await scene.call("createOrder", { body: wish }, email),
    ];
    scene.restart();
    expect(replies.map(({ status, body }) => [status, body.error])).toEqual([
      [502, "cannot_create_client_secret"],
      [502, "payment.payment_intent_not_loaded"],
    ]);
  });
});

describe("order over HTTP", () => {
  const clientInfo = { ipAddress: "192.0.2.9", requestId: "test" };
  const post = (host: string, headers: Record<string, string>, body: object) =>
    scene.serve(
      new Request(`http://${host}/services/payment/order`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
      clientInfo,
    );

  it("given country, browser session and idempotency key in headers, then repeated requests create one order", async () => {
    const { browserSession } = await scene.signUp("fr");
    const body = { ...wish, priceId: "price_family_month_fr" };
    const headers = { "x-country": "fr", "x-browser-session": browserSession, "idempotency-key": "one-order" };
    const responses = [await post("localhost:3000", headers, body), await post("localhost:3000", headers, body)];
    const [first, second] = await Promise.all(responses.map((response) => response.json()));
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(second).toEqual(first);
    expect(first.currency).toBe("EUR");
    const elsewhere = await post("localhost:3000", { ...headers, "x-country": "no", "idempotency-key": "other" }, body);
    expect(elsewhere.status).toBe(401);
  });

  it("the OpenAPI document contains exactly the endpoints of the contracts, among them the coupon endpoint", async () => {
    const page = await scene.serve(new Request("http://se.localhost:3000/services/payment/openapi.json"), clientInfo);
    const { paths } = (await page.json()) as { paths: Record<string, object> };
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const contracts = Object.values(paymentContracts);
    const wanted = contracts.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
    expect(documented.toSorted()).toEqual(wanted.toSorted());
    expect(documented).toContain("POST /subscription-coupon/{id}");
  });
});

describe("given a country without Stripe keys", () => {
  it("then every endpoint that needs the provider returns 503 publishable_key_required, and a trial can be started", async () => {
    const { email } = await scene.signUp();
    const { body: order } = await scene.call("createOrder", { body: wish }, email);
    const pages = { successUrl: "http://localhost:3000/subscription", cancelUrl: "http://localhost:3000/subscription" };
    const params = { id: order.subscriptionId };
    // Withdrawals ask the provider only about a paid contract, and super users read what is stored here without it.
    type Withdrawing = "getWithdrawal" | "getStatements" | "withdraw" | "stateAboutContract";
    type Stored =
      | "getTrial"
      | "startTrial"
      | "recordConsent"
      | "getConsents"
      | "getPurchases"
      | keyof typeof managedFamilyContracts;
    type Reading = Exclude<PaymentCall, Stored | Withdrawing>;
    const inputs: Record<Reading, CallInput> = {
      getPaymentConfiguration: {},
      getProducts: {},
      createOrder: { body: wish },
      getOrder: { params: { id: order.id } },
      settleOrder: { params: { id: order.id } },
      getOpenOrder: {},
      cancelOrder: { params: { id: order.id } },
      createCheckout: { body: { ...wish, ...pages } },
      createCardCheckout: { body: pages },
      createClientSecret: {},
      getCustomer: {},
      changeCustomer: { body: { invoice_settings: { default_payment_method: "pm_1" } } },
      getPaymentMethods: {},
      deletePaymentMethods: {},
      getInvoices: {},
      getSubscriptions: {},
      createSubscription: { body: { priceId: monthly } },
      changeSubscription: { params, body: { cancel_at_period_end: true } },
      payOverdue: { params },
      pausePlan: { params, body: { months: 1 }, preview: "0d3a8a0e-7d2f-4f7e-9a51-6a5d0f2c1b11" },
      resumePlan: { params, preview: "0d3a8a0e-7d2f-4f7e-9a51-6a5d0f2c1b11" },
      previewSubscription: { body: { subscriptionId: order.subscriptionId, priceId: yearly } },
      addCoupon: { params, body: { couponId: "WELCOME20" } },
    };
    const without = { secretKeys: {}, publishableKeys: {}, webhookSecrets: {}, webhookSecret: null, apiBase: null };
    scene.restart({ environment: { ...without, jsUrl: null } });
    const names = Object.keys(inputs) as Array<keyof typeof inputs>;
    const replies = await Promise.all(names.map((name) => scene.call(name, inputs[name], email)));
    const event = { id: "evt_without_keys", object: "event" } as Stripe.Event;
    const webhook = await scene.sendEvent(event);
    const trialist = await scene.signUp();
    const offered = await scene.call("getTrial", {}, trialist.email);
    const trial = await scene.call("startTrial", {}, trialist.email);
    scene.restart();
    const { body } = await scene.call("getPaymentConfiguration", {}, null);
    expect(body).toEqual({ publishableKey: scene.standIn.publishableKey, scriptUrl: scene.standIn.jsUrl });
    const missing = [503, "publishable_key_required", "A Stripe publishable key is required."];
    expect(replies.map((reply, index) => [names[index], reply.status, reply.body.error, reply.body.message])).toEqual(
      names.map((name) => [name, ...missing]),
    );
    expect([webhook.status, (await webhook.json()).error]).toEqual([503, "publishable_key_required"]);
    expect([offered.body, trial.status]).toEqual([{ isOffered: true, endsOn: null }, 201]);
  });
});

it("given a provider that refuses the order, then our customer row is stored without the provider's id", async () => {
  const { uid, email } = await scene.signUp();
  scene.standIn.faults.add({ kind: "refused", method: "POST" });
  await scene.call("createOrder", { body: wish }, email);
  const { rows } = await scene.databases.eu.execute(
    sql`select stripe_id from payment.customers where user_uid = ${uid}`,
  );
  expect(rows).toEqual([{ stripe_id: null }]);
});
