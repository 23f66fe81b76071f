import {
  type CouponRefusal,
  couponRefusals,
  paymentErrors,
  paymentMessages,
} from "~/services/contracts/payment-errors";
import { ServiceError, validationError } from "~/services/contracts/service-error";

/** Code and message of an order that fails for the provider's reasons; see `attempt`. */
export const orderFailure = [paymentErrors.order, "The order could not be created"] as const;

export function runs(): ServiceError {
  return new ServiceError(409, paymentErrors.runs, "A subscription runs already");
}

/** The message is the same for every refusal; the field's reason says why. */
export function invalidCoupon(refusal: CouponRefusal): ServiceError {
  return validationError([{ attribute: "couponId", reason: couponRefusals[refusal] }], paymentMessages.invalidCoupon);
}
