import { readFile } from "node:fs/promises";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scriptVersion } from "./browser/version";
import { sampleAccount } from "./sample-account";
import { type StartedStandIn, startStandIn } from "./start";

let standIn: StartedStandIn;
let stripe: Stripe;
const account = sampleAccount();
const other = sampleAccount({ name: "other", secretKey: "sk_test_other", publishableKey: "pk_test_other" });
const monthly = "price_month";
const yearly = "price_year";

beforeAll(async () => {
  standIn = await startStandIn({ accounts: [account, other], port: 0 });
  stripe = connect(account.secretKey);
});
afterAll(() => standIn.close());

function connect(key: string): Stripe {
  const { hostname, port } = new URL(standIn.origin);
  return new Stripe(key, { host: hostname, port, protocol: "http", maxNetworkRetries: 0, telemetry: false });
}

const incomplete = {
  payment_behavior: "default_incomplete",
  payment_settings: { save_default_payment_method: "on_subscription" },
  expand: ["latest_invoice.confirmation_secret", "latest_invoice.payments"],
} as const;

/** Creates a family's subscription whose first invoice is not yet paid. */
async function begin(changes: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const customer = await stripe.customers.create({ email: "family@example.test", name: "A family" });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: monthly }],
    ...incomplete,
    expand: [...incomplete.expand],
    ...changes,
  });
  const invoice = subscription.latest_invoice as Stripe.Invoice;
  const intent = invoice.payments?.data[0]?.payment.payment_intent as string;
  return { customer, subscription, invoice, intent };
}

async function paid(card = "pm_card_visa", changes: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const begun = await begin(changes);
  await stripe.paymentIntents.confirm(begun.intent, { payment_method: card });
  return { ...begun, subscription: await stripe.subscriptions.retrieve(begun.subscription.id) };
}

async function errorOf(work: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Stripe.errors.StripeError);
  return error as Stripe.errors.StripeError;
}

describe("the API", () => {
  it("given a wrong key, then 401", async () => {
    const error = await errorOf(connect("sk_test_nobodys_key").customers.list());
    expect(error).toMatchObject({ statusCode: 401, type: "StripeAuthenticationError" });
  });

  it("given a secret key at the browsers' API, then 401", async () => {
    const response = await fetch(`${standIn.origin}/test-payments/v1/customers?key=${account.secretKey}`);
    expect(response.status).toBe(401);
  });

  it("given a browser, then an intent is 404 without its client secret and has no customer with it", async () => {
    const { intent, invoice } = await begin();
    const address = `${standIn.origin}/test-payments/v1/payment_intents/${intent}?key=${account.publishableKey}`;
    expect((await fetch(address)).status).toBe(404);
    const secret = invoice.confirmation_secret?.client_secret;
    const seen = (await (await fetch(`${address}&client_secret=${secret}`)).json()) as object;
    expect(seen).toMatchObject({ id: intent, status: "requires_payment_method" });
    expect(seen).not.toHaveProperty("customer");
  });

  it("the browser script has the release of the SDK and of stripe-js", async () => {
    const own = await readFile("node_modules/@stripe/stripe-js/src/shared.ts", "utf8");
    expect(/RELEASE_TRAIN: ReleaseTrain = '(\w+)'/.exec(own)?.[1]).toBe(scriptVersion);
    expect(Stripe.API_VERSION.endsWith(`.${scriptVersion}`)).toBe(true);
  });

  it("given another account's customer, then 404", async () => {
    const { id } = await stripe.customers.create({});
    expect(await errorOf(connect(other.secretKey).customers.retrieve(id))).toMatchObject({
      statusCode: 404,
      code: "resource_missing",
    });
  });

  it("given a repeated idempotency key, then the first reply again, or an error for other parameters", async () => {
    const options = { idempotencyKey: "one-customer" };
    const first = await stripe.customers.create({ name: "Once" }, options);
    const again = await stripe.customers.create({ name: "Once" }, options);
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true");
    expect(await errorOf(stripe.customers.create({ name: "Twice" }, options))).toMatchObject({
      type: "StripeIdempotencyError",
    });
  });

  it("given more objects than fit a page, then automatic paging returns all, newest first", async () => {
    const made = [];
    for (let index = 0; index < 5; index += 1)
      made.push((await stripe.customers.create({ email: "paged@example.test" })).id);
    const walked = await stripe.customers
      .list({ email: "paged@example.test", limit: 2 })
      .autoPagingToArray({ limit: 10 });
    expect(walked.map(({ id }) => id)).toEqual(made.reverse());
  });

  it("given an account's plans, then it begins with their prices, each with its metadata", async () => {
    const prices = await stripe.prices.list({ active: true, type: "recurring", expand: ["data.product"] });
    const plans = prices.data.map(({ recurring, currency, metadata }) => [recurring?.interval, currency, metadata]);
    const metadata = { shop: "sample" };
    expect(plans).toEqual([
      ["year", "sek", metadata],
      ["month", "sek", metadata],
    ]);
    expect(prices.data[1]).toMatchObject({ product: { name: "Monthly plan" } });
  });
});

