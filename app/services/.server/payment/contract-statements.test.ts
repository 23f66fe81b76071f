import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paidFamily } from "#tests/support/paid-family";
import { type PaymentScene, paymentScene } from "#tests/support/payment-scene";
import { dayIn } from "~/realms/realm";

/** Withdrawals and cancellations, with and without signing in. docs/decisions/0087-statements-about-contracts.md. */

let scene: PaymentScene;

beforeAll(async () => {
  scene = await paymentScene();
});
afterAll(() => scene.close());

const monthly = "price_family_month_se";
const yearly = "price_family_year_se";
const day = 24 * 3600;

/** A family that has paid for a plan. */
async function buyer(priceId = yearly) {
  const { order, ...family } = await paidFamily(scene, { priceId });
  const { rows } = await scene.databases.eu.execute<{ number: string }>(
    sql`select number from payment.orders where id = ${order.id}`,
  );
  return { ...family, orderId: order.id, orderNumber: String(rows[0]?.number) };
}
type Buyer = Awaited<ReturnType<typeof buyer>>;

const consent = ({ orderId, uid }: Buyer) =>
  scene.databases.eu.execute(sql`
    insert into payment.consents (realm, customer_id, order_id, version, consented_at)
    select 'se', id, ${orderId}, '2026-11-01', now() from payment.customers where user_uid = ${uid}
    on conflict (customer_id, order_id) do update set consented_at = now()`);

/** What the provider has paid back to a customer, in minor units. */
async function paidBack({ customer }: Buyer): Promise<number> {
  const { data } = await scene.stripe().charges.list({ customer });
  return data.reduce((sum, charge) => sum + charge.amount_refunded, 0);
}

async function subscriptionStatus({ customer }: Buyer): Promise<unknown> {
  const { data } = await scene.stripe().subscriptions.list({ customer, status: "all" });
  return data.map(({ status, cancel_at_period_end }) => (cancel_at_period_end ? "ending" : status));
}

const state = (family: Pick<Buyer, "orderNumber" | "email">, kind = "withdrawal", more: object = {}) => {
  const body = { kind, name: "Ada Berg", orderNumber: family.orderNumber, email: family.email, ...more };
  return scene.call("stateAboutContract", { body }, null);
};
const confirm = ({ uid }: Buyer) =>
  scene.databases.eu.execute(sql`update directory.users set email_verified = true where uid = ${uid}`);
const hourly = () => scene.payment.reconciliation.hourly();

const mailsAbout = async ({ uid }: Buyer, kind = "withdrawn") => {
  const { rows } = await scene.databases.eu.execute<{ values: Record<string, unknown> }>(
    sql`select values from mail.due_mails where uid = ${uid} and kind = ${kind} and state <> 'withheld'`,
  );
  return rows.map(({ values }) => values);
};

