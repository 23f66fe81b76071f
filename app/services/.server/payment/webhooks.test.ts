import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cards, customerOf, type PaymentScene, paymentScene, signature } from "#tests/support/payment-scene";

let scene: PaymentScene;

beforeAll(async () => {
  scene = await paymentScene();
});
beforeEach(() => scene.standIn.webhooks.drop());
afterEach(() => scene.standIn.faults.clear());
afterAll(() => scene.close());

const monthly = "price_family_month_se";
const wish = { priceId: monthly, name: "Ada Öberg", email: "ada@home.se.example" };

/** The provider's undelivered events, oldest first. */
const waiting = (): Stripe.Event[] => scene.standIn.webhooks.held().map(({ event }) => event);

/** A family that has paid, before the product knows of the payment. */
async function paidUnseen() {
  const family = await scene.signUp();
  const { body } = await scene.call("createOrder", { body: wish }, family.email);
  await scene.pay(body);
  return { ...family, order: body };
}

const receiptsTo = (email: string) =>
  scene.mails.filter(({ to, template }) => to === email && template === "payment-receipt");

async function countOf(query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await scene.databases.eu.execute<{ count: number }>(query);
  return Number(rows[0]?.count);
}
const noted = (id: string) => countOf(sql`select count(*) from payment.events where id = ${id}`);

