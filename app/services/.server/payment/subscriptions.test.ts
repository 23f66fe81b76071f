import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paidFamily, subscriptionOf } from "#tests/support/paid-family";
import { cards, charges, customerOf, type PaymentScene, paymentScene } from "#tests/support/payment-scene";
import { createStripeAccounts } from "./stripe-accounts";
import type { StripePort, StripePorts } from "./stripe-port";

let scene: PaymentScene;

beforeAll(async () => {
  scene = await paymentScene();
});
afterAll(() => scene.close());

const monthly = "price_family_month_se";
const yearly = "price_family_year_se";
const page = "http://localhost:3000/signup/payment";
const dayBefore = (moment: string, days: number) =>
  new Date(new Date(moment).getTime() - days * 24 * 3600 * 1000).toISOString().slice(0, 10);

/** A family with a paid subscription. */
async function subscriber(priceId = monthly) {
  const family = await paidFamily(scene, { priceId });
  return { ...family, subscription: await subscriptionOf(scene, family.email) };
}

/** Saves a card as the browser does, by a setup intent. @returns the payment method's id */
async function saveCard(email: string, card: string = cards.good): Promise<string> {
  const { status, body } = await scene.call("createClientSecret", {}, email);
  expect([status, typeof body.setupIntent.client_secret]).toEqual([201, "string"]);
  const saved = await scene.stripe().setupIntents.confirm(body.setupIntent.id, { payment_method: card });
  return String(saved.payment_method);
}

