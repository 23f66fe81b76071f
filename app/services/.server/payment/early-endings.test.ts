import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paidFamily } from "#tests/support/paid-family";
import { type PaymentScene, paymentScene } from "#tests/support/payment-scene";

/** Yearly plans that renewed, in Germany. docs/decisions/0094-notice-after-the-first-year.md. */

let scene: PaymentScene;

beforeAll(async () => {
  scene = await paymentScene();
});
afterAll(() => scene.close());

const day = 24 * 3600;

/** A family whose yearly plan has renewed 65 days ago. */
async function subscriber() {
  scene.standIn.clock.advance(-430 * day);
  const between = () => scene.standIn.clock.advance(430 * day);
  const family = await paidFamily(scene, { realm: "de", priceId: "price_family_year_de", between });
  const { rows } = await scene.databases.eu.execute<{ number: string }>(
    sql`select number from payment.orders where id = ${family.order.id}`,
  );
  return { ...family, orderNumber: String(rows[0]?.number), plan: await planOf(family.email) };
}
type Subscriber = Awaited<ReturnType<typeof subscriber>>;

const planOf = async (email: string) => (await scene.call("getSubscriptions", {}, email, "de")).body.data[0];
const cancel = ({ email, plan }: Subscriber, isCancelled = true) =>
  scene.call(
    "changeSubscription",
    { params: { id: plan.id }, body: { cancel_at_period_end: isCancelled } },
    email,
    "de",
  );
const paidBack = async ({ customer }: Subscriber) => {
  const { data } = await scene.stripe("de").charges.list({ customer });
  return data.reduce((sum, charge) => sum + charge.amount_refunded, 0);
};
const hourly = async (inDays: number) =>
  scene.payment.reconciliation.hourly(new Date((scene.standIn.clock.now() + inDays * day) * 1000));
const mailed = async ({ uid }: Subscriber, kind: string) => {
  const { rows } = await scene.databases.eu.execute<{ values: Record<string, unknown> }>(
    sql`select values from mail.due_mails where uid = ${uid} and kind = ${kind} and state <> 'withheld'`,
  );
  return rows.map(({ values }) => values);
};

describe("a renewed year that is cancelled", () => {
  it("ends a month later, and what was shown is paid back then, once", async () => {
    const family = await subscriber();
    const { endsAt, refund } = family.plan.cancellation;
    expect(endsAt < family.plan.currentPeriodEnd).toBe(true);
    expect(refund).toBeGreaterThan(0);
    const { body } = await cancel(family);
    expect(body).toMatchObject({ cancel_at_period_end: true, cancellation: { refund } });
    expect(body.cancellation.endsAt.slice(0, 10)).toBe(endsAt.slice(0, 10));
    expect(await mailed(family, "subscription-cancelled")).toMatchObject([
      { until: { day: expect.stringMatching(/^20/) }, refund: { amount: refund, currency: "EUR" } },
    ]);
    await hourly(20);
    expect([(await planOf(family.email)).status, await paidBack(family)]).toEqual(["active", 0]);
    for (let round = 0; round < 2; round += 1) await hourly(32);
    expect([(await planOf(family.email)).status, await paidBack(family)]).toEqual(["canceled", refund]);
    expect(await mailed(family, "subscription-ended")).toMatchObject([{ refund: { amount: refund } }]);
  });

  it("and goes on again, then it runs on and nothing is paid back", async () => {
    const family = await subscriber();
    await cancel(family);
    await cancel(family, false);
    await hourly(32);
    const plan = await planOf(family.email);
    expect([plan.status, plan.cancel_at_period_end, await paidBack(family)]).toEqual(["active", false, 0]);
  });

  it("without signing in ends in the same way", async () => {
    const family = await subscriber();
    const stated = { name: "Ada Berg", orderNumber: family.orderNumber, email: family.email };
    await scene.call("stateAboutContract", { body: { kind: "cancellation", ...stated } }, null, "de");
    await hourly(0);
    const plan = await planOf(family.email);
    expect(plan).toMatchObject({
      cancel_at_period_end: true,
      cancellation: { refund: family.plan.cancellation.refund },
    });
    await hourly(32);
    expect(await paidBack(family)).toBe(family.plan.cancellation.refund);
  });

  it("and is paid back by hand meanwhile, then never more than was paid", async () => {
    const family = await subscriber();
    const { refund } = family.plan.cancellation;
    await cancel(family);
    const [payment] = (await scene.stripe("de").charges.list({ customer: family.customer })).data;
    const byHand = Number(payment?.amount) - refund + 100;
    await scene.stripe("de").refunds.create({ payment_intent: String(payment?.payment_intent), amount: byHand });
    await hourly(32);
    expect(await paidBack(family)).toBe(byHand + refund - 100);
  });

  it("and the provider fails after the plan has ended, then the next run pays back", async () => {
    const family = await subscriber();
    await cancel(family);
    scene.standIn.faults.add({ kind: "unavailable", method: "POST", path: "/v1/refunds", times: 3 });
    await hourly(32).catch(() => {});
    await hourly(32);
    expect(await paidBack(family)).toBe(family.plan.cancellation.refund);
  });

  it("and ends otherwise and is paid back by hand, then that is reported once, and left to super users", async () => {
    const family = await subscriber();
    await cancel(family);
    await scene.stripe("de").subscriptions.cancel(family.plan.id);
    const [payment] = (await scene.stripe("de").charges.list({ customer: family.customer })).data;
    await scene.stripe("de").refunds.create({ payment_intent: String(payment?.payment_intent) });
    await expect(hourly(32)).rejects.toThrow();
    await hourly(32);
    expect(await paidBack(family)).toBe(payment?.amount);
    const { rows } = await scene.databases.eu.execute(sql`select kind, status, stated->>'orderNumber' as number
      from payment.contract_statements where stated->>'orderNumber' = ${family.orderNumber}`);
    expect(rows).toEqual([{ kind: "cancellation", status: "failed", number: family.orderNumber }]);
  });
});
