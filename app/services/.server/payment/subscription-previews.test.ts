import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paidFamily, subscriptionOf } from "#tests/support/paid-family";
import { cards, charges, type PaymentScene, paymentScene } from "#tests/support/payment-scene";
import { createStripeAccounts } from "./stripe-accounts";

/** What is shown before a change of a subscription is what the change charges. */

let scene: PaymentScene;

beforeAll(async () => {
  scene = await paymentScene();
});
afterAll(() => scene.close());

const monthly = "price_family_month_se";
const yearly = "price_family_year_se";
const day = 24 * 3600;

/** A family with a paid subscription. */
async function subscriber(priceId = monthly, couponId?: string) {
  const family = await paidFamily(scene, { priceId, couponId });
  return { ...family, subscription: await subscriptionOf(scene, family.email), params: { id: family.id } };
}
type Subscriber = Awaited<ReturnType<typeof subscriber>>;

const preview = ({ params, email }: Subscriber, change: object) =>
  scene.call("previewSubscription", { body: { subscriptionId: params.id, ...change } }, email);

const latestInvoice = async ({ customer }: Subscriber) => {
  const [invoice] = (await scene.stripe().invoices.list({ customer, limit: 1 })).data;
  return invoice;
};

it("a coupon that is in use is refused with the reason", async () => {
  const family = await subscriber(monthly, "HALF3");
  expect(await preview(family, { couponId: "HALF3" })).toMatchObject({
    status: 400,
    body: { details: [{ attribute: "couponId", reason: "Invalid Coupon! It is in use already." }] },
  });
});

describe("another plan", () => {
  it.each([
    ["month to year", monthly, yearly, undefined],
    ["month to year after half a price", monthly, yearly, "HALF3"],
    ["year to month", yearly, monthly, undefined],
    ["year to month with a coupon of the year", yearly, monthly, "YEAR10"],
  ])(
    "from %s, then the shown sum is charged minutes later, and the next payment is the announced one",
    async (_, from, to, couponId) => {
      const family = await subscriber(from, couponId);
      scene.standIn.clock.advance(9 * day + 777);
      const { status, body: shown } = await preview(family, { priceId: to });
      expect(status).toBe(201);
      scene.standIn.clock.advance(9 * 60);
      const change = { params: family.params, body: { priceId: to }, preview: shown.id };
      const changed = await scene.call("changeSubscription", change, family.email);
      expect(changed).toMatchObject({ status: 200, body: { items: [{ priceId: to }] } });
      const invoice = await latestInvoice(family);
      expect(invoice?.amount_due).toBe(shown.amount);
      expect(-(invoice?.lines.data[0]?.amount ?? 0)).toBe(shown.credit);
      expect(changed.body).toMatchObject({
        nextPaymentAmount: shown.nextPaymentAmount,
        nextPaymentAt: expect.stringContaining(shown.nextPaymentAt.slice(0, 10)),
      });
    },
  );

  it("credits at most what was paid for the time that is left", async () => {
    const family = await subscriber(monthly, "HALF3");
    const { body } = await preview(family, { priceId: yearly });
    expect(body).toMatchObject({ credit: 3950, amount: 79000 - 3950, vat: Math.round((79000 - 3950) / 5), balance: 0 });
  });

  it("to a cheaper plan, then charges nothing and says what is left for later payments", async () => {
    const family = await subscriber(yearly);
    const { body } = await preview(family, { priceId: monthly });
    expect(body).toMatchObject({ amount: 0, credit: 79000, balance: 79000 - 7900, nextPaymentAmount: 0 });
  });

  it("writes nothing at the provider", async () => {
    const family = await subscriber();
    const events = scene.standIn.webhooks.held().length;
    await preview(family, { priceId: yearly });
    expect(scene.standIn.webhooks.held()).toHaveLength(events);
    expect(await charges(scene, family.customer)).toBe(1);
  });
});

