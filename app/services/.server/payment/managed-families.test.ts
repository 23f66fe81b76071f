import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { paidFamily } from "#tests/support/paid-family";
import { customerOf, type PaymentScene, paymentScene } from "#tests/support/payment-scene";

/** What super users read and do about a family's payments. docs/decisions/0091-families-for-super-users.md. */

let scene: PaymentScene;

beforeAll(async () => {
  scene = await paymentScene();
  await seedRealm(scene.databases.eu, "se");
});
afterAll(() => scene.close());

const monthly = "price_family_month_se";
const yearly = "price_family_year_se";
const day = 24 * 3600;

/** A family that has paid for a plan. */
async function buyer(priceId = monthly) {
  const { order, ...family } = await paidFamily(scene, { priceId });
  return { ...family, orderId: order.id, paymentId: String(order.paymentIntent?.id) };
}
type Buyer = Awaited<ReturnType<typeof buyer>>;

const bySuper = (name: Parameters<PaymentScene["call"]>[0], input: Parameters<PaymentScene["call"]>[1]) =>
  scene.call(name, input, "super.se");
const read = async ({ uid }: Pick<Buyer, "uid">) => (await bySuper("getManagedFamily", { params: { uid } })).body;
const search = async (q: string) => (await bySuper("searchFamilies", { body: { q } })).body.data;

function refund({ uid, paymentId }: Buyer, wanted: { id?: string; amount: number; left: number; reason?: string }) {
  const { id = randomUUID(), ...body } = wanted;
  const input = { params: { uid, id }, body: { paymentId, reason: "The book was missing", ...body } };
  return bySuper("refundFamilyPayment", input);
}
const extend = ({ uid }: Pick<Buyer, "uid">, days: number, id: string = randomUUID()) =>
  bySuper("extendFamilyPlan", { params: { uid, id }, body: { days, reason: "A week without sound" } });

/** What the provider has paid back to a family, in minor units. */
async function paidBack({ uid }: Pick<Buyer, "uid">): Promise<number> {
  const { data } = await scene.stripe().charges.list({ customer: await customerOf(scene, uid) });
  return data.reduce((sum, charge) => sum + charge.amount_refunded, 0);
}

const subscriptionOf = async ({ uid }: Pick<Buyer, "uid">) => {
  const { data } = await scene.stripe().subscriptions.list({ customer: await customerOf(scene, uid), status: "all" });
  return data[0];
};

async function mailsAbout(uid: string, kind: string): Promise<Array<Record<string, unknown>>> {
  const { rows } = await scene.databases.eu.execute<{ values: Record<string, unknown> }>(
    sql`select values from mail.due_mails where uid = ${uid} and kind = ${kind} and state <> 'withheld'`,
  );
  return rows.map(({ values }) => values);
}

async function audited(uid: string, action: string) {
  const { rows } = await scene.databases.eu.execute<{ details: object; changes: object[] | null }>(sql`
    select a.details, v.changes from directory.audit a left join directory.audit_values v on v.audit_id = a.id
    where a.action = ${action} and a.subject_uid = ${uid}
      and a.user_uid = (select uid from directory.users where username = 'super.se')`);
  return rows;
}

describe("searching", () => {
  it("finds a family by its address in any case and by its order's number, and each look-up is in the log", async () => {
    const family = await buyer();
    const [order] = (await read(family)).orders;
    const found = [
      await search(family.email.toUpperCase()),
      await search(order.number),
      await search(order.number.toLowerCase().replaceAll("-", " ")),
    ];
    expect(found).toMatchObject([[{ uid: family.uid }], [{ uid: family.uid }], [{ uid: family.uid }]]);
    expect(await search(family.email.slice(1))).toEqual([]);
    expect(await audited(family.uid, "payment.looked_up")).toHaveLength(3);
  });

  it("finds a deleted account beside the one that has its address now, which comes first", async () => {
    const gone = await scene.signUp();
    await scene.databases.eu.execute(sql`
      update directory.users set status_before = status, status = 'deleted', deleted_at = now() where uid = ${gone.uid}`);
    const other = await scene.signUp();
    await scene.databases.eu.execute(sql`
      update directory.users set username = ${gone.email}, email = ${gone.email} where uid = ${other.uid}`);
    expect((await search(gone.email)).map(({ uid, status }: Record<string, string>) => [uid, status])).toEqual([
      [other.uid, "active"],
      [gone.uid, "deleted"],
    ]);
    expect((await read(gone)).purgeOn).toMatch(/^\d{4}-/);
  });

  it("does not find staff or pupils", async () => {
    expect(await search("teacher.se")).toEqual([]);
  });
});

