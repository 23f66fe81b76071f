import type { Customer, PaymentMethod } from "~/services/contracts/payment";

/** State of storing a card and starting a subscription on the subscription page. docs/product/shell.md#card-payment. Pure. */

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

/** Error codes of docs/product/shell.md#errors that this machine sets itself; all others come from the service. */
export const cardErrors = {
  noClientSecret: "cannot_create_client_secret",
  invalidState: "confirm_setup_intent_invalid_state",
  incorrectCvc: "confirm_setup_intent_incorrect_cvc",
  notConfirmed: "confirm_setup_intent_failed",
} as const;

/** Number of checks before a new card while another is pending, and the milliseconds between them. */
export const pendingTries = 5;
export const pendingPause = 100;

export type SetupIntent = { id: string; status: string; paymentMethodId: string | null };

export type CardPayment = {
  status: CardPaymentStatus;
  customerId: string | null;
  subscriptionId: string | null;
  /** Only in memory for one response: never stored on the server or in the browser. */
  clientSecret: string | null;
  /** An error code of docs/product/shell.md#errors. */
  error: string | null;
  /** Whether the provider's card form is loading. */
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
  /** The browser has begun to confirm the card with the provider. */
  | { type: "confirmation-begun" }
  | { type: "setup-intent-confirmed"; setupIntent: SetupIntent }
  /** The provider's error when the browser confirmed the card. */
  | { type: "confirmation-failed"; code: string | null }
  | { type: "customer-updated"; customer: Customer }
  | { type: "customer-fetched"; customer: Customer | null }
  | { type: "methods-fetched"; paymentMethods: PaymentMethod[] }
  | { type: "subscription-added"; subscriptionId: string | null }
  | { type: "succeeded" }
  | { type: "elements-loading"; isLoading: boolean }
  | { type: "failed"; error: string }
  | { type: "reset" };

/** State changes of events that are allowed only in certain states. */
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

/** A card can be confirmed once there is a client secret, and again with it after the provider declined another card. */
function mayConfirm({ status, error }: CardPayment): boolean {
  if (status === "failed") return error === cardErrors.incorrectCvc || error === cardErrors.notConfirmed;
  return status === "client_secret_created" || status === "setup_intent_created";
}

/** Whether a card is being confirmed; while a client secret is awaited there is no setup intent yet. */
function isConfirming({ status, setupIntent }: CardPayment): boolean {
  return status === "pending" && setupIntent !== null;
}

/** Accepts a confirmed card; in any other state the secret is cleared. */
function confirmed(state: CardPayment, setupIntent: SetupIntent): CardPayment {
  if (!isConfirming(state)) return refused(state, cardErrors.invalidState);
  return { ...state, status: "setup_intent_confirmed", setupIntent, clientSecret: null, error: null };
}

/** After a declined card the form accepts another one; with a used-up secret no form can be shown. */
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

/** Our error code for the provider's code of a declined card. */
export function confirmationError(code: string | null): string {
  if (code === "incorrect_cvc") return cardErrors.incorrectCvc;
  if (code === "setup_intent_unexpected_state") return cardErrors.invalidState;
  return cardErrors.notConfirmed;
}
