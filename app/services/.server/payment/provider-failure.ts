import Stripe from "stripe";
import { type PaymentErrorCode, paymentErrors, paymentMessages } from "~/services/contracts/payment-errors";
import { type ProviderError, ServiceError } from "~/services/contracts/service-error";

/** Maps the provider's failures to the service's errors. docs/product/shell.md#errors. */

/** Types whose message is meant for the payer; others may contain our keys and addresses. */
const tellable = ["card_error", "validation_error", "idempotency_error", "invalid_request_error"];
const unreachableMessage = "The payment provider could not be reached";

/** An error of the SDK, or one that the provider stores with an intent; null for any other error. */
export function providerErrorOf(error: unknown): ProviderError | null {
  if (error instanceof Stripe.errors.StripeError) {
    const isUnreachable = error instanceof Stripe.errors.StripeConnectionError;
    return readError({
      ...error,
      type: isUnreachable ? "api_connection_error" : error.rawType,
      message: error.message,
    });
  }
  return error !== null && typeof error === "object" && !(error instanceof Error) ? readError(error) : null;
}

function readError(raw: object): ProviderError {
  const text = (name: string): string | null => {
    const value = (raw as Record<string, unknown>)[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const type = text("type") ?? "api_error";
  return {
    type,
    code: text("code"),
    decline_code: text("decline_code"),
    param: text("param"),
    message: (tellable.includes(type) ? text("message") : null) ?? unreachableMessage,
  };
}

/** Whether the provider may have executed the request: there was no response, or the connection broke. */
export function isUncertain(error: unknown): boolean {
  const type = providerErrorOf(error)?.type;
  return type === undefined || type === "api_connection_error" || type === "api_error";
}

/** Whether the provider has refused a request for good: not busy, not down, and not at work on the same request. */
export function isRefusal(error: unknown): boolean {
  const type = providerErrorOf(error)?.type;
  return !isUncertain(error) && type !== "rate_limit_error" && type !== "idempotency_error";
}

/**
 * The error of a call: 402 for a declined card; 503 with Retry-After if the provider is down or busy; 502 if it rejected our request, which
 * is reported. Errors that are not the provider's stay unchanged.
 */
export function failureOf(code: PaymentErrorCode, message: string, error: unknown): unknown {
  const providerError = providerErrorOf(error);
  if (!providerError || !(error instanceof Stripe.errors.StripeError)) return error;
  const options = { providerError };
  if (providerError.type === "card_error") return declined(providerError);
  const isBusy = providerError.type === "rate_limit_error" || isUncertain(error);
  const retry = isBusy ? { "retry-after": "5" } : undefined;
  return new ServiceError(isBusy ? 503 : 502, code, message, undefined, retry, { ...options, cause: error });
}

/** 402 with the provider's details on the card, if any. */
export function declined(providerError: ProviderError | null): ServiceError {
  const options = providerError ? { providerError } : {};
  return new ServiceError(402, paymentErrors.payment, paymentMessages.paymentFailed, undefined, undefined, options);
}

/** Runs a call of the provider. @throws the result of `failureOf` for a failure */
export async function attempt<T>(code: PaymentErrorCode, message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failureOf(code, message, error);
  }
}