describe("given a tab that was closed after paying", () => {
  it("then an event starts the period and completes the order", async () => {
    const { uid, email, order } = await paidUnseen();
    const event = waiting().find(({ type }) => type === "invoice.paid") as Stripe.Event;
    const response = await scene.sendEvent(event);
    expect([response.status, await response.json()]).toEqual([200, { received: true }]);
    expect((await scene.family(uid))?.period?.isRunning).toBe(true);
    const read = await scene.call("getOrder", { params: { id: order.id } }, email);
    expect(read.body.status).toBe("completed");
  });

  it("then all events in reverse order, each twice, write one period and send one receipt", async () => {
    const { uid, email } = await paidUnseen();
    const events = waiting().toReversed();
    expect(events.length).toBeGreaterThan(3);
    const statuses = [];
    for (const event of [...events, ...events]) statuses.push((await scene.sendEvent(event)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const id = (await scene.family(uid))?.id;
    expect(await countOf(sql`select count(*) from directory.subscription_periods where user_id = ${id}`)).toBe(1);
    expect(
      await countOf(sql`select count(*) from directory.audit where subject_uid = ${uid} and action like 'period.%'`),
    ).toBe(1);
    const receipts = receiptsTo(email);
    expect(receipts).toMatchObject([
      { template: "payment-receipt", values: { amount: expect.stringContaining("79,00") } },
    ]);
  });

  it("then an event of a change that arrives before the one of the beginning opens books, and the late one changes nothing", async () => {
    const { uid, email, order } = await paidUnseen();
    const byType = (type: string) => waiting().filter((event) => event.type === type);
    const [created] = byType("customer.subscription.created");
    const updated = byType("customer.subscription.updated").at(-1);
    expect(created?.data.object).toMatchObject({ status: "incomplete" });
    for (const event of [updated, created]) expect((await scene.sendEvent(event as Stripe.Event)).status).toBe(200);
    expect((await scene.family(uid))?.period?.isRunning).toBe(true);
    expect((await scene.call("getOrder", { params: { id: order.id } }, email)).body.status).toBe("completed");
    const { rows } = await scene.databases.eu.execute(
      sql`select status from payment.subscriptions where id = ${order.subscriptionId}`,
    );
    expect(rows).toEqual([{ status: "active" }]);
    expect(receiptsTo(email)).toHaveLength(1);
  });

  it("then a signature of almost five minutes ago is accepted, as one of a clock that is ahead", async () => {
    const now = Math.floor(Date.now() / 1000);
    for (const seconds of [now - 290, now + 290]) {
      const { uid } = await paidUnseen();
      const response = await scene.sendEvent(waiting().at(-1) as Stripe.Event, { seconds });
      expect([response.status, (await scene.family(uid))?.period?.isRunning]).toEqual([200, true]);
    }
  });

  it("then concurrent events write one period", async () => {
    const { uid } = await paidUnseen();
    const responses = await Promise.all(waiting().map((event) => scene.sendEvent(event)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(
      await countOf(sql`select count(*) from directory.audit where subject_uid = ${uid} and action like 'period.%'`),
    ).toBe(1);
  });

  it("then a receipt that the mail server rejected is sent once, by the work of a later minute", async () => {
    const { email, uid } = await paidUnseen();
    const refuse = async () => Promise.reject(new Error("the mail server is unavailable"));
    scene.restart({ mailer: { send: refuse } });
    expect((await scene.sendEvent(waiting().at(-1) as Stripe.Event)).status).toBe(200);
    expect((await scene.family(uid))?.period?.isRunning).toBe(true);
    scene.restart();
    await scene.dueMails.sendDue("eu");
    expect(receiptsTo(email)).toEqual([]);
    await scene.databases.eu.execute(sql`update mail.due_mails set due_at = now() where uid = ${uid}`);
    await Promise.all([scene.dueMails.sendDue("eu"), scene.dueMails.sendDue("eu")]);
    expect(receiptsTo(email)).toHaveLength(1);
  });
});

describe("given an event that the provider did not send", () => {
  it.each([
    ["signed with another secret", { secret: "whsec_of_somebody_else" }],
    ["signed more than five minutes ago", { seconds: Math.floor(Date.now() / 1000) - 301 }],
    ["of another country", { secret: "whsec_stand_in_fr" }],
  ])("then returns 400 and changes nothing: %s", async (_, options) => {
    const { uid } = await paidUnseen();
    const event = waiting().at(-1) as Stripe.Event;
    const response = await scene.sendEvent(event, options);
    expect([response.status, (await response.json()).error]).toEqual([400, "invalid_signature"]);
    expect([await noted(event.id), (await scene.family(uid))?.period]).toEqual([0, null]);
  });

  const address = "http://se.localhost:3000/services/payment/webhooks/se";
  const post = (body: string, headers: Record<string, string>, to = address) =>
    scene.serve(new Request(to, { method: "POST", body, headers }), { ipAddress: null, requestId: "webhook" });
  const now = () => Math.floor(Date.now() / 1000);

  it.each<[string, (body: string, signed: string) => { body: string; signed: string | null }]>([
    ["another event's id in a signed body", (body, signed) => ({ body: body.replace('"evt_', '"evt_x'), signed })],
    ["a space added to a signed body", (body, signed) => ({ body: body.replace(":", ": "), signed })],
    ["a newline after a signed body", (body, signed) => ({ body: `${body}\n`, signed })],
    ["a newer time in the signature", (body, signed) => ({ body, signed: signed.replace(/t=\d+/, `t=${now() + 1}`) })],
    ["a signature of zeros", (body) => ({ body, signed: `t=${now()},v1=${"0".repeat(64)}` })],
    ["no signature", (body) => ({ body, signed: null })],
  ])("then returns 400 and changes nothing: %s", async (_, alter) => {
    const { uid } = await paidUnseen();
    const event = waiting().at(-1) as Stripe.Event;
    const original = JSON.stringify(event);
    const valid = signature(original, scene.standIn.webhookSecret, now());
    const { body, signed } = alter(original, valid);
    expect({ body, signed }).not.toEqual({ body: original, signed: valid });
    const response = await post(body, signed === null ? {} : { "stripe-signature": signed });
    expect([response.status, (await response.json()).error]).toEqual([400, "invalid_signature"]);
    expect([await noted(event.id), (await scene.family(uid))?.period]).toEqual([0, null]);
    expect((await post(original, { "stripe-signature": valid })).status).toBe(200);
    expect(await noted(event.id)).toBe(1);
  });

  it("then returns 404 for an unknown country", async () => {
    expect((await post("{}", {}, address.replace(/se$/, "dk"))).status).toBe(404);
  });

  it("then its content is ignored, and the state is requested from the provider", async () => {
    const { uid, email } = await scene.signUp();
    const { body } = await scene.call("createOrder", { body: wish }, email);
    const subscription = await scene.stripe().subscriptions.retrieve(body.subscriptionId);
    const [event] = waiting()
      .filter(({ type }) => type === "customer.subscription.created")
      .slice(-1);
    const claimed = { ...event, id: "evt_claims", data: { object: { ...subscription, status: "active" } } };
    expect((await scene.sendEvent(claimed as Stripe.Event)).status).toBe(200);
    expect((await scene.family(uid))?.period).toBeNull();
  });
});

describe("given a failure on our side", () => {
  it("and an unavailable provider, then returns 503, and processes the event when it is sent again", async () => {
    const { uid } = await paidUnseen();
    const event = waiting().at(-1) as Stripe.Event;
    scene.standIn.faults.add({ kind: "unavailable" });
    expect((await scene.sendEvent(event)).status).toBe(503);
    expect(await noted(event.id)).toBe(0);
    scene.standIn.faults.clear();
    expect((await scene.sendEvent(event)).status).toBe(200);
    expect([await noted(event.id), (await scene.family(uid))?.period?.isRunning]).toEqual([1, true]);
  });

  it("and a failing database, then returns 500, and processes the event when it is sent again", async () => {
    const { uid } = await paidUnseen();
    const event = waiting().at(-1) as Stripe.Event;
    await scene.databases.eu.execute(
      sql`alter table payment.receipts add constraint broken check (amount < 0) not valid`,
    );
    expect((await scene.sendEvent(event)).status).toBe(500);
    expect([await noted(event.id), (await scene.family(uid))?.period]).toEqual([0, null]);
    await scene.databases.eu.execute(sql`alter table payment.receipts drop constraint broken`);
    expect((await scene.sendEvent(event)).status).toBe(200);
    expect((await scene.family(uid))?.period?.isRunning).toBe(true);
  });
});

describe("given a slow request to the provider that overlaps with a later one", () => {
  it("then its older data does not overwrite the newer", async () => {
    const { uid, email, order } = await paidUnseen();
    await scene.call("settleOrder", { params: { id: order.id } }, email);
    // The slow request reads the subscriptions before the family cancels, and its response arrives afterwards.
    scene.standIn.faults.add({ kind: "slow", method: "GET", path: "/v1/subscriptions", times: 1, milliseconds: 700 });
    const slow = scene.sendEvent(waiting()[0] as Stripe.Event);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await scene.stripe().subscriptions.cancel(order.subscriptionId);
    await scene.sendEvent(waiting().at(-1) as Stripe.Event);
    const ended = (await scene.family(uid))?.period;
    await slow;
    expect((await scene.family(uid))?.period).toEqual(ended);
  });
});

describe("given events that never arrived", () => {
  it("then the hourly reconciliation completes an order that waits for more than ten minutes", async () => {
    const { uid, order } = await paidUnseen();
    await scene.payment.reconciliation.hourly();
    expect((await scene.family(uid))?.period).toBeNull();
    await scene.databases.eu.execute(
      sql`update payment.orders set updated_at = now() - interval '11 minutes' where id = ${order.id}`,
    );
    await scene.payment.reconciliation.hourly();
    expect((await scene.family(uid))?.period?.isRunning).toBe(true);
  });

  it("then the nightly reconciliation starts the period and stores the events", async () => {
    const { uid } = await paidUnseen();
    const events = waiting();
    await scene.payment.reconciliation.nightly(new Date());
    expect((await scene.family(uid))?.period?.isRunning).toBe(true);
    for (const { id } of events) expect(await noted(id)).toBe(1);
  });

  it("then the nightly reconciliation shortens the period of a subscription cancelled at the provider", async () => {
    const { uid, email, order } = await paidUnseen();
    await scene.call("settleOrder", { params: { id: order.id } }, email);
    const before = (await scene.family(uid))?.period;
    await scene.stripe().subscriptions.cancel(order.subscriptionId);
    await scene.payment.reconciliation.nightly(new Date());
    expect(String((await scene.family(uid))?.period?.endsOn) < String(before?.endsOn)).toBe(true);
  });

  it("then the nightly reconciliation extends the period for a paid renewal, not for an unpaid one", async () => {
    const [good, bad] = [await paidUnseen(), await paidUnseen()];
    const ends: string[] = [];
    for (const { email, order, uid } of [good, bad]) {
      await scene.call("settleOrder", { params: { id: order.id } }, email);
      ends.push(String((await scene.family(uid))?.period?.endsOn));
    }
    const { customer } = await scene.stripe().subscriptions.retrieve(bad.order.subscriptionId);
    const failing = await scene.stripe().paymentMethods.attach(cards.failsLater, { customer: String(customer) });
    await scene.stripe().subscriptions.update(bad.order.subscriptionId, { default_payment_method: failing.id });
    scene.standIn.clock.advance(32 * 24 * 3600);
    await scene.payment.reconciliation.nightly(new Date(scene.standIn.clock.now() * 1000));
    expect(String((await scene.family(good.uid))?.period?.endsOn) > String(ends[0])).toBe(true);
    expect((await scene.family(bad.uid))?.period?.endsOn).toBe(ends[1]);
  });
});

describe("given a period that a super user edited", () => {
  it("then a longer one is kept, and a shorter one is extended to the paid day", async () => {
    const { uid, email, order } = await paidUnseen();
    await scene.call("settleOrder", { params: { id: order.id } }, email);
    const id = (await scene.family(uid))?.id;
    const write = (endsOn: string) =>
      scene.databases.eu.execute(
        sql`update directory.subscription_periods set ends_on = ${endsOn} where user_id = ${id}`,
      );
    const paidUntil = String((await scene.family(uid))?.period?.endsOn);
    await write("2099-12-31");
    await scene.call("settleOrder", { params: { id: order.id } }, email);
    expect((await scene.family(uid))?.period?.endsOn).toBe("2099-12-31");
    // The period starts on the country's date, which is a day after UTC's shortly before midnight UTC.
    await write(String((await scene.family(uid))?.period?.startsOn));
    await scene.call("settleOrder", { params: { id: order.id } }, email);
    expect((await scene.family(uid))?.period?.endsOn).toBe(paidUntil);
  });
});

describe("given a deleted family", () => {
  it("then the nightly reconciliation cancels its subscription, and erasing removes its personal data", async () => {
    const { uid, email, order } = await paidUnseen();
    await scene.call("settleOrder", { params: { id: order.id } }, email);
    await scene.databases.eu.execute(
      sql`update directory.users set status = 'deleted', deleted_at = now() where uid = ${uid}`,
    );
    await scene.payment.reconciliation.nightly(new Date());
    expect((await scene.stripe().subscriptions.retrieve(order.subscriptionId)).status).toBe("canceled");
    await scene.payment.erasePeople("se", [uid]);
    const { rows } = await scene.databases.eu.execute(sql`
      select o.name, o.email, o.message, c.user_uid as uid from payment.orders o
      join payment.customers c on c.id = o.customer_id where o.id = ${order.id}`);
    expect(rows).toEqual([{ name: null, email: null, message: null, uid: null }]);
  });

  it("then erasing cancels a running subscription, so that no more is charged", async () => {
    const { uid, email, order } = await paidUnseen();
    await scene.call("settleOrder", { params: { id: order.id } }, email);
    await scene.payment.erasePeople("se", [uid]);
    expect((await scene.stripe().subscriptions.retrieve(order.subscriptionId)).status).toBe("canceled");
  });

  it("then erasing, also twice, deletes the provider's customer and keeps its invoices", async () => {
    const { uid, email, order } = await paidUnseen();
    await scene.call("settleOrder", { params: { id: order.id } }, email);
    const customer = await customerOf(scene, uid);
    await scene.payment.endPayments("se", uid, { requestId: "test", ipAddress: null });
    expect((await scene.stripe().paymentMethods.list({ customer })).data).toEqual([]);
    await scene.stripe().customers.del(customer);
    await scene.payment.erasePeople("se", [uid]);
    await scene.payment.erasePeople("se", [uid]);
    await expect(scene.stripe().customers.retrieve(customer)).rejects.toMatchObject({ code: "resource_missing" });
    expect((await scene.stripe().invoices.list({ customer })).data).toMatchObject([{ status: "paid" }]);
    const { rows } = await scene.databases.eu.execute(sql`
      select c.stripe_id, c.user_uid, o.name from payment.orders o join payment.customers c on c.id = o.customer_id
      where o.id = ${order.id}`);
    expect(rows).toEqual([{ stripe_id: null, user_uid: null, name: null }]);
  });
});

describe("given a card that was saved on the provider's page", () => {
  /** A family that has paid and then saved a card there, with the events about it and the brand of the card that is charged. */
  async function savedCard() {
    const family = await paidUnseen();
    await scene.call("settleOrder", { params: { id: family.order.id } }, family.email);
    scene.standIn.clock.advance(1);
    const page = "http://localhost:3000/subscription";
    const { body } = await scene.call(
      "createCardCheckout",
      { body: { successUrl: page, cancelUrl: page } },
      family.email,
    );
    const card = { number: "5555555555554444", expiry: "12 / 44", cvc: "123", name: "Ada Öberg", postalCode: "12345" };
    const { pathname, search } = new URL(body.url);
    const request = { method: "POST", body: new URLSearchParams(card), redirect: "manual" } as const;
    expect((await fetch(scene.standIn.apiBase + pathname + search, request)).status).toBe(303);
    const event = (type: string) => waiting().find((each) => each.type === type) as Stripe.Event;
    const charged = async () => {
      const stripe = scene.stripe();
      const { data } = await stripe.subscriptions.list({ customer: await customerOf(scene, family.uid) });
      return (await stripe.paymentMethods.retrieve(String(data[0]?.default_payment_method))).card?.brand;
    };
    return { event, charged };
  }

  it.each(["checkout.session.completed", "setup_intent.succeeded"])(
    "then the event %s makes it the card of the running subscription",
    async (type) => {
      const { event, charged } = await savedCard();
      expect(await charged()).toBe("visa");
      expect((await scene.sendEvent(event(type))).status).toBe(200);
      expect(await charged()).toBe("mastercard");
    },
  );

  it("then an event that failed with the provider is processed when it is sent again", async () => {
    const { event, charged } = await savedCard();
    scene.standIn.faults.add({ kind: "unavailable" });
    const saved = event("checkout.session.completed");
    expect((await scene.sendEvent(saved)).status).toBe(503);
    expect(await noted(saved.id)).toBe(0);
    scene.standIn.faults.clear();
    expect((await scene.sendEvent(saved)).status).toBe(200);
    expect(await charged()).toBe("mastercard");
  });
});
