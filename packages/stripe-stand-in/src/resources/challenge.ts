import type Stripe from "stripe";
import { type Account, find } from "../account";
import { documentation, invalidRequest } from "../api-error";
import type { Params } from "../form-body";
import { flag, text } from "../params";

/** How the cardholder gets to the authentication page and back. */
export type ChallengeRequest = {
  /** Return address of a redirect; null if the browser's script opens the page itself. */
  returnUrl: string | null;
};

export function challengeRequest(params: Params): ChallengeRequest {
  return { returnUrl: flag(params, "use_stripe_sdk") ? null : (text(params, "return_url") ?? null) };
}

/** The `next_action` of an intent that requires authentication. */
export function challengeAction(
  account: Account,
  intent: { id: string; client_secret: string | null },
  { returnUrl }: ChallengeRequest,
): Stripe.PaymentIntent.NextAction {
  const url = `${account.publicOrigin()}/test-payments/three-d-secure/${intent.id}?client_secret=${intent.client_secret}`;
  if (returnUrl) return { type: "redirect_to_url", redirect_to_url: { return_url: returnUrl, url } };
  return {
    type: "use_stripe_sdk",
    use_stripe_sdk: {
      type: "three_d_secure_redirect",
      stripe_js: url,
      source: null,
    } as Stripe.PaymentIntent.NextAction.UseStripeSdk,
  };
}

/** Error of an intent whose authentication the cardholder or the bank refused. */
export function refusedChallenge(intent: "payment_intent" | "setup_intent") {
  const code = `${intent}_authentication_failure`;
  return {
    type: "invalid_request_error" as const,
    code,
    message:
      "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
    doc_url: documentation(code),
  };
}

/** Requires a payment method that is unattached or the customer's own. @throws ApiError 400 if it belongs to another customer */
export function requireUsableBy(account: Account, paymentMethod: Stripe.PaymentMethod, customer: string | null): void {
  const { customer: owner } = find(account, "payment_method", paymentMethod.id);
  if (owner === null || owner === customer) return;
  throw invalidRequest(
    "The provided PaymentMethod cannot be attached. To reuse a PaymentMethod, you must attach it to a Customer first.",
    "payment_method",
    "payment_method_unexpected_state",
  );
}
