import { couponText } from "~/realms/coupon-text";
import type { Locale } from "~/realms/realm";
import type { Order } from "~/services/contracts/payment";

/** An order's coupon as it was typed, with what it takes off: `HALF3 (50 % off for 3 months)`. Null without one. */
export function orderCouponText(
  { couponCode, couponTerms }: Pick<Order, "couponCode" | "couponTerms">,
  locale: Locale,
): string | null {
  const words = couponTerms && couponText(couponTerms, locale);
  return couponCode !== null && words !== null ? `${couponCode} (${words})` : couponCode;
}
