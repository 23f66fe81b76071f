import type { Database } from "~/db/.server/connect";
import { regionOf } from "~/realms/realm";
import type { CouponRefusal } from "~/services/contracts/payment-errors";
import { findCustomer } from "./customers-store";
import type { CouponGuess, PaymentParts } from "./deps";
import { invalidCoupon } from "./order-errors";
import { listOrders } from "./orders-store";
import { couponRefusal, isPayable, ownPromotionCode, promotionCodeRefusal } from "./rules";
import type { ProviderCoupon, ProviderPrice, ProviderPromotionCode, StripePort } from "./stripe-port";

/** A coupon that somebody typed, and what the provider is to redeem. docs/decisions/0084-promotion-codes.md. */
export type RedeemedCoupon = ProviderCoupon & {
  /** As the provider spells it. */
  code: string;
  /** Null for a coupon's own id, and if an earlier order of the family redeemed the promotion code. */
  promotionCodeId: string | null;
};

type Parts = Pick<PaymentParts, "databases" | "stripe" | "couponGuesses">;
type Price = Pick<ProviderPrice, "product" | "currency" | "amount">;

/**
 * The coupon that somebody typed: a promotion code in any case, or a coupon's own id as written. Wrong ones are limited by account and by
 * address, since a coupon is a short word. docs/security.md, line 29.
 * @param price that the coupon must apply to; null if it is no longer offered
 * @throws ServiceError 400 'Invalid Coupon!' with the reason, 429 with Retry-After; the provider's errors, which are not counted
 */
export async function redeemCoupon(
  parts: Parts,
  typed: string,
  price: Price | null,
  guess: CouponGuess,
): Promise<RedeemedCoupon> {
  const { couponGuesses } = parts;
  await couponGuesses.count(guess);
  const result = await resolve(parts, typed, price, guess).catch(async (error: unknown) => {
    await couponGuesses.refund(guess);
    throw error;
  });
  if ("refusal" in result) throw invalidCoupon(result.refusal);
  await couponGuesses.refund(guess);
  return result.coupon;
}

/** Why the provider refused a coupon that was accepted a moment before, e.g. its last redemption by another family; null if unknown. */
export async function refusalAtProvider(
  parts: Parts,
  typed: string,
  price: Price,
  guess: CouponGuess,
): Promise<CouponRefusal | null> {
  const result = await resolve(parts, typed, price, guess);
  if ("refusal" in result) return result.refusal;
  // The provider takes an open invoice for a purchase.
  return result.isForFirstPurchase ? "firstPurchase" : null;
}

type Resolved = { refusal: CouponRefusal } | { coupon: RedeemedCoupon; isForFirstPurchase: boolean };

async function resolve(
  { databases, stripe }: Pick<Parts, "databases" | "stripe">,
  typed: string,
  price: Price | null,
  { realm, uid }: CouponGuess,
): Promise<Resolved> {
  const port = stripe.of(realm);
  const database = databases[regionOf(realm)];
  const [active, plain, customer] = await Promise.all([
    port.findPromotionCodes(typed, true),
    port.findCoupon(typed),
    findCustomer(database, realm, { userUid: uid }),
  ]);
  const stripeId = customer?.stripeId ?? null;
  const code =
    ownPromotionCode(active, stripeId) ?? ownPromotionCode(await port.findPromotionCodes(typed, false), stripeId);
  if (code) return resolveCode({ port, database, customerId: customer?.id ?? null, stripeId }, code, price);
  if (!plain) return { refusal: "unknown" };
  const refusal = price ? couponRefusal(plain, price) : "otherPlan";
  if (refusal !== null) return { refusal };
  return { coupon: { ...plain, code: plain.id, promotionCodeId: null }, isForFirstPurchase: false };
}

type Buyer = { port: StripePort; database: Database; customerId: string | null; stripeId: string | null };

async function resolveCode(buyer: Buyer, code: ProviderPromotionCode, price: Price | null): Promise<Resolved> {
  if (!price) return { refusal: "otherPlan" };
  const [isCounted, hasBought] = await Promise.all([
    wasRedeemedUnpaid(buyer, code.id),
    code.isForFirstPurchase ? hasPaid(buyer) : false,
  ]);
  const refusal = promotionCodeRefusal(code, price, { isCounted, hasBought });
  if (refusal !== null) return { refusal };
  const coupon = { ...code.coupon, code: code.code, promotionCodeId: isCounted ? null : code.id };
  return { coupon, isForFirstPurchase: code.isForFirstPurchase };
}

/** Whether the provider counted a redemption for an order of the family that was never paid: another try is not another redemption. */
async function wasRedeemedUnpaid({ database, customerId }: Buyer, promotionCodeId: string): Promise<boolean> {
  const orders = customerId === null ? [] : await listOrders(database, customerId);
  // A card order without a subscription may have one that the provider could not tell us of.
  const redeemed = orders.filter(
    ({ promotionCode, subscriptionId, kind, status }) =>
      promotionCode === promotionCodeId && (subscriptionId !== null || (kind === "card" && isPayable(status))),
  );
  return redeemed.length > 0 && redeemed.every(({ status }) => status !== "completed");
}

async function hasPaid({ port, stripeId }: Buyer): Promise<boolean> {
  const invoices = stripeId === null ? [] : await port.listInvoices(stripeId);
  return invoices.some(({ status }) => status === "paid" || status === "uncollectible");
}
