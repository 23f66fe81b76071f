import { paymentErrors, paymentMessages } from "~/services/contracts/payment";
import { ServiceError, validationError } from "~/services/contracts/service-error";

/** Code and message of an order that fails for the provider's reasons; see `attempt`. */
export const orderFailure = [paymentErrors.order, "The order could not be created"] as const;

export function runs(): ServiceError {
  return new ServiceError(409, paymentErrors.runs, "A subscription runs already");
}

export function invalidCoupon(): ServiceError {
  const reason = paymentMessages.invalidCoupon;
  return validationError([{ attribute: "couponId", reason }], reason);
}
