import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { charges, customerOf, type PaymentScene, paymentScene } from "#tests/support/payment-scene";

/** The provider's own pages: one pays an order, one stores a card. docs/product/shell.md#sign-up-payment. */

let scene: PaymentScene;

beforeAll(async () => {
  scene = await paymentScene();
});
afterAll(() => scene.close());

const monthly = "price_family_month_se";

describe("hosted page to save a card", () => {
  it("given a card that is entered there, then stores it as the default, charges nothing and redirects", async () => {
    const { uid, email } = await scene.signUp();
    const [successUrl, cancelUrl] = ["http://localhost:3000/subscription?saved", "http://localhost:3000/subscription"];
    const { body } = await scene.call("createCardCheckout", { body: { successUrl, cancelUrl } }, email);
    expect((await scene.call("getPaymentMethods", {}, email)).body.paymentMethods.data).toEqual([]);
    const card = { number: "5555555555554444", expiry: "12 / 44", cvc: "123", name: "Ada Öberg", postalCode: "12345" };
    // why: the URL's host is the provider's own, which does not exist here; only path and query are used
    const { pathname, search } = new URL(body.url);
    const saved = await fetch(scene.standIn.apiBase + pathname + search, {
      method: "POST",
      body: new URLSearchParams(card),
      redirect: "manual",
    });
    expect([saved.status, saved.headers.get("location")]).toEqual([303, successUrl]);
    const { data } = (await scene.call("getPaymentMethods", {}, email)).body.paymentMethods;
    expect(data).toMatchObject([{ card: { brand: "mastercard", last4: "4444", exp_month: 12, exp_year: 2044 } }]);
    const { customer } = (await scene.call("getCustomer", {}, email)).body;
    expect(customer.invoice_settings).toEqual({ default_payment_method: data[0].id });
    expect(await charges(scene, await customerOf(scene, uid))).toBe(0);
  });
});

describe("hosted payment page", () => {
  const page = "http://localhost:3000/signup/success";
  const wish = { priceId: monthly, name: "Ada", email: "ada@home.example", successUrl: page, cancelUrl: page };

  it("given a card that pays there, then redirects with the order's id and starts the period", async () => {
    const { uid, email } = await scene.signUp();
    const { body } = await scene.call("createCheckout", { body: wish }, email);
    const card = {
      number: "4242424242424242",
      expiry: "12 / 44",
      cvc: "123",
      name: "Ada Öberg",
      email,
      postalCode: "12345",
    };
    // why: the URL's host is the provider's own, which does not exist here; only path and query are used
    const { pathname, search } = new URL(body.url);
    const paid = await fetch(scene.standIn.apiBase + pathname + search, {
      method: "POST",
      body: new URLSearchParams(card),
      redirect: "manual",
    });
    expect([paid.status, paid.headers.get("location")]).toEqual([303, `${page}?order=${body.order.id}`]);
    const settled = await scene.call("settleOrder", { params: { id: body.order.id } }, email);
    expect(settled.body).toMatchObject({ status: "completed", paymentStatus: { status: "succeeded" } });
    expect((await scene.family(uid))?.period?.isRunning).toBe(true);
    expect((await scene.call("createOrder", { body: { ...wish } }, email)).body.error).toBe("subscription_runs");
  });

  it("given a waiting order, then a repeated request returns the same page, and a card form's order cancels it", async () => {
    const { email } = await scene.signUp();
    const first = await scene.call("createCheckout", { body: wish }, email);
    const again = await scene.call("createCheckout", { body: wish }, email);
    expect([first.status, again.body.url]).toEqual([201, first.body.url]);
    expect(first.body.order).toMatchObject({ status: "created", paymentIntent: null });
    const { successUrl: _, cancelUrl: __, ...body } = wish;
    const card = await scene.call("createOrder", { body }, email);
    expect(card.status).toBe(201);
    const old = await scene.call("getOrder", { params: { id: first.body.order.id } }, email);
    expect(old.body).toMatchObject({ status: "canceled", paymentStatus: { status: "canceled" } });
  });
});