describe("a family's subscription", () => {
  it("given a paid one, then lists it with price, end and next payment, and its invoice with VAT", async () => {
    const { subscription, uid, email } = await subscriber();
    expect(subscription).toMatchObject({
      ...{ status: "active", cancel_at_period_end: false, currency: "SEK", couponId: null, endedAt: null },
      items: [{ id: expect.stringMatching(/^si_/), priceId: monthly, quantity: 1, amount: 7900, interval: "month" }],
      ...{ nextPaymentAmount: 7900, nextPaymentAt: subscription.currentPeriodEnd },
    });
    const { body } = await scene.call("getInvoices", {}, email);
    expect(body.data).toMatchObject([{ status: "paid", total: 7900, vat: 1580, currency: "SEK" }]);
    expect(body.data[0].pdfUrl).toMatch(/^http/);
    const [paid] = (await scene.stripe().invoices.list({ customer: await customerOf(scene, uid) })).data;
    expect(paid).toMatchObject({
      total: 7900,
      total_taxes: [{ amount: 1580, tax_behavior: "inclusive" }],
      default_tax_rates: [{ display_name: "Moms", percentage: 25 }],
    });
    // One day after the paid period: the renewal is charged after the period's end.
    expect((await scene.family(uid))?.period?.endsOn).toBe(dayBefore(subscription.currentPeriodEnd, -1));
  });

  it("given none, then returns empty lists and creates no customer at the provider", async () => {
    const { email, uid } = await scene.signUp();
    for (const name of ["getSubscriptions", "getInvoices"] as const) {
      expect(await scene.call(name, {}, email)).toEqual({ status: 200, body: { data: [] } });
    }
    expect((await scene.call("getPaymentMethods", {}, email)).body).toEqual({ paymentMethods: { data: [] } });
    expect((await scene.call("getCustomer", {}, email)).body).toEqual({ customer: null });
    expect(await customerOf(scene, uid)).toBe("undefined");
  });

  it("given a change to the yearly plan, then charges the difference once and extends the same period", async () => {
    const { subscription, uid, email } = await subscriber();
    const before = (await scene.family(uid))?.period;
    const params = { id: subscription.id };
    const changed = await scene.call("changeSubscription", { params, body: { priceId: yearly } }, email);
    expect(changed.status).toBe(200);
    expect(changed.body.items[0].priceId).toBe(yearly);
    const after = (await scene.family(uid))?.period;
    expect(after?.legacyId).toBe(before?.legacyId);
    expect(String(after?.endsOn) > String(before?.endsOn)).toBe(true);
    // Repeating the change has no effect and charges nothing.
    await scene.call("changeSubscription", { params, body: { priceId: yearly } }, email);
    const { body } = await scene.call("getInvoices", {}, email);
    expect(body.data.map(({ total }: { total: number }) => total)).toEqual([71100, 7900]);
  });

  it("given a plan change with a declined card, then returns 402 and keeps the old plan", async () => {
    const { subscription, email, uid } = await subscriber();
    const failing = await scene
      .stripe()
      .paymentMethods.attach(cards.failsLater, { customer: await customerOf(scene, uid) });
    const body = { invoice_settings: { default_payment_method: failing.id } };
    expect((await scene.call("changeCustomer", { body }, email)).status).toBe(200);
    const params = { id: subscription.id };
    const failed = await scene.call("changeSubscription", { params, body: { priceId: yearly } }, email);
    expect(failed).toMatchObject({
      status: 402,
      body: {
        ...{ error: "payment_failed", message: "Payment failed" },
        details: { type: "card_error", code: "card_declined", message: expect.any(String) },
      },
    });
    const { body: list } = await scene.call("getSubscriptions", {}, email);
    expect(list.data[0].items[0].priceId).toBe(monthly);
  });

  it("given a plan change that requires 3-D Secure, then keeps the old plan until the payment is confirmed", async () => {
    const { subscription, email, uid } = await subscriber();
    const customer = await customerOf(scene, uid);
    const asking = await scene.stripe().paymentMethods.attach(cards.threeDSecure, { customer });
    const chosen = { invoice_settings: { default_payment_method: asking.id } };
    await scene.call("changeCustomer", { body: chosen }, email);
    const params = { id: subscription.id };
    const response = await scene.call("changeSubscription", { params, body: { priceId: yearly } }, email);
    const waiting = { pendingPriceId: yearly, paymentIntent: { status: "requires_action" } };
    expect(response).toMatchObject({ status: 200, body: { ...waiting, items: [{ priceId: monthly }] } });
    expect(await charges(scene, customer)).toBe(1);
    // The change is paid, but the provider has not applied it yet: giving it up returns 409, and nothing is charged twice.
    const ports = createStripeAccounts(scene.environment);
    const paid: StripePorts = {
      has: ports.has,
      of(realm) {
        const port = ports.of(realm);
        const findIntent: StripePort["findIntent"] = async (id) => {
          const intent = await port.findIntent(id);
          return intent && { ...intent, status: "succeeded" };
        };
        return { ...port, findIntent };
      },
    };
    const late = await scene
      .another({ stripe: paid })
      .call("changeSubscription", { params, body: { priceId: monthly } }, email);
    expect([late.status, late.body.error]).toEqual([409, "plan_change_paid"]);
    const unchanged = await scene.call("changeSubscription", { params, body: { priceId: monthly } }, email);
    expect(unchanged.body).toMatchObject({ pendingPriceId: null, paymentIntent: null, items: [{ priceId: monthly }] });
    expect(await charges(scene, customer)).toBe(1);
  });

  it("given an unavailable provider, then a plan change returns 503 subscriptions_failed", async () => {
    const { subscription, email } = await subscriber();
    scene.standIn.faults.add({ kind: "unavailable" });
    const params = { id: subscription.id };
    const failed = await scene.call("changeSubscription", { params, body: { priceId: yearly } }, email);
    scene.standIn.faults.clear();
    const expectedBody = { error: "subscriptions_failed", message: "Subscriptions could not be created" };
    expect(failed).toMatchObject({ status: 503, body: expectedBody });
  });

  it("given a cancellation at the period's end, then the period ends that day; once undone, a day later", async () => {
    const { subscription, uid, email } = await subscriber();
    const params = { id: subscription.id };
    const cancelled = await scene.call("changeSubscription", { params, body: { cancel_at_period_end: true } }, email);
    expect(cancelled.body).toMatchObject({ cancel_at_period_end: true, nextPaymentAt: null, nextPaymentAmount: null });
    const end = subscription.currentPeriodEnd;
    expect((await scene.family(uid))?.period).toMatchObject({ endsOn: dayBefore(end, 0), isRunning: true });
    const undone = await scene.call("changeSubscription", { params, body: { cancel_at_period_end: false } }, email);
    expect(undone.body).toMatchObject({ cancel_at_period_end: false, nextPaymentAmount: 7900 });
    expect((await scene.family(uid))?.period?.endsOn).toBe(dayBefore(end, -1));
  });

  it("given a coupon of its plan, then reduces the next payment; any other returns 400 'Invalid Coupon!'", async () => {
    const { subscription, email } = await subscriber(yearly);
    const params = { id: subscription.id };
    const given = await scene.call("addCoupon", { params, body: { couponId: "YEAR10" } }, email);
    expect(given).toMatchObject({
      status: 200,
      body: { couponId: "YEAR10", couponName: "10 %", nextPaymentAmount: 71100 },
    });
    for (const couponId of ["HALF3", "OVER", "NOBODYS"]) {
      const refused = await scene.call("addCoupon", { params, body: { couponId } }, email);
      expect([refused.status, refused.body.message]).toEqual([400, "Invalid Coupon!"]);
    }
  });

  it("given a coupon of the old plan, then a plan change suspends it, and changing back restores it", async () => {
    const { subscription, email } = await subscriber();
    const params = { id: subscription.id };
    await scene.call("addCoupon", { params, body: { couponId: "HALF3" } }, email);
    const changed = await scene.call("changeSubscription", { params, body: { priceId: yearly } }, email);
    expect(changed.body).toMatchObject({ couponId: null, couponName: null, nextPaymentAmount: 79000 });
    const [listed] = (await scene.call("getSubscriptions", {}, email)).body.data;
    expect(listed).toMatchObject({ couponId: null, nextPaymentAmount: 79000 });
    const back = await scene.call("changeSubscription", { params, body: { priceId: monthly } }, email);
    // The credit for the year pays the next months.
    expect(back.body).toMatchObject({ couponId: "HALF3", nextPaymentAmount: 0 });
  });

  it("given an empty change, then returns 400", async () => {
    const { subscription, email } = await subscriber();
    const reply = await scene.call("changeSubscription", { params: { id: subscription.id }, body: {} }, email);
    expect(reply.status).toBe(400);
  });

  it("given an ended one, then a new one extends the same period, and changing the ended one returns 409", async () => {
    const { subscription, uid, email } = await subscriber();
    await scene.stripe().subscriptions.cancel(subscription.id);
    const again = await scene.call("createSubscription", { body: { priceId: yearly } }, email);
    expect(again.status).toBe(201);
    const ended = (await scene.family(uid))?.period;
    await scene.pay(again.body);
    await scene.call("settleOrder", { params: { id: again.body.id } }, email);
    const period = (await scene.family(uid))?.period;
    expect(period?.legacyId).toBe(ended?.legacyId);
    expect(String(period?.endsOn) > String(ended?.endsOn)).toBe(true);
    const { body } = await scene.call("getSubscriptions", {}, email);
    expect(body.data.map(({ status }: { status: string }) => status)).toEqual(["active", "canceled"]);
    const params = { id: subscription.id };
    const late = await scene.call("changeSubscription", { params, body: { cancel_at_period_end: true } }, email);
    expect(late.status).toBe(409);
  });
});

