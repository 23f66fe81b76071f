import type { Customer, PaymentMethod } from "~/services/contracts/payment";

/**
 * The card payment of the subscription page: how a card is stored and a subscription begun. docs/product/shell.md#card-payment. Pure.
 */

export const cardPaymentStatuses = [
  "init",
  "pending",
  "client_secret_created",
  "setup_intent_created",
  "setup_intent_confirmed",
  "customer_updated",
  "customer_fetched",
  "subscription_added",
  "successful",
  "failed",
] as const;
export type CardPaymentStatus = (typeof cardPaymentStatuses)[number];

/** Codes of docs/product/shell.md#errors that this machine ends in by itself; the others come from the service. */
export const cardErrors = {
  noClientSecret: "cannot_create_client_secret",
  invalidState: "confirm_setup_intent_invalid_state",
  incorrectCvc: "confirm_setup_intent_incorrect_cvc",
  notConfirmed: "confirm_setup_intent_failed",
} as const;

/** Tries that a new card waits for what is pending, and the milliseconds between them. */
export const pendingTries = 5;
export const pendingPause = 100;

export type SetupIntent = { id: string; status: string; paymentMethodId: string | null };

export type CardPayment = {
  status: CardPaymentStatus;
  customerId: string | null;
  subscriptionId: string | null;
  /** Held in memory for one response alone: it is stored neither on the server nor in the browser. */
  clientSecret: string | null;
  /** A code of docs/product/shell.md#errors. */
  error: string | null;
  /** The provider's card form is being loaded. */
  elementsLoading: boolean;
  setupIntent: SetupIntent | null;
  paymentMethods: PaymentMethod[];
  customer: Customer | null;
  defaultPaymentMethod: string | null;
};

export const initialCardPayment: CardPayment = {
  status: "init",
  customerId: null,
  subscriptionId: null,
  clientSecret: null,
  error: null,
  elementsLoading: false,
  setupIntent: null,
  paymentMethods: [],
  customer: null,
  defaultPaymentMethod: null,
};

export type CardPaymentEvent =
  | { type: "begin" }
  | { type: "client-secret-created"; clientSecret: string }
  | { type: "setup-intent-created"; setupIntent: SetupIntent }
  /** The browser asks the provider to confirm the card. */
  | { type: "confirmation-begun" }
  | { type: "setup-intent-confirmed"; setupIntent: SetupIntent }
  /** What the provider said when the browser confirmed the card. */
  | { type: "confirmation-failed"; code: string | null }
  | { type: "customer-updated"; customer: Customer }
  | { type: "customer-fetched"; customer: Customer | null }
  | { type: "methods-fetched"; paymentMethods: PaymentMethod[] }
  | { type: "subscription-added"; subscriptionId: string | null }
  | { type: "succeeded" }
  | { type: "elements-loading"; isLoading: boolean }
  | { type: "failed"; error: string }
  | { type: "reset" };

/** Next states by event, for the events that only some states have a use for. */
const follows: Partial<Record<CardPaymentEvent["type"], { from: CardPaymentStatus[]; to: CardPaymentStatus }>> = {
  "client-secret-created": { from: ["pending"], to: "client_secret_created" },
  "customer-updated": { from: ["pending", "setup_intent_confirmed"], to: "customer_updated" },
  succeeded: { from: ["customer_updated", "customer_fetched", "subscription_added"], to: "successful" },
};

export function transition(state: CardPayment, event: CardPaymentEvent): CardPayment {
  const step = follows[event.type];
  if (step && !step.from.includes(state.status)) return state;
  const next = step ? { ...state, status: step.to } : state;
  switch (event.type) {
    case "begin":
      return state.status === "pending"
        ? state
        : { ...state, status: "pending", error: null, clientSecret: null, setupIntent: null };
    case "client-secret-created":
      return { ...next, clientSecret: event.clientSecret, setupIntent: null };
    case "setup-intent-created":
      return mayConfirm(state) ? { ...state, status: "setup_intent_created", setupIntent: event.setupIntent } : state;
    case "confirmation-begun":
      return mayConfirm(state) ? { ...state, status: "pending", error: null } : state;
    case "setup-intent-confirmed":
      return confirmed(state, event.setupIntent);
    case "confirmation-failed":
      return refused(state, confirmationError(event.code));
    case "customer-updated":
      return withCustomer(next, event.customer);
    case "customer-fetched":
      return withCustomer(
        state.status === "customer_updated" ? { ...state, status: "customer_fetched" } : state,
        event.customer,
      );
    case "methods-fetched":
      return { ...state, paymentMethods: event.paymentMethods };
    case "subscription-added":
      return { ...state, status: "subscription_added", subscriptionId: event.subscriptionId, error: null };
    case "succeeded":
      return { ...next, clientSecret: null, error: null };
    case "elements-loading":
      return { ...state, elementsLoading: event.isLoading };
    case "failed":
      return failed(state, event.error);
    case "reset":
      return {
        ...initialCardPayment,
        paymentMethods: state.paymentMethods,
        defaultPaymentMethod: state.defaultPaymentMethod,
      };
  }
}

/** A card can be confirmed once there is a client secret, and again with it after the provider refused another card. */
function mayConfirm({ status, error }: CardPayment): boolean {
  if (status === "failed") return error === cardErrors.incorrectCvc || error === cardErrors.notConfirmed;
  return status === "client_secret_created" || status === "setup_intent_created";
}

/** What is pending is a card: a client secret that is still awaited has no setup intent. */
function isConfirming({ status, setupIntent }: CardPayment): boolean {
  return status === "pending" && setupIntent !== null;
}

/** Confirmed in any other state, the secret is cleared. */
function confirmed(state: CardPayment, setupIntent: SetupIntent): CardPayment {
  if (!isConfirming(state)) return refused(state, cardErrors.invalidState);
  return { ...state, status: "setup_intent_confirmed", setupIntent, clientSecret: null, error: null };
}

/** A card that was refused may be followed by another in the same form; a secret that is used up opens no form any more. */
function refused(state: CardPayment, error: string): CardPayment {
  return failed(error === cardErrors.invalidState ? { ...state, clientSecret: null } : state, error);
}

function failed(state: CardPayment, error: string): CardPayment {
  return { ...state, status: "failed", error, elementsLoading: false };
}

function withCustomer(state: CardPayment, customer: Customer | null): CardPayment {
  return {
    ...state,
    customer,
    customerId: customer?.id ?? null,
    defaultPaymentMethod: customer?.invoice_settings.default_payment_method ?? null,
  };
}

/** The provider's code of a card that it refused, as ours. */
export function confirmationError(code: string | null): string {
  if (code === "incorrect_cvc") return cardErrors.incorrectCvc;
  if (code === "setup_intent_unexpected_state") return cardErrors.invalidState;
  return cardErrors.notConfirmed;
}
