import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { paidFamily } from "#tests/support/paid-family";
import { cards, customerOf, type PaymentScene, paymentScene, type SentMail } from "#tests/support/payment-scene";

/** The mails of a family, from its trial to the end of its plan, against the stand-in provider. Which state makes which: mails-of.test.ts. */

let scene: PaymentScene;

beforeAll(async () => {
  scene = await paymentScene();
});
beforeEach(() => scene.standIn.webhooks.drop());
afterAll(() => scene.close());

const monthly = "price_family_month_se";
const yearly = "price_family_year_se";
const day = 24 * 3600;

type Subscriber = { uid: string; email: string; browserSession: string; id: string };

const subscriber = (priceId = monthly): Promise<Subscriber> => paidFamily(scene, { priceId });

/** Mails about events that the family got; not the one that confirms its address. */
const mailsTo = ({ email }: { email: string }): SentMail[] =>
  scene.mails.filter(({ to, template }) => to === email && template !== "confirm-email");
const kindsTo = (family: { email: string }) => mailsTo(family).map(({ template }) => template);
const change = ({ id, email }: Subscriber, body: object) =>
  scene.call("changeSubscription", { params: { id }, body }, email);

/** All events that the provider has not delivered, in an order, each twice, to two processes at the same time. */
async function deliver(order: (events: Stripe.Event[]) => Stripe.Event[] = (events) => events): Promise<void> {
  const events = order(scene.standIn.webhooks.held().map(({ event }) => event));
  const [one, other] = [scene.another(), scene.another()];
  for (const event of events) await Promise.all([one.sendEvent(event), other.sendEvent(event)]);
}

describe("a plan", () => {
  it("given a purchase, then one receipt says plan, period, sum and VAT, however often it is settled", async () => {
    const family = await subscriber();
    await deliver((events) => events.toReversed());
    expect(mailsTo(family)).toMatchObject([
      {
        template: "payment-receipt",
        values: {
          ...{ name: expect.stringContaining("Ada Öberg"), plan: "månadsabonnemang", number: expect.any(String) },
          ...{
            amount: expect.stringContaining("79,00"),
            vat: expect.stringContaining("15,80"),
            rate: expect.stringMatching(/^25\s%$/),
          },
          ...{ from: expect.stringMatching(/\d{4}$/), until: expect.stringMatching(/\d{4}$/) },
        },
      },
    ]);
  });

  it("given a coupon that takes the first payment away, then one mail has the contract instead of a receipt", async () => {
    const family = await scene.signUp();
    const coupon = await scene.stripe().coupons.create({ percent_off: 100, duration: "once", name: "100 % × 1" });
    const page = "http://localhost:3000/signup/success";
    const { email } = family;
    const wish = { priceId: monthly, couponId: coupon.id, name: "Ada", email, successUrl: page, cancelUrl: page };
    await scene.call("createCheckout", { body: wish }, email);
    await deliver((events) => events.toReversed());
    expect(mailsTo(family)).toMatchObject([
      {
        template: "plan-started",
        values: {
          ...{
            price: expect.stringContaining("79,00"),
            coupon: coupon.id,
          },
          ...{ amount: expect.stringContaining("0,00"), nextAmount: expect.stringContaining("79,00") },
          ...{ withdrawBy: expect.any(String), firstMonth: "", firstYear: null },
        },
      },
    ]);
  });

  it("given a change, a cancellation, its undo and a second cancellation, then one mail for each", async () => {
    const family = await subscriber();
    await change(family, { priceId: yearly });
    await change(family, { cancel_at_period_end: true });
    await deliver();
    await change(family, { cancel_at_period_end: true });
    await change(family, { cancel_at_period_end: false });
    await deliver((events) => events.toReversed());
    await change(family, { cancel_at_period_end: true });
    await deliver();
    expect(kindsTo(family)).toEqual([
      ...["payment-receipt", "payment-receipt", "plan-changed", "subscription-cancelled"],
      ...["cancellation-undone", "subscription-cancelled"],
    ]);
    const [changed] = mailsTo(family).filter(({ template }) => template === "plan-changed");
    expect(changed?.values).toMatchObject({
      ...{ previous: "månadsabonnemang", plan: "årsabonnemang", amount: expect.stringContaining("790,00") },
      ...{ charged: expect.stringMatching(/^71\d,\d\d/), chargedVat: expect.stringMatching(/^14\d,\d\d/) },
      credit: expect.stringMatching(/^7\d,\d\d/),
    });
  });

  it("given a coupon for other plans, then the next sum is the one without it", async () => {
    const family = await subscriber();
    const coupon = await scene
      .stripe()
      .coupons.create({ percent_off: 50, duration: "forever", applies_to: { products: ["prod_of_nobody"] } });
    await scene.stripe().subscriptions.update(family.id, { discounts: [{ coupon: coupon.id }] });
    await change(family, { cancel_at_period_end: true });
    await change(family, { cancel_at_period_end: false });
    const undone = mailsTo(family).find(({ template }) => template === "cancellation-undone");
    expect(undone?.values.amount).toEqual(expect.stringContaining("79,00"));
  });

  it("given a settlement that is rolled back, then no mail, and one when the event is sent again", async () => {
    const family = await subscriber();
    await scene.stripe().subscriptions.update(family.id, { cancel_at_period_end: true });
    await scene.databases.eu.execute(
      sql`alter table payment.events add constraint refused check (type <> 'customer.subscription.updated') not valid`,
    );
    const event = scene.standIn.webhooks
      .held()
      .find(({ event: each }) => each.type === "customer.subscription.updated")?.event;
    expect((await scene.sendEvent(event as Stripe.Event)).status).toBe(500);
    await scene.dueMails.sendDue("eu");
    expect(kindsTo(family)).toEqual(["payment-receipt"]);
    await scene.databases.eu.execute(sql`alter table payment.events drop constraint refused`);
    expect((await scene.sendEvent(event as Stripe.Event)).status).toBe(200);
    expect(kindsTo(family)).toEqual(["payment-receipt", "subscription-cancelled"]);
  });
});