describe("reading", () => {
  it("shows account, plan, payments, order, card and mails, of cards four digits at most", async () => {
    const family = await buyer(yearly);
    const body = await read(family);
    expect(body).toMatchObject({
      ...{ email: family.email, isConfirmed: false, status: "active", children: 0, country: "se", purgeOn: null },
      period: { isRunning: true, isTrial: false },
      orders: [{ status: "completed", amount: 79000, currency: "SEK", consent: null }],
      provider: {
        plan: { status: "active", interval: "year", isEnding: false, nextPaymentAmount: 79000, overdueAmount: null },
        payments: [{ id: family.paymentId, amount: 79000, refunded: 0, left: 79000, status: "succeeded" }],
        cards: [{ brand: "visa", last4: "4242", isCharged: true }],
        extensionRefusal: null,
      },
      isProviderDown: false,
    });
    expect(body.provider.payments[0]).toMatchObject({ receiptUrl: expect.any(String), card: { last4: "4242" } });
    expect(body.mails.map(({ kind }: { kind: string }) => kind)).toContain("payment-receipt");
    expect(body.mails.map(({ subject }: { subject: string }) => subject)).toContain("Kvitto på din betalning");
    expect(Object.keys(body.provider.cards[0])).toEqual(["brand", "last4", "expMonth", "expYear", "isCharged"]);
    expect(JSON.stringify(body)).not.toMatch(/4242 ?4242/);
  });

  it("shows what is stored here while the provider is down", async () => {
    const family = await buyer();
    scene.standIn.faults.add({ kind: "unavailable", method: "GET", path: "/v1/charges" });
    const body = await read(family);
    scene.standIn.faults.clear();
    expect(body).toMatchObject({ provider: null, isProviderDown: true, orders: [{ status: "completed" }] });
  });

  it("shows a family that has bought nothing", async () => {
    const family = await scene.signUp();
    expect(await read(family)).toMatchObject({ orders: [], provider: null, isProviderDown: false, period: null });
  });
});

