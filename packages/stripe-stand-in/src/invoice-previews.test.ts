import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleAccount } from "./sample-account";
import { type StartedStandIn, startStandIn } from "./start";

let standIn: StartedStandIn;
let stripe: Stripe;
const account = sampleAccount();
const monthly = "price_month";
const yearly = "price_year";
const day = 24 * 3600;

beforeAll(async () => {
  standIn = await startStandIn({ accounts: [account], port: 0 });
  const { hostname, port } = new URL(standIn.origin);
  const address = { host: hostname, port, protocol: "http" } as const;
  stripe = new Stripe(account.secretKey, { ...address, maxNetworkRetries: 0, telemetry: false });
});
afterAll(() => standIn.close());

/** A customer with a card and a paid subscription. */
async function subscribe(price: string, coupon?: string) {
  const customer = await stripe.customers.create({});
  const { id: default_payment_method } = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id });
  const discounts = coupon ? [{ coupon }] : [];
  const { id } = await stripe.subscriptions.create({
    ...{ customer: customer.id, items: [{ price }], default_payment_method, discounts },
  });
  const subscription = await stripe.subscriptions.retrieve(id);
  const [item] = subscription.items.data;
  return { customer: customer.id, id, item: item?.id ?? "", start: item?.current_period_start ?? 0 };
}

/** The parameters of a change of plan, for its preview and for the change itself. */
const changeTo = (price: string, item: string) => ({
  items: [{ id: item, price }],
  proration_behavior: "always_invoice" as const,
});

const lines = (invoice: Stripe.Invoice) => invoice.lines.data.map(({ amount }) => amount);

describe("the preview of a change of plan", () => {
  it.each([
    [monthly, yearly, undefined],
    [yearly, monthly, undefined],
    [monthly, yearly, "HALF3"],
  ])("from %s to %s with coupon %s is what the change charges, whatever the time", async (from, to, coupon) => {
    const { customer, id, item, start } = await subscribe(from, coupon);
    const proration_date = start + 11 * day + 4321;
    standIn.clock.advance(11 * day + 4321);
    const change = changeTo(to, item);
    const preview = await stripe.invoices.createPreview({
      ...{ customer, subscription: id, subscription_details: { ...change, proration_date } },
    });
    standIn.clock.advance(9 * 60);
    const changed = await stripe.subscriptions.update(id, { ...change, proration_date, expand: ["latest_invoice"] });
    const charged = changed.latest_invoice as Stripe.Invoice;
    expect(lines(preview)).toEqual(lines(charged));
    expect([preview.amount_due, preview.total]).toEqual([charged.amount_due, charged.total]);
    expect(preview).toMatchObject({ status: "draft", number: null, id: expect.stringMatching(/^upcoming_in_/) });
  });

  it("credits what the period was charged after its coupon", async () => {
    const { id, item } = await subscribe(monthly, "HALF3");
    const change = changeTo(yearly, item);
    const preview = await stripe.invoices.createPreview({ subscription: id, subscription_details: change });
    // Of 79.00, 39.50 were paid; the coupon also halves the year.
    expect(lines(preview)).toEqual([-3950, 79000]);
    expect(preview.total).toBe(39500 - 3950);
  });

  it("stores, sends and redeems nothing", async () => {
    const { id, item } = await subscribe(monthly);
    const before = await stripe.subscriptions.retrieve(id);
    const state = async () => ({
      invoices: (await stripe.invoices.list({ subscription: id })).data.length,
      events: (await stripe.events.list({ limit: 1 })).data[0]?.id,
      redeemed: (await stripe.coupons.retrieve("HALF3")).times_redeemed,
    });
    const known = await state();
    const subscription_details = { items: [{ id: item, price: yearly }] };
    await stripe.invoices.createPreview({ subscription: id, subscription_details, discounts: [{ coupon: "HALF3" }] });
    expect(await state()).toEqual(known);
    expect(await stripe.subscriptions.retrieve(id)).toEqual(before);
  });
});

describe("the preview of the next payment", () => {
  it("is the renewal's sum while a coupon runs, and the full sum after it", async () => {
    const { id } = await subscribe(monthly, "HALF3");
    const next = async () => (await stripe.invoices.createPreview({ subscription: id })).amount_due;
    const sums = [];
    for (let month = 0; month < 3; month += 1) {
      const announced = await next();
      standIn.clock.advance(31 * day);
      const latest = (await stripe.invoices.list({ subscription: id, limit: 1 })).data[0];
      expect(latest?.amount_due).toBe(announced);
      sums.push(announced);
    }
    expect(sums).toEqual([3950, 3950, 7900]);
  });

  it("uses up a credit", async () => {
    const { id, item } = await subscribe(yearly);
    const change = changeTo(monthly, item);
    await stripe.subscriptions.update(id, change);
    expect(await stripe.invoices.createPreview({ subscription: id })).toMatchObject({ total: 7900, amount_due: 0 });
  });

  it("shows a coupon before it is redeemed, and the first payment of a new plan", async () => {
    const { id, customer } = await subscribe(monthly);
    const discounts = [{ coupon: "HALF3" }];
    expect((await stripe.invoices.createPreview({ subscription: id, discounts })).amount_due).toBe(3950);
    const subscription_details = { items: [{ price: yearly }] };
    expect((await stripe.invoices.createPreview({ customer, subscription_details, discounts })).amount_due).toBe(39500);
  });

  it("given a subscription that ends with its period, then there is none, unless it is continued", async () => {
    const { id } = await subscribe(monthly);
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await expect(stripe.invoices.createPreview({ subscription: id })).rejects.toMatchObject({
      code: "invoice_upcoming_none",
    });
    const subscription_details = { cancel_at_period_end: false };
    expect((await stripe.invoices.createPreview({ subscription: id, subscription_details })).amount_due).toBe(7900);
  });
});