describe("a yearly plan that renews", () => {
  it("given the night 35 days before, then one mail says sum and day; the nights after send none", async () => {
    const family = await subscriber(yearly);
    const [{ end = 0 } = {}] = (await scene.stripe().subscriptions.retrieve(family.id)).items.data.map((item) => ({
      end: item.current_period_end,
    }));
    const night = (daysBefore: number) =>
      scene.payment.reconciliation.nightly(new Date((end - daysBefore * day) * 1000));
    await night(36);
    const renewals = () => mailsTo(family).filter(({ template }) => template === "yearly-renewal");
    expect(renewals()).toEqual([]);
    await night(34.9);
    await night(34);
    const values = { amount: expect.stringContaining("790,00"), vat: expect.stringContaining("158,00") };
    expect(renewals()).toMatchObject([{ values: { ...values, page: "https://se.example/subscription" } }]);
  });
});

describe("a card that expires", () => {
  it("given the month before, then one mail; given other months, none", async () => {
    const family = await subscriber();
    const [method] = (await scene.stripe().paymentMethods.list({ customer: await customerOf(scene, family.uid) })).data;
    const { exp_month: month, exp_year: year } = method?.card ?? { exp_month: 0, exp_year: 0 };
    const nightOf = (monthsBefore: number, date: number) =>
      scene.payment.reconciliation.nightly(new Date(Date.UTC(year, month - 1 - monthsBefore, date, 10)));
    await nightOf(2, 3);
    expect(kindsTo(family)).toEqual(["payment-receipt"]);
    await nightOf(1, 1);
    await nightOf(1, 2);
    await nightOf(0, 1);
    await scene.dueMails.sendDue("eu");
    expect(mailsTo(family).slice(1)).toMatchObject([
      {
        template: "card-expiring",
        values: { card: "Visa", last4: "4242", month: expect.stringContaining(String(year)) },
      },
    ]);
  });
});