describe("a subscription's first payment", () => {
  it("given default_incomplete, then the invoice is open and its intent requires a payment method", async () => {
    const { subscription, invoice, intent } = await begin();
    expect(subscription.status).toBe("incomplete");
    expect(invoice).toMatchObject({ status: "open", amount_due: 7900, billing_reason: "subscription_create" });
    const { status, client_secret } = await stripe.paymentIntents.retrieve(intent);
    expect(status).toBe("requires_payment_method");
    expect(invoice.confirmation_secret).toEqual({ client_secret, type: "payment_intent" });
  });

  it("given a valid card, then the subscription is active and the card is its default", async () => {
    const { subscription, customer } = await paid();
    expect(subscription.status).toBe("active");
    const methods = await stripe.paymentMethods.list({ customer: customer.id });
    expect(methods.data.map(({ id }) => id)).toEqual([subscription.default_payment_method]);
    expect(methods.data[0]?.card?.last4).toBe("4242");
  });

  it("given a declined and then a valid card, then one failed and one succeeded charge are listed", async () => {
    const { subscription, intent } = await begin();
    const error = await errorOf(stripe.paymentIntents.confirm(intent, { payment_method: "pm_card_chargeDeclined" }));
    expect(error).toMatchObject({ statusCode: 402, code: "card_declined", decline_code: "generic_decline" });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("incomplete");
    await stripe.paymentIntents.confirm(intent, { payment_method: "pm_card_visa" });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
    const charges = await stripe.charges.list({ payment_intent: intent });
    expect(charges.data.map(({ status }) => status)).toEqual(["succeeded", "failed"]);
  });

  it("given a confirmed intent, then a second confirmation returns 400", async () => {
    const { intent } = await paid();
    expect(await errorOf(stripe.paymentIntents.confirm(intent, { payment_method: "pm_card_visa" }))).toMatchObject({
      statusCode: 400,
      code: "payment_intent_unexpected_state",
    });
  });

  it("given a card that requires authentication, then the intent requires action", async () => {
    const { intent } = await begin();
    const waiting = await stripe.paymentIntents.confirm(intent, { payment_method: "pm_card_threeDSecure2Required" });
    expect(waiting.status).toBe("requires_action");
    expect(waiting.next_action?.type).toBe("use_stripe_sdk");
  });

  it.each([
    ["pm_card_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"],
    ["pm_card_chargeDeclinedExpiredCard", "expired_card", ""],
    ["pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc", ""],
    ["pm_card_chargeDeclinedProcessingError", "processing_error", ""],
  ])("given the card %s, then the error code is %s", async (card, code, declineCode) => {
    const { intent } = await begin();
    const error = await errorOf(stripe.paymentIntents.confirm(intent, { payment_method: card }));
    expect([error.code, error.decline_code]).toEqual([code, declineCode]);
  });

  it("given a coupon of 100 %, then the subscription is active without a card", async () => {
    const { subscription, invoice } = await begin({ discounts: [{ coupon: "FREE" }] });
    expect([subscription.status, invoice.status, invoice.amount_due]).toEqual(["active", "paid", 0]);
  });

  it("given an expired coupon, then the error code is coupon_expired", async () => {
    expect(await errorOf(begin({ discounts: [{ coupon: "OVER" }] }))).toMatchObject({ code: "coupon_expired" });
  });

  it("given a first invoice unpaid after a day, then the subscription expires and the invoice is void", async () => {
    const { subscription, invoice } = await begin();
    standIn.clock.advance(24 * 3600);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("incomplete_expired");
    expect((await stripe.invoices.retrieve(invoice.id)).status).toBe("void");
  });
});

