import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cards, charges, customerOf, type PaymentScene, paymentScene } from "#tests/support/payment-scene";

import { customerAtProvider, findCustomer } from "./customers-store";
import { cancelOrder } from "./order-at-provider";
import { createStripeAccounts } from "./stripe-accounts";
import { orders } from "./tables";

/** An order that is not paid yet: read from any browser of the family, and cancelled. */

let scene: PaymentScene;

beforeAll(async () => {
  scene = await paymentScene();
});
afterAll(() => scene.close());

const wish = { priceId: "price_family_month_se", quantity: 1, name: "Ada Öberg", email: "ada@home.se.example" };

/** A family that has ordered and left the bank's challenge. */
async function halfwayFamily() {
  const { uid, email } = await scene.signUp();
  const { body: order } = await scene.call("createOrder", { body: wish }, email);
  await scene.pay(order, cards.threeDSecure);
  const openOrder = async () => (await scene.call("getOpenOrder", {}, email)).body.order;
  const cancel = () => scene.call("cancelOrder", { params: { id: order.id } }, email);
  return { uid, email, order, openOrder, cancel };
}

it("given a family that left the bank's challenge, then its order is open, and its invoice belongs to it", async () => {
  const { email, order, openOrder } = await halfwayFamily();
  expect(await openOrder()).toMatchObject({ id: order.id, amount: 7900, paymentStatus: { status: "requires_action" } });
  const { body } = await scene.call("getInvoices", {}, email);
  expect(body.data).toMatchObject([{ status: "open", subscriptionId: order.subscriptionId }]);
});

it("given a cancelled order, then nothing is open, its invoice is void, it can no longer be paid, and cancelling again changes nothing", async () => {
  const { uid, email, order, openOrder, cancel } = await halfwayFamily();
  expect((await cancel()).status).toBe(204);
  expect(await openOrder()).toBeNull();
  const { body } = await scene.call("getInvoices", {}, email);
  expect(body.data).toMatchObject([{ status: "void" }]);
  await expect(scene.pay(order)).rejects.toThrow();
  expect((await scene.call("getSubscriptions", {}, email)).body.data).toEqual([]);
  expect((await cancel()).status).toBe(204);
  expect(await charges(scene, await customerOf(scene, uid))).toBe(0);
});

it("given an order that was paid meanwhile, then cancelling it returns 409, and it is completed", async () => {
  const { email, order, openOrder, cancel } = await halfwayFamily();
  await scene.pay(order);
  const refused = await cancel();
  expect([refused.status, refused.body.error]).toEqual([409, "subscription_runs"]);
  expect(await openOrder()).toBeNull();
  expect((await scene.call("getOrder", { params: { id: order.id } }, email)).body.status).toBe("completed");
});

it.each(["findIntent", "listSubscriptions"] as const)(
  "given an order that is paid after %s, while another tab cancels it, then the paid plan runs on",
  async (call) => {
    const { uid, email } = await scene.signUp();
    const { body: order } = await scene.call("createOrder", { body: wish }, email);
    const [row] = await scene.databases.eu.select().from(orders).where(eq(orders.id, order.id));
    const customer = customerAtProvider(await findCustomer(scene.databases.eu, "se", { userUid: uid }));
    if (!row || !customer) throw new Error("the order was not found");
    const port = createStripeAccounts(scene.environment).of("se");
    let isPaid = false;
    const payAfter =
      <Given, Read>(read: (given: Given) => Promise<Read>) =>
      async (given: Given) => {
        const before = await read(given);
        if (!isPaid) await scene.pay(order);
        isPaid = true;
        return before;
      };
    const paying =
      call === "findIntent"
        ? { ...port, findIntent: payAfter(port.findIntent) }
        : { ...port, listSubscriptions: payAfter(port.listSubscriptions) };
    const payer = {
      database: scene.databases.eu,
      port: paying,
      customer,
      cause: { requestId: "test", ipAddress: null },
    };
    const settlement = { settle: async () => undefined };
    await expect(cancelOrder({ settlement }, payer, row)).rejects.toMatchObject({ status: 409 });
    expect((await port.listSubscriptions(customer.stripeId)).map(({ status }) => status)).toEqual(["active"]);
  },
);

it("given another order in another tab, then cancelling the first leaves the second open", async () => {
  const { email, cancel, openOrder } = await halfwayFamily();
  const yearly = { ...wish, priceId: "price_family_year_se" };
  const { body: second } = await scene.call("createOrder", { body: yearly }, email);
  expect((await cancel()).status).toBe(204);
  expect(await openOrder()).toMatchObject({ id: second.id, status: "created" });
});

it("given a credit of an earlier plan that covers the price, then the order waits until it is confirmed", async () => {
  const { uid, email } = await scene.signUp();
  const { body: first } = await scene.call("createOrder", { body: wish }, email);
  await scene.call("cancelOrder", { params: { id: first.id } }, email);
  await scene.stripe().customers.update(await customerOf(scene, uid), { balance: -10_000 });
  const { status, body } = await scene.call("createOrder", { body: wish }, email);
  expect([status, body.status, body.amount, body.paymentIntent]).toEqual([201, "created", 0, null]);
  expect((await scene.family(uid))?.period ?? null).toBeNull();
  const pages = { successUrl: "http://localhost:3000/success", cancelUrl: "http://localhost:3000/cancel" };
  const confirmed = await scene.call("createCheckout", { body: { ...wish, ...pages } }, email);
  expect(confirmed).toMatchObject({ status: 201, body: { url: pages.successUrl, order: { id: body.id } } });
  const { body: order } = await scene.call("getOrder", { params: { id: body.id } }, email);
  expect([order.status, order.amount]).toEqual(["completed", 0]);
  expect((await scene.family(uid))?.period?.isRunning).toBe(true);
  const customer = await scene.stripe().customers.retrieve(await customerOf(scene, uid));
  expect(customer).toMatchObject({ balance: -10_000 + 7900 });
});

it("given a smaller credit, then it is taken off the first payment", async () => {
  const { uid, email } = await scene.signUp();
  const { body: first } = await scene.call("createOrder", { body: wish }, email);
  await scene.call("cancelOrder", { params: { id: first.id } }, email);
  await scene.stripe().customers.update(await customerOf(scene, uid), { balance: -900 });
  const { body } = await scene.call("createOrder", { body: wish }, email);
  expect([body.status, body.amount]).toEqual(["created", 7000]);
  expect(body.paymentIntent).not.toBeNull();
});