describe("a preview is refused with 409 preview_outdated, and nothing is charged,", () => {
  const outdated = { status: 409, body: { error: "preview_outdated" } };
  const accept = (family: Subscriber, id: string, priceId = yearly) =>
    scene.call("changeSubscription", { params: family.params, body: { priceId }, preview: id }, family.email);

  it("after ten minutes", async () => {
    const family = await subscriber();
    const { body } = await preview(family, { priceId: yearly });
    await scene.databases.eu.execute(
      sql`update payment.subscription_previews set created_at = now() - interval '10 minutes' where id = ${body.id}`,
    );
    expect(await accept(family, body.id)).toMatchObject(outdated);
    expect(await charges(scene, family.customer)).toBe(1);
  });

  it("after a coupon that changes its sum", async () => {
    const family = await subscriber();
    const { body } = await preview(family, { priceId: yearly });
    await scene.stripe().subscriptions.update(family.params.id, { discounts: [{ coupon: "YEAR10" }] });
    expect(await accept(family, body.id)).toMatchObject(outdated);
    expect(await charges(scene, family.customer)).toBe(1);
  });

  it("for another change, of another family, and unknown", async () => {
    const [family, other] = [await subscriber(), await subscriber()];
    const { body: theirs } = await preview(other, { priceId: yearly });
    const { body: own } = await preview(family, { cancel_at_period_end: false });
    for (const id of [theirs.id, own.id, "6f8f6a3e-6f5b-4a57-9c36-6b3a1e6d2f11"]) {
      expect(await accept(family, id)).toMatchObject(outdated);
    }
    expect(await charges(scene, family.customer)).toBe(1);
  });

  it("once it was used: two clicks at once charge once", async () => {
    const family = await subscriber();
    const { body } = await preview(family, { priceId: yearly });
    const replies = await Promise.all([accept(family, body.id), accept(family, body.id)]);
    // The second finds the preview used, or the plan in force already.
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, expect.toBeOneOf([200, 409])]);
    expect(await charges(scene, family.customer)).toBe(2);
    // The plan is in force: asking again changes nothing.
    expect((await accept(family, body.id)).status).toBe(200);
    expect(await charges(scene, family.customer)).toBe(2);
  });

  it("after a declined card", async () => {
    const family = await subscriber();
    const failing = await scene.stripe().paymentMethods.attach(cards.failsLater, { customer: family.customer });
    await scene.stripe().subscriptions.update(family.params.id, { default_payment_method: failing.id });
    const { body } = await preview(family, { priceId: yearly });
    expect((await accept(family, body.id)).status).toBe(402);
    expect(await accept(family, body.id)).toMatchObject(outdated);
  });
});

it("given a price that the provider replaces between page and press, then the change is refused with a reason, and nothing is charged", async () => {
  const family = await subscriber();
  const { id } = await scene.stripe().prices.create({
    ...{ product: "prod_family_year", currency: "sek", unit_amount: 70_000, recurring: { interval: "year" } },
    metadata: { realm: "se", subscriptionType: "fabel-consumer" },
  });
  const { body } = await preview(family, { priceId: id });
  // A price's amount never changes at the provider: it is replaced by another one.
  await scene.stripe().prices.update(id, { active: false });
  const input = { params: family.params, body: { priceId: id }, preview: body.id };
  expect(await scene.call("changeSubscription", input, family.email)).toMatchObject({
    ...{ status: 409, body: { error: "price_changed" } },
  });
  expect(await charges(scene, family.customer)).toBe(1);
});

