/**
 * Differences between the release that the SDK requests and the published schema of 2024-04-10, by the release that
 * introduced them (see the SDK's CHANGELOG.md). Members added since are "not published", removed ones are "missing". No
 * other difference is allowed.
 */
export const changesByRelease: Record<string, string[]> = {
  "2024-04-10": ["subscription.invoice_settings is not published"],
  "2024-06-20": [
    "charge.payment_method_details.card.authorization_code is not published",
    "invoice.automatically_finalizes_at is not published",
    "dispute.payment_method_details.card.case_type is not published",
  ],
  "2024-10-28.acacia": [
    "tax_rate.flat_amount is not published",
    "tax_rate.rate_type is not published",
    "dispute.enhanced_eligibility_types is not published",
    "dispute.evidence.enhanced_evidence is not published",
    "dispute.evidence_details.enhanced_eligibility is not published",
  ],
  "2024-11-20.acacia": ["checkout.session.adaptive_pricing is not published"],
  "2024-12-18.acacia": [
    "charge.outcome.network_advice_code is not published",
    "charge.outcome.network_decline_code is not published",
    "charge.payment_method_details.card.network_transaction_id is not published",
    "charge.payment_method_details.card.regulated_status is not published",
    "invoice.automatic_tax.disabled_reason is not published",
    "payment_method.card.regulated_status is not published",
    "subscription.automatic_tax.disabled_reason is not published",
  ],
  "2025-01-27.acacia": ["charge.outcome.advice_code is not published", "checkout.session.discounts is not published"],
  "2025-02-24.acacia": ["checkout.session.collected_information is not published"],
  "2025-03-31.basil": [
    "checkout.session.permissions is not published",
    "invoice.amount_overpaid is not published",
    "invoice.confirmation_secret is not published",
    "invoice.paid is missing",
    "invoice.paid_out_of_band is missing",
    "invoice.payments is not published",
    "invoice_payment is not in the extract",
    "invoice.parent is not published",
    "invoice.total_tax_amounts is missing",
    "invoice.total_taxes is not published",
    "line_item.parent is not published",
    "line_item.pricing is not published",
    "line_item.proration is missing",
    "line_item.taxes is not published",
    "line_item.type is missing",
    "subscription.current_period_end is missing",
    "subscription.current_period_start is missing",
    "subscription_item.current_period_end is not published",
    "subscription_item.current_period_start is not published",
  ],
  "2025-04-30.basil": [
    "charge.billing_details.tax_id is not published",
    "checkout.session.automatic_tax.provider is not published",
    "checkout.session.wallet_options is not published",
    "invoice.automatic_tax.provider is not published",
    "payment_method.billing_details.tax_id is not published",
  ],
  "2025-05-28.basil": ["balance_transaction.balance_type is not published"],
  "2025-06-30.basil": ["subscription.billing_mode is not published"],
  "2025-07-30.basil": ["checkout.session.origin_context is not published"],
  "2025-08-27.basil": ["payment_intent.excluded_payment_method_types is not published"],
  "2025-09-30.clover": [
    "discount.coupon is missing",
    "discount.source is not published",
    "promotion_code.coupon is missing",
    "promotion_code.promotion is not published",
  ],
  "2025-10-29.clover": ["setup_intent.excluded_payment_method_types is not published"],
  "2025-12-15.clover": [
    "checkout.session.customer_account is not published",
    "discount.customer_account is not published",
    "invoice.customer_account is not published",
    "promotion_code.customer_account is not published",
    "refund.customer_account is not published",
    "line_item.subtotal is not published",
    "payment_intent.customer_account is not published",
    "payment_method.customer_account is not published",
    "setup_intent.customer_account is not published",
    "subscription.customer_account is not published",
  ],
  "2026-03-25.dahlia": [
    "checkout.session.integration_identifier is not published",
    'checkout.session.ui_mode is "hosted_page": Invalid option: expected one of "embedded"|"hosted"',
    "line_item.quantity_decimal is not published",
  ],
  "2026-04-22.dahlia": [
    "checkout.session.managed_payments is not published",
    "payment_intent.managed_payments is not published",
    "setup_intent.managed_payments is not published",
    "subscription.managed_payments is not published",
  ],
  "2026-05-27.dahlia": [
    "subscription.billing_schedules is not published",
    "subscription.pending_update.discount is not published",
    "subscription.pending_update.discounts is not published",
    "subscription.pending_update.metadata is not published",
  ],
  "2026-06-24.dahlia": ["charge.payment_method_details.card.transaction_link_id is not published"],
  "2026-07-29.dahlia": [
    "payment_intent.allowed_payment_method_types is not published",
    "setup_intent.allowed_payment_method_types is not published",
    "dispute.payment_method_details.card.network is not published",
  ],
  "2026-08-26.dahlia": ["subscription.cancellation_details.feedback_option is not published"],
  "2026-09-30.endive": [
    "charge.payment_method_details.card.electronic_commerce_indicator is not published",
    "checkout.session.allowed_payment_method_types is not published",
    "payment_intent.payment_record is not published",
    "product.tax_details is not published",
    "subscription.pending_update.cancel_at_period_end is not published",
    "subscription.trial_settings.end_behavior.billing_cycle_anchor is not published",
    "subscription_item.current_trial is not published",
  ],
  "2026-10-28.endive": [
    "dispute.evidence_details.submission_method is not published",
    "dispute.intended_submission_method is not published",
  ],
};

/**
 * Declared by the SDK and absent from the schema of 2024-04-10, but the change log does not name the release that added
 * them. For the invoice's it only says that it became required in 2025-01-27.acacia; the line's is not mentioned.
 */
export const addedByUnknownRelease = [
  "invoice.total_pretax_credit_amounts is not published",
  "line_item.pretax_credit_amounts is not published",
  "refund.customer is not published",
  "refund.payment_method is not published",
];

/** Part of the description that SDKs are generated from, but not of the public one. */
export const declaredBySdkAlone = [
  "charge.source is not published",
  "payment_intent.source is not published",
  "price.recurring.trial_period_days is not published",
  "product.type is not published",
  "subscription_item.plan is not published",
];
