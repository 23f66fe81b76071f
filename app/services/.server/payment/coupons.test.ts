import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CallInput, type PaymentCall, type PaymentScene, paymentScene } from "#tests/support/payment-scene";
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
