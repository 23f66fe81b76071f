import type Stripe from "stripe";
import { type Account, find } from "../account";
import { authenticationRequired, type Decline } from "../cards/test-cards";
import { newId } from "../ids";
import { openDispute } from "./disputes";
import { cardOf } from "./payment-methods";

type ChargeRequest = {
  intent: Stripe.PaymentIntent;
  paymentMethod: string;
  /** Whether the cardholder is absent and cannot authenticate, e.g. at a renewal. */
  offSession: boolean;
  /** Whether the payment waits for a cardholder who is absent, like that of a renewal, instead of being declined. */
  waitsForCardholder: boolean;
  /** Whether the cardholder has just authenticated. */
  isAuthenticated: boolean;
};

type ChargeOutcome =
  | { kind: "succeeded"; charge: Stripe.Charge }
  | { kind: "declined"; charge: Stripe.Charge; decline: Decline }
  | { kind: "challenge" };

/** Charges a card with the outcome that its test number defines. */
export function chargeCard(account: Account, request: ChargeRequest): ChargeOutcome {
  const { paymentMethod, offSession, waitsForCardholder, isAuthenticated } = request;
  const card = cardOf(account, paymentMethod);
  const asks = card.challenge === "always" || (card.challenge === "first" && !(card.isAuthenticated && offSession));
  if (asks && !isAuthenticated) {
    if (!offSession || waitsForCardholder) return { kind: "challenge" };
    return decline(authenticationRequired);
  }
  if (card.decline) return decline(card.decline);
  const charge = makeCharge(account, request, null);
  account.ledger.put(charge);
  account.emit("charge.succeeded", charge);
  if (card.dispute) openDispute(account, charge, card.dispute);
  return { kind: "succeeded", charge };

  function decline(reason: Decline): ChargeOutcome {
    const charge = makeCharge(account, request, reason);
    account.ledger.put(charge);
    account.emit("charge.failed", charge);
    return { kind: "declined", charge, decline: reason };
  }
}

function makeCharge(
  account: Account,
  { intent, paymentMethod, isAuthenticated }: ChargeRequest,
  decline: Decline | null,
): Stripe.Charge {
  const { card, billing_details } = find(account, "payment_method", paymentMethod);
  const id = newId("ch");
  return {
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: decline ? null : newId("txn"),
    billing_details: { ...billing_details, tax_id: null },
    calculated_statement_descriptor: "FABEL",
    captured: !decline,
    created: account.clock.now(),
    currency: intent.currency,
    customer: intent.customer as string | null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: decline ? "01" : null,
      network_status: decline ? "declined_by_network" : "approved_by_network",
      reason: decline?.declineCode ?? null,
      risk_level: "normal",
      risk_score: 12,
      seller_message: decline ? "The bank did not return any further details with this decline." : "Payment complete.",
      type: decline ? "issuer_declined" : "authorized",
    },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: paymentMethod,
    payment_method_details: {
      type: "card",
      ...(card ? { card: chargedCard(card, intent.amount, isAuthenticated) } : {}),
    },
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? "failed" : "succeeded",
    transfer_data: null,
    transfer_group: null,
  };
}

function chargedCard(
  card: Stripe.PaymentMethod.Card,
  amount: number,
  isAuthenticated: boolean,
): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: amount,
    authorization_code: null,
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: null,
    regulated_status: "unregulated",
    three_d_secure: isAuthenticated
      ? {
          authentication_flow: "challenge",
          electronic_commerce_indicator: "05",
          exemption_indicator: null,
          result: "authenticated",
          result_reason: null,
          transaction_id: newId("tdst"),
          version: "2.2.0",
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  };
}
