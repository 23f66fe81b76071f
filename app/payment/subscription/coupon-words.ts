import { couponText } from "~/realms/coupon-text";
import type { Locale } from "~/realms/realm";
import type { Subscription } from "~/services/contracts/subscription";

/** A subscription's coupon in words; by its name where it takes off neither a share nor a sum. */
export function couponWords(
  { couponTerms, couponName, couponId }: Pick<Subscription, "couponTerms" | "couponName" | "couponId">,
  locale: Locale,
): string {
  return (couponTerms && couponText(couponTerms, locale)) ?? couponName ?? couponId ?? "";
}