describe("a trial", () => {
  it("says when it ends at its start, and once again three days before", async () => {
    const family = await scene.signUp();
    const { body } = await scene.call("startTrial", { browserSession: family.browserSession }, null);
    await scene.call("startTrial", { browserSession: family.browserSession }, null);
    expect(mailsTo(family)).toMatchObject([
      { template: "trial-started", values: { until: expect.stringContaining(body.endsOn.slice(0, 4)) } },
    ]);
    await scene.payment.reconciliation.nightly(new Date());
    const endIn = (days: number) =>
      scene.databases.eu.execute(sql`update directory.subscription_periods p set starts_on = directory.day_in(p.realm) - 20,
          ends_on = directory.day_in(p.realm) + ${days}::int
        from directory.users u where u.id = p.user_id and u.uid = ${family.uid}`);
    await endIn(4);
    await scene.payment.reconciliation.nightly(new Date());
    await scene.dueMails.sendDue("eu");
    expect(kindsTo(family)).toEqual(["trial-started"]);
    await endIn(3);
    await scene.payment.reconciliation.nightly(new Date());
    await scene.payment.reconciliation.nightly(new Date());
    await scene.dueMails.sendDue("eu");
    expect(kindsTo(family)).toEqual(["trial-started", "trial-ending"]);
  });

  it("given a plan that was bought during it, then nothing says that it ends", async () => {
    const family = await scene.signUp();
    await scene.call("startTrial", { browserSession: family.browserSession }, null);
    const { body } = await scene.call("createSubscription", { body: { priceId: monthly } }, family.email);
    await scene.pay(body);
    await scene.call("settleOrder", { params: { id: body.id } }, family.email);
    await scene.databases.eu.execute(sql`update directory.subscription_periods p set starts_on = directory.day_in(p.realm) - 20, ends_on = directory.day_in(p.realm) + 2
      from directory.users u where u.id = p.user_id and u.uid = ${family.uid}`);
    await scene.payment.reconciliation.nightly(new Date());
    await scene.dueMails.sendDue("eu");
    expect(kindsTo(family)).toEqual(["trial-started", "payment-receipt"]);
    // The contract begins with the purchase, and so do the days for withdrawing.
    expect(mailsTo(family)[1]?.values).toMatchObject({
      ...{ price: expect.stringContaining("79,00"), nextAmount: expect.stringContaining("79,00"), unconsented: "" },
      ...{ withdrawBy: expect.any(String), nextOn: expect.any(String) },
    });
  });
});

