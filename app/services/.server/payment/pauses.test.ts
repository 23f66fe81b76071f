import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paidFamily } from "#tests/support/paid-family";
import { cards, type PaymentScene, paymentScene } from "#tests/support/payment-scene";
import { monthsAfter } from "~/realms/months-after";

import { createStripeAccounts } from "./stripe-accounts";

/** Pauses of a plan. docs/decisions/0093-pauses.md. */

let scene: PaymentScene;

beforeAll(async () => {
  scene = await paymentScene();
});
afterAll(() => scene.close());

const monthly = "price_family_month_se";
const yearly = "price_family_year_se";
const day = 24 * 3600;

/** A family that bought a plan some days ago. */
async function subscriber({ priceId = monthly, daysAgo = 0, couponId, isPaused = false }: Wish = {}) {
  scene.standIn.clock.advance(-daysAgo * day);
  const family = await paidFamily(scene, {
    ...{ priceId, couponId },
    async between({ subscriptionId }) {
      if (isPaused) await pauseThen(String(subscriptionId));
      scene.standIn.clock.advance(daysAgo * day);
    },
  });
  return { ...family, subscription: await subscriptionOf(family.email) };
}
type Wish = { priceId?: string; daysAgo?: number; couponId?: string; isPaused?: boolean };
type Subscriber = Awaited<ReturnType<typeof subscriber>>;

/** Pauses a plan at the time of the provider's clock, which the service does not have. */
async function pauseThen(id: string): Promise<void> {
  const port = createStripeAccounts(scene.environment).of("se");
  const found = await scene.stripe().subscriptions.retrieve(id);
  const pausedFrom = found.items.data[0]?.current_period_end ?? 0;
  await port.pause(id, { until: monthsAfter(pausedFrom, 2), pausedFrom }, `then-${id}`);
}

const subscriptionOf = async (email: string) => (await scene.call("getSubscriptions", {}, email)).body.data[0];
const preview = ({ email, subscription }: Subscriber, change: object) =>
  scene.call("previewSubscription", { body: { subscriptionId: subscription.id, ...change } }, email);

/** Shows what a pause leads to, and makes it. */
async function pause(family: Subscriber, months = 2) {
  const { body: shown } = await preview(family, { pauseMonths: months });
  const params = { id: family.subscription.id };
  const reply = await scene.call("pausePlan", { params, body: { months }, preview: shown.id }, family.email);
  return { shown, ...reply };
}
async function resume(family: Subscriber) {
  const { body: shown } = await preview(family, { resumes: true });
  const reply = await scene.call(
    "resumePlan",
    { params: { id: family.subscription.id }, preview: shown.id },
    family.email,
  );
  return { shown, ...reply };
}

const totals = async ({ customer }: Subscriber) =>
  (await scene.stripe().invoices.list({ customer })).data.map(({ total }) => total);
const endsOn = async ({ uid }: Subscriber) => (await scene.family(uid))?.period?.endsOn;
const mailsOf = async ({ uid }: Subscriber) => {
  const { rows } = await scene.databases.eu.execute<{ kind: string }>(
    sql`select kind from mail.due_mails where uid = ${uid} and state <> 'withheld' order by created_at, kind`,
  );
  return rows.map(({ kind }) => kind).filter((kind) => !["confirm-email", "payment-receipt"].includes(kind));
};
const seconds = (moment: string) => Date.parse(moment) / 1000;