describe("paying back", () => {
  it("a part, then the rest: each once, with a mail and a line in the log that has the reason", async () => {
    const family = await buyer();
    const preview = (amount: number | null) =>
      bySuper("previewFamilyRefund", { params: { uid: family.uid }, body: { paymentId: family.paymentId, amount } });
    expect((await preview(null)).body).toEqual({ amount: 7900, left: 7900, currency: "SEK" });
    expect((await preview(7901)).status).toBe(400);
    expect((await preview(0)).status).toBe(400);
    const id = randomUUID();
    for (let round = 0; round < 2; round += 1) {
      const { status, body } = await refund(family, { id, amount: 2500, left: 7900 });
      expect([status, body]).toMatchObject([200, { id, amount: 2500, state: "done" }]);
    }
    expect(await paidBack(family)).toBe(2500);
    expect((await preview(null)).body).toMatchObject({ amount: 5400, left: 5400 });
    expect((await refund(family, { amount: 5400, left: 5400 })).status).toBe(200);
    expect(await paidBack(family)).toBe(7900);
    expect((await preview(null)).status).toBe(400);
    expect(await mailsAbout(family.uid, "refunded")).toMatchObject([
      { refund: { amount: 2500, currency: "SEK" }, payment: { amount: 7900 }, last4: "4242" },
      { refund: { amount: 5400 } },
    ]);
    const lines = await audited(family.uid, "payment.refunded");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({
      details: { refund: id, amount: 2500, currency: "SEK" },
      changes: [{ attribute: "reason", before: null, after: "The book was missing" }],
    });
    const { provider, refunds } = await read(family);
    expect(provider.payments[0]).toMatchObject({ refunded: 7900, left: 0, refunds: [{}, {}] });
    expect(refunds).toMatchObject([{ amount: 5400 }, { amount: 2500, reason: "The book was missing" }]);
    const { rows: names } = await scene.databases.eu.execute<{ name: string }>(
      sql`select name from directory.users where username = 'super.se'`,
    );
    expect(refunds).toMatchObject([{ by: names[0]?.name }, { by: names[0]?.name }]);
    expect((await subscriptionOf(family))?.status).toBe("active");
    const { body: own } = await scene.call("getSupportActs", {}, family.email);
    expect(own).toMatchObject({ refunds: [{ amount: 5400 }, { amount: 2500 }], extensions: [] });
    expect(own.refunds[0]).not.toHaveProperty("by");
  });

  it("by a double click in two processes, then once", async () => {
    const family = await buyer();
    const id = randomUUID();
    const body = { paymentId: family.paymentId, amount: 1000, left: 7900, reason: "r" };
    const other = scene.another();
    const replies = await Promise.all(
      [scene, other, scene].map((process) =>
        process.call("refundFamilyPayment", { params: { uid: family.uid, id }, body }, "super.se"),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await paidBack(family)).toBe(1000);
    expect(await mailsAbout(family.uid, "refunded")).toHaveLength(1);
    expect(await audited(family.uid, "payment.refunded")).toHaveLength(1);
  });

  it("by two super users at once, then one is told that the payment has changed", async () => {
    const family = await buyer();
    const replies = await Promise.all([
      refund(family, { amount: 3000, left: 7900 }),
      refund(family, { amount: 3000, left: 7900 }),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.error).toBe("refund_outdated");
    expect(await paidBack(family)).toBe(3000);
  });

  it("more than is left, of another family's payment, or another sum under the same id is refused", async () => {
    const [family, other] = [await buyer(), await buyer()];
    expect((await refund(family, { amount: 7901, left: 7900 })).status).toBe(400);
    expect((await refund({ ...family, paymentId: other.paymentId }, { amount: 1, left: 7900 })).status).toBe(404);
    const id = randomUUID();
    await refund(family, { id, amount: 100, left: 7900 });
    expect((await refund(family, { id, amount: 200, left: 7900 })).status).toBe(409);
    expect((await refund(other, { id, amount: 100, left: 7900 })).status).toBe(409);
    expect([await paidBack(family), await paidBack(other)]).toEqual([100, 0]);
  });

  it("with a provider that is down, then the hourly run pays back, once", async () => {
    const family = await buyer();
    scene.standIn.faults.add({ kind: "unavailable", method: "POST", path: "/v1/refunds" });
    expect((await refund(family, { amount: 2000, left: 7900 })).status).toBe(503);
    scene.standIn.faults.clear();
    expect((await read(family)).provider.payments[0].left).toBe(5900);
    // The provider's memory of the key is over: its mark alone tells that the refund was made.
    await scene.payment.reconciliation.hourly();
    scene.standIn.clock.advance(2 * day);
    await scene.databases.eu.execute(sql`
      update payment.refunds set state = 'decided' where intent_id = ${family.paymentId}`);
    await scene.payment.reconciliation.hourly();
    scene.standIn.clock.advance(-2 * day);
    expect(await paidBack(family)).toBe(2000);
    expect(await mailsAbout(family.uid, "refunded")).toHaveLength(1);
  });

  it("what the provider refuses is stored as failed, and nothing is mailed", async () => {
    const family = await buyer();
    const id = randomUUID();
    scene.standIn.faults.add({ kind: "unavailable", method: "POST", path: "/v1/refunds" });
    await refund(family, { id, amount: 5000, left: 7900 });
    scene.standIn.faults.clear();
    // Somebody pays back in the provider's dashboard in the meantime.
    await scene.stripe().refunds.create({ payment_intent: family.paymentId, amount: 4000 });
    const reply = await refund(family, { id, amount: 5000, left: 7900 });
    expect([reply.status, reply.body.error]).toEqual([409, "provider_refused"]);
    await scene.payment.reconciliation.hourly();
    expect((await read(family)).refunds).toMatchObject([{ id, state: "failed" }]);
    expect((await read(family)).provider.payments[0].left).toBe(3900);
    expect((await refund(family, { id, amount: 5000, left: 7900 })).status).toBe(409);
    expect([await paidBack(family), await mailsAbout(family.uid, "refunded")]).toEqual([4000, []]);
  });

  it("with a reply that is lost, then it is paid back once", async () => {
    const family = await buyer();
    scene.standIn.faults.add({ kind: "lost", method: "POST", path: "/v1/refunds", times: 1 });
    expect((await refund(family, { amount: 5000, left: 7900 })).status).toBe(200);
    scene.standIn.faults.clear();
    expect(await paidBack(family)).toBe(5000);
  });

  it("to a deleted family, then it is mailed at its address", async () => {
    const family = await buyer();
    await scene.databases.eu.execute(sql`
      update directory.users set status_before = status, status = 'deleted', deleted_at = now() where uid = ${family.uid}`);
    expect((await refund(family, { amount: 500, left: 7900 })).status).toBe(200);
    await scene.dueMails.sendDue("eu");
    expect(scene.mails.filter(({ template, to }) => template === "refunded" && to === family.email)).toHaveLength(1);
  });
});

describe("paying back and withdrawing", () => {
  it("a withdrawal after a refund pays back the rest", async () => {
    const family = await buyer();
    await refund(family, { amount: 2500, left: 7900 });
    const { body } = await scene.call("withdraw", {}, family.email);
    expect(body.withdrawal).toMatchObject({ paid: 5400, refund: 5400 });
    expect(await paidBack(family)).toBe(7900);
    expect((await refund(family, { amount: 1, left: 1 })).status).toBe(409);
  });

  it("a withdrawal counts a refund that is not at the provider yet, and the other way round", async () => {
    const [first, second] = [await buyer(), await buyer()];
    scene.standIn.faults.add({ kind: "unavailable", method: "POST", path: "/v1/refunds" });
    await refund(first, { amount: 2500, left: 7900 });
    await scene.call("withdraw", {}, first.email);
    await scene.call("withdraw", {}, second.email);
    expect((await read(second)).provider.payments[0].left).toBe(0);
    expect((await refund(second, { amount: 2500, left: 7900 })).status).toBe(409);
    scene.standIn.faults.clear();
    await scene.payment.reconciliation.hourly();
    expect([await paidBack(first), await paidBack(second)]).toEqual([7900, 7900]);
  });
});

describe("extending", () => {
  it("moves the next payment by the days, charges nothing, opens the books until then, mails and logs it, once", async () => {
    const family = await buyer();
    const before = (await subscriptionOf(family))?.items.data[0]?.current_period_end ?? 0;
    const id = randomUUID();
    for (let round = 0; round < 2; round += 1) {
      const { status, body } = await extend(family, 14, id);
      expect([status, body]).toMatchObject([200, { id, days: 14, state: "done" }]);
    }
    const after = before + 14 * day;
    const { provider, period, extensions } = await read(family);
    expect(provider.plan).toMatchObject({
      nextPaymentAt: new Date(after * 1000).toISOString(),
      nextPaymentAmount: 7900,
    });
    expect(provider.payments).toHaveLength(1);
    expect(period.endsOn).toBe(new Date((after + day) * 1000).toISOString().slice(0, 10));
    expect(extensions).toMatchObject([{ days: 14, reason: "A week without sound" }]);
    expect(await mailsAbout(family.uid, "extended")).toMatchObject([{ days: 14, amount: { amount: 7900 } }]);
    expect(await audited(family.uid, "payment.extended")).toMatchObject([{ details: { days: 14 }, changes: [{}] }]);
    // The family sees the new date, and is charged then.
    const { body: own } = await scene.call("getSubscriptions", {}, family.email);
    expect(own.data[0]).toMatchObject({ nextPaymentAt: new Date(after * 1000).toISOString(), nextPaymentAmount: 7900 });
    const paid = async () => (await read(family)).provider.payments.map(({ amount }: { amount: number }) => amount);
    const now = Math.floor(Date.now() / 1000);
    scene.standIn.clock.advance(before - now + 3600);
    expect(await paid()).toEqual([7900]);
    scene.standIn.clock.advance(14 * day);
    expect(await paid()).toEqual([7900, 7900]);
    expect((await read(family)).provider.plan.status).toBe("active");
    scene.standIn.clock.advance(now - before - 3600 - 14 * day);
  });

  it("twice adds up; a withdrawal does not count days that were given as paid", async () => {
    const family = await buyer();
    await extend(family, 10);
    await extend(family, 20);
    const subscription = await subscriptionOf(family);
    const end = Number(subscription?.items.data[0]?.current_period_end);
    const first = await buyer();
    const other = Number((await subscriptionOf(first))?.items.data[0]?.current_period_end);
    expect(Math.abs(end - other - 30 * day)).toBeLessThan(60);
    for (const { orderId, uid } of [family, first]) {
      await scene.databases.eu.execute(sql`
        insert into payment.consents (realm, customer_id, order_id, version, consented_at)
        select 'se', id, ${orderId}, '2026-11-01', now() from payment.customers where user_uid = ${uid}`);
    }
    await scene.databases.eu.execute(sql`
      insert into payment.contract_statements (realm, kind, order_id, received_at)
      select 'se', 'withdrawal', id, now() + interval '7 days' from payment.orders where id in (${family.orderId}, ${first.orderId})`);
    await scene.payment.reconciliation.hourly();
    expect(await paidBack(family)).toBe(await paidBack(first));
    expect(await paidBack(family)).toBeLessThan(7900);
  });

  it.each([
    ["none", (family: Buyer) => scene.call("withdraw", {}, family.email)],
    [
      "cancelled",
      async (family: Buyer) => {
        const params = { id: (await subscriptionOf(family))?.id };
        await scene.call("changeSubscription", { params, body: { cancel_at_period_end: true } }, family.email);
      },
    ],
    [
      "paused",
      async (family: Buyer) => {
        const subscriptionId = String((await subscriptionOf(family))?.id);
        const wish = { body: { subscriptionId, pauseMonths: 1 } };
        const { body: shown } = await scene.call("previewSubscription", wish, family.email);
        const input = { params: { id: subscriptionId }, body: { months: 1 }, preview: shown.id };
        await scene.call("pausePlan", input, family.email);
        expect((await read(family)).provider.plan.status).toBe("paused");
      },
    ],
  ])("is refused in words: %s", async (refusal, prepare) => {
    const family = await buyer();
    await prepare(family);
    const reply = await extend(family, 7);
    expect([reply.status, reply.body.error, reply.body.message]).toEqual([409, "not_extendable", refusal]);
    expect((await read(family)).provider.extensionRefusal).toBe(refusal);
    expect(await mailsAbout(family.uid, "extended")).toEqual([]);
  });

  it.each([0, 91, 1.5])("by %s days is 400", async (days) => {
    const family = await scene.signUp();
    expect((await extend(family, days)).status).toBe(400);
  });

  it("with a provider that is down, then the hourly run extends, once", async () => {
    const family = await buyer();
    const before = (await subscriptionOf(family))?.items.data[0]?.current_period_end ?? 0;
    scene.standIn.faults.add({
      kind: "unavailable",
      method: "POST",
      path: `/v1/subscriptions/${(await subscriptionOf(family))?.id}`,
    });
    expect((await extend(family, 5)).status).toBe(503);
    scene.standIn.faults.clear();
    expect((await extend(family, 5)).body.message).toBe("waiting");
    await scene.payment.reconciliation.hourly();
    await scene.payment.reconciliation.hourly();
    expect((await subscriptionOf(family))?.items.data[0]?.current_period_end).toBe(before + 5 * day);
    expect(await mailsAbout(family.uid, "extended")).toHaveLength(1);
  });

  it("of a yearly plan, then the notice of its renewal comes before the new date", async () => {
    const family = await buyer(yearly);
    await extend(family, 90);
    const end = Number((await subscriptionOf(family))?.items.data[0]?.current_period_end);
    await scene.payment.reconciliation.nightly(new Date((end - 36 * day) * 1000));
    expect(await mailsAbout(family.uid, "yearly-renewal")).toEqual([]);
    await scene.payment.reconciliation.nightly(new Date((end - 34 * day) * 1000));
    expect(await mailsAbout(family.uid, "yearly-renewal")).toHaveLength(1);
  });

  it("then a change of plan by the family charges nothing before the new date", async () => {
    const family = await buyer();
    await extend(family, 14);
    const { id = "" } = (await subscriptionOf(family)) ?? {};
    const { body: shown } = await scene.call(
      "previewSubscription",
      { body: { subscriptionId: id, priceId: yearly } },
      family.email,
    );
    await scene.call(
      "changeSubscription",
      { params: { id }, body: { priceId: yearly }, preview: shown.id },
      family.email,
    );
    expect(shown).toMatchObject({ amount: 0, credit: 0, nextPaymentAmount: 79000 });
    const { provider } = await read(family);
    expect(provider.plan).toMatchObject({
      interval: "year",
      nextPaymentAt: shown.nextPaymentAt,
      nextPaymentAmount: 79000,
    });
    const charged = provider.payments.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
    expect(charged).toBe(7900);
  });
});

describe("statements that match no order", () => {
  it("are listed with what was stated, and done with a note, which is in the log", async () => {
    const stated = { name: "Ada Berg", orderNumber: "0000-0000-0000-0000-0000", email: "ada@nowhere.example" };
    await scene.call("stateAboutContract", { body: { kind: "withdrawal", ...stated } }, null);
    await scene.payment.reconciliation.hourly();
    const list = async () => (await bySuper("getUnmatchedStatements", {})).body.data;
    const [statement] = await list();
    expect(statement).toMatchObject({ kind: "withdrawal", ...stated, reviewedAt: null, note: null });
    const review = (note: string) => bySuper("reviewStatement", { params: { id: statement.id }, body: { note } });
    expect((await review("")).status).toBe(400);
    expect((await review("Called, wrong number")).status).toBe(200);
    expect((await review("Again")).body.note).toBe("Called, wrong number");
    expect(await list()).toMatchObject([{ note: "Called, wrong number", reviewedAt: expect.any(String) }]);
    const { rows } = await scene.databases.eu.execute(sql`
      select details ->> 'statement' as id from directory.audit where action = 'payment.statement_reviewed'`);
    expect(rows).toEqual([{ id: statement.id }]);
    expect((await bySuper("reviewStatement", { params: { id: randomUUID() }, body: { note: "n" } })).status).toBe(404);
  });
});

it("given a family that is purged, then its refunds keep their sums and lose their reasons", async () => {
  const family = await buyer();
  await refund(family, { amount: 700, left: 7900 });
  await extend(family, 3);
  await scene.payment.erasePeople("se", [family.uid]);
  const { rows } = await scene.databases.eu.execute(sql`
    select amount, reason from payment.refunds where intent_id = ${family.paymentId}`);
  expect(rows).toEqual([{ amount: 700, reason: null }]);
  const { rows: extensions } = await scene.databases.eu.execute(
    sql`select count(*)::int as count from payment.extensions where days = 3 and reason is null`,
  );
  expect(extensions).toEqual([{ count: 1 }]);
});