describe("given a family that is signed in", () => {
  it("then it sees the sum and the last day, withdraws, gets everything back once and a receipt, and its shelf closes", async () => {
    const family = await buyer();
    const { body: before } = await scene.call("getWithdrawal", {}, family.email);
    const sums = { paid: 79000, kept: 0, refund: 79000, currency: "SEK", orderNumber: family.orderNumber };
    expect(before.withdrawal).toMatchObject({ ...sums, isOpen: true, receivedAt: null });
    for (let round = 0; round < 2; round += 1) {
      const { status, body } = await scene.call("withdraw", {}, family.email);
      expect([status, body.withdrawal]).toMatchObject([
        201,
        { ...sums, isOpen: false, receivedAt: expect.any(String) },
      ]);
    }
    await hourly();
    expect(await paidBack(family)).toBe(79000);
    expect(await subscriptionStatus(family)).toEqual(["canceled"]);
    const { body: stated } = await scene.call("getStatements", {}, family.email);
    expect(stated.data).toEqual([
      {
        ...{ orderNumber: family.orderNumber, kind: "withdrawal", status: "done", refund: 79000 },
        ...{ type: null, reason: null, endsOn: null },
        receivedAt: expect.any(String),
      },
    ]);
    expect(await mailsAbout(family)).toMatchObject([
      {
        ...{ number: family.orderNumber, refund: { amount: 79000, currency: "SEK" }, refunded: "", kept: null },
        statedName: expect.stringMatching(/\S/),
      },
    ]);
    expect(await mailsAbout(family, "subscription-ended")).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(String((await scene.family(family.uid))?.period?.endsOn) <= today).toBe(true);
  });

  it("after a change of plan that charged nothing, then the receipt names the plan that was bought, whose sum is paid back", async () => {
    const family = await buyer();
    const { data } = await scene.stripe().subscriptions.list({ customer: family.customer });
    const [subscription] = data;
    const items = [{ id: subscription?.items.data[0]?.id ?? "", price: monthly }];
    await scene.stripe().subscriptions.update(subscription?.id ?? "", { items, proration_behavior: "always_invoice" });
    const { body } = await scene.call("withdraw", {}, family.email);
    expect(body.withdrawal).toMatchObject({ paid: 79000, refund: 79000 });
    expect(await mailsAbout(family)).toMatchObject([{ plan: { plan: "year" }, refund: { amount: 79000 } }]);
  });

  it("with consent, then the ten days used are kept, and the rest is paid back", async () => {
    scene.standIn.clock.advance(-10 * day);
    const family = await buyer(monthly);
    scene.standIn.clock.advance(10 * day);
    await consent(family);
    const { body: found } = await scene.call("getSubscriptions", {}, family.email);
    const { currentPeriodStart: start, currentPeriodEnd: end } = found.data[0];
    const days = Math.round((Date.parse(end) - Date.parse(start)) / (day * 1000));
    const kept = Math.round((7900 * 10) / days);
    const { body } = await scene.call("withdraw", {}, family.email);
    expect(body.withdrawal).toMatchObject({ paid: 7900, kept, refund: 7900 - kept });
    expect(await paidBack(family)).toBe(7900 - kept);
    expect(await mailsAbout(family)).toMatchObject([{ kept: { amount: kept, currency: "SEK" } }]);
  });

  it("and has a credit from a change of plan, then the credit ends with the contract", async () => {
    const family = await buyer();
    const { body: found } = await scene.call("getSubscriptions", {}, family.email);
    await scene.call(
      "changeSubscription",
      { params: { id: found.data[0].id }, body: { priceId: monthly } },
      family.email,
    );
    await scene.call("withdraw", {}, family.email);
    expect(await paidBack(family)).toBe(79000);
    expect(await scene.stripe().customers.retrieve(family.customer)).toMatchObject({ balance: 0 });
  });

  it("that has bought nothing, then there is nothing to withdraw from", async () => {
    const { email } = await scene.signUp();
    expect((await scene.call("getWithdrawal", {}, email)).body).toEqual({ withdrawal: null });
    expect(await scene.call("withdraw", {}, email)).toMatchObject({
      status: 409,
      body: { error: "withdrawal_closed" },
    });
  });

  it("and a provider that fails after the plan has ended, then the rest follows within the hour, once", async () => {
    const family = await buyer();
    scene.standIn.faults.add({ kind: "unavailable", method: "POST", path: "/v1/refunds" });
    const reply = await scene.call("withdraw", {}, family.email);
    scene.standIn.faults.clear();
    expect([201, 503]).toContain(reply.status);
    await hourly();
    await hourly();
    expect(await paidBack(family)).toBe(79000);
    expect(await mailsAbout(family)).toHaveLength(1);
  });
});

