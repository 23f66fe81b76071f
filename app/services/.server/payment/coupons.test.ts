import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type CallInput,
  customerOf,
  type PaymentCall,
  type PaymentScene,
  paymentScene,
  type Reply,
} from "#tests/support/payment-scene";
import { couponLimits } from "~/services/.server/auth/passwords/limits";

/** Limits on guessed coupons, by account and by address. docs/security.md, line 29. */

let scene: PaymentScene;
beforeAll(async () => {
  scene = await paymentScene();
});
afterAll(() => scene.close());
beforeEach(async () => void (await scene.databases.eu.execute(sql`delete from auth.rate_limits`)));

const page = "http://localhost:3000/subscription";
const wish = { priceId: "price_family_month_se", name: "Ada", email: "ada@home.example" };

/** Every call that takes a coupon. */
const calls: ReadonlyArray<[PaymentCall, (couponId: string) => CallInput]> = [
  ["createOrder", (couponId) => ({ body: { ...wish, couponId } })],
  ["createCheckout", (couponId) => ({ body: { ...wish, couponId, successUrl: page, cancelUrl: page } })],
  ["createSubscription", (couponId) => ({ body: { priceId: wish.priceId, couponId } })],
];

async function guess(email: string, turn: number): Promise<number> {
  const [name, input] = calls[turn % calls.length] as (typeof calls)[number];
  return (await scene.call(name, input(`GUESS${turn}`), email)).status;
}

const turns = (count: number) => Array.from({ length: count }, (_, turn) => turn);

describe("wrong coupons", () => {
  it("given too many of one family on any call, even at once, then it gets 429 and may still order without one", async () => {
    const [{ email }, other] = [await scene.signUp(), await scene.signUp()];
    const statuses = await Promise.all(turns(40).map((turn) => guess(email, turn)));
    expect(statuses.filter((status) => status === 400)).toHaveLength(couponLimits.account.points);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40 - couponLimits.account.points);
    const late = await scene.call("createOrder", { body: { ...wish, couponId: "WELCOME20" } }, email);
    expect(late).toMatchObject({ status: 429, body: { error: "too_many_attempts" } });
    expect((await scene.call("createOrder", { body: wish }, email)).status).toBe(201);
    expect((await scene.call("createOrder", { body: { ...wish, couponId: "WELCOME20" } }, other.email)).status).toBe(
      201,
    );
  });

  it("given too many on a running subscription, then 429", async () => {
    const { email } = await scene.signUp();
    const { body: order } = await scene.call("createSubscription", { body: { priceId: wish.priceId } }, email);
    await scene.pay(order);
    const add = (couponId: string) =>
      scene.call("addCoupon", { params: { id: order.subscriptionId }, body: { couponId } }, email);
    for (const turn of turns(couponLimits.account.points)) expect((await add(`GUESS${turn}`)).status).toBe(400);
    expect((await add("WELCOME20")).status).toBe(429);
  });

  it("given too many of new families from one address, then 429 for the next one, but not for an order without", async () => {
    const families = await Promise.all(
      turns(couponLimits.address.points / couponLimits.account.points).map(() => scene.signUp()),
    );
    for (const { email } of families) {
      for (const turn of turns(couponLimits.account.points)) expect(await guess(email, turn)).toBe(400);
    }
    const { email } = await scene.signUp();
    expect(await guess(email, 0)).toBe(429);
    expect((await scene.call("createOrder", { body: wish }, email)).status).toBe(201);
  });
});

describe("coupons that are right, or that the provider could not check", () => {
  it("are not counted", async () => {
    const { email } = await scene.signUp();
    const order = () => scene.call("createOrder", { body: { ...wish, couponId: "WELCOME20" } }, email);
    for (const _ of turns(couponLimits.account.points + 2)) expect((await order()).status).toBe(201);
    scene.standIn.faults.add({ kind: "unavailable", path: "/v1/coupons/WELCOME20" });
    for (const _ of turns(3)) expect((await order()).status).toBe(503);
    scene.standIn.faults.clear();
    const { rows } = await scene.databases.eu.execute<{ points: number }>(
      sql`select points from auth.rate_limits where key like 'coupon-%' and points > 0`,
    );
    expect(rows).toEqual([]);
  });
});

