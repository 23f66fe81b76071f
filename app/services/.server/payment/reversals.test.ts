import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { cards, customerOf, type PaymentScene, paymentScene } from "#tests/support/payment-scene";
import { listNotices } from "./reversals-store";

/** Refunds and disputes that begin at the provider, not with us. docs/decisions/0092-refunds-and-disputes.md. */

let scene: PaymentScene;

beforeAll(async () => {
  scene = await paymentScene();
});
beforeEach(() => scene.standIn.webhooks.drop());
afterAll(() => scene.close());

const monthly = "price_family_month_se";
type Subscriber = { uid: string; email: string; id: string };

async function subscriber(card: string = cards.good): Promise<Subscriber> {
  const { uid, email } = await scene.signUp();
  const { body } = await scene.call("createSubscription", { body: { priceId: monthly } }, email);
  await scene.pay(body, card);
  await deliver(({ type }) => type === "invoice.paid" || type === "customer.subscription.updated");
  return { uid, email, id: body.subscriptionId };
}

/** Events that the provider has not delivered; what is not chosen is lost. */
async function deliver(isChosen: (event: Stripe.Event) => boolean): Promise<void> {
  const events = scene.standIn.webhooks.held().map(({ event }) => event);
  scene.standIn.webhooks.drop();
  for (const event of events.filter(isChosen)) expect((await scene.sendEvent(event)).status).toBe(200);
}

async function ledgerOf({ uid }: Subscriber) {
  const { rows } = await scene.databases.eu.execute(sql`
    select r.kind, r.status, r.amount, r.currency, r.invoice_id is not null as "hasInvoice"
    from payment.reversals r join payment.customers c on c.id = r.customer_id where c.user_uid = ${uid}
    order by r.made_at, r.id`);
  return rows;
}

const isOpen = async ({ uid }: Subscriber) => (await scene.family(uid))?.period?.isRunning ?? false;
const planOf = ({ id }: Subscriber) => scene.stripe().subscriptions.retrieve(id);
const invoicesOf = async ({ email }: Subscriber) => (await scene.call("getInvoices", {}, email)).body.data;
const kindsTo = ({ email }: Subscriber) =>
  scene.mails
    .filter(({ to, template }) => to === email && template !== "confirm-email")
    .map(({ template }) => template);

async function disputeOf({ uid }: Subscriber): Promise<Stripe.Dispute> {
  const { data: charges } = await scene.stripe().charges.list({ customer: await customerOf(scene, uid) });
  const charge = charges.find(({ disputed }) => disputed)?.id ?? "";
  const { data } = await scene.stripe().disputes.list({ charge });
  return data[0] as Stripe.Dispute;
}

async function noticesOf({ uid }: Subscriber) {
  const all = await listNotices(scene.databases.eu, "se", 100);
  return all.filter(({ userUid }) => userUid === uid).map(({ kind, status }) => `${kind} ${status}`);
}