describe("given somebody who is not signed in", () => {
  it("then the answer is the same for every input, and only a right number with its address withdraws", async () => {
    const [family, other] = [await buyer(), await buyer()];
    const replies = [
      await state({ ...family, email: "somebody@home.example" }),
      await state({ ...family, orderNumber: "0000-0000-0000-0000-0000" }),
      await state({ ...family, email: other.email }),
    ];
    await hourly();
    expect(await subscriptionStatus(family)).toEqual(["active"]);
    const typed = {
      orderNumber: family.orderNumber.toLowerCase().replaceAll("-", " "),
      email: family.email.toUpperCase(),
    };
    replies.push(await state(typed), await state(typed));
    expect(replies.map(({ status, body }) => [status, Object.keys(body)])).toEqual(
      replies.map(() => [202, ["receivedAt"]]),
    );
    await hourly();
    expect(await paidBack(family)).toBe(79000);
    expect([await subscriptionStatus(family), await subscriptionStatus(other)]).toEqual([["canceled"], ["active"]]);
    const { rows } = await scene.databases.eu.execute(sql`
      select status, stated ->> 'email' as email from payment.contract_statements
      where stated ->> 'orderNumber' in (${family.orderNumber}, '0000-0000-0000-0000-0000') order by received_at`);
    // Which of two statements at once counts is chance.
    expect(rows.map(({ status }) => status).toSorted()).toEqual(["done", "repeated", "unknown", "unknown", "unknown"]);
  });

  it("then the receipt goes to a confirmed address only, and another hears that the plan has ended", async () => {
    const [unconfirmed, confirmed] = [await buyer(), await buyer()];
    await scene.databases.eu.execute(
      sql`update directory.users set email_verified = true where uid = ${confirmed.uid}`,
    );
    await state(unconfirmed);
    await state(confirmed);
    await hourly();
    expect([await mailsAbout(unconfirmed), await mailsAbout(confirmed)]).toMatchObject([
      [],
      [{ statedName: "Ada Berg" }],
    ]);
    // Without a receipt the account's address hears at least that the plan has ended.
    const ended = "subscription-ended";
    expect([await mailsAbout(unconfirmed, ended), await mailsAbout(confirmed, ended)]).toMatchObject([[{}], []]);
    expect(await paidBack(unconfirmed)).toBe(79000);
  });

  it("then a cancellation lets the plan run until the end of the paid time", async () => {
    const family = await buyer();
    await state(family, "cancellation");
    await hourly();
    expect(await subscriptionStatus(family)).toEqual(["ending"]);
    expect(await paidBack(family)).toBe(0);
  });

  it("then the receipt of a cancellation has its content, its time and the end of the contract, and no second mail comes", async () => {
    const family = await buyer();
    await confirm(family);
    const { body } = await state(family, "cancellation");
    await hourly();
    const { body: running } = await scene.call("getSubscriptions", {}, family.email);
    const paidUntil = dayIn("se", new Date(running.data[0].currentPeriodEnd));
    expect(await mailsAbout(family, "cancellation-received")).toMatchObject([
      {
        ...{ number: family.orderNumber, statedName: "Ada Berg", plan: { plan: "year" }, ordinary: "", reason: null },
        ...{ receivedAt: { moment: body.receivedAt }, soonest: "", wishedOn: null, endsOn: { day: paidUntil } },
      },
    ]);
    expect(await mailsAbout(family, "subscription-cancelled")).toEqual([]);
    // Undone and cancelled again on the page: that is a cancellation of its own.
    const { body: found } = await scene.call("getSubscriptions", {}, family.email);
    for (const isCancelled of [false, true]) {
      const change = { params: { id: found.data[0].id }, body: { cancel_at_period_end: isCancelled } };
      await scene.call("changeSubscription", change, family.email);
    }
    expect(await mailsAbout(family, "subscription-cancelled")).toHaveLength(1);
  });

  it("then an extraordinary cancellation needs a reason, ends what is charged, and a super user gets the reason to read", async () => {
    const family = await buyer();
    await confirm(family);
    expect((await state(family, "cancellation", { type: "extraordinary" })).status).toBe(400);
    await state(family, "cancellation", { type: "extraordinary", reason: "Die Bücher\r\nöffnen nicht." });
    await hourly();
    expect(await subscriptionStatus(family)).toEqual(["ending"]);
    const reason = "Die Bücher\nöffnen nicht.";
    expect(await mailsAbout(family, "cancellation-received")).toMatchObject([
      { ordinary: null, extraordinary: "", reason },
    ]);
    const { listUnmatched } = await import("./support-acts-store");
    const waiting = await listUnmatched(scene.databases.eu, "se", 200);
    expect(waiting.filter(({ orderId }) => orderId === family.orderId)).toMatchObject([{ stated: { reason } }]);
  });

  it("then a day before today is refused in words", async () => {
    const reply = await state(await buyer(), "cancellation", { endsOn: "2020-01-31" });
    expect([reply.status, reply.body.details]).toEqual([400, [{ attribute: "endsOn", reason: "The day is over" }]]);
  });

  it("then a sixth statement about one order within an hour is 429, and a malformed number 400", async () => {
    const family = await buyer();
    const replies = [];
    for (let count = 0; count < 6; count += 1) replies.push((await state({ ...family, email: "a@b.example" })).status);
    expect(replies).toEqual([202, 202, 202, 202, 202, 429]);
    expect((await state({ ...family, orderNumber: "12" })).status).toBe(400);
  });
});

it("given a contract of more than 14 days, then a withdrawal is late and nothing is paid back", async () => {
  const family = await buyer();
  await scene.databases.eu.execute(sql`
    insert into payment.contract_statements (realm, kind, order_id, received_at)
    values ('se', 'withdrawal', ${family.orderId}, now() + interval '17 days')`);
  await hourly();
  expect(await paidBack(family)).toBe(0);
  expect(await subscriptionStatus(family)).toEqual(["active"]);
});

// Last, since it moves the provider’s clock.
it("given a cancellation for a later day, then it waits for the period that reaches it, and its receipt says so at once", async () => {
  const family = await buyer(monthly);
  await confirm(family);
  const { body: found } = await scene.call("getSubscriptions", {}, family.email);
  const end = Date.parse(found.data[0].currentPeriodEnd);
  const endsOn = new Date(end + 5 * day * 1000).toISOString().slice(0, 10);
  await state(family, "cancellation", { endsOn });
  await hourly();
  expect(await subscriptionStatus(family)).toEqual(["active"]);
  const receipts = await mailsAbout(family, "cancellation-received");
  expect(receipts).toMatchObject([{ wishedOn: { day: endsOn }, soonest: null }]);
  const [{ endsOn: ends } = {}] = receipts;
  expect((ends as { day: string }).day >= endsOn).toBe(true);
  scene.standIn.clock.advance(end / 1000 - scene.standIn.clock.now() + day);
  await hourly();
  await hourly();
  expect(await subscriptionStatus(family)).toEqual(["ending"]);
  expect(await mailsAbout(family, "cancellation-received")).toHaveLength(1);
});
