import { createHash } from "node:crypto";
import type Stripe from "stripe";
import { type Account, change, find } from "../account";
import { ApiError, documentation, invalidRequest, missingParameter } from "../api-error";
import { brandOf, cvcMistake, digitsOf, numberMistake } from "../cards/card-entry";
import { type Decline, namedCards, type TestCard, testCard } from "../cards/test-cards";
import type { Params } from "../form-body";
import { newId } from "../ids";
import { address, choice, clearable, group, integer, metadata, text } from "../params";

/** Internal data of a saved card: its number, which is always a public test number, and whether it was authenticated. */
type CardNote = { number: string; isAuthenticated: boolean };

const noteOf = (paymentMethod: string) => `card:${paymentMethod}`;

export function createPaymentMethod(account: Account, params: Params): Stripe.PaymentMethod {
  if (choice(params, "type", ["card"]) !== "card") throw missingParameter("type");
  const card = group(params, "card");
  if (!card) throw missingParameter("card");
  const token = text(card, "token");
  const number = token ? tokenNumber(token) : digitsOf(text(card, "number") ?? "");
  const expiry = token
    ? { month: 12, year: new Date(account.clock.now() * 1000).getUTCFullYear() + 4 }
    : checkedExpiry(account, card);
  checkNumber(number, text(card, "cvc"));
  return storePaymentMethod(
    account,
    number,
    expiry,
    billingDetails(group(params, "billing_details")),
    text(card, "cvc") !== undefined,
  );
}

/** A payment method of the account, or a new one for a name such as `pm_card_visa`. */
export function paymentMethodFor(account: Account, id: string, param: string): Stripe.PaymentMethod {
  const number = namedCards[id];
  if (!number) return find(account, "payment_method", id, param);
  const year = new Date(account.clock.now() * 1000).getUTCFullYear() + 1;
  return storePaymentMethod(
    account,
    number,
    { month: new Date().getUTCMonth() + 1, year },
    billingDetails(undefined),
    true,
  );
}

function storePaymentMethod(
  account: Account,
  number: string,
  expiry: { month: number; year: number },
  billing: Stripe.PaymentMethod.BillingDetails,
  hasCvc: boolean,
): Stripe.PaymentMethod {
  const card = testCard(number) as TestCard;
  const paymentMethod: Stripe.PaymentMethod = {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: billing,
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: billing.address?.postal_code ? "pass" : null,
        cvc_check: hasCvc ? "pass" : null,
      },
      country: card.country,
      display_brand: card.brand === "amex" ? "american_express" : card.brand,
      exp_month: expiry.month,
      exp_year: expiry.year,
      fingerprint: createHash("sha256").update(number).digest("base64url").slice(0, 16),
      funding: card.funding,
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: account.clock.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
  account.ledger.setNote(noteOf(paymentMethod.id), { number, isAuthenticated: false } satisfies CardNote);
  account.ledger.put(paymentMethod);
  return paymentMethod;
}

export function updatePaymentMethod(account: Account, id: string, params: Params): Stripe.PaymentMethod {
  const paymentMethod = find(account, "payment_method", id);
  const card = group(params, "card");
  const changes: Partial<Stripe.PaymentMethod> = { metadata: metadata(params, paymentMethod.metadata ?? {}) };
  if (card && paymentMethod.card) {
    changes.card = {
      ...paymentMethod.card,
      exp_month: integer(card, "exp_month") ?? paymentMethod.card.exp_month,
      exp_year: integer(card, "exp_year") ?? paymentMethod.card.exp_year,
    };
  }
  const billing = group(params, "billing_details");
  if (billing) changes.billing_details = { ...paymentMethod.billing_details, ...given(billing) };
  return change(account, paymentMethod, changes, "payment_method.updated");
}

/** @throws ApiError 402 for a card that cannot be saved */
export function attach(account: Account, paymentMethod: Stripe.PaymentMethod, customer: string): Stripe.PaymentMethod {
  find(account, "customer", customer, "customer");
  if (paymentMethod.customer === customer) return paymentMethod;
  if (paymentMethod.customer !== null) {
    throw invalidRequest(
      "The payment method you provided has already been attached to a customer.",
      "payment_method",
      "payment_method_already_attached",
    );
  }
  const declined = declineOnSaving(account, paymentMethod.id);
  if (declined) throw new ApiError(402, cardError(declined));
  return change(account, paymentMethod, { customer }, "payment_method.attached");
}

