import type Stripe from "stripe";
import { type Account, find } from "../account";
import { invalidRequest } from "../api-error";
import type { Params } from "../form-body";
import { randomText } from "../ids";
import { choice, decimal, group, integer, metadata, text, texts } from "../params";

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

/** A coupon with its current validity: invalid if expired or fully redeemed. */
export function presentCoupon(coupon: Stripe.Coupon, now: number): Stripe.Coupon {
  const isOver = coupon.redeem_by !== null && coupon.redeem_by <= now;
  const isUsedUp = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions;
  return { ...coupon, valid: !isOver && !isUsedUp };
}
