import type { CouponGuess, PaymentParts } from "./deps";
import { invalidCoupon } from "./order-errors";
import { isCouponFor } from "./rules";
import type { ProviderCoupon, ProviderPrice } from "./stripe-port";

/**
 * The coupon that somebody typed. Wrong ones are limited by account and by address, since a coupon is a short word. docs/security.md, line 29.
 * @param price that the coupon must apply to; null if it is no longer offered
 * @throws ServiceError 400 'Invalid Coupon!', 429 with Retry-After; the provider's errors, which are not counted
 */
export async function redeemCoupon(
  { stripe, couponGuesses }: Pick<PaymentParts, "stripe" | "couponGuesses">,
  couponId: string,
  price: Pick<ProviderPrice, "product" | "currency"> | null,
  guess: CouponGuess,
): Promise<ProviderCoupon> {
  await couponGuesses.count(guess);
  const coupon = await stripe
    .of(guess.realm)
    .findCoupon(couponId)
    .catch(async (error: unknown) => {
      await couponGuesses.refund(guess);
      throw error;
    });
  if (!coupon || !price || !isCouponFor(coupon, price)) throw invalidCoupon();
  await couponGuesses.refund(guess);
  return coupon;
}
