import type Stripe from "stripe";
import { type Account, change, current, find } from "../account";
import { ApiError, documentation, type ErrorBody, invalidRequest, missingParameter } from "../api-error";
import type { Decline } from "../cards/test-cards";
import type { Params } from "../form-body";
import { newId, randomText } from "../ids";
import { choice, integer, metadata, requiredText, text } from "../params";
import { type ChallengeRequest, challengeAction, refusedChallenge, requireUsableBy } from "./challenge";
import { chargeCard } from "./charges";
import { attach, cardError, markAuthenticated, paymentMethodFor } from "./payment-methods";

type NewIntent = {
  amount: number;
  currency: string;
  customer: string | null;
  description: string | null;
  paymentMethod: string | null;
  setupFutureUsage: "off_session" | "on_session" | null;
  metadata: Record<string, string>;
  receiptEmail: string | null;
};

export function makeIntent(account: Account, given: NewIntent): Stripe.PaymentIntent {
  const id = newId("pi");
  const intent: Stripe.PaymentIntent = {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: given.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: "automatic",
    created: account.clock.now(),
    currency: given.currency,
    customer: given.customer,
    customer_account: null,
    description: given.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: given.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: given.receiptEmail,
    review: null,
    setup_future_usage: given.setupFutureUsage,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: given.paymentMethod ? "requires_confirmation" : "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  };
  account.ledger.put(intent);
  account.emit("payment_intent.created", intent);
  return intent;
}

export function createIntent(account: Account, params: Params): Stripe.PaymentIntent {
  const amount = integer(params, "amount");
  if (amount === undefined) throw missingParameter("amount");
  if (amount < 1)
    throw invalidRequest("This value must be greater than or equal to 1.", "amount", "parameter_invalid_integer");
  const customer = text(params, "customer") || null;
  if (customer) find(account, "customer", customer, "customer");
  const given = text(params, "payment_method");
  return makeIntent(account, {
    amount,
    currency: requiredText(params, "currency").toLowerCase(),
    customer,
    description: text(params, "description") || null,
    paymentMethod: given ? paymentMethodFor(account, given, "payment_method").id : null,
    setupFutureUsage: choice(params, "setup_future_usage", ["off_session", "on_session"]) ?? null,
    metadata: metadata(params),
    receiptEmail: text(params, "receipt_email") || null,
  });
}

export function updateIntent(account: Account, id: string, params: Params): Stripe.PaymentIntent {
  const intent = find(account, "payment_intent", id);
  const changes: Partial<Stripe.PaymentIntent> = { metadata: metadata(params, intent.metadata) };
  const description = text(params, "description");
  if (description !== undefined) changes.description = description || null;
  const usage = choice(params, "setup_future_usage", ["off_session", "on_session"]);
  if (usage) changes.setup_future_usage = usage;
  return change(account, intent, changes, null);
}

/** Result of a confirmation. `decline` is the reason of a declined card; the caller converts it to a response. */
export type Confirmation = { intent: Stripe.PaymentIntent; decline: Decline | null };

type ConfirmOptions = ChallengeRequest & { offSession: boolean; waitsForCardholder?: boolean };

const confirmable = ["requires_payment_method", "requires_confirmation", "requires_action"];

/**
 * Confirms an intent: it succeeds, requires authentication, or is declined and requires another card.
 * @throws ApiError 400 `payment_intent_unexpected_state` if it has already succeeded or was cancelled
 */
export function confirmIntent(
  account: Account,
  intent: Stripe.PaymentIntent,
  paymentMethod: Stripe.PaymentMethod | null,
  options: ConfirmOptions,
): Confirmation {
  if (!confirmable.includes(intent.status)) throw unexpectedState(intent, "confirm");
  const chosen = paymentMethod?.id ?? (intent.payment_method as string | null);
  if (!chosen) {
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method.",
      "payment_method",
      "payment_intent_unexpected_state",
    );
  }
  if (paymentMethod) requireUsableBy(account, paymentMethod, intent.customer as string | null);
  const prepared = change(account, intent, { payment_method: chosen, last_payment_error: null }, null);
  return attempt(account, prepared, chosen, options, false);
}

