/** Error codes and messages of the payment service, which pages translate. */

/** Error codes of the payment service, which the UI translates. docs/product/shell.md#errors. */
export const paymentErrors = {
  /** 503: the country has no publishable key. */
  keyRequired: "publishable_key_required",
  /** The provider's response had no secret. */
  noClientSecret: "cannot_create_client_secret",
  clientSecret: "create_client_secret_failed",
  removeMethods: "delete_payment_methods_failed",
  customer: "get_customer_failed",
  changeCustomer: "update_customer_failed",
  methods: "get_payment_methods_failed",
  order: "payment.create_order_failed",
  noIntent: "payment.payment_intent_not_loaded",
  paymentStatus: "payment.get_payment_status_failed",
  subscriptions: "get_customer_subscription_failed",
  products: "get_products_failed",
  invoices: "get_invoices_failed",
  /** A subscription could not be begun or changed. */
  changeSubscription: "subscriptions_failed",
  /** 409: a plan change cannot be discarded since its payment is in progress. */
  changePaid: "plan_change_paid",
  /** 402: the card was declined. */
  payment: "payment_failed",
  /** 409: the family has a running subscription, or another order was paid meanwhile. */
  runs: "subscription_runs",
  /** 409: a sum was shown too long ago, or is another now. */
  previewOutdated: "preview_outdated",
  /** 409: the plan cannot pause, or is not paused. */
  pauseRefused: "pause_refused",
  /** The order was cancelled, which only pages say. */
  orderCanceled: "order_canceled",
  /** 409: the plan is not offered any more. */
  priceGone: "price_changed",
  /** 409: this e-mail address already had a trial, or the family already pays. */
  noTrial: "trial_used",
} as const;
export type PaymentErrorCode = (typeof paymentErrors)[keyof typeof paymentErrors];

/** Messages that the services return verbatim. docs/product/shell.md#validation; docs/product/control-panel.md#errors. */
export const paymentMessages = {
  keyRequired: "A Stripe publishable key is required.",
  orderNotFound: "Order not found",
  paymentFailed: "Payment failed",
  invalidCoupon: "Invalid Coupon!",
  subscriptionsNotCreated: "Subscriptions could not be created",
} as const;

/** Why a coupon is refused. An unknown code and another family's get the same reason. docs/product/choices.md#payment. */
export const couponRefusals = {
  unknown: "Invalid Coupon! There is no such code.",
  /** Expired, or withdrawn. */
  expired: "Invalid Coupon! It has expired.",
  otherPlan: "Invalid Coupon! It is for another plan.",
  usedUp: "Invalid Coupon! It has been used up.",
  inUse: "Invalid Coupon! It is in use already.",
  /** It runs out before the next payment. */
  endsBefore: "Invalid Coupon! It would run out before your next payment.",
  firstPurchase: "Invalid Coupon! It is for a first purchase only.",
} as const;
export type CouponRefusal = keyof typeof couponRefusals;