export function detach(account: Account, id: string): Stripe.PaymentMethod {
  const paymentMethod = find(account, "payment_method", id);
  const { customer } = paymentMethod;
  if (customer === null) {
    throw invalidRequest("The payment method you provided is not attached to a customer so detachment is impossible.");
  }
  const detached = { ...paymentMethod, customer: null };
  account.ledger.put(detached);
  account.emit("payment_method.detached", detached, { customer });
  const owner = account.ledger.get("customer", customer as string);
  if (owner?.invoice_settings.default_payment_method === id) {
    const invoice_settings = { ...owner.invoice_settings, default_payment_method: null };
    change(account, owner, { invoice_settings }, "customer.updated");
  }
  for (const subscription of account.ledger.all("subscription")) {
    if (subscription.default_payment_method !== id) continue;
    change(account, subscription, { default_payment_method: null }, "customer.subscription.updated");
  }
  return detached;
}

/** The test card of a payment method, and whether the cardholder authenticated when it was saved. */
export function cardOf(account: Account, paymentMethod: string): TestCard & { isAuthenticated: boolean } {
  const note = account.ledger.note<CardNote>(noteOf(paymentMethod));
  const card = testCard(note?.number ?? "") as TestCard;
  return { ...card, isAuthenticated: note?.isAuthenticated ?? false };
}

/** Records the cardholder's authentication, for later charges without the cardholder. */
export function markAuthenticated(account: Account, paymentMethod: string): void {
  const note = account.ledger.note<CardNote>(noteOf(paymentMethod));
  if (note) account.ledger.setNote(noteOf(paymentMethod), { ...note, isAuthenticated: true });
}

export function declineOnSaving(account: Account, paymentMethod: string): Decline | null {
  const card = cardOf(account, paymentMethod);
  return card.isSavedBeforeDecline || card.challenge !== "never" ? null : card.decline;
}

export function cardError({ code, declineCode, message }: Decline) {
  return {
    type: "card_error" as const,
    code,
    ...(code === "card_declined" || code === "authentication_required" ? { decline_code: declineCode } : {}),
    ...(code === "incorrect_cvc" ? { param: "cvc" } : {}),
    ...(code === "expired_card" ? { param: "exp_month" } : {}),
    message,
    doc_url: documentation(code),
  };
}

function checkNumber(number: string, cvc: string | undefined): void {
  const wrong = (code: string, param: string, message: string) =>
    new ApiError(402, { type: "card_error", code, param, message, doc_url: documentation(code) });
  if (numberMistake(number)) throw wrong("incorrect_number", "number", "Your card number is incorrect.");
  if (cvc !== undefined && cvcMistake(cvc, brandOf(number))) {
    throw wrong("invalid_cvc", "cvc", "Your card's security code is invalid.");
  }
  if (testCard(number)) return;
  throw new ApiError(402, {
    ...cardError({
      code: "card_declined",
      declineCode: "test_mode_live_card",
      message:
        "Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://docs.stripe.com/testing.",
    }),
  });
}

function checkedExpiry(account: Account, card: Params): { month: number; year: number } {
  const month = integer(card, "exp_month") ?? 0;
  const given = integer(card, "exp_year") ?? 0;
  const year = given < 100 ? 2000 + given : given;
  const wrong = (code: string, param: string, message: string) =>
    new ApiError(402, { type: "card_error", code, param, message, doc_url: documentation(code) });
  if (month < 1 || month > 12) {
    throw wrong("invalid_expiry_month", "exp_month", "Your card's expiration month is invalid.");
  }
  const now = new Date(account.clock.now() * 1000);
  const isPast = year < now.getUTCFullYear() || (year === now.getUTCFullYear() && month < now.getUTCMonth() + 1);
  if (isPast || year > now.getUTCFullYear() + 50) {
    throw wrong("invalid_expiry_year", "exp_year", "Your card's expiration year is invalid.");
  }
  return { month, year };
}

function tokenNumber(token: string): string {
  const number = namedCards[token.replace(/^tok_/, "pm_card_")];
  if (!number) throw invalidRequest(`No such token: '${token}'`, "card[token]", "resource_missing");
  return number;
}

function billingDetails(params: Params | undefined): Stripe.PaymentMethod.BillingDetails {
  return {
    address: address(group(params ?? {}, "address") ?? {}),
    email: text(params ?? {}, "email") || null,
    name: text(params ?? {}, "name") || null,
    phone: text(params ?? {}, "phone") || null,
    tax_id: null,
  };
}

function given(params: Params): Partial<Stripe.PaymentMethod.BillingDetails> {
  const changes: Partial<Stripe.PaymentMethod.BillingDetails> = {};
  for (const name of ["email", "name", "phone"] as const) {
    const value = clearable(params, name);
    if (value !== undefined) changes[name] = value;
  }
  if (params.address !== undefined) changes.address = address(group(params, "address"));
  return changes;
}