function attempt(
  account: Account,
  intent: Stripe.PaymentIntent,
  paymentMethod: string,
  options: ConfirmOptions,
  isAuthenticated: boolean,
): Confirmation {
  const { offSession, waitsForCardholder = false } = options;
  const outcome = chargeCard(account, { intent, paymentMethod, offSession, waitsForCardholder, isAuthenticated });
  if (outcome.kind === "challenge") {
    const next_action = challengeAction(account, intent, options);
    const changes = { status: "requires_action" as const, next_action };
    return { intent: change(account, intent, changes, "payment_intent.requires_action"), decline: null };
  }
  if (outcome.kind === "declined") {
    const failed = refuse(
      account,
      intent,
      { ...cardError(outcome.decline), charge: outcome.charge.id },
      outcome.charge.id,
    );
    return { intent: failed, decline: outcome.decline };
  }
  const method = find(account, "payment_method", paymentMethod);
  if (intent.setup_future_usage && intent.customer && !method.customer)
    attach(account, method, intent.customer as string);
  if (isAuthenticated) markAuthenticated(account, paymentMethod);
  const succeeded = change(
    account,
    intent,
    { status: "succeeded", amount_received: intent.amount, latest_charge: outcome.charge.id, next_action: null },
    "payment_intent.succeeded",
  );
  return { intent: succeeded, decline: null };
}

/** Applies the result of the cardholder's authentication to a pending intent. */
export function answerChallenge(account: Account, intent: Stripe.PaymentIntent, isProved: boolean): Confirmation {
  if (intent.status !== "requires_action") return { intent, decline: null };
  if (!isProved) return { intent: refuse(account, intent, refusedChallenge("payment_intent"), null), decline: null };
  const options = { offSession: false, returnUrl: null };
  return attempt(account, intent, intent.payment_method as string, options, true);
}

function refuse(
  account: Account,
  intent: Stripe.PaymentIntent,
  error: ErrorBody,
  charge: string | null,
): Stripe.PaymentIntent {
  const method = find(account, "payment_method", intent.payment_method as string);
  const last_payment_error = { ...error, payment_method: method } as Stripe.PaymentIntent.LastPaymentError;
  return change(
    account,
    intent,
    {
      status: "requires_payment_method",
      payment_method: null,
      next_action: null,
      last_payment_error,
      ...(charge ? { latest_charge: charge } : {}),
    },
    "payment_intent.payment_failed",
  );
}

export function cancelIntent(
  account: Account,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Stripe.PaymentIntent {
  if (intent.status === "succeeded" || intent.status === "canceled") throw unexpectedState(intent, "cancel");
  return change(
    account,
    intent,
    { status: "canceled", canceled_at: account.clock.now(), cancellation_reason: reason, next_action: null },
    "payment_intent.canceled",
  );
}

/** The 402 response for a declined card, with the current intent. */
export function declinedResponse(account: Account, { intent, decline }: Confirmation): ApiError | null {
  if (!decline) return null;
  const now = current(account, intent);
  const { charge, payment_method } = now.last_payment_error ?? {};
  return new ApiError(402, {
    ...cardError(decline),
    ...(charge ? { charge } : {}),
    payment_intent: now,
    payment_method,
    payment_method_type: "card",
  });
}

function unexpectedState(intent: Stripe.PaymentIntent, operation: "confirm" | "cancel"): ApiError {
  const code = "payment_intent_unexpected_state";
  const message =
    operation === "confirm" && intent.status === "succeeded"
      ? "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed."
      : `You cannot ${operation} this PaymentIntent because it has a status of ${intent.status}.`;
  return new ApiError(400, {
    type: "invalid_request_error",
    code,
    message,
    doc_url: documentation(code),
    payment_intent: intent,
  });
}