describe("a renewal that could not be charged", () => {
  async function overdue(card: string) {
    const family = await subscriber();
    const customer = await customerOf(scene, family.uid);
    const use = async (name: string) => {
      const { id } = await scene.stripe().paymentMethods.attach(name, { customer });
      const body = { invoice_settings: { default_payment_method: id } };
      expect((await scene.call("changeCustomer", { body }, family.email)).status).toBe(200);
    };
    await use(card);
    scene.standIn.clock.advance(32 * 24 * 3600);
    const pay = () => scene.call("payOverdue", { params: { id: family.subscription.id } }, family.email);
    return { ...family, customer, use, pay };
  }

  it("given a declined card, then returns 402; given a good one, then charges it once and extends the period", async () => {
    const { uid, email, customer, use, pay } = await overdue(cards.failsLater);
    const { body } = await scene.call("getSubscriptions", {}, email);
    expect(body.data[0]).toMatchObject({ status: "past_due", overdueAmount: 7900, nextPaymentAt: null });
    expect(await pay()).toMatchObject({ status: 402, body: { error: "payment_failed" } });
    await use(cards.good);
    const replies = await Promise.all([pay(), pay()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const paid = await pay();
    expect(paid.body).toMatchObject({ status: "active", overdueAmount: null, paymentIntent: null });
    expect(await charges(scene, customer)).toBe(2);
    expect((await scene.family(uid))?.period?.endsOn).toBe(dayBefore(paid.body.currentPeriodEnd, -1));
  });

  it("given a card that requires 3-D Secure, then returns the payment to confirm and charges nothing", async () => {
    const { customer, pay } = await overdue(cards.threeDSecure);
    const paymentResponse = await pay();
    expect(paymentResponse).toMatchObject({
      status: 200,
      body: { status: "past_due", paymentIntent: { status: "requires_action" } },
    });
    expect(await charges(scene, customer)).toBe(1);
  });

  it("given an older open renewal, then voids it and charges only the current one", async () => {
    const { email, subscription, customer, use } = await overdue(cards.failsLater);
    await use(cards.good);
    // The provider may retry a renewal for more than a month; the stand-in does not.
    const ports = createStripeAccounts(scene.environment);
    const voided: string[] = [];
    const stripe: StripePorts = {
      has: ports.has,
      of(realm) {
        const port = ports.of(realm);
        const listInvoices: StripePort["listInvoices"] = async (id) => {
          const [latest, ...others] = await port.listInvoices(id);
          if (!latest) return [];
          const older = { ...latest, id: "in_older" };
          return [latest, older, { ...older, id: "in_other", subscriptionId: "sub_other" }, ...others];
        };
        return { ...port, listInvoices, voidInvoice: async (id) => void voided.push(id) };
      },
    };
    const params = { id: subscription.id };
    const { body } = await scene.another({ stripe }).call("payOverdue", { params }, email);
    expect(body).toMatchObject({ status: "active", overdueAmount: null });
    expect([voided, await charges(scene, customer)]).toEqual([["in_older"], 2]);
  });

  it("given nothing overdue, then charges nothing", async () => {
    const { uid, email, subscription } = await subscriber();
    const reply = await scene.call("payOverdue", { params: { id: subscription.id } }, email);
    expect(reply).toMatchObject({ status: 200, body: { status: "active", paymentIntent: null } });
    expect(await charges(scene, await customerOf(scene, uid))).toBe(1);
  });
});

describe("a family's cards", () => {
  it("given two saved cards, then each can be made the default and deleted, repeatedly", async () => {
    const { email } = await scene.signUp();
    const [visa, mastercard] = [await saveCard(email), await saveCard(email, "pm_card_mastercard")];
    const { body: listed } = await scene.call("getPaymentMethods", {}, email);
    expect(listed.paymentMethods.data.map(({ card }: { card: { brand: string } }) => card.brand).toSorted()).toEqual([
      "mastercard",
      "visa",
    ]);
    const body = { invoice_settings: { default_payment_method: mastercard } };
    const changed = await scene.call("changeCustomer", { body }, email);
    expect(changed.body.customer.invoice_settings).toEqual({ default_payment_method: mastercard });
    expect((await scene.call("getCustomer", {}, email)).body.customer).toEqual(changed.body.customer);
    expect(await scene.call("deletePaymentMethods", { body: { id: visa } }, email)).toEqual({ status: 204 });
    // Repeated, as by a client that lost the response.
    expect((await scene.call("deletePaymentMethods", { body: { id: visa } }, email)).status).toBe(204);
    const left = (await scene.call("getPaymentMethods", {}, email)).body.paymentMethods.data;
    expect(left.map(({ id }: { id: string }) => id)).toEqual([mastercard]);
    expect((await scene.call("deletePaymentMethods", {}, email)).status).toBe(204);
    expect((await scene.call("getPaymentMethods", {}, email)).body.paymentMethods.data).toEqual([]);
  });

  it("given a running subscription, then a new default card pays its next invoice", async () => {
    const { email, subscription } = await subscriber();
    const card = await saveCard(email, "pm_card_mastercard");
    await scene.call("changeCustomer", { body: { invoice_settings: { default_payment_method: card } } }, email);
    const { default_payment_method: used } = await scene.stripe().subscriptions.retrieve(subscription.id);
    expect(used).toBe(card);
  });

  it("given a saved card that the browser did not report, then reading the cards makes it the default", async () => {
    const { email, subscription } = await subscriber();
    scene.standIn.clock.advance(1);
    const saved = await saveCard(email, "pm_card_mastercard");
    const inUse = async () =>
      (await scene.call("getCustomer", {}, email)).body.customer.invoice_settings.default_payment_method;
    expect(await inUse()).toBe(saved);
    const { default_payment_method: used } = await scene.stripe().subscriptions.retrieve(subscription.id);
    expect(used).toBe(saved);
    // A card that the user chooses afterwards remains the default.
    const { body } = await scene.call("getPaymentMethods", {}, email);
    const older = body.paymentMethods.data.find(({ id }: { id: string }) => id !== saved).id;
    await scene.call("changeCustomer", { body: { invoice_settings: { default_payment_method: older } } }, email);
    expect(await inUse()).toBe(older);
  });

  it.each([
    ["sv", "sv"],
    ["en-UK", "en-GB"],
    ["en-US", "en"],
    [undefined, null],
  ] as const)("given the hosted pages in %s, then their locale at the provider is %s", async (locale, expected) => {
    const { email } = await scene.signUp();
    const page = "http://localhost:3000/subscription";
    const body = { successUrl: page, cancelUrl: page, ...(locale ? { locale } : {}) };
    const card = await scene.call("createCardCheckout", { body }, email);
    const wish = { ...body, priceId: monthly, name: "Ada", email: "ada@home.example" };
    const order = await scene.call("createCheckout", { body: wish }, email);
    for (const { url } of [card.body, order.body]) {
      const id = new URL(url).pathname.split("/").at(-1) ?? "";
      expect((await scene.stripe().checkout.sessions.retrieve(id)).locale).toBe(expected);
    }
  });

  it("given a hosted page to save a card, then its return URL must be one of our own", async () => {
    const { email } = await scene.signUp();
    const page = "http://localhost:3000/subscription";
    const opened = await scene.call("createCardCheckout", { body: { successUrl: page, cancelUrl: page } }, email);
    expect([opened.status, new URL(opened.body.url).protocol]).toEqual([201, "http:"]);
    for (const refusedPage of ["https://elsewhere.example/", "http://localhost:3000.elsewhere.example/"]) {
      const pages = { successUrl: page, cancelUrl: refusedPage };
      const { status, body } = await scene.call("createCardCheckout", { body: pages }, email);
      expect([status, body.details[0].attribute]).toEqual([400, "cancelUrl"]);
    }
    const foreign = { successUrl: "https://elsewhere.example/", cancelUrl: page };
    const refused = await scene.call("createCardCheckout", { body: foreign }, email);
    expect([refused.status, refused.body.details[0].attribute]).toEqual([400, "successUrl"]);
  });
});

describe("trial", () => {
  it("given a family that never had one, then lasts 14 days without order or card, and is granted once", async () => {
    const { uid, email, browserSession } = await scene.signUp();
    expect((await scene.call("getTrial", { browserSession }, null)).body).toEqual({ isOffered: true, endsOn: null });
    const replies = await Promise.all([1, 2].map(() => scene.call("startTrial", { browserSession }, null)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const { startsOn, endsOn } = replies.find(({ status }) => status === 201)?.body ?? {};
    expect((new Date(endsOn).getTime() - new Date(startsOn).getTime()) / (24 * 3600 * 1000)).toBe(13);
    expect((await scene.family(uid))?.period).toMatchObject({ startsOn, endsOn, isRunning: true });
    expect(await customerOf(scene, uid)).toBe("undefined");
    expect((await scene.call("getTrial", {}, email)).body).toEqual({ isOffered: false, endsOn });
  });

  it("given a running trial, then a purchase extends its period, which is no longer a trial", async () => {
    const { uid, email } = await scene.signUp();
    await scene.call("startTrial", {}, email);
    const trial = (await scene.family(uid))?.period;
    const isTrial = async () => {
      const { rows } = await scene.databases.eu.execute(
        sql`select trial from directory.subscription_periods where legacy_id = ${trial?.legacyId}`,
      );
      return rows[0]?.trial;
    };
    expect(await isTrial()).toBe(true);
    const { body } = await scene.call("createSubscription", { body: { priceId: monthly } }, email);
    await scene.pay(body);
    await scene.call("settleOrder", { params: { id: body.id } }, email);
    const period = (await scene.family(uid))?.period;
    expect(period?.legacyId).toBe(trial?.legacyId);
    expect(String(period?.endsOn) > String(trial?.endsOn)).toBe(true);
    expect(await isTrial()).toBe(false);
    expect((await scene.call("getTrial", {}, email)).body).toEqual({ isOffered: false, endsOn: null });
  });

  it("given a trial that a super user granted and removed, then returns trial_used", async () => {
    const { uid, email } = await scene.signUp();
    await scene.databases.eu.execute(sql`
      insert into directory.period_trials (realm, user_id) select realm, id from directory.users where uid = ${uid}`);
    expect((await scene.call("getTrial", {}, email)).body).toEqual({ isOffered: false, endsOn: null });
    expect((await scene.call("startTrial", {}, email)).body.error).toBe("trial_used");
    expect((await scene.family(uid))?.period).toBeNull();
  });

  it.each([
    ["a card form", "createOrder", {}],
    ["the provider's page", "createCheckout", { successUrl: page, cancelUrl: page }],
  ] as const)(
    "given an order that waits at %s, then starting the trial cancels the order and its invoice",
    async (_where, name, more) => {
      const { uid, email } = await scene.signUp();
      const { body } = await scene.call(name, { body: { priceId: monthly, name: "Ada", email, ...more } }, email);
      const { id, paymentIntent } = "order" in body ? body.order : body;
      expect((await scene.call("startTrial", {}, email)).status).toBe(201);
      const customer = await customerOf(scene, uid);
      if (paymentIntent) await expect(scene.pay({ paymentIntent })).rejects.toThrow();
      const checkouts = await scene.stripe().checkout.sessions.list({ customer });
      expect(checkouts.data.map(({ status }) => status)).toEqual(paymentIntent ? [] : ["expired"]);
      expect((await scene.stripe().invoices.list({ customer, status: "open" })).data).toEqual([]);
      expect((await scene.call("settleOrder", { params: { id } }, email)).body).toMatchObject({ status: "canceled" });
      expect(await charges(scene, customer)).toBe(0);
    },
  );

  it("given an order paid in another tab, then returns trial_used, and the order can be completed", async () => {
    const { uid, email } = await scene.signUp();
    const { body } = await scene.call("createOrder", { body: { priceId: monthly, name: "Ada", email } }, email);
    await scene.pay(body);
    expect((await scene.call("startTrial", {}, email)).body.error).toBe("trial_used");
    const { body: after } = await scene.call("settleOrder", { params: { id: body.id } }, email);
    expect(after.status).toBe("completed");
    expect((await scene.family(uid))?.period).toMatchObject({ isRunning: true });
  });

  it("given a family that has paid, then returns trial_used", async () => {
    const { email } = await subscriber();
    expect((await scene.call("startTrial", {}, email)).body.error).toBe("trial_used");
  });
});
