import { sql } from "drizzle-orm";
import fc from "fast-check";
import type Stripe from "stripe";
import { expect, it } from "vitest";
import { cards, type PaymentScene, paymentScene, type Reply } from "#tests/support/payment-scene";
import { createFamily } from "~/services/.server/directory/people/families";

/**
 * Random lives of plans: previews, changes of plan, coupons, cancellations and their undoing, pauses, withdrawals, refunds and disputes at
 * the provider, renewals that fail and are tried again; webhooks arrive late, twice, out of order or never. In the end the sums in our ledger,
 * the sums that were shown and the provider's are equal, to the minor unit, and each mail was sent once. The states: any-order.test.ts.
 *
 * A failure prints the seed and the path: `SUMS_SEED=… SUMS_PATH=… npx vitest run` repeats it.
 */

/** All of them run with `npm run test:full`, or with SUMS_RUNS. */
const lives = Number(process.env.SUMS_RUNS ?? (process.env.TEST_FULL === "1" ? 1000 : 30));
/** Families that live at the same time, at one provider, whose clock they share. */
const atOnce = 10;

const plans = ["price_family_month_se", "price_family_year_se"] as const;
const coupons = ["WELCOME20", "HALF3", "YEAR10", "FREE"] as const;
const day = 24 * 3600;

