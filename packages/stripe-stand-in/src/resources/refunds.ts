import type Stripe from "stripe";
import { type Account, change, find } from "../account";
import { invalidRequest } from "../api-error";
import type { Params } from "../form-body";
import { newId } from "../ids";
import { choice, integer, metadata, text } from "../params";
import { isChargedBack } from "./disputes";

/** Refunds a charge fully or partially. @throws ApiError 400 if the amount exceeds the remaining charge */
export function createRefund(account: Account, params: Params): Stripe.Refund {
  const intentId = text(params, "payment_intent");
  const intent = intentId ? find(account, "payment_intent", intentId, "payment_intent") : null;
  const charge = find(
    account,
    "charge",
    (intent?.latest_charge as string | null) ?? text(params, "charge") ?? "",
    "charge",
  );
  const rest = charge.amount_captured - charge.amount_refunded;
  const amount = integer(params, "amount") ?? rest;
  if (rest === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, "charge", "charge_already_refunded");
  if (isChargedBack(account, charge.id)) {
    throw invalidRequest(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      "charge",
      "charge_disputed",
    );
  }
  if (amount < 1 || amount > rest) {
    throw invalidRequest(`Refund amount (${amount}) is greater than unrefunded amount on charge (${rest})`, "amount");
  }
  const refund: Stripe.Refund = {
    id: newId("re"),
    object: "refund",
    amount,
    balance_transaction: newId("txn"),
    charge: charge.id,
    created: account.clock.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: metadata(params),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: choice(params, "reason", ["duplicate", "fraudulent", "requested_by_customer"]) ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
  account.ledger.put(refund);
  account.emit("refund.created", refund);
  const amount_refunded = charge.amount_refunded + amount;
  change(account, charge, { amount_refunded, refunded: amount_refunded === charge.amount_captured }, "charge.refunded");
  return refund;
}
