import Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sampleAccount } from "./sample-account";
import { type StartedStandIn, startStandIn } from "./start";

/** Promotion codes by the provider's rules: https://docs.stripe.com/api/promotion_codes. */

let standIn: StartedStandIn;
let stripe: Stripe;
const account = sampleAccount();

beforeAll(async () => {
  standIn = await startStandIn({ accounts: [account], port: 0 });
  const { hostname, port } = new URL(standIn.origin);
  const local = { host: hostname, port, protocol: "http", maxNetworkRetries: 0, telemetry: false } as const;
  stripe = new Stripe(account.secretKey, local);
});
afterAll(() => standIn.close());

let made = 0;
function create(changes: Partial<Stripe.PromotionCodeCreateParams> = {}): Promise<Stripe.PromotionCode> {
  made += 1;
  return stripe.promotionCodes.create({
    promotion: { type: "coupon", coupon: "WELCOME20" },
    code: `CODE-${made}`,
    ...changes,
  });
}

const customer = async () => (await stripe.customers.create({ email: "family@example.test" })).id;

function begin(code: string, of: string, price = "price_month"): Promise<Stripe.Subscription> {
  return stripe.subscriptions.create({
    customer: of,
    items: [{ price }],
    payment_behavior: "default_incomplete",
    discounts: [{ promotion_code: code }],
    expand: ["latest_invoice.confirmation_secret"],
  });
}

async function pay({ latest_invoice: invoice }: Stripe.Subscription): Promise<void> {
  const secret = (invoice as Stripe.Invoice).confirmation_secret?.client_secret ?? "";
  await stripe.paymentIntents.confirm(secret.split("_secret_")[0] ?? "", { payment_method: "pm_card_visa" });
}

const totalOf = async (begun: Promise<Stripe.Subscription>) => ((await begun).latest_invoice as Stripe.Invoice).total;

const errorOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "none",
    (error: Error) => error.message,
  );

it("is found in any case, with its coupon's products if expanded, and unique among active codes of the same customers", async () => {
  const { id } = await create({ code: "Sommer-26" });
  const expand = ["data.promotion.coupon.applies_to"];
  const { data } = await stripe.promotionCodes.list({ code: "sOMMER-26", active: true, expand });
  expect(data.map((each) => [each.id, (each.promotion.coupon as Stripe.Coupon).percent_off])).toEqual([[id, 20]]);
  expect(await errorOf(create({ code: "SOMMER-26" }))).toContain("already exists");
  await create({ code: "SOMMER-26", customer: await customer() });
  await stripe.promotionCodes.update(id, { active: false });
  await create({ code: "SOMMER-26" });
  expect(await errorOf(stripe.promotionCodes.update(id, { active: true }))).toContain("already exists");
});

it("is inactive once expired, fully redeemed, or without a valid coupon", async () => {
  const now = Math.floor(Date.now() / 1000);
  const over = await create({ expires_at: now - 1 });
  const withoutCoupon = await create({ promotion: { type: "coupon", coupon: "OVER" } });
  const once = await create({ max_redemptions: 1 });
  expect([over.active, withoutCoupon.active, once.active]).toEqual([false, false, true]);
  await begin(once.id, await customer());
  const after = await stripe.promotionCodes.retrieve(once.id);
  expect([after.active, after.times_redeemed]).toEqual([false, 1]);
  expect(await errorOf(begin(once.id, await customer()))).toContain("fully redeemed");
  expect((await stripe.promotionCodes.list({ code: once.code, active: true })).data).toEqual([]);
});

it("given a first purchase only, then open and paid invoices refuse it, and voided ones do not", async () => {
  const { id } = await create({ restrictions: { first_time_transaction: true } });
  const family = await customer();
  const first = await begin(id, family);
  expect(await errorOf(begin(id, family))).toContain("prior transactions");
  await stripe.subscriptions.cancel(first.id);
  const second = await begin(id, family);
  await pay(second);
  expect(await errorOf(begin(id, family))).toContain("prior transactions");
});

it("given a customer or a minimum, then others and smaller purchases are refused", async () => {
  const [own, other] = [await customer(), await customer()];
  const personal = await create({ customer: own });
  expect(await errorOf(begin(personal.id, other))).toContain("cannot be redeemed by this customer");
  expect(await totalOf(begin(personal.id, own))).toBe(6320);
  const large = await create({ restrictions: { minimum_amount: 20_000, minimum_amount_currency: "sek" } });
  expect(await errorOf(begin(large.id, other))).toContain("minimum amount");
  expect(await totalOf(begin(large.id, other, "price_year"))).toBe(63_200);
});

it("cannot outlast its coupon, and is letters, digits and dashes", async () => {
  const redeemBy = Math.floor(Date.now() / 1000) + 1000;
  const { id: coupon } = await stripe.coupons.create({ percent_off: 5, redeem_by: redeemBy, max_redemptions: 2 });
  const promotion = { type: "coupon", coupon } as const;
  expect(await errorOf(create({ promotion, expires_at: redeemBy + 1 }))).toContain("redeem_by");
  expect(await errorOf(create({ promotion, max_redemptions: 3 }))).toContain("max_redemptions");
  expect(await errorOf(create({ code: "ÄPPLE 1" }))).toContain("only letters");
});

it("is redeemed by a Checkout session when that is paid", async () => {
  const { id } = await create();
  const session = {
    mode: "subscription",
    customer: await customer(),
    success_url: "http://127.0.0.1/paid",
  } as const;
  const line_items = [{ price: "price_month", quantity: 1 }];
  const { amount_total } = await stripe.checkout.sessions.create({
    ...session,
    line_items,
    discounts: [{ promotion_code: id }],
  });
  expect(amount_total).toBe(6320);
  expect((await stripe.promotionCodes.retrieve(id)).times_redeemed).toBe(0);
});