const plan = fc.nat({ max: 1 });
const part = fc.integer({ min: 1, max: 100 });
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("buy" as const),
      plan,
      coupon: fc.option(fc.nat({ max: 3 }), { freq: 2 }),
      card: fc.constantFrom(
        "good" as const,
        "good" as const,
        "good" as const,
        "disputed" as const,
        "declined" as const,
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("change" as const), plan }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("look" as const), plan }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("coupon" as const), coupon: fc.nat({ max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("cancel" as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("undo" as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("pause" as const), months: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("resume" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("card" as const),
      card: fc.constantFrom("good" as const, "failsLater" as const, "asksAgain" as const, "disputed" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("pay" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("withdraw" as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("refund" as const), which: fc.nat({ max: 9 }), part }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("decide" as const), isWon: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("event" as const),
      which: fc.nat({ max: 30 }),
      copies: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("lose" as const), which: fc.nat({ max: 30 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Kind> ? Kind : never;

/** A round: each family takes a step, then time passes at the provider. */
type Round = { steps: Step[]; days: number };
const round: fc.Arbitrary<Round> = fc.record({
  steps: fc.array(step, { minLength: atOnce, maxLength: atOnce }),
  days: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 75 }) }),
});
const batch = fc.record({
  first: fc.array(fc.record({ plan, coupon: fc.option(fc.nat({ max: 3 }), { freq: 1 }) }), {
    minLength: atOnce,
    maxLength: atOnce,
  }),
  rounds: fc.array(round, { minLength: 4, maxLength: 9 }),
  order: fc.infiniteStream(fc.nat()),
});

/** A sum that a page showed, and how to find what was charged. */
type Shown = { what: string; amount: number; charged: () => Promise<number | null> };
type Family = { uid: string; email: string; customer: string | null; shown: Shown[]; lost: Set<string> };

let families = 0;

async function newFamily(scene: PaymentScene): Promise<Family> {
  families += 1;
  const email = `family${families}@sums.example`;
  const made = await createFamily(
    scene.databases.eu,
    { realm: "se", requestId: "test", ipAddress: null },
    // why: hashing a password takes longer than the rest of a run, and nobody logs in
    { email, firstName: "Ada", lastName: "Öberg", setPassword: async () => undefined, note: async () => undefined },
  );
  return { uid: String(made?.uid), email, customer: null, shown: [], lost: new Set() };
}

/** The calls of a family's browser, its bank and the provider's dashboard. */
function actsOf(scene: PaymentScene, family: Family) {
  const { email } = family;
  const stripe = scene.stripe();
  const orNothing = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);
  const running = async () => {
    const { status, body } = await scene.call("getSubscriptions", {}, email);
    expect(status).toBe(200);
    return body.data.find(({ endedAt }: { endedAt: string | null }) => endedAt === null) ?? null;
  };
  const chargesOf = async () =>
    family.customer === null ? [] : (await stripe.charges.list({ customer: family.customer, limit: 100 })).data;
  const invoicesOf = async () =>
    family.customer === null ? [] : (await stripe.invoices.list({ customer: family.customer, limit: 100 })).data;

  async function noteCustomer(): Promise<void> {
    const { rows } = await scene.databases.eu.execute<{ id: string | null }>(
      sql`select stripe_id as id from payment.customers where user_uid = ${family.uid}`,
    );
    family.customer = rows[0]?.id ?? null;
  }

  async function buy(
    priceNumber: number,
    coupon: number | null,
    card: "good" | "disputed" | "declined",
  ): Promise<void> {
    const couponId = coupon === null ? undefined : coupons[coupon];
    const body = { priceId: plans[priceNumber], name: "Ada", email, ...(couponId ? { couponId } : {}) };
    const reply = await scene.call("createOrder", { body }, email);
    await noteCustomer();
    if (reply.status !== 201) return;
    const { id, amount } = reply.body;
    if (reply.body.paymentIntent) {
      const intent = reply.body.paymentIntent.id;
      const paid = await orNothing(scene.pay(reply.body, cards[card]).then(() => true));
      if (paid) {
        const charged = async () => (await stripe.paymentIntents.retrieve(intent)).amount_received;
        family.shown.push({ what: "order", amount, charged });
      }
    } else {
      const page = "http://localhost:3000/signup/success";
      await scene.call("createCheckout", { body: { ...body, successUrl: page, cancelUrl: page } }, email);
    }
    await scene.call("settleOrder", { params: { id } }, email);
  }

  /** Shows what a change costs; null if it is refused. */
  async function look(change: object): Promise<Reply["body"] | null> {
    const held = await running();
    if (!held) return null;
    const reply = await scene.call("previewSubscription", { body: { subscriptionId: held.id, ...change } }, email);
    return reply.status === 201 ? { ...reply.body, held } : null;
  }

  async function changePlan(priceNumber: number): Promise<void> {
    const priceId = plans[priceNumber];
    const preview = await look({ priceId });
    if (!preview) return;
    const before = new Set((await invoicesOf()).map(({ id }) => id));
    const { id } = preview.held;
    const reply = await scene.call(
      "changeSubscription",
      { params: { id }, body: { priceId }, preview: preview.id },
      email,
    );
    if (reply.status !== 200 || reply.body.pendingPriceId !== null) return;
    const charged = async () => {
      const made = (await invoicesOf()).filter(
        (each) => !before.has(each.id) && each.billing_reason === "subscription_update",
      );
      return made.at(-1)?.amount_due ?? null;
    };
    family.shown.push({ what: "change", amount: preview.amount, charged });
  }

  return {
    running,
    chargesOf,
    invoicesOf,
    buy,
    async take(each: Step): Promise<void> {
      const held = each.kind === "buy" ? null : await running();
      const id = held?.id ?? "";
      switch (each.kind) {
        case "buy":
          return buy(each.plan, each.coupon, each.card);
        case "change":
          return changePlan(each.plan);
        case "look":
          await look({ priceId: plans[each.plan] });
          return;
        case "coupon": {
          const couponId = coupons[each.coupon];
          const preview = await look({ couponId });
          if (preview)
            await scene.call("addCoupon", { params: { id }, body: { couponId }, preview: preview.id }, email);
          return;
        }
        case "cancel":
          if (held)
            await scene.call("changeSubscription", { params: { id }, body: { cancel_at_period_end: true } }, email);
          return;
        case "undo": {
          const body = { cancel_at_period_end: false as const };
          const preview = await look(body);
          if (preview) await scene.call("changeSubscription", { params: { id }, body, preview: preview.id }, email);
          return;
        }
        case "pause": {
          const preview = await look({ pauseMonths: each.months });
          const body = { months: each.months };
          if (preview) await scene.call("pausePlan", { params: { id }, body, preview: preview.id }, email);
          return;
        }
        case "resume": {
          const preview = await look({ resumes: true });
          if (preview) await scene.call("resumePlan", { params: { id }, preview: preview.id }, email);
          return;
        }
        case "card": {
          if (!held || family.customer === null) return;
          const { customer } = family;
          const method = await orNothing(stripe.paymentMethods.attach(cards[each.card], { customer }));
          if (method) await orNothing(stripe.subscriptions.update(id, { default_payment_method: method.id }));
          return;
        }
        case "pay":
          if (held) await scene.call("payOverdue", { params: { id } }, email);
          return;
        case "withdraw":
          await scene.call("withdraw", {}, email);
          return;
        case "refund": {
          const paid = (await chargesOf()).filter(({ status }) => status === "succeeded");
          const charge = paid[each.which % Math.max(1, paid.length)];
          const rest = charge ? charge.amount_captured - charge.amount_refunded : 0;
          const amount = Math.max(1, Math.floor((rest * each.part) / 100));
          if (charge) await orNothing(stripe.refunds.create({ charge: charge.id, amount }));
          return;
        }
        case "decide": {
          const disputed = (await chargesOf()).find((charge) => charge.disputed);
          if (!disputed) return;
          const { data } = await stripe.disputes.list({ charge: disputed.id });
          const evidence = { uncategorized_text: each.isWon ? "winning_evidence" : "losing_evidence" };
          await orNothing(stripe.disputes.update(data[0]?.id ?? "", { evidence }));
          return;
        }
        case "event":
        case "lose": {
          const events = eventsOf(scene, family);
          const event = events[each.which % Math.max(1, events.length)];
          if (event && each.kind === "lose") family.lost.add(event.id);
          for (let copy = 0; event && each.kind === "event" && copy < each.copies; copy += 1) {
            expect((await scene.sendEvent(event)).status).toBe(200);
          }
        }
      }
    },
  };
}

/** The provider's events about a family, oldest first; those of disputes name only its payment. */
function eventsOf(scene: PaymentScene, { customer }: Family): Stripe.Event[] {
  if (customer === null) return [];
  const events = scene.standIn.webhooks.held().map(({ event }) => event);
  const own = events.filter(({ data }) => {
    const object = data.object as { id?: string; customer?: unknown };
    return object.id === customer || object.customer === customer;
  });
  const charges = new Set(own.map(({ data }) => (data.object as { id?: string }).id));
  return events.filter((event) => {
    const { charge } = event.data.object as { charge?: unknown };
    return own.includes(event) || (typeof charge === "string" && charges.has(charge));
  });
}

/** What each page says that the next payment takes is what the renewal charges, if nothing happens between. */
async function passTime(scene: PaymentScene, all: Family[], days: number): Promise<void> {
  const now = scene.standIn.clock.now();
  const announced = await Promise.all(
    all.map(async (family) => {
      const held = await actsOf(scene, family).running();
      if (!held?.nextPaymentAt || held.nextPaymentAmount === null) return null;
      const at = Date.parse(held.nextPaymentAt) / 1000;
      return at > now && at <= now + days * day ? { family, at, amount: Number(held.nextPaymentAmount) } : null;
    }),
  );
  scene.standIn.clock.advance(days * day);
  for (const next of announced) {
    if (next === null) continue;
    const invoices = await actsOf(scene, next.family).invoicesOf();
    // The period of the invoice itself is the one that ends, as at the provider; its lines have the new one.
    const made = invoices.find(({ billing_reason, period_end }) => {
      return billing_reason === "subscription_cycle" && period_end === next.at;
    });
    expect({ family: next.family.email, next: made?.amount_due }).toEqual({
      family: next.family.email,
      next: next.amount,
    });
  }
}

/** Delivers the events that were not lost, in any order, some twice, and one more, which finds what the lost ones would have told. */
async function catchUp(scene: PaymentScene, family: Family, order: Iterator<number>): Promise<void> {
  const events = eventsOf(scene, family);
  const placed = events
    .filter(({ id }) => !family.lost.has(id))
    .map((event) => ({ event, place: Number(order.next().value) }));
  for (const { event, place } of placed.toSorted((one, other) => one.place - other.place)) {
    for (let copy = 0; copy <= place % 2; copy += 1) expect((await scene.sendEvent(event)).status).toBe(200);
  }
  const last = events.find(({ data }) => (data.object as { customer?: unknown }).customer === family.customer);
  if (last) expect((await scene.sendEvent({ ...last, id: `${last.id}_again` })).status).toBe(200);
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

async function holds(scene: PaymentScene, family: Family): Promise<void> {
  const { chargesOf, invoicesOf } = actsOf(scene, family);
  const { databases } = scene;
  const charges = (await chargesOf()).filter(({ status }) => status === "succeeded");
  const invoices = await invoicesOf();
  const taken = sum(charges.map(({ amount_captured }) => amount_captured));
  const refunded = sum(charges.map(({ amount_refunded }) => amount_refunded));

  // Shown before: charged.
  for (const { what, amount, charged } of family.shown) expect({ [what]: await charged() }).toEqual({ [what]: amount });

  // The ledger: what the cards were charged, what was refunded and disputed.
  const { rows: receipts } = await databases.eu.execute<{ id: string; amount: number }>(sql`
    select r.invoice_id as id, r.amount from payment.receipts r join payment.customers c on c.id = r.customer_id
    where c.user_uid = ${family.uid} order by r.invoice_id`);
  const paid = invoices.filter(({ status, amount_paid }) => status === "paid" && amount_paid > 0);
  expect(receipts).toEqual(
    paid.map(({ id, amount_paid: amount }) => ({ id, amount })).toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  );
  expect({ charged: sum(receipts.map(({ amount }) => amount)) }).toEqual({ charged: taken });
  const { rows: reversals } = await databases.eu.execute<{ kind: string; status: string; amount: number }>(sql`
    select r.kind, r.status, r.amount from payment.reversals r join payment.customers c on c.id = r.customer_id
    where c.user_uid = ${family.uid}`);
  const inLedger = reversals.filter(({ kind, status }) => kind === "refund" && status !== "failed");
  expect({ refunded: sum(inLedger.map(({ amount }) => amount)) }).toEqual({ refunded });
  const disputes = await Promise.all(
    charges
      .filter(({ disputed }) => disputed)
      .map(async ({ id: charge }) => (await scene.stripe().disputes.list({ charge })).data),
  );
  expect(reversals.flatMap(({ kind, status }) => (kind === "dispute" ? [status] : [])).toSorted()).toEqual(
    disputes
      .flat()
      .map(({ status }) => status)
      .toSorted(),
  );

  // The list of invoices.
  const { body } = await scene.call("getInvoices", {}, family.email);
  const listed = body.data as Array<{ id: string; total: number; refunds: Array<{ amount: number }> }>;
  expect(listed.map(({ id, total }) => ({ id, total }))).toEqual(invoices.map(({ id, total }) => ({ id, total })));
  expect({ listed: sum(listed.flatMap(({ refunds }) => refunds.map(({ amount }) => amount))) }).toEqual({
    listed: refunded,
  });

  // Mails: a receipt of each payment with its sum; each mail once.
  const { rows: mails } = await databases.eu.execute<{
    kind: string;
    key: string;
    state: string;
    amount: number | null;
  }>(sql`
    select kind, key, state, (values->'amount'->>'amount')::int as amount from mail.due_mails where uid = ${family.uid}`);
  const receiptMails = mails.filter(({ kind }) => kind === "payment-receipt");
  expect(
    receiptMails.map(({ key: id, amount }) => ({ id, amount })).toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  ).toEqual(receipts);
  const sent = scene.mails.filter(({ to }) => to === family.email).map(({ template }) => template);
  const due = mails.filter(({ state }) => state === "sent").map(({ kind }) => kind);
  expect(sent.toSorted()).toEqual(due.toSorted());
}

async function live(
  scene: PaymentScene,
  {
    first,
    rounds,
    order,
  }: { first: Array<{ plan: number; coupon: number | null }>; rounds: Round[]; order: Iterator<number> },
): Promise<void> {
  const all = await Promise.all(first.map(() => newFamily(scene)));
  await Promise.all(
    all.map((family, place) => {
      const wish = first[place];
      return actsOf(scene, family).buy(wish?.plan ?? 0, wish?.coupon ?? null, "good");
    }),
  );
  for (const { steps, days } of rounds) {
    await Promise.all(all.map((family, place) => actsOf(scene, family).take(steps[place] as Step)));
    if (days > 0) await passTime(scene, all, days);
  }
  await Promise.all(all.map((family) => catchUp(scene, family, order)));
  await scene.dueMails.sendDue("eu");
  await Promise.all(all.map((family) => holds(scene, family)));
}

it(`given ${lives} random lives of plans, then ledger, pages and provider have the same sums, and each mail was sent once`, {
  timeout: 120 * 60_000,
}, async () => {
  const { SUMS_SEED: seed, SUMS_PATH: path } = process.env;
  await fc.assert(
    fc.asyncProperty(batch, async (lived) => {
      // A provider of its own, whose clock and lists stay small.
      const scene = await paymentScene();
      try {
        await live(scene, lived);
      } finally {
        await scene.close();
      }
    }),
    {
      ...{ numRuns: Math.ceil(lives / atOnce), verbose: 1, endOnFailure: true },
      ...(seed === undefined ? {} : { seed: Number(seed) }),
      ...(path === undefined ? {} : { path }),
    },
  );
});
