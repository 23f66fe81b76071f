import type Stripe from "stripe";

/** The provider's objects by the value of `object`, for `provider-declarations.ts`. */
export type ProviderKinds = {
  charge: Stripe.Charge;
  "checkout.session": Stripe.Checkout.Session;
  coupon: Stripe.Coupon;
  customer: Stripe.Customer;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
  invoice: Stripe.Invoice;
  invoice_payment: Stripe.InvoicePayment;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  price: Stripe.Price;
  product: Stripe.Product;
  promotion_code: Stripe.PromotionCode;
  refund: Stripe.Refund;
  setup_intent: Stripe.SetupIntent;
  subscription: Stripe.Subscription;
  tax_rate: Stripe.TaxRate;
};
