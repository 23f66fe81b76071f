import type Stripe from "stripe";
import { type Account, change, find } from "../account";
import { invalidRequest } from "../api-error";
import type { Params } from "../form-body";
import { newId, randomText } from "../ids";
import { flag, group, integer, metadata, text } from "../params";
import { presentCoupon } from "./coupons";

/** Codes that customers type, each for a coupon. Case is ignored, and among active codes for the same customers a code is unique. */

export function createPromotionCode(account: Account, params: Params): Stripe.PromotionCode {
  const promotion = group(params, "promotion") ?? {};
  const coupon = find(account, "coupon", text(promotion, "coupon") ?? "", "promotion[coupon]");
  const customer = text(params, "customer") || null;
  if (customer) find(account, "customer", customer, "customer");
  const made: Stripe.PromotionCode = {
    id: newId("promo"),
    object: "promotion_code",
    active: flag(params, "active") ?? true,
    code: codeOf(params),
    created: account.clock.now(),
    customer,
    customer_account: null,
    expires_at: expiryOf(params, coupon),
    livemode: false,
    max_redemptions: limitOf(params, coupon),
    metadata: metadata(params),
    promotion: { coupon: coupon.id, type: "coupon" },
    restrictions: restrictionsOf(group(params, "restrictions") ?? {}),
    times_redeemed: 0,
  };
  requireUnused(account, made);
  account.ledger.put(made);
  account.emit("promotion_code.created", made);
  return made;
}

/** Only `active` and the metadata can be changed. @throws ApiError 400 for activating a code that can no longer be redeemed */
export function updatePromotionCode(account: Account, id: string, params: Params): Stripe.PromotionCode {
  const before = find(account, "promotion_code", id);
  const active = flag(params, "active") ?? before.active;
  const after = { ...before, active, metadata: metadata(params, before.metadata ?? {}) };
  if (flag(params, "active") === true) {
    if (!presentPromotionCode(account, after).active) {
      throw invalidRequest(
        "This promotion code cannot be reactivated, because it can no longer be redeemed.",
        "active",
      );
    }
    requireUnused(account, after);
  }
  return change(account, before, { active, metadata: after.metadata }, "promotion_code.updated");
}

/** A promotion code with its current state: inactive if expired or fully redeemed, or if its coupon is no longer valid. */
export function presentPromotionCode(account: Account, code: Stripe.PromotionCode): Stripe.PromotionCode {
  const now = account.clock.now();
  const coupon = account.ledger.get("coupon", code.promotion.coupon as string);
  const isOver = code.expires_at !== null && code.expires_at <= now;
  const isUsedUp = code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions;
  const isValid = coupon !== undefined && presentCoupon(coupon, now).valid;
  return { ...code, active: code.active && !isOver && !isUsedUp && isValid };
}

/** Promotion codes for the filters of a list, newest first. */
export function chosenPromotionCodes(account: Account, params: Params): Stripe.PromotionCode[] {
  const [code, coupon, customer] = [text(params, "code"), text(params, "coupon"), text(params, "customer")];
  const active = flag(params, "active");
  return account.ledger
    .all("promotion_code")
    .map((each) => presentPromotionCode(account, each))
    .filter(
      (each) =>
        (code === undefined || each.code.toLowerCase() === code.toLowerCase()) &&
        (coupon === undefined || each.promotion.coupon === coupon) &&
        (customer === undefined || each.customer === customer) &&
        (active === undefined || each.active === active),
    );
}

type Purchase = { customer: string | null; currency: string; subtotal: number };

/** @throws ApiError 400 for a code that this purchase cannot redeem */
export function requireRedeemable(
  account: Account,
  id: string,
  purchase: Purchase,
  param: string,
): Stripe.PromotionCode {
  const code = presentPromotionCode(account, find(account, "promotion_code", id, param));
  const { first_time_transaction, minimum_amount, minimum_amount_currency } = code.restrictions;
  if (!code.active) throw refused("This promotion code is expired, inactive or fully redeemed.");
  if (code.customer !== null && code.customer !== purchase.customer) {
    throw refused("This promotion code cannot be redeemed by this customer.");
  }
  if (first_time_transaction && purchase.customer !== null && hasBought(account, purchase.customer)) {
    throw refused("This promotion code cannot be redeemed because the associated customer has prior transactions.");
  }
  if (
    minimum_amount !== null &&
    (minimum_amount_currency !== purchase.currency || purchase.subtotal < minimum_amount)
  ) {
    throw refused("This promotion code cannot be redeemed because the minimum amount is not reached.");
  }
  return code;

  function refused(message: string) {
    return invalidRequest(message, param);
  }
}

/**
 * Whether a customer has bought before. As at the provider, an open invoice counts although it is not paid, and one that was voided does not.
 */
function hasBought(account: Account, customer: string): boolean {
  const counted = ["open", "paid", "uncollectible"];
  return (
    account.ledger.all("charge").some((each) => each.customer === customer && each.status === "succeeded") ||
    account.ledger.all("invoice").some((each) => each.customer === customer && counted.includes(each.status ?? ""))
  );
}

function codeOf(params: Params): string {
  const code = text(params, "code") || randomText(8).toUpperCase();
  if (!/^[A-Za-z0-9-]{1,500}$/.test(code)) {
    throw invalidRequest("Invalid code: only letters, digits and dashes are allowed.", "code");
  }
  return code;
}

/** @throws ApiError 400 if the same customers could redeem another active code of the same letters */
function requireUnused(account: Account, { id, code, customer, active }: Stripe.PromotionCode): void {
  if (!active) return;
  const same = chosenPromotionCodes(account, { code, active: "true" }).find(
    (each) => each.id !== id && each.customer === customer,
  );
  if (same) {
    throw invalidRequest(
      `An active promotion code with \`code: ${code}\` already exists.`,
      "code",
      "resource_already_exists",
    );
  }
}

function expiryOf(params: Params, coupon: Stripe.Coupon): number | null {
  const at = integer(params, "expires_at") ?? null;
  if (at !== null && coupon.redeem_by !== null && at > coupon.redeem_by) {
    throw invalidRequest("The promotion code cannot expire after its coupon's `redeem_by`.", "expires_at");
  }
  return at;
}

function limitOf(params: Params, coupon: Stripe.Coupon): number | null {
  const limit = integer(params, "max_redemptions") ?? null;
  if (limit !== null && limit < 1) throw invalidRequest("Invalid max_redemptions: must be positive", "max_redemptions");
  if (limit !== null && coupon.max_redemptions !== null && limit > coupon.max_redemptions) {
    throw invalidRequest("`max_redemptions` cannot be greater than the coupon's `max_redemptions`.", "max_redemptions");
  }
  return limit;
}

function restrictionsOf(params: Params): Stripe.PromotionCode.Restrictions {
  const minimum = integer(params, "minimum_amount") ?? null;
  const currency = text(params, "minimum_amount_currency")?.toLowerCase() ?? null;
  if ((minimum === null) !== (currency === null)) {
    throw invalidRequest(
      "You must pass both minimum_amount and minimum_amount_currency.",
      "restrictions[minimum_amount_currency]",
    );
  }
  return {
    first_time_transaction: flag(params, "first_time_transaction") ?? false,
    minimum_amount: minimum,
    minimum_amount_currency: currency,
  };
}