describe("a pause", () => {
  it.each([
    ["a month", monthly, undefined, 7900],
    ["a year", yearly, undefined, 79000],
    ["a month with a coupon", monthly, "HALF3", 3950],
  ])(
    "of a plan of %s begins with the end of the paid time and moves the next payment",
    async (_, priceId, couponId, sum) => {
      const family = await subscriber({ priceId, couponId });
      const paidUntil = family.subscription.currentPeriodEnd;
      const { shown, status, body } = await pause(family);
      const next = new Date(monthsAfter(seconds(paidUntil), 2) * 1000).toISOString();
      expect(shown).toMatchObject({ amount: 0, credit: 0, nextPaymentAt: next, nextPaymentAmount: sum });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        ...{ pausedFrom: paidUntil, nextPaymentAt: next, nextPaymentAmount: sum, mayPause: false },
        cancellation: { endsAt: paidUntil, refund: 0 },
      });
      // Reading stops with the paid time: no day is added for a payment that is on its way.
      expect(await endsOn(family)).toBe(paidUntil.slice(0, 10));
      expect(await mailsOf(family)).toEqual(["plan-paused"]);
    },
  );

  it("ends by itself: a mail comes before, the card is charged, and reading goes on", async () => {
    const family = await subscriber();
    const { shown } = await pause(family, 1);
    const next = seconds(shown.nextPaymentAt);
    const early = new Date((next - 8 * day) * 1000);
    await scene.payment.reconciliation.nightly(early);
    expect(await mailsOf(family)).toEqual(["plan-paused"]);
    const late = new Date((next - 6 * day) * 1000);
    await scene.databases.eu.execute(sql`update payment.subscriptions set updated_at = ${early.toISOString()}`);
    for (let round = 0; round < 2; round += 1) await scene.payment.reconciliation.nightly(late);
    expect(await mailsOf(family)).toEqual(["plan-paused", "pause-ending"]);
    scene.standIn.clock.advance(next - scene.standIn.clock.now() + day);
    await scene.payment.reconciliation.nightly(new Date(scene.standIn.clock.now() * 1000));
    expect(await totals(family)).toEqual([7900, 0, 7900]);
    expect(await subscriptionOf(family.email)).toMatchObject({ status: "active", pausedFrom: null });
    expect(String(await endsOn(family)) > shown.nextPaymentAt.slice(0, 10)).toBe(true);
    expect(await mailsOf(family)).toEqual(["plan-paused", "pause-ending"]);
    scene.standIn.clock.advance(-(scene.standIn.clock.now() - Date.now() / 1000));
  });

  it("is taken back before it begins, then nothing is charged and the old date holds", async () => {
    const family = await subscriber();
    const before = { endsOn: await endsOn(family), next: family.subscription.nextPaymentAt };
    await pause(family, 3);
    const { shown, status, body } = await resume(family);
    expect(shown).toMatchObject({ amount: 0, nextPaymentAt: before.next, nextPaymentAmount: 7900 });
    expect([status, body]).toMatchObject([200, { pausedFrom: null, nextPaymentAt: before.next, paymentIntent: null }]);
    expect(await totals(family)).toEqual([0, 7900]);
    expect(await endsOn(family)).toBe(before.endsOn);
    expect(await mailsOf(family)).toEqual(["plan-paused", "pause-undone"]);
    // It may pause again.
    expect((await pause(family, 1)).status).toBe(200);
  });

  it("ends early after reading has stopped, then the shown sum is charged and a new period begins", async () => {
    const family = await subscriber({ daysAgo: 40, isPaused: true });
    expect((await subscriptionOf(family.email)).pausedFrom < new Date().toISOString()).toBe(true);
    const { shown, status, body } = await resume(family);
    expect(shown).toMatchObject({ amount: 7900, vat: 1580, nextPaymentAmount: 7900 });
    expect([status, body]).toMatchObject([200, { status: "active", pausedFrom: null, paymentIntent: null }]);
    expect(await totals(family)).toEqual([7900, 0, 7900]);
    expect(String(await endsOn(family)) > new Date().toISOString().slice(0, 10)).toBe(true);
    expect(await mailsOf(family)).toEqual(["plan-paused"]);
  });

  it("ends early with a card that the bank asks about, then the pause stays until the payment", async () => {
    const family = await subscriber({ daysAgo: 40, isPaused: true });
    const asking = await scene.stripe().paymentMethods.attach(cards.threeDSecure, { customer: family.customer });
    await scene.call(
      "changeCustomer",
      { body: { invoice_settings: { default_payment_method: asking.id } } },
      family.email,
    );
    const { status, body } = await resume(family);
    expect([status, body.paymentIntent?.status, body.status]).toEqual([200, "requires_action", "trialing"]);
    await scene.pay(body);
    const customers = await subscriptionOf(family.email);
    expect(customers).toMatchObject({ status: "active", pausedFrom: null, pendingPriceId: null });
  });

  it("of a plan that is cancelled in it ends with the time that was paid", async () => {
    const family = await subscriber();
    await pause(family);
    const params = { id: family.subscription.id };
    const { body } = await scene.call(
      "changeSubscription",
      { params, body: { cancel_at_period_end: true } },
      family.email,
    );
    expect(body).toMatchObject({ cancellation: { endsAt: family.subscription.currentPeriodEnd }, nextPaymentAt: null });
    expect(await endsOn(family)).toBe(family.subscription.currentPeriodEnd.slice(0, 10));
    const { rows } = await scene.databases.eu.execute<{ values: { until: { day: string } } }>(
      sql`select values from mail.due_mails where uid = ${family.uid} and kind = 'subscription-cancelled'`,
    );
    expect(rows[0]?.values.until.day).toBe(family.subscription.currentPeriodEnd.slice(0, 10));
  });

  it.each([
    ["a cancelled plan", { cancel_at_period_end: true }],
    ["a paused plan", null],
  ])("is refused for %s, and so is another plan during a pause", async (_, change) => {
    const family = await subscriber();
    const params = { id: family.subscription.id };
    if (change) await scene.call("changeSubscription", { params, body: change }, family.email);
    else await pause(family);
    const refused = { status: 409, body: { error: "pause_refused" } };
    expect(await preview(family, { pauseMonths: 1 })).toMatchObject(refused);
    if (!change) expect(await preview(family, { priceId: yearly })).toMatchObject(refused);
    if (!change) {
      const other = await scene.call("changeSubscription", { params, body: { priceId: yearly } }, family.email);
      expect(other).toMatchObject(refused);
    }
  });

  it("that a coupon does not outlast says so, and shows the sum without it", async () => {
    const family = await subscriber({ couponId: "HALF3", daysAgo: 1 });
    const shown = async (pauseMonths: number) => (await preview(family, { pauseMonths })).body;
    expect(await shown(1)).toMatchObject({ nextPaymentAmount: 3950, suspendedCoupon: null });
    expect(await shown(3)).toMatchObject({ nextPaymentAmount: 7900, suspendedCoupon: expect.any(String) });
  });

  it("is made once, and only as it was shown", async () => {
    const family = await subscriber();
    const params = { id: family.subscription.id };
    const { body: shown } = await preview(family, { pauseMonths: 1 });
    const make = (months: number) =>
      scene.call("pausePlan", { params, body: { months }, preview: shown.id }, family.email);
    expect(await make(3)).toMatchObject({ status: 409, body: { error: "preview_outdated" } });
    expect(
      (await scene.call("pausePlan", { params, body: { months: 4 }, preview: shown.id }, family.email)).status,
    ).toBe(400);
    const { body: again } = await preview(family, { pauseMonths: 1 });
    const both = await Promise.all(
      [1, 2].map(() => scene.call("pausePlan", { params, body: { months: 1 }, preview: again.id }, family.email)),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await mailsOf(family)).toEqual(["plan-paused"]);
  });
});
