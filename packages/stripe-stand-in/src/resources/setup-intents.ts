import type Stripe from "stripe";
import { type Account, change, find } from "../account";
import { ApiError, documentation, type ErrorBody, invalidRequest } from "../api-error";
import type { Params } from "../form-body";
import { newId, randomText } from "../ids";
import { choice, flag, metadata, text } from "../params";
import {
  type ChallengeRequest,
  challengeAction,
  challengeRequest,
  refusedChallenge,
  requireUsableBy,
} from "./challenge";
import { attach, cardError, cardOf, declineOnSaving, markAuthenticated, paymentMethodFor } from "./payment-methods";

type NewSetupIntent = {
  customer: string | null;
  paymentMethod: string | null;
  usage: "off_session" | "on_session";
  description: string | null;
  metadata: Record<string, string>;
};

export function makeSetupIntent(account: Account, given: NewSetupIntent): Stripe.SetupIntent {
  const id = newId("seti");
  const intent: Stripe.SetupIntent = {
    id,
    object: "setup_intent",
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: account.clock.now(),
    customer: given.customer,
    customer_account: null,
    description: given.description,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: given.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: given.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: "automatic" } },
    payment_method_types: ["card"],
    single_use_mandate: null,
    status: given.paymentMethod ? "requires_confirmation" : "requires_payment_method",
    usage: given.usage,
  };
  account.ledger.put(intent);
  account.emit("setup_intent.created", intent);
  return intent;
}

export function createSetupIntent(account: Account, params: Params): Stripe.SetupIntent {
  const customer = text(params, "customer") || null;
  if (customer) find(account, "customer", customer, "customer");
  const given = text(params, "payment_method");
  const intent = makeSetupIntent(account, {
    customer,
    paymentMethod: given ? paymentMethodFor(account, given, "payment_method").id : null,
    usage: choice(params, "usage", ["off_session", "on_session"]) ?? "off_session",
    description: text(params, "description") || null,
    metadata: metadata(params),
  });
  if (!flag(params, "confirm")) return intent;
  return confirmSetupIntent(account, intent, null, challengeRequest(params));
}

/**
 * Saves a card, after the cardholder's authentication if the card requires it.
 * @throws ApiError 402 for a card that cannot be saved; 400 if the intent has already succeeded or was cancelled
 */
export function confirmSetupIntent(
  account: Account,
  intent: Stripe.SetupIntent,
  paymentMethod: Stripe.PaymentMethod | null,
  options: ChallengeRequest,
): Stripe.SetupIntent {
  if (intent.status === "succeeded" || intent.status === "canceled") throw unexpectedState(intent, "confirm");
  const chosen = paymentMethod?.id ?? (intent.payment_method as string | null);
  if (!chosen) {
    throw invalidRequest(
      "You cannot confirm this SetupIntent because it's missing a payment method.",
      "payment_method",
      "setup_intent_unexpected_state",
    );
  }
  if (paymentMethod) requireUsableBy(account, paymentMethod, intent.customer as string | null);
  const prepared = change(account, intent, { payment_method: chosen, last_setup_error: null }, null);
  if (cardOf(account, chosen).challenge !== "never") {
    const next_action = challengeAction(account, prepared, options) as Stripe.SetupIntent.NextAction;
    return change(account, prepared, { status: "requires_action", next_action }, "setup_intent.requires_action");
  }
  return save(account, prepared, chosen);
}

function save(account: Account, intent: Stripe.SetupIntent, paymentMethod: string): Stripe.SetupIntent {
  const declined = declineOnSaving(account, paymentMethod);
  if (declined) {
    const failed = refuse(account, intent, cardError(declined));
    const payment_method = failed.last_setup_error?.payment_method;
    throw new ApiError(402, {
      ...cardError(declined),
      setup_intent: failed,
      payment_method,
      payment_method_type: "card",
    });
  }
  if (intent.customer) attach(account, find(account, "payment_method", paymentMethod), intent.customer as string);
  return change(account, intent, { status: "succeeded", next_action: null }, "setup_intent.succeeded");
}

/** Applies the result of the cardholder's authentication to a pending intent. */
export function answerSetupChallenge(
  account: Account,
  intent: Stripe.SetupIntent,
  isProved: boolean,
): Stripe.SetupIntent {
  if (intent.status !== "requires_action") return intent;
  if (!isProved) return refuse(account, intent, refusedChallenge("setup_intent"));
  markAuthenticated(account, intent.payment_method as string);
  return save(account, intent, intent.payment_method as string);
}

function refuse(account: Account, intent: Stripe.SetupIntent, error: ErrorBody): Stripe.SetupIntent {
  const payment_method = find(account, "payment_method", intent.payment_method as string);
  return change(
    account,
    intent,
    {
      status: "requires_payment_method",
      payment_method: null,
      next_action: null,
      last_setup_error: { ...error, payment_method } as Stripe.SetupIntent.LastSetupError,
    },
    "setup_intent.setup_failed",
  );
}

export function cancelSetupIntent(account: Account, intent: Stripe.SetupIntent): Stripe.SetupIntent {
  if (intent.status === "succeeded" || intent.status === "canceled") throw unexpectedState(intent, "cancel");
  const changes = { status: "canceled" as const, cancellation_reason: null, next_action: null };
  return change(account, intent, changes, "setup_intent.canceled");
}

function unexpectedState(intent: Stripe.SetupIntent, operation: "confirm" | "cancel"): ApiError {
  const code = "setup_intent_unexpected_state";
  const message =
    operation === "confirm" && intent.status === "succeeded"
      ? "You cannot confirm this SetupIntent because it has already succeeded."
      : `You cannot ${operation} this SetupIntent because it has a status of ${intent.status}.`;
  return new ApiError(400, {
    type: "invalid_request_error",
    code,
    message,
    doc_url: documentation(code),
    setup_intent: intent,
  });
}