// Last, since it moves the provider's clock.
describe("a renewal that fails", () => {
  /** A subscriber whose next renewal the bank declines. */
  async function failing(): Promise<Subscriber> {
    const family = await subscriber();
    const customer = await customerOf(scene, family.uid);
    const method = await scene.stripe().paymentMethods.attach(cards.failsLater, { customer });
    await scene.stripe().subscriptions.update(family.id, { default_payment_method: method.id });
    return family;
  }

  /** To the day after the end of the period that is paid: the renewal has failed once. */
  async function passRenewal({ id }: Subscriber): Promise<void> {
    const [item] = (await scene.stripe().subscriptions.retrieve(id)).items.data;
    scene.standIn.clock.advance((item?.current_period_end ?? 0) - scene.standIn.clock.now() + day);
  }

  it("given retries that fail until the plan ends, then a notice at once, one with the second failure, and the end", async () => {
    const family = await failing();
    await passRenewal(family);
    await deliver((events) => events.toReversed());
    expect(kindsTo(family).slice(1)).toEqual(["payment-failed"]);
    expect(mailsTo(family)[1]?.values).toMatchObject({
      ...{ amount: expect.stringContaining("79,00"), invoice: expect.stringMatching(/^http/) },
      ...{ retryOn: expect.any(String), closesOn: expect.any(String) },
    });
    scene.standIn.clock.advance(3 * day);
    await deliver();
    expect(kindsTo(family).slice(1)).toEqual(["payment-failed", "payment-failed-again"]);
    scene.standIn.clock.advance(20 * day);
    await deliver();
    await scene.dueMails.sendDue("eu");
    expect(kindsTo(family).slice(1)).toEqual(["payment-failed", "payment-failed-again", "subscription-ended-unpaid"]);
  });

  it("given a bank that wants the renewal confirmed, then the mail's link opens the bank, and success opens the books again", async () => {
    const family = await subscriber();
    const customer = await customerOf(scene, family.uid);
    const method = await scene.stripe().paymentMethods.attach(cards.asksAgain, { customer });
    await scene.stripe().subscriptions.update(family.id, { default_payment_method: method.id });
    const paidUntil = (await scene.family(family.uid))?.period?.endsOn;
    await passRenewal(family);
    await deliver((events) => events.toReversed());
    expect(kindsTo(family).slice(1)).toEqual(["payment-failed"]);
    // A waiting renewal is not tried again, so the mail names no day; books stay open for the day of grace.
    expect(mailsTo(family)[1]?.values).toMatchObject({ retryOn: null, closesOn: expect.any(String) });
    expect((await scene.family(family.uid))?.period?.endsOn).toBe(paidUntil);
    const shown = await scene.call("getSubscriptions", {}, family.email);
    expect(shown.body.data[0]).toMatchObject({ status: "past_due", overdueAmount: 7900 });

    const link = new URL(String(mailsTo(family)[1]?.values.invoice));
    const post = (path: string, fields: Record<string, string> = {}) =>
      fetch(scene.standIn.apiBase + path, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) });
    const toBank = new URL((await post(link.pathname)).headers.get("location") ?? "", scene.standIn.apiBase);
    expect(toBank.pathname).toMatch(/three-d-secure/);
    expect((await post(toBank.pathname + toBank.search, { outcome: "complete" })).status).toBeLessThan(400);
    await deliver();
    expect((await scene.stripe().subscriptions.retrieve(family.id)).status).toBe("active");
    expect(String((await scene.family(family.uid))?.period?.endsOn) > String(paidUntil)).toBe(true);
    await scene.databases.eu.execute(sql`update mail.due_mails set due_at = now() where uid = ${family.uid}`);
    await scene.dueMails.sendDue("eu");
    expect(kindsTo(family)).toEqual(["payment-receipt", "payment-failed", "payment-receipt"]);
  });

  it("given a bank that nobody answers, then the plan ends, and the mail says that it has ended", async () => {
    const family = await subscriber();
    const customer = await customerOf(scene, family.uid);
    const method = await scene.stripe().paymentMethods.attach(cards.asksAgain, { customer });
    await scene.stripe().subscriptions.update(family.id, { default_payment_method: method.id });
    await passRenewal(family);
    await deliver();
    scene.standIn.clock.advance(16 * day);
    await deliver();
    expect(kindsTo(family).slice(1)).toEqual(["payment-failed", "subscription-ended-unpaid"]);
  });

  it("given a payment before the second notice, then that is not sent", async () => {
    const family = await failing();
    await passRenewal(family);
    await deliver();
    const customer = await customerOf(scene, family.uid);
    const good = await scene.stripe().paymentMethods.attach(cards.good, { customer });
    await scene.stripe().subscriptions.update(family.id, { default_payment_method: good.id });
    const { latest_invoice: invoice } = await scene.stripe().subscriptions.retrieve(family.id);
    await scene.stripe().invoices.pay(String(invoice), { payment_method: good.id });
    await deliver();
    await scene.databases.eu.execute(sql`update mail.due_mails set due_at = now() where uid = ${family.uid}`);
    await scene.dueMails.sendDue("eu");
    expect(kindsTo(family)).toEqual(["payment-receipt", "payment-failed", "payment-receipt"]);
  });

  it("given no word of the provider for three days, then the second notice comes all the same", async () => {
    const family = await failing();
    await passRenewal(family);
    await deliver();
    await scene.databases.eu.execute(
      sql`update mail.due_mails set due_at = due_at - interval '73 hours' where uid = ${family.uid}`,
    );
    await scene.dueMails.sendDue("eu");
    expect(kindsTo(family)).toEqual(["payment-receipt", "payment-failed", "payment-failed-again"]);
    expect(mailsTo(family).at(-1)?.values.retryOn).toBeNull();
  });
});
