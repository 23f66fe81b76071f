import Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sampleAccount } from "./sample-account";
import { type StartedStandIn, startStandIn } from "./start";

/** Renewals at the ends of months, and those that the bank wants confirmed. */

let standIn: StartedStandIn;
let stripe: Stripe;

beforeAll(async () => {
  const account = sampleAccount();
  standIn = await startStandIn({ accounts: [account], port: 0 });
  const { hostname, port } = new URL(standIn.origin);
  stripe = new Stripe(account.secretKey, { host: hostname, port, protocol: "http", maxNetworkRetries: 0 });
});
afterAll(() => standIn.close());

const day = 24 * 3600;

async function subscribe(card: string): Promise<{ id: string; customer: string }> {
  const customer = await stripe.customers.create({ email: "reader@example.test" });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: "price_month" }],
    payment_behavior: "default_incomplete",
    payment_settings: { save_default_payment_method: "on_subscription" },
    expand: ["latest_invoice.confirmation_secret"],
  });
  const { confirmation_secret } = subscription.latest_invoice as Stripe.Invoice;
  const intent = String(confirmation_secret?.client_secret).split("_secret_")[0] ?? "";
  await stripe.paymentIntents.confirm(intent, { payment_method: "pm_card_visa" });
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
  await stripe.subscriptions.update(subscription.id, { default_payment_method: method.id });
  return { id: subscription.id, customer: customer.id };
}

const endOf = async (id: string) =>
  (await stripe.subscriptions.retrieve(id)).items.data[0]?.current_period_end ?? Number.NaN;

it("given a month paid on 31 January, then it ends on the last day of February, and later months on their own", async () => {
  const now = new Date(standIn.clock.now() * 1000);
  const begin = Date.UTC(now.getUTCFullYear() + 1, 0, 31, 23, 30) / 1000;
  standIn.clock.advance(begin - standIn.clock.now());
  const { id } = await subscribe("pm_card_visa");
  const ends: string[] = [];
  for (let month = 0; month < 5; month += 1) {
    const end = await endOf(id);
    ends.push(new Date(end * 1000).toISOString().slice(5, 16));
    standIn.clock.advance(end - standIn.clock.now() + 60);
  }
  const lastOfFebruary = new Date(Date.UTC(now.getUTCFullYear() + 1, 2, 0)).getUTCDate();
  expect(ends).toEqual([`02-${lastOfFebruary}T23:30`, "03-31T23:30", "04-30T23:30", "05-31T23:30", "06-30T23:30"]);
});

it("given a renewal that the bank wants confirmed, then it waits without retries, and the plan ends after 15 days", async () => {
  const { id, customer } = await subscribe("pm_card_authenticationRequired");
  const paidUntil = await endOf(id);
  standIn.clock.advance(paidUntil - standIn.clock.now() + 60);
  const waiting = await stripe.subscriptions.retrieve(id, { expand: ["latest_invoice.payments"] });
  const invoice = waiting.latest_invoice as Stripe.Invoice;
  expect([waiting.status, invoice.status, invoice.next_payment_attempt, invoice.attempt_count]).toEqual([
    ...["past_due", "open", null, 1],
  ]);
  const intent = await stripe.paymentIntents.retrieve(String(invoice.payments?.data[0]?.payment.payment_intent));
  expect(intent.status).toBe("requires_action");
  const { data: events } = await stripe.events.list({ limit: 10 });
  const about = events.filter(({ data }) => (data.object as { customer?: string }).customer === customer);
  expect(about.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["invoice.payment_action_required", "invoice.payment_failed"]),
  );
  standIn.clock.advance(14 * day);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe("past_due");
  standIn.clock.advance(day);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe("canceled");
});
