import type Stripe from "stripe";
import { type Account, change, find } from "../account";
import { invalidRequest } from "../api-error";
import { day } from "../clock";
import type { Params } from "../form-body";
import { newId } from "../ids";
import { flag, group, metadata, text } from "../params";

/** Disputes: cardholders who take a payment back at their bank. Nobody creates them by the API: test cards cause them. */

/** Why a test card's payments are disputed; an inquiry takes no money unless it becomes a dispute. */
export type DisputeCause = { reason: "fraudulent" | "product_not_received"; isInquiry: boolean };

/** What the provider charges for a dispute, in minor units. */
const fee = 1500;

/** Days within which evidence can be submitted. */
const evidenceDays = 9;

/** Records the dispute of a payment, and takes its amount back unless it is an inquiry. */
export function openDispute(account: Account, charge: Stripe.Charge, { reason, isInquiry }: DisputeCause): void {
  const now = account.clock.now();
  const id = newId("du");
  const dispute: Stripe.Dispute = {
    id,
    object: "dispute",
    amount: charge.amount,
    balance_transactions: isInquiry ? [] : [transaction(id, charge, -charge.amount, now)],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: emptyEvidence(charge),
    evidence_details: {
      due_by: now + evidenceDays * day,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: charge.payment_method_details?.card?.brand ?? "visa",
        case_type: isInquiry ? "inquiry" : "chargeback",
        network: charge.payment_method_details?.card?.brand ?? "visa",
        network_reason_code: reason === "fraudulent" ? "10.4" : "13.1",
      },
      type: "card",
    },
    reason,
    status: isInquiry ? "warning_needs_response" : "needs_response",
  };
  account.ledger.put(dispute);
  change(account, charge, { disputed: true }, "charge.updated");
  account.emit("charge.dispute.created", dispute);
  if (!isInquiry) account.emit("charge.dispute.funds_withdrawn", dispute);
}

/**
 * Submits evidence. As at the provider's test mode, the text decides: `winning_evidence` wins, `losing_evidence` loses, any other is under
 * review. @throws ApiError 400 for a dispute that is decided
 */
export function updateDispute(account: Account, id: string, params: Params): Stripe.Dispute {
  const dispute = find(account, "dispute", id);
  requireOpen(dispute);
  const evidence = text(group(params, "evidence") ?? {}, "uncategorized_text");
  const changed = change(
    account,
    dispute,
    {
      metadata: metadata(params, dispute.metadata),
      ...(evidence === undefined
        ? {}
        : {
            evidence: { ...dispute.evidence, uncategorized_text: evidence },
            evidence_details: { ...dispute.evidence_details, has_evidence: true },
          }),
    },
    "charge.dispute.updated",
  );
  if (evidence === undefined || flag(params, "submit") === false) return changed;
  const { submission_count } = changed.evidence_details;
  const submitted = change(
    account,
    changed,
    {
      status: isInquiry(changed) ? "warning_under_review" : "under_review",
      evidence_details: {
        ...changed.evidence_details,
        submission_count: submission_count + 1,
        submission_method: "manual",
      },
    },
    "charge.dispute.updated",
  );
  if (evidence === "winning_evidence")
    return decide(account, submitted, isInquiry(submitted) ? "warning_closed" : "won");
  return evidence === "losing_evidence" ? decide(account, submitted, "lost") : submitted;
}

/** Accepts a dispute, which is then lost. @throws ApiError 400 for one that is decided */
export function closeDispute(account: Account, id: string): Stripe.Dispute {
  const dispute = find(account, "dispute", id);
  requireOpen(dispute);
  return decide(account, dispute, "lost");
}

function decide(account: Account, dispute: Stripe.Dispute, status: "won" | "lost" | "warning_closed"): Stripe.Dispute {
  const charge = find(account, "charge", dispute.charge as string);
  const returned = transaction(dispute.id, charge, dispute.amount, account.clock.now());
  const balance_transactions =
    status === "won" ? [...dispute.balance_transactions, returned] : dispute.balance_transactions;
  const decided = change(account, dispute, { status, balance_transactions }, "charge.dispute.closed");
  if (status === "won") account.emit("charge.dispute.funds_reinstated", decided);
  return decided;
}

/** Whether a payment's money is at the cardholder's bank, so that it cannot be refunded. */
export function isChargedBack(account: Account, charge: string): boolean {
  const disputes = account.ledger.all("dispute").filter((dispute) => dispute.charge === charge);
  return disputes.some((dispute) => !isInquiry(dispute) && dispute.status !== "won");
}

function isInquiry({ status }: Stripe.Dispute): boolean {
  return status.startsWith("warning_");
}

function requireOpen({ status }: Stripe.Dispute): void {
  if (["won", "lost", "warning_closed"].includes(status)) throw invalidRequest("This dispute is already closed.");
}

function transaction(dispute: string, charge: Stripe.Charge, amount: number, now: number): Stripe.BalanceTransaction {
  const paid = amount < 0 ? fee : 0;
  return {
    id: newId("txn"),
    object: "balance_transaction",
    amount,
    available_on: now,
    balance_type: "payments",
    created: now,
    currency: charge.currency,
    description: amount < 0 ? `Chargeback withdrawal for ${charge.id}` : `Chargeback reversal for ${charge.id}`,
    exchange_rate: null,
    fee: paid,
    fee_details:
      paid === 0
        ? []
        : [
            {
              amount: paid,
              application: null,
              currency: charge.currency,
              description: "Dispute fee",
              type: "stripe_fee",
            },
          ],
    net: amount - paid,
    reporting_category: amount < 0 ? "dispute" : "dispute_reversal",
    source: dispute,
    status: "available",
    type: "adjustment",
  };
}

function emptyEvidence({ billing_details }: Stripe.Charge): Stripe.Dispute.Evidence {
  return {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: billing_details.email,
    customer_name: billing_details.name,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  };
}
