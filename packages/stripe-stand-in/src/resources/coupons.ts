import type Stripe from "stripe";
import { type Account, find } from "../account";
import { invalidRequest, resourceMissing } from "../api-error";
import type { Params } from "../form-body";
import { newId, randomText } from "../ids";
import { choice, decimal, flag, group, integer, metadata, text, texts } from "../params";

export function createCoupon(account: Account, params: Params): Stripe.Coupon {
  const id = text(params, "id") || randomText(8);
  if (account.ledger.get("coupon", id)) {
    throw invalidRequest("Coupon already exists.", "id", "resource_already_exists");
  }
  const amountOff = integer(params, "amount_off") ?? null;
  const percentOff = decimal(params, "percent_off") ?? null;
  if ((amountOff === null) === (percentOff === null)) {
    throw invalidRequest("You must pass exactly one of percent_off and amount_off", "percent_off");
  }
  if (percentOff !== null && (percentOff <= 0 || percentOff > 100)) {
    throw invalidRequest("Invalid percent_off: must be between 0 and 100", "percent_off");
  }
  const duration = choice(params, "duration", ["forever", "once", "repeating"]) ?? "once";
  const products = texts(group(params, "applies_to") ?? {}, "products");
  const coupon: Stripe.Coupon = {
    id,
    object: "coupon",
    amount_off: amountOff,
    created: account.clock.now(),
    currency: text(params, "currency")?.toLowerCase() ?? null,
    duration,
    duration_in_months: duration === "repeating" ? (integer(params, "duration_in_months") ?? 1) : null,
    livemode: false,
    max_redemptions: integer(params, "max_redemptions") ?? null,
    metadata: metadata(params),
    name: text(params, "name") || null,
    percent_off: percentOff,
    redeem_by: integer(params, "redeem_by") ?? null,
    times_redeemed: 0,
    valid: true,
  };
  if (products) account.ledger.setNote(productsNote(id), products);
  account.ledger.put(coupon);
  account.emit("coupon.created", coupon);
  return coupon;
}

const productsNote = (coupon: string) => `coupon-products:${coupon}`;

/** Products that a coupon applies to; null for all. Sent as `applies_to` if expanded. */
export function productsOf(account: Account, coupon: string): string[] | null {
  return account.ledger.note<string[]>(productsNote(coupon)) ?? null;
}

export function deleteCoupon(account: Account, id: string): Stripe.DeletedCoupon {
  const coupon = find(account, "coupon", id);
  account.ledger.remove(id);
  account.emit("coupon.deleted", coupon);
  return { id, object: "coupon", deleted: true };
}

export function createPromotionCode(account: Account, params: Params): Stripe.PromotionCode {
  const promotion = group(params, "promotion") ?? {};
  const coupon = find(account, "coupon", text(promotion, "coupon") ?? "", "promotion[coupon]");
  const code: Stripe.PromotionCode = {
    id: newId("promo"),
    object: "promotion_code",
    active: flag(params, "active") ?? true,
    code: text(params, "code") || randomText(8).toUpperCase(),
    created: account.clock.now(),
    customer: text(params, "customer") || null,
    customer_account: null,
    expires_at: integer(params, "expires_at") ?? null,
    livemode: false,
    max_redemptions: integer(params, "max_redemptions") ?? null,
    metadata: metadata(params),
    promotion: { coupon: coupon.id, type: "coupon" },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  };
  account.ledger.put(code);
  account.emit("promotion_code.created", code);
  return code;
}

/** A coupon with its current validity: invalid if expired or fully redeemed. */
export function presentCoupon(coupon: Stripe.Coupon, now: number): Stripe.Coupon {
  const isOver = coupon.redeem_by !== null && coupon.redeem_by <= now;
  const isUsedUp = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions;
  return { ...coupon, valid: !isOver && !isUsedUp };
}

/** Target of a discount: a subscription, or only a customer. */
type DiscountTarget = { customer: string; subscription: string | null; currency: string };

/**
 * Creates the discounts that a request specifies by `coupon`, `promotion_code` or an existing `discount`, and counts the redemptions.
 * @throws ApiError 400 if one is missing, expired, used up, inactive, or in another currency
 */
export function redeem(account: Account, requested: Params[], target: DiscountTarget): Stripe.Discount[] {
  return requested.map((each, index) => {
    const existing = text(each, "discount");
    if (existing) return find(account, "discount", existing, `discounts[${index}][discount]`);
    const code = promotionOf(account, each, index);
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

function promotionOf(account: Account, params: Params, index: number): Stripe.PromotionCode | null {
  const id = text(params, "promotion_code");
  if (!id) return null;
  const param = `discounts[${index}][promotion_code]`;
  const code = find(account, "promotion_code", id, param);
  const isOver = code.expires_at !== null && code.expires_at <= account.clock.now();
  if (!code.active || isOver)
    throw invalidRequest("This promotion code is not active.", param, "promotion_code_inactive");
  return code;
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