describe("promotion codes", () => {
  let made = 0;
  const create = (changes: Partial<Stripe.PromotionCodeCreateParams> = {}) => {
    made += 1;
    const promotion = { type: "coupon", coupon: "WELCOME20" } as const;
    return scene.stripe().promotionCodes.create({ promotion, code: `Summer-${made}`, ...changes });
  };
  const orderWith = async (email: string, couponId: string, change: Record<string, string> = {}) =>
    scene.call("createOrder", { body: { ...wish, couponId, ...change } }, email);
  const refusalOf = ({ status, body }: Reply) => [status, body.message, body.details?.[0]?.reason];
  const refused = (reason: string) => [400, "Invalid Coupon!", `Invalid Coupon! ${reason}`];
  const redemptions = async (id: string) => (await scene.stripe().promotionCodes.retrieve(id)).times_redeemed;
  const customerIdOf = async (uid: string, email: string) => {
    await scene.call("createOrder", { body: wish }, email);
    return customerOf(scene, uid);
  };

  it("in any case become the order's coupon, and the provider counts the redemption once, however often it is ordered", async () => {
    const { email } = await scene.signUp();
    const code = await create();
    const first = await orderWith(email, code.code.toLowerCase());
    expect(first.body).toMatchObject({ couponId: "WELCOME20", couponCode: code.code, amount: 6320 });
    expect((await orderWith(email, code.code.toUpperCase())).body.id).toBe(first.body.id);
    const yearly = await orderWith(email, code.code, { priceId: "price_family_year_se" });
    expect(yearly.body).toMatchObject({ amount: 63_200, couponCode: code.code });
    const checkout = await scene.call(
      "createCheckout",
      { body: { ...wish, couponId: code.code, successUrl: page, cancelUrl: page } },
      email,
    );
    expect(checkout.body.order).toMatchObject({ amount: 6320 });
    expect(await redemptions(code.id)).toBe(1);
  });

  it("given a limit of one, then a family's next try is not another redemption, and another family gets 'used up'", async () => {
    const [{ email }, other] = [await scene.signUp(), await scene.signUp()];
    const code = await create({ max_redemptions: 1 });
    expect((await orderWith(email, code.code)).status).toBe(201);
    expect(refusalOf(await orderWith(other.email, code.code))).toEqual(refused("It has been used up."));
    const { body: order } = await orderWith(email, code.code, { priceId: "price_family_year_se" });
    expect(order.amount).toBe(63_200);
    await scene.pay(order);
    await scene.call("settleOrder", { params: { id: order.id } }, email);
    expect(refusalOf(await orderWith(other.email, code.code))).toEqual(refused("It has been used up."));
    expect(await redemptions(code.id)).toBe(1);
  });

  it("given two families at once and one redemption left, then one gets it and the other is told that it is used up", async () => {
    const families = [await scene.signUp(), await scene.signUp()];
    const code = await create({ max_redemptions: 1 });
    const replies = await Promise.all(families.map(({ email }) => orderWith(email, code.code)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    const loser = replies.find(({ status }) => status === 400);
    expect(loser && refusalOf(loser)).toEqual(refused("It has been used up."));
  });

  it("are refused with the reason: expired, withdrawn, another plan, a first purchase only", async () => {
    const { email } = await scene.signUp();
    const over = await create({ expires_at: Math.floor(Date.now() / 1000) - 60 });
    const withdrawn = await create();
    await scene.stripe().promotionCodes.update(withdrawn.id, { active: false });
    const large = await create({ restrictions: { minimum_amount: 10_000, minimum_amount_currency: "sek" } });
    const ofYear = await create({ promotion: { type: "coupon", coupon: "YEAR10" } });
    expect(refusalOf(await orderWith(email, over.code))).toEqual(refused("It has expired."));
    expect(refusalOf(await orderWith(email, withdrawn.code))).toEqual(refused("It has expired."));
    expect(refusalOf(await orderWith(email, large.code))).toEqual(refused("It is for another plan."));
    expect(refusalOf(await orderWith(email, ofYear.code))).toEqual(refused("It is for another plan."));

    const first = await create({ restrictions: { first_time_transaction: true } });
    const { body: order } = await orderWith(email, first.code);
    expect(order.amount).toBe(6320);
    await scene.pay(order);
    await scene.call("settleOrder", { params: { id: order.id } }, email);
    const params = { id: order.subscriptionId };
    const again = await scene.call("addCoupon", { params, body: { couponId: first.code } }, email);
    expect(refusalOf(again)).toEqual(refused("It is for a first purchase only."));
  });

  it("of somebody else are as unknown as those that do not exist, also once they have expired", async () => {
    const [mine, theirs] = [await scene.signUp(), await scene.signUp()];
    const customer = await customerIdOf(theirs.uid, theirs.email);
    const code = await create({ customer, max_redemptions: 1 });
    const unknown = refused("There is no such code.");
    expect(refusalOf(await orderWith(mine.email, code.code))).toEqual(unknown);
    expect((await orderWith(theirs.email, code.code)).body.amount).toBe(6320);
    expect(refusalOf(await orderWith(mine.email, code.code))).toEqual(unknown);
    expect(refusalOf(await orderWith(mine.email, "NOBODYS"))).toEqual(unknown);
  });

  it("on a running subscription count once, and a coupon's own id still works as written only", async () => {
    const { email } = await scene.signUp();
    const { body: order } = await scene.call(
      "createOrder",
      { body: { ...wish, priceId: "price_family_year_se" } },
      email,
    );
    await scene.pay(order);
    await scene.call("settleOrder", { params: { id: order.id } }, email);
    const code = await create({ promotion: { type: "coupon", coupon: "YEAR10" } });
    const add = (couponId: string) =>
      scene.call("addCoupon", { params: { id: order.subscriptionId }, body: { couponId } }, email);
    expect((await add(code.code.toLowerCase())).body).toMatchObject({ couponId: "YEAR10", nextPaymentAmount: 71_100 });
    expect((await add(code.code)).status).toBe(200);
    expect(await redemptions(code.id)).toBe(1);
    await scene.stripe().coupons.create({ id: "PlainWord", percent_off: 50, duration: "forever" });
    expect(refusalOf(await add("plainword"))).toEqual(refused("There is no such code."));
    expect((await add("PlainWord")).body).toMatchObject({ couponId: "PlainWord", nextPaymentAmount: 39_500 });
  });
});
