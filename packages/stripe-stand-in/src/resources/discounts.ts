import type Stripe from "stripe";
import { type Account, find } from "../account";
import { invalidRequest, resourceMissing } from "../api-error";
import type { Params } from "../form-body";
import { newId } from "../ids";
import { text } from "../params";
import { presentCoupon } from "./coupons";
import { requireRedeemable } from "./promotion-codes";

/** Target of a discount: a subscription, or only a customer. `subtotal` is the price before discounts, in minor units. */
type DiscountTarget = { customer: string; subscription: string | null; currency: string; subtotal: number };

/**
 * Creates the discounts that a request specifies by `coupon`, `promotion_code` or an existing `discount`, and counts the redemptions.
 * @throws ApiError 400 if one is missing, expired, used up, inactive, or in another currency
 */
export function redeem(account: Account, requested: Params[], target: DiscountTarget): Stripe.Discount[] {
  return requested.map((each, index) => {
    const existing = text(each, "discount");
    if (existing) return find(account, "discount", existing, `discounts[${index}][discount]`);
    const promotion = text(each, "promotion_code");
    const code = promotion
      ? requireRedeemable(account, promotion, target, `discounts[${index}][promotion_code]`)
      : null;
    const id = code ? (code.promotion.coupon as string) : (text(each, "coupon") ?? "");
    const coupon = account.ledger.get("coupon", id);
    if (!coupon) throw resourceMissing("coupon", id, "coupon");
    requireUsable(account, coupon, target);
    const now = account.clock.now();
    const discount: Stripe.Discount = {
      id: newId("di"),
      object: "discount",
      checkout_session: null,
      customer: target.customer,
      customer_account: null,
      end: endOf(coupon, now),
      invoice: null,
      invoice_item: null,
      promotion_code: code?.id ?? null,
      source: { coupon: coupon.id, type: "coupon" },
      start: now,
      subscription: target.subscription,
      subscription_item: null,
    };
    account.ledger.put(discount);
    account.ledger.put({ ...coupon, times_redeemed: coupon.times_redeemed + 1 });
    if (code) account.ledger.put({ ...code, times_redeemed: code.times_redeemed + 1 });
    account.emit("customer.discount.created", discount);
    return discount;
  });
}

function requireUsable(account: Account, coupon: Stripe.Coupon, target: DiscountTarget): void {
  const { valid } = presentCoupon(coupon, account.clock.now());
  if (!valid) throw invalidRequest(`Coupon ${coupon.id} is used up or has expired.`, "coupon", "coupon_expired");
  if (coupon.amount_off !== null && coupon.currency !== target.currency) {
    throw invalidRequest(
      `The coupon's currency (${coupon.currency}) must match the subscription's (${target.currency}).`,
      "coupon",
    );
  }
}

function endOf(coupon: Stripe.Coupon, now: number): number | null {
  if (coupon.duration !== "repeating") return null;
  const date = new Date(now * 1000);
  date.setUTCMonth(date.getUTCMonth() + (coupon.duration_in_months ?? 1));
  return Math.floor(date.getTime() / 1000);
}
