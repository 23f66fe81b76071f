import type { CouponGuesses } from "~/services/.server/payment/deps";
import { couponLimits, type Limits } from "./passwords/limits";

/** The payment service's interface to auth: limits on guessed coupons, by account and by address. docs/security.md, line 29. */
export function createCouponGuesses(limits: Limits): CouponGuesses {
  return {
    async count({ realm, uid, ipAddress }) {
      for (const [what, key] of countersOf(uid, ipAddress)) {
        await limits.count(realm, `coupon-${what}`, key, couponLimits[what]);
      }
    },
    async refund({ realm, uid, ipAddress }) {
      for (const [what, key] of countersOf(uid, ipAddress)) {
        await limits.refund(realm, `coupon-${what}`, key, couponLimits[what]);
      }
    },
  };
}

/** The account first: a family that has used up its own guesses does not use up those of its address. */
function countersOf(uid: string, ipAddress: string | null) {
  return [["account", uid] as const, ["address", ipAddress ?? "nowhere"] as const];
}
