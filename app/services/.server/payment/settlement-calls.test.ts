import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { customerOf, type PaymentScene, paymentScene } from "#tests/support/payment-scene";

/** What a settlement asks the provider: payments only where some may have been paid back. */

let scene: PaymentScene;

beforeAll(async () => {
  scene = await paymentScene();
});
afterAll(() => scene.close());

/** A family that has paid, of which all events were handled. */
async function subscriber() {
  const { uid, email } = await scene.signUp();
  const { body } = await scene.call("createSubscription", { body: { priceId: "price_family_month_se" } }, email);
  await scene.pay(body);
  const bought = takeEvents();
  for (const event of bought) await scene.sendEvent(event);
  const { data } = await scene.stripe().charges.list({ customer: await customerOf(scene, uid) });
  return { uid, email, subscriptionId: body.subscriptionId, charge: data[0]?.id ?? "", bought };
}

function takeEvents(): Stripe.Event[] {
  const events = scene.standIn.webhooks.held().map(({ event }) => event);
  scene.standIn.webhooks.drop();
  return events;
}

/** Paths of the calls that the stand-in gets meanwhile. */
async function callsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const calls = vi.spyOn(scene.standIn.faults, "meet");
  await work();
  const paths = calls.mock.calls.map(([, path]) => path.split("?")[0] ?? "");
  calls.mockRestore();
  return paths;
}

const ledgerOf = async (uid: string) => {
  const { rows } = await scene.databases.eu.execute(sql`select r.status, r.amount from payment.reversals r
    join payment.customers c on c.id = r.customer_id where c.user_uid = ${uid}`);
  return rows;
};

it("an event about a subscription or an invoice lists subscriptions and invoices, and no payments", async () => {
  const { subscriptionId } = await subscriber();
  await scene.stripe().subscriptions.update(subscriptionId, { cancel_at_period_end: true });
  const [event] = takeEvents();
  const calls = await callsDuring(() => scene.sendEvent(event as Stripe.Event));
  expect(calls).toEqual(["/v1/subscriptions", "/v1/invoices"]);
});

it("an event about a refund lists the payments, and what is read enters the ledger", async () => {
  const { uid, charge } = await subscriber();
  await scene.stripe().refunds.create({ charge, amount: 1900 });
  const event = takeEvents().find(({ type }) => type === "charge.refunded") as Stripe.Event;
  expect(await callsDuring(() => scene.sendEvent(event))).toContain("/v1/charges");
  expect(await ledgerOf(uid)).toEqual([{ status: "succeeded", amount: 1900 }]);
});

it("a settlement that is overtaken by one that read no payments still writes its refunds", async () => {
  const { uid, email, subscriptionId, charge } = await subscriber();
  await scene.stripe().refunds.create({ charge, amount: 1900 });
  const refunded = takeEvents().find(({ type }) => type === "charge.refunded") as Stripe.Event;
  await scene.stripe().subscriptions.update(subscriptionId, { cancel_at_period_end: true });
  const [updated] = takeEvents();
  // The settlement of the refund has read the provider when the other one begins, and writes after it.
  let isOvertaken = false;
  const meet = scene.standIn.faults.meet;
  const calls = vi.spyOn(scene.standIn.faults, "meet").mockImplementation((method, path) => {
    const fault = meet(method, path);
    if (isOvertaken || !path.startsWith("/v1/refunds")) return fault;
    isOvertaken = true;
    return { kind: "slow", milliseconds: 400 };
  });
  const slow = scene.sendEvent(refunded);
  await vi.waitFor(() => expect(isOvertaken).toBe(true));
  expect((await scene.sendEvent(updated as Stripe.Event)).status).toBe(200);
  expect((await slow).status).toBe(200);
  calls.mockRestore();
  expect(await ledgerOf(uid)).toEqual([{ status: "succeeded", amount: 1900 }]);
  expect((await scene.call("getSubscriptions", {}, email)).body.data[0].cancel_at_period_end).toBe(true);
});
