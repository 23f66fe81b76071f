import { describe, expect, it } from "vitest";
import {
  type CardPayment,
  type CardPaymentEvent,
  type CardPaymentStatus,
  cardPaymentStatuses,
  confirmationError,
  initialCardPayment,
  transition,
} from "./card-payment.machine";

/** Every state and event of the card payment. docs/product/shell.md#card-payment. */

const setupIntent = { id: "seti_1", status: "succeeded", paymentMethodId: "pm_1" };
const customer = {
  id: "cus_1",
  name: "Ida Berg",
  email: "ida@home.example",
  invoice_settings: { default_payment_method: "pm_1" },
};
const method = { id: "pm_1", type: "card", card: null, createdAt: "2026-11-24T08:00:00.000Z" };
const events = {
  begin: { type: "begin" },
  secret: { type: "client-secret-created", clientSecret: "seti_1_secret" },
  created: { type: "setup-intent-created", setupIntent },
  confirming: { type: "confirmation-begun" },
  confirmed: { type: "setup-intent-confirmed", setupIntent },
  refused: { type: "confirmation-failed", code: "incorrect_cvc" },
  updated: { type: "customer-updated", customer },
  fetched: { type: "customer-fetched", customer },
  methods: { type: "methods-fetched", paymentMethods: [method] },
  added: { type: "subscription-added", subscriptionId: "sub_1" },
  succeeded: { type: "succeeded" },
  loading: { type: "elements-loading", isLoading: true },
  failed: { type: "failed", error: "update_customer_failed" },
  reset: { type: "reset" },
} satisfies Record<string, CardPaymentEvent>;

/** Next state by event and state; a state that is not listed stays. */
const table: Record<keyof typeof events, Partial<Record<CardPaymentStatus, CardPaymentStatus>>> = {
  begin: Object.fromEntries(cardPaymentStatuses.map((status) => [status, "pending"])),
  secret: { pending: "client_secret_created" },
  created: { client_secret_created: "setup_intent_created" },
  confirming: { client_secret_created: "pending", setup_intent_created: "pending" },
  // Here "pending" waits for a client secret; the sequence below covers a pending card.
  confirmed: Object.fromEntries(cardPaymentStatuses.map((status) => [status, "failed"])),
  refused: Object.fromEntries(cardPaymentStatuses.map((status) => [status, "failed"])),
  updated: { pending: "customer_updated", setup_intent_confirmed: "customer_updated" },
  fetched: { customer_updated: "customer_fetched" },
  methods: {},
  added: Object.fromEntries(cardPaymentStatuses.map((status) => [status, "subscription_added"])),
  succeeded: { customer_updated: "successful", customer_fetched: "successful", subscription_added: "successful" },
  loading: {},
  failed: Object.fromEntries(cardPaymentStatuses.map((status) => [status, "failed"])),
  reset: Object.fromEntries(cardPaymentStatuses.map((status) => [status, "init"])),
};

for (const [name, event] of Object.entries(events)) {
  it.each(cardPaymentStatuses)(`given %s, when ${name}, then the state is that of the table`, (status) => {
    const to = table[name as keyof typeof events][status] ?? status;
    expect(transition({ ...initialCardPayment, status }, event).status).toBe(to);
  });
}

describe("given a card that is stored", () => {
  it("then it passes through the states in order and ends without a client secret", () => {
    const way: CardPaymentEvent[] = [
      events.begin,
      events.secret,
      events.created,
      events.confirming,
      events.confirmed,
      events.updated,
      events.fetched,
      events.succeeded,
    ];
    const seen: string[] = [];
    let state: CardPayment = initialCardPayment;
    for (const event of way) {
      state = transition(state, event);
      seen.push(state.status);
    }
    expect(seen).toEqual([
      "pending",
      "client_secret_created",
      "setup_intent_created",
      "pending",
      "setup_intent_confirmed",
      "customer_updated",
      "customer_fetched",
      "successful",
    ]);
    expect(state).toMatchObject({ clientSecret: null, customerId: "cus_1", defaultPaymentMethod: "pm_1", error: null });
  });
});

it("has the states of the specification in their order", () => {
  expect(cardPaymentStatuses.join(", ")).toBe(
    "init, pending, client_secret_created, setup_intent_created, setup_intent_confirmed, customer_updated, customer_fetched, subscription_added, successful, failed",
  );
});

it.each(["incorrect_cvc", "card_declined"])("accepts another card in the same form after %s", (code) => {
  const open = { ...initialCardPayment, status: "client_secret_created", clientSecret: "seti_1_secret" } as const;
  const failed = transition(open, { type: "confirmation-failed", code });
  expect(failed).toMatchObject({ status: "failed", clientSecret: "seti_1_secret" });
  const way = [events.created, events.confirming, events.confirmed];
  const next = way.reduce<CardPayment>(transition, failed);
  expect(next).toMatchObject({ status: "setup_intent_confirmed", error: null });
});

it("rejects another card in the same form after setup_intent_unexpected_state", () => {
  const open = { ...initialCardPayment, status: "client_secret_created", clientSecret: "seti_1_secret" } as const;
  const failed = transition(open, { type: "confirmation-failed", code: "setup_intent_unexpected_state" });
  expect(failed.clientSecret).toBeNull();
  expect(transition(failed, events.confirmed).error).toBe("confirm_setup_intent_invalid_state");
});

it("clears the client secret when a card is confirmed after success", () => {
  const state = { ...initialCardPayment, status: "successful", clientSecret: "left" } as const;
  const next = transition(state, events.confirmed);
  expect(next).toMatchObject({ clientSecret: null, error: "confirm_setup_intent_invalid_state" });
});

it.each([
  ["incorrect_cvc", "confirm_setup_intent_incorrect_cvc"],
  ["setup_intent_unexpected_state", "confirm_setup_intent_invalid_state"],
  ["card_declined", "confirm_setup_intent_failed"],
  [null, "confirm_setup_intent_failed"],
])("maps the provider's error %s to %s", (code, error) => expect(confirmationError(code)).toBe(error));

it("keeps the cards and the default card at a reset", () => {
  const state: CardPayment = {
    ...initialCardPayment,
    status: "failed",
    error: "x",
    customer,
    paymentMethods: [method],
    defaultPaymentMethod: "pm_1",
  };
  const next = transition(state, events.reset);
  expect(next).toEqual({ ...initialCardPayment, paymentMethods: [method], defaultPaymentMethod: "pm_1" });
});