describe("a coupon and going on", () => {
  it("charge nothing now, and show the next payment that then comes", async () => {
    const family = await subscriber();
    const { body: shown } = await preview(family, { couponId: "HALF3" });
    const next = { amount: 0, credit: 0, nextPaymentAmount: 3950, nextPaymentAt: family.subscription.currentPeriodEnd };
    expect(shown).toMatchObject({ ...next, couponId: "HALF3" });
    const given = { params: family.params, body: { couponId: "HALF3" }, preview: shown.id };
    expect((await scene.call("addCoupon", given, family.email)).body).toMatchObject({ nextPaymentAmount: 3950 });

    const cancel = { params: family.params, body: { cancel_at_period_end: true } };
    await scene.call("changeSubscription", cancel, family.email);
    const { body: goingOn } = await preview(family, { cancel_at_period_end: false });
    expect(goingOn).toMatchObject({ ...next, couponId: null });
    const undo = { params: family.params, body: { cancel_at_period_end: false }, preview: goingOn.id };
    expect((await scene.call("changeSubscription", undo, family.email)).body).toMatchObject({
      nextPaymentAmount: 3950,
    });
  });

  it("given a coupon that does not fit, then 400; the present plan, an ended subscription, another family's: no preview", async () => {
    const [family, other] = [await subscriber(), await subscriber()];
    expect((await preview(family, { couponId: "YEAR10" })).status).toBe(400);
    expect((await preview(family, { priceId: monthly })).status).toBe(409);
    expect((await preview(family, {})).status).toBe(400);
    expect((await preview({ ...family, params: other.params }, { priceId: yearly })).status).toBe(404);
    await scene.stripe().subscriptions.cancel(family.params.id);
    expect((await preview(family, { priceId: yearly })).status).toBe(409);
  });
});

it("given a coupon for three months, then each announced payment is the one that is charged", async () => {
  const family = await subscriber(monthly, "HALF3");
  const charged = [];
  for (let month = 0; month < 4; month += 1) {
    const { body } = await scene.call("getSubscriptions", {}, family.email);
    scene.standIn.clock.advance(31 * day);
    expect((await latestInvoice(family))?.amount_due).toBe(body.data[0].nextPaymentAmount);
    charged.push(body.data[0].nextPaymentAmount);
  }
  expect(charged).toEqual([3950, 3950, 7900, 7900]);
});

it("given a credit from an earlier plan, then a new order shows what its first invoice takes", async () => {
  const family = await subscriber(yearly);
  const { body: shown } = await preview(family, { priceId: monthly });
  const change = { params: family.params, body: { priceId: monthly }, preview: shown.id };
  await scene.call("changeSubscription", change, family.email);
  await scene.stripe().subscriptions.cancel(family.params.id);
  const { body: order } = await scene.call("createSubscription", { body: { priceId: yearly } }, family.email);
  expect(shown.balance).toBe(71100);
  expect(order).toMatchObject({ amount: 79000 - 71100, vat: (79000 - 71100) / 5 });
  expect((await latestInvoice(family))?.amount_due).toBe(order.amount);
});

it.each(["a pause that was undone", "an extension"])(
  "given %s, then a change of plan charges and credits nothing before the next payment, as shown",
  async (reason) => {
    const family = await subscriber();
    const end = family.subscription.currentPeriodEnd;
    const seconds = Date.parse(end) / 1000;
    const port = createStripeAccounts(scene.environment).of("se");
    if (reason === "an extension") await port.setNextPayment(family.id, seconds + 20 * day, `extended-${family.id}`);
    else {
      await port.pause(family.id, { until: seconds + 30 * day, pausedFrom: seconds }, `paused-${family.id}`);
      await port.setNextPayment(family.id, seconds, `undone-${family.id}`);
    }
    const { nextPaymentAt } = await subscriptionOf(scene, family.email);
    const { body: shown } = await preview(family, { priceId: yearly });
    expect(shown).toMatchObject({ amount: 0, vat: 0, credit: 0, balance: 0, nextPaymentAmount: 79000, nextPaymentAt });
    const input = { params: family.params, body: { priceId: yearly }, preview: shown.id };
    expect((await scene.call("changeSubscription", input, family.email)).status).toBe(200);
    expect(await charges(scene, family.customer)).toBe(1);
    expect(await subscriptionOf(scene, family.email)).toMatchObject({ nextPaymentAt, nextPaymentAmount: 79000 });
  },
);