describe("a running subscription", () => {
  it("given a month has passed, then the subscription is renewed and charged", async () => {
    const { subscription } = await paid();
    const [before] = subscription.items.data;
    standIn.clock.advance(32 * 24 * 3600);
    const renewed = await stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice"] });
    expect(renewed.items.data[0]?.current_period_start).toBe(before?.current_period_end);
    expect(renewed.latest_invoice).toMatchObject({ status: "paid", billing_reason: "subscription_cycle", total: 7900 });
  });

  it("given a card that fails at renewal, then the subscription is past_due and canceled 20 days later", async () => {
    const { subscription, customer } = await paid();
    const failing = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer.id });
    await stripe.subscriptions.update(subscription.id, { default_payment_method: failing.id });
    standIn.clock.advance(32 * 24 * 3600);
    const overdue = await stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice"] });
    expect(overdue.status).toBe("past_due");
    // A failed manual payment leaves the retry schedule unchanged.
    const invoice = overdue.latest_invoice as Stripe.Invoice;
    await expect(stripe.invoices.pay(invoice.id ?? "")).rejects.toMatchObject({ code: "card_declined" });
    const { attempt_count, next_payment_attempt } = invoice;
    expect(await stripe.invoices.retrieve(invoice.id ?? "")).toMatchObject({ attempt_count, next_payment_attempt });
    standIn.clock.advance(20 * 24 * 3600);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("canceled");
  });

  it("given a failed renewal and a new card, then the hosted invoice page takes the payment", async () => {
    const { subscription, customer } = await paid();
    const use = async (card: string) => {
      const { id } = await stripe.paymentMethods.attach(card, { customer: customer.id });
      await stripe.subscriptions.update(subscription.id, { default_payment_method: id });
    };
    await use("pm_card_chargeCustomerFail");
    standIn.clock.advance(32 * 24 * 3600);
    await use("pm_card_visa");
    const [invoice] = (await stripe.invoices.list({ customer: customer.id, status: "open" })).data;
    const address = String(invoice?.hosted_invoice_url);
    expect(await (await fetch(address)).text()).toContain('role="alert"');
    expect((await fetch(address, { method: "POST", redirect: "manual" })).status).toBe(303);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
    expect(await (await fetch(address)).text()).not.toContain("<form");
  });

  it("given cancel at period end, then the subscription ends, or continues if the cancellation was reverted", async () => {
    const [ending, renewing] = [await paid(), await paid()];
    for (const { subscription } of [ending, renewing]) {
      const cancelled = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
      expect(cancelled.cancel_at).toBe(subscription.items.data[0]?.current_period_end);
    }
    await stripe.subscriptions.update(renewing.subscription.id, { cancel_at_period_end: false });
    standIn.clock.advance(32 * 24 * 3600);
    expect((await stripe.subscriptions.retrieve(ending.subscription.id)).status).toBe("canceled");
    expect((await stripe.subscriptions.retrieve(renewing.subscription.id)).status).toBe("active");
  });

  it("given a change to the yearly plan, then the rest of the month is credited and the year charged", async () => {
    const { subscription } = await paid();
    const [item] = subscription.items.data;
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item?.id ?? "", price: yearly }],
      proration_behavior: "always_invoice",
      payment_behavior: "error_if_incomplete",
      expand: ["latest_invoice"],
    });
    const invoice = changed.latest_invoice as Stripe.Invoice;
    expect(changed.items.data[0]?.price.id).toBe(yearly);
    expect(invoice.status).toBe("paid");
    expect(invoice.lines.data.map(({ amount }) => amount)).toEqual([-7900, 79000]);
    expect(invoice.total).toBe(71100);
    const address = String(invoice.hosted_invoice_url);
    const page = await (await fetch(address, { headers: { "Accept-Language": "sv" } })).text();
    expect(page).toContain("<dt>Outnyttjad tid: Monthly plan</dt>");
    expect(page).not.toMatch(/time on|\(at /);
  });

  it("given a plan change whose payment fails, then 402 and the plan is unchanged", async () => {
    const { subscription, customer } = await paid();
    const failing = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer.id });
    await stripe.subscriptions.update(subscription.id, { default_payment_method: failing.id });
    const change = stripe.subscriptions.update(subscription.id, {
      items: [{ id: subscription.items.data[0]?.id ?? "", price: yearly }],
      proration_behavior: "always_invoice",
      payment_behavior: "error_if_incomplete",
    });
    expect(await errorOf(change)).toMatchObject({ statusCode: 402, code: "card_declined" });
    const after = await stripe.subscriptions.retrieve(subscription.id);
    expect([after.status, after.items.data[0]?.price.id]).toEqual(["active", monthly]);
  });

  it("given a change to the cheaper plan, then the difference is the customer's balance", async () => {
    const { subscription, customer } = await paid("pm_card_visa", { items: [{ price: yearly }] });
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: subscription.items.data[0]?.id ?? "", price: monthly }],
      proration_behavior: "always_invoice",
    });
    const { balance } = (await stripe.customers.retrieve(customer.id)) as Stripe.Customer;
    expect(balance).toBe(7900 - 79000);
  });

  it("given a coupon for three months, then the first three invoices are reduced", async () => {
    const { subscription } = await paid("pm_card_visa", { discounts: [{ coupon: "HALF3" }] });
    for (let month = 0; month < 4; month += 1) standIn.clock.advance(31 * 24 * 3600);
    const invoices = await stripe.invoices.list({ subscription: subscription.id });
    expect(invoices.data.map(({ total }) => total).reverse()).toEqual([3950, 3950, 3950, 7900, 7900]);
  });

  it("given an end of trial after the paid period, then nothing is charged until then, and a second one moves it", async () => {
    const { subscription } = await paid("pm_card_visa");
    const end = subscription.items.data[0]?.current_period_end ?? 0;
    const move = (trial_end: number | "now") =>
      stripe.subscriptions.update(subscription.id, {
        ...{ trial_end, proration_behavior: "none", expand: ["latest_invoice"] },
      });
    const moved = await move(end + 60 * 24 * 3600);
    expect(moved).toMatchObject({ status: "trialing", latest_invoice: { total: 0, status: "paid" } });
    expect(moved.items.data[0]?.current_period_end).toBe(end + 60 * 24 * 3600);
    const preview = await stripe.invoices.createPreview({ subscription: subscription.id });
    expect([preview.total, preview.lines.data[0]?.period.start]).toEqual([7900, end + 60 * 24 * 3600]);
    expect((await move(end + 24 * 3600)).items.data[0]?.current_period_end).toBe(end + 24 * 3600);
    expect(await move("now")).toMatchObject({ status: "active", latest_invoice: { total: 7900, status: "paid" } });
    const totals = (await stripe.invoices.list({ subscription: subscription.id })).data.map(({ total }) => total);
    expect(totals).toEqual([7900, 0, 7900]);
  });

  it("given a trial without a card that cancels at its end, then the subscription is canceled", async () => {
    const { subscription } = await begin({
      trial_period_days: 14,
      trial_settings: { end_behavior: { missing_payment_method: "cancel" } },
    });
    expect(subscription.status).toBe("trialing");
    standIn.clock.advance(15 * 24 * 3600);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("canceled");
  });

  it("given a trial with a card, then the card is charged when the trial ends", async () => {
    const customer = await stripe.customers.create({});
    const card = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id });
    const { subscription } = await begin({
      customer: customer.id,
      default_payment_method: card.id,
      trial_period_days: 14,
    });
    standIn.clock.advance(15 * 24 * 3600);
    const after = await stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice"] });
    expect(after.status).toBe("active");
    expect(after.latest_invoice).toMatchObject({ status: "paid", total: 7900 });
  });
});

describe("saved cards", () => {
  it("given a confirmed setup intent, then the card is listed until it is detached", async () => {
    const customer = await stripe.customers.create({});
    const intent = await stripe.setupIntents.create({ customer: customer.id, usage: "off_session" });
    const saved = await stripe.setupIntents.confirm(intent.id, { payment_method: "pm_card_mastercard" });
    expect(saved.status).toBe("succeeded");
    const listed = await stripe.paymentMethods.list({ customer: customer.id, type: "card" });
    expect(listed.data.map(({ card }) => card?.brand)).toEqual(["mastercard"]);
    await stripe.paymentMethods.detach(listed.data[0]?.id ?? "");
    expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toEqual([]);
  });

  it("given a declined card, then 402 with the setup intent in the error", async () => {
    const customer = await stripe.customers.create({});
    const intent = await stripe.setupIntents.create({ customer: customer.id });
    const error = await errorOf(stripe.setupIntents.confirm(intent.id, { payment_method: "pm_card_chargeDeclined" }));
    expect(error).toMatchObject({ statusCode: 402, code: "card_declined" });
    expect((error.raw as { setup_intent: Stripe.SetupIntent }).setup_intent.id).toBe(intent.id);
  });
});