describe("a dispute", () => {
  it("is found by its payment, since the provider's event names no customer; while it is open, books stay open", async () => {
    const family = await subscriber();
    const method = await scene
      .stripe()
      .paymentMethods.attach(cards.disputed, { customer: await customerOf(scene, family.uid) });
    const intent = await scene.stripe().paymentIntents.create({
      ...{ amount: 7900, currency: "sek", confirm: true, payment_method: method.id, off_session: true },
      customer: await customerOf(scene, family.uid),
    });
    expect(intent.status).toBe("succeeded");
    await deliver(({ type }) => type === "charge.dispute.created");
    expect(await ledgerOf(family)).toEqual([
      { kind: "dispute", status: "needs_response", amount: 7900, currency: "SEK", hasInvoice: false },
    ]);
    expect([await isOpen(family), (await planOf(family)).status]).toEqual([true, "active"]);
    expect(await noticesOf(family)).toEqual(["dispute needs_response"]);
  });

  it("that is opened tells the country's super users, each once, with the way to the family", async () => {
    await seedRealm(scene.databases.eu, "se");
    for (const [username, scopes] of [
      ["super.se", "{ilt.user.se.write}"],
      ["admin.se", "{ilt.user.se.write}"],
      ["teacher.se", "{ilt.user.no.write}"],
    ]) {
      await scene.databases.eu.execute(sql`
        update directory.users set email = username || '@support.example', scopes = ${scopes}::text[] where username = ${username}`);
      await scene.databases.eu.execute(
        sql`update directory.users set email_verified = true where username = ${username}`,
      );
    }
    const family = await subscriber(cards.disputed);
    await deliver(({ type }) => type === "charge.dispute.created");
    await scene.payment.reconciliation.nightly(new Date());
    await scene.dueMails.sendDue("eu");
    const told = scene.mails.filter(({ template }) => template === "dispute-opened");
    const mine = told.filter(({ values }) => String(values.page).endsWith(family.uid));
    expect(mine.toSorted((one, other) => one.to.localeCompare(other.to))).toMatchObject(
      ["admin.se@support.example", "super.se@support.example"].map((to) => ({
        ...{ to, template: "dispute-opened" },
        values: {
          ...{ disputed: expect.stringContaining("79,00"), familyName: expect.stringContaining("Ada") },
          page: `https://se.example/controlpanel/families/${family.uid}`,
        },
      })),
    );
    await scene.stripe().disputes.close((await disputeOf(family)).id);
  });

  it("of the present period, once lost, ends the plan at once, with one mail that it has ended, and stays in the lists", async () => {
    const family = await subscriber(cards.disputed);
    await deliver(({ type }) => type === "charge.dispute.created");
    expect((await invoicesOf(family))[0]).toMatchObject({ status: "paid", dispute: "open", refunds: [] });
    const shown = await scene.call("getManagedFamily", { params: { uid: family.uid } }, "super.se");
    expect(shown.body.provider.payments[0]).toMatchObject({ dispute: "open", refunds: [] });
    await scene.stripe().disputes.close((await disputeOf(family)).id);
    await deliver(({ type }) => type.startsWith("charge.dispute."));
    await deliver(() => true);
    expect((await planOf(family)).status).toBe("canceled");
    const day = await scene.databases.eu.execute<{ day: string }>(sql`select directory.day_in('se')::text as day`);
    expect((await scene.family(family.uid))?.period?.endsOn).toBe(day.rows[0]?.day);
    expect(kindsTo(family)).toEqual(["payment-receipt", "subscription-ended"]);
    expect((await invoicesOf(family))[0]).toMatchObject({ dispute: "lost" });
    expect(await noticesOf(family)).toEqual(["dispute lost"]);
  });

  it("once won, changes nothing but the lists", async () => {
    const family = await subscriber(cards.disputed);
    await scene
      .stripe()
      .disputes.update((await disputeOf(family)).id, { evidence: { uncategorized_text: "winning_evidence" } });
    await deliver(({ type }) => type === "charge.dispute.closed");
    expect([await isOpen(family), (await planOf(family)).status]).toEqual([true, "active"]);
    expect((await invoicesOf(family))[0]).toMatchObject({ dispute: "won" });
  });

  it("of an open dispute's family that withdraws, then nothing is paid back a second time, and the plan ends", async () => {
    const family = await subscriber(cards.disputed);
    await deliver(({ type }) => type === "charge.dispute.created");
    expect((await scene.call("withdraw", {}, family.email)).status).toBe(201);
    expect((await planOf(family)).status).toBe("canceled");
    const refunds = await scene.stripe().refunds.list({ limit: 100 });
    const { data: charges } = await scene.stripe().charges.list({ customer: await customerOf(scene, family.uid) });
    expect(refunds.data.filter(({ charge }) => charges.some(({ id }) => id === charge))).toEqual([]);
  });
});

describe("a refund at the provider", () => {
  it("does not end the plan, also if it is the whole payment; it is in the ledger and the list of invoices", async () => {
    const family = await subscriber();
    const { data: charges } = await scene.stripe().charges.list({ customer: await customerOf(scene, family.uid) });
    const charge = charges[0]?.id ?? "";
    await scene.stripe().refunds.create({ charge, amount: 1900 });
    await scene.stripe().refunds.create({ charge });
    await deliver(({ type }) => type === "refund.created");
    expect(await ledgerOf(family)).toMatchObject([
      { kind: "refund", status: "succeeded", currency: "SEK", hasInvoice: true },
      { kind: "refund", status: "succeeded", currency: "SEK", hasInvoice: true },
    ]);
    const [invoice] = await invoicesOf(family);
    const amounts = invoice.refunds.map(({ amount }: { amount: number }) => amount).toSorted();
    expect([invoice.total, amounts]).toEqual([7900, [1900, 6000]]);
    expect([await isOpen(family), (await planOf(family)).status]).toEqual([true, "active"]);
    expect(await noticesOf(family)).toEqual(["refund succeeded", "refund succeeded"]);
  });

  it("given lost events, then the night finds it", async () => {
    const family = await subscriber();
    const { data: charges } = await scene.stripe().charges.list({ customer: await customerOf(scene, family.uid) });
    await scene.stripe().refunds.create({ charge: charges[0]?.id ?? "" });
    scene.standIn.webhooks.drop();
    await scene.payment.reconciliation.nightly(new Date());
    expect(await ledgerOf(family)).toMatchObject([{ kind: "refund", amount: 7900 }]);
  });
});

// Last, since it moves the provider's clock.
it("given a lost dispute of an earlier period, then the plan ends with the paid one, and may be continued", async () => {
  const family = await subscriber(cards.disputed);
  const customer = await customerOf(scene, family.uid);
  const good = await scene.stripe().paymentMethods.attach(cards.good, { customer });
  await scene.stripe().subscriptions.update(family.id, { default_payment_method: good.id });
  const [item] = (await planOf(family)).items.data;
  scene.standIn.clock.advance((item?.current_period_end ?? 0) - scene.standIn.clock.now() + 60);
  await scene.stripe().disputes.close((await disputeOf(family)).id);
  await deliver(() => true);
  expect(await planOf(family)).toMatchObject({ status: "active", cancel_at_period_end: true });
  expect(await isOpen(family)).toBe(true);
  const again = { params: { id: family.id }, body: { cancel_at_period_end: false } };
  expect((await scene.call("changeSubscription", again, family.email)).status).toBe(200);
  await deliver(() => true);
  expect(await planOf(family)).toMatchObject({ cancel_at_period_end: false });
});
