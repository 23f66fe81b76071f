import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { paidFamily } from "#tests/support/paid-family";
import { customerOf, type PaymentScene, paymentScene } from "#tests/support/payment-scene";

/** A provider that is down for an hour: every call says so, nothing is charged twice, and what was asked for is done afterwards. */

let scene: PaymentScene;

beforeAll(async () => {
  scene = await paymentScene();
});
afterAll(() => scene.close());

const wish = { priceId: "price_family_month_se", name: "Ada Öberg", email: "ada@home.se.example" };

it("given a provider that is down for an hour, then calls are 503, statements are received, and the work catches up, once", {
  timeout: 120_000,
}, async () => {
  const [buyer, payer, leaver] = [await scene.signUp(), await scene.signUp(), await paidFamily(scene)];
  const { body: unpaid } = await scene.call("createOrder", { body: wish }, payer.email);
  await scene.pay(unpaid);
  const { rows } = await scene.databases.eu.execute<{ number: string; email: string }>(
    sql`select number, email from payment.orders where id = ${leaver.order.id}`,
  );
  const events = scene.standIn.webhooks.held().map(({ event }) => event);

  scene.standIn.faults.add({ kind: "unavailable" });
  const params = { id: leaver.id };
  const replies = await Promise.all([
    scene.call("createOrder", { body: wish }, buyer.email),
    scene.call("settleOrder", { params: { id: unpaid.id } }, payer.email),
    scene.call("getSubscriptions", {}, leaver.email),
    scene.call("getInvoices", {}, leaver.email),
    scene.call("changeSubscription", { params, body: { cancel_at_period_end: true } }, leaver.email),
    scene.call("withdraw", {}, leaver.email),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 503]);
  const paid = events.filter(({ type }) => type === "invoice.paid").at(-1) as Stripe.Event;
  expect((await scene.sendEvent(paid)).status).toBe(503);
  const stated = { kind: "withdrawal", name: "Ada Öberg", orderNumber: rows[0]?.number, email: rows[0]?.email };
  expect((await scene.call("stateAboutContract", { body: stated }, null)).status).toBe(202);
  await expect(scene.payment.reconciliation.hourly()).rejects.toThrow();
  // Who has paid reads on.
  expect((await scene.family(leaver.uid))?.period?.isRunning).toBe(true);

  scene.standIn.faults.clear();
  expect((await scene.sendEvent(paid)).status).toBe(200);
  await scene.databases.eu.execute(
    sql`update payment.orders set updated_at = now() - interval '1 hour' where status in ('created', 'processing', 'failed')`,
  );
  await scene.payment.reconciliation.hourly();
  await scene.payment.reconciliation.hourly();
  expect((await scene.family(payer.uid))?.period?.isRunning).toBe(true);
  expect((await scene.stripe().subscriptions.retrieve(leaver.id)).status).toBe("canceled");
  const { data: charges } = await scene.stripe().charges.list({ customer: await customerOf(scene, leaver.uid) });
  expect(charges).toMatchObject([{ amount: 7900, amount_refunded: 7900 }]);
  const again = await scene.call("createOrder", { body: wish }, buyer.email);
  expect(again.status).toBe(201);
  const customer = await customerOf(scene, buyer.uid);
  expect((await scene.stripe().subscriptions.list({ customer, status: "all" })).data).toHaveLength(1);
});
