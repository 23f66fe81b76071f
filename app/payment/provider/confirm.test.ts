import type { StripeElements } from "@stripe/stripe-js";
import { describe, expect, it } from "vitest";
import { confirmCard, confirmPayment, confirmWithBank } from "./confirm";

/** Responses of the payment provider's script and the problem codes they lead to. docs/product/shell.md#errors. */

const returnUrl = "https://se.example/signup/success";
const declined = {
  type: "card_error",
  code: "card_declined",
  decline_code: "insufficient_funds",
  message: "No funds.",
};
const elements = (submitted: object = {}) => ({ submit: async () => submitted }) as unknown as StripeElements;
// The provider's script runs only in a browser, so a stub returns its responses.
const provider = (result: object) =>
  ({ confirmPayment: async () => result, confirmSetup: async () => result }) as never;

describe("given a payment", () => {
  it.each([
    ["no script", null, elements(), "secret", { code: "api_connection_error", message: "stripe not loaded" }],
    ["no client secret", provider({}), elements(), null, { code: "payment.payment_intent_not_loaded", message: "" }],
    ["no card form", provider({}), null, "secret", { code: "payment.stripe_elements_not_loaded", message: "" }],
    [
      "an incomplete card",
      provider({}),
      elements({ error: { type: "validation_error", code: "incomplete_number", message: "Incomplete." } }),
      "secret",
      { code: "incomplete_number", message: "Incomplete." },
    ],
    [
      "a declined card",
      provider({ error: declined }),
      elements(),
      "secret",
      { code: "insufficient_funds", message: "No funds." },
    ],
    [
      "a response without a payment",
      provider({}),
      elements(),
      "secret",
      { code: "signup.payment_failed", message: "" },
    ],
  ] as const)("with %s, then its problem is returned", async (_, stripe, form, secret, problem) => {
    expect(await confirmPayment(stripe, form, secret, { returnUrl })).toEqual({ ok: false, problem });
  });

  it("then onBegun is called for a complete card, and not for an incomplete one or without the script", async () => {
    const incomplete = elements({ error: { type: "validation_error", code: "incomplete_number", message: "" } });
    const begun: string[] = [];
    const stripe = provider({ error: declined });
    await confirmPayment(stripe, incomplete, "secret", { returnUrl, onBegun: () => begun.push("incomplete") });
    await confirmPayment(null, elements(), "secret", { returnUrl, onBegun: () => begun.push("no script") });
    await confirmPayment(stripe, elements(), "secret", { returnUrl, onBegun: () => begun.push("complete") });
    expect(begun).toEqual(["complete"]);
  });

  it("that succeeds, then its status is returned", async () => {
    const stripe = provider({ paymentIntent: { status: "succeeded" } });
    expect(await confirmPayment(stripe, elements(), "secret", { returnUrl })).toEqual({
      ok: true,
      status: "succeeded",
    });
  });
});

describe("given a payment that the bank must confirm", () => {
  const bank = (result: object) => ({ handleNextAction: async () => result }) as never;
  const refused = { type: "invalid_request_error", code: "payment_intent_authentication_failure", message: "No." };
  it.each([
    ["no script", null, "api_connection_error"],
    ["a refusal by the bank", bank({ error: refused }), "payment_intent_authentication_failure"],
    ["a response without a payment", bank({}), "signup.payment_failed"],
  ] as const)("with %s, then its problem is returned", async (_, stripe, code) => {
    expect(await confirmWithBank(stripe, "secret")).toMatchObject({ ok: false, problem: { code } });
  });

  it("that is confirmed, then its status is returned", async () => {
    const stripe = bank({ paymentIntent: { status: "succeeded" } });
    expect(await confirmWithBank(stripe, "secret")).toEqual({ ok: true, status: "succeeded" });
  });
});

describe("given a card to store", () => {
  it.each([
    ["no script", null, elements(), "api_connection_error"],
    ["no card form", provider({}), null, "payment.stripe_elements_not_loaded"],
    ["a declined card", provider({ error: declined }), elements(), "insufficient_funds"],
  ] as const)("with %s, then its problem is returned", async (_, stripe, form, code) => {
    const result = await confirmCard(stripe, form, "secret", { returnUrl });
    expect(result).toMatchObject({ ok: false, problem: { code } });
  });

  it.each([
    ["api_connection_error", "succeeded", true],
    ["setup_intent_unexpected_state", "succeeded", true],
    ["api_connection_error", "requires_payment_method", false],
    ["card_declined", "succeeded", false],
  ] as const)(
    "that failed with %s and is %s at the provider, then it counts as stored: %s",
    async (code, status, ok) => {
      const stripe = {
        confirmSetup: async () => ({ error: { type: "api_error", code, message: "" } }),
        retrieveSetupIntent: async () => ({ setupIntent: { id: "seti_1", status, payment_method: "pm_1" } }),
      } as never;
      expect((await confirmCard(stripe, elements(), "secret", { returnUrl })).ok).toBe(ok);
    },
  );

  it("that is accepted, then the card's id is returned, whether expanded or not", async () => {
    for (const payment_method of ["pm_1", { id: "pm_1" }]) {
      const stripe = provider({ setupIntent: { id: "seti_1", status: "succeeded", payment_method } });
      const setupIntent = { id: "seti_1", status: "succeeded", paymentMethodId: "pm_1" };
      expect(await confirmCard(stripe, elements(), "secret", { returnUrl })).toEqual({ ok: true, setupIntent });
    }
  });
});
