import type { Locale, Realm } from "~/realms/realm";

/**
 * The payment service's interface to the provider: the SDK's objects stay in `stripe-sdk.ts` and `stripe-objects.ts`. Times are seconds
 * since the epoch, as the provider has them; amounts are in minor units, currencies in lower case.
 */

type ProviderProduct = {
  id: string;
  name: string;
  description: string | null;
  active: boolean;
  metadata: Record<string, string>;
};

export type ProviderPrice = {
  id: string;
  product: ProviderProduct;
  active: boolean;
  amount: number;
  currency: string;
  /** Null for a price that is paid once. */
  interval: "month" | "year" | null;
  intervalCount: number;
  metadata: Record<string, string>;
};

export type ProviderCoupon = {
  id: string;
  name: string | null;
  isValid: boolean;
  /** Whether it was redeemed as often as it may be. */
  isUsedUp: boolean;
  amountOff: number | null;
  percentOff: number | null;
  currency: string | null;
  /** How many payments it reduces: `once`, `repeating` for some months, `forever`. */
  duration: string;
  /** Of a repeating one; else null. */
  months: number | null;
  /** Ids of the products that it applies to; null for all. */
  products: string[] | null;
};

/** A code that families type for a coupon; the provider ignores case. */
export type ProviderPromotionCode = {
  id: string;
  code: string;
  /** Whether it can be redeemed, and its coupon is valid. */
  isActive: boolean;
  isUsedUp: boolean;
  /** The only customer who may redeem it; null for everybody. */
  customerId: string | null;
  isForFirstPurchase: boolean;
  /** The least price that it reduces; null for any. */
  minimum: { amount: number; currency: string } | null;
  coupon: ProviderCoupon;
};

/** A coupon, and the promotion code whose redemption the provider counts; null where only the coupon's counts. */
export type ProviderDiscount = { couponId: string; promotionCodeId: string | null };

export type ProviderIntent = {
  id: string;
  clientSecret: string | null;
  status: string;
  /** The last attempt's failure, as the provider reports it. */
  lastError: unknown;
  paymentMethodId: string | null;
};

export type ProviderInvoice = {
  id: string;
  /** Null if it charges something else. */
  subscriptionId: string | null;
  number: string | null;
  status: string;
  total: number;
  /** The VAT in `total`, as the provider rounds it line by line. */
  tax: number;
  /** What it credits for unused time, as a positive number. */
  credit: number;
  amountDue: number;
  currency: string;
  createdAt: number;
  /** Start of the period that it charges. */
  startsAt: number;
  /** End of that period. */
  endsAt: number;
  pdfUrl: string | null;
  pageUrl: string | null;
  /** How often the provider has tried to charge it. */
  attempts: number;
  /** null if the provider does not try again. */
  nextAttemptAt: number | null;
  /** Whether it charges a change of plan within a running subscription. */
  isForChange: boolean;
  /** Whether it charges a period that follows another. */
  isRenewal: boolean;
  /** Secret to confirm the payment; null before the invoice is final, and if nothing is due. */
  clientSecret: string | null;
};

export type ProviderSubscription = {
  id: string;
  customerId: string;
  status: string;
  /** Our order that it was created for. */
  orderId: string | null;
  subscriptionType: string | null;
  itemId: string;
  priceId: string;
  productId: string;
  quantity: number;
  amount: number;
  currency: string;
  /** null for a price that is charged at other intervals. */
  interval: "month" | "year" | null;
  startedAt: number;
  periodStart: number;
  periodEnd: number;
  cancelAtPeriodEnd: boolean;
  /** End of the paid time of a plan that is paused, or ended in a pause; its `periodEnd` is the end of the pause. Else null. */
  pausedFrom: number | null;
  endedAt: number | null;
  defaultPaymentMethodId: string | null;
  coupon: ProviderCoupon | null;
  /** Until when `coupon` reduces payments; null if it has no such end. */
  couponEndsAt: number | null;
  /** The plan after the latest invoice is paid; null if no change is pending. */
  pendingPriceId: string | null;
  latestInvoice: ProviderInvoice | null;
};

/** A paid invoice's payment; amounts in minor units. `refunded` is also what a dispute has taken back. */
export type ProviderPayment = { intentId: string; amount: number; refunded: number; paidAt: number };

/** A payment of a customer, successful or not, with what was paid back of it; amounts in minor units. */
export type ProviderCharge = {
  intentId: string;
  amount: number;
  /** Also what is still on its way back to the card, and what a dispute has taken back. */
  refunded: number;
  /** How the bank's dispute about it stands; null without one. */
  dispute: "open" | "won" | "lost" | null;
  currency: string;
  paidAt: number;
  /** succeeded, pending, failed. */
  status: string;
  card: { brand: string; last4: string } | null;
  invoiceNumber: string | null;
  /** Of the plan that it pays; null for a payment of no invoice. */
  subscriptionId: string | null;
  /** Page of the receipt; null if there is none. */
  receiptUrl: string | null;
  refunds: Array<{ id: string; amount: number; status: string; createdAt: number }>;
};

/** A refund of a payment, or its dispute at the cardholder's bank; amounts in minor units. */
export type ProviderReversal = {
  id: string;
  kind: "refund" | "dispute";
  intentId: string | null;
  /** Null for a payment of no invoice. */
  invoiceId: string | null;
  amount: number;
  currency: string;
  /** The provider's: e.g. `pending`, `succeeded`, `failed`; `needs_response`, `under_review`, `won`, `lost`. */
  status: string;
  /** The provider's, e.g. `fraudulent`; null if none is given. */
  reason: string | null;
  createdAt: number;
};

/** What to preview of a subscription: its next invoice, after a change if there is one. */
export type PreviewRequest = {
  subscriptionId: string;
  /** Another plan, charged at once with what is left of the old one credited as of `prorationDate`; null: now. */
  plan: { itemId: string; priceId: string; prorationDate: number | null } | null;
  /** A coupon that replaces the present one. */
  discount: ProviderDiscount | null;
  /** Whether a cancellation is undone. */
  goesOn: boolean;
  /** Whether a pause ends now, which begins a new period. */
  resumes: boolean;
};

/** An invoice that does not exist yet; amounts in minor units. */
export type ProviderPreview = {
  amountDue: number;
  /** The VAT in it, as the provider rounds it line by line; null if earlier credits pay a part. */
  tax: number | null;
  /** What is credited for unused time, as a positive number. */
  credit: number;
  /** What is left of credits for later invoices, as a positive number. */
  balance: number;
  /** End of the period that it charges; null if it only settles a change within the present one. */
  periodEnd: number | null;
  /** As of when unused time is credited; null if none is. */
  prorationDate: number | null;
};

export type ProviderMethod = {
  id: string;
  type: string;
  customerId: string | null;
  card: { brand: string; last4: string; exp_month: number; exp_year: number } | null;
  /** The same for every method that is the same card; null if the provider does not know. */
  fingerprint: string | null;
  createdAt: number;
};

export type ProviderCustomer = {
  id: string;
  name: string | null;
  email: string | null;
  defaultPaymentMethodId: string | null;
  /** Credit of earlier plans that pays the next invoices, in minor units. */
  credit: number;
  /** When the newest card was saved that existed when the default card was chosen; null if none was chosen here. */
  chosenAmongUntil: number | null;
};

export type ProviderCheckout = {
  id: string;
  /** Null once it has ended. */
  url: string | null;
  /** open, complete, expired. */
  status: string;
  /** paid, unpaid, no_payment_required. */
  paymentStatus: string;
  subscriptionId: string | null;
};

export type ProviderEvent = {
  id: string;
  type: string;
  createdAt: number;
  customerId: string | null;
  /** The payment that the event is about, for one that names no customer: a dispute's do not. */
  chargeId: string | null;
  /** Whether the event reports a card that was saved for later charges, in our form or on a hosted page. */
  isSavedCard: boolean;
};

export type NewSubscription = {
  customerId: string;
  priceId: string;
  discount: ProviderDiscount | null;
  orderId: string;
  subscriptionType: string;
  /** Null if prices include no VAT. */
  taxRateId: string | null;
};

/** Our return pages of a hosted page, and its language; null: the browser's. */
export type HostedPage = { successUrl: string; cancelUrl: string; locale: Locale | null };

/** The provider's account of one country. Every write takes an idempotency key. */
export type StripePort = {
  listPrices(): Promise<ProviderPrice[]>;
  /** Null if it does not exist. */
  findPrice(id: string): Promise<ProviderPrice | null>;
  findCoupon(id: string): Promise<ProviderCoupon | null>;
  /** Promotion codes of these letters in any case, newest first. */
  findPromotionCodes(code: string, isActive: boolean): Promise<ProviderPromotionCode[]>;

  /** The tax rate for prices that include VAT, which invoices show; created if missing. */
  ensureTaxRate(vat: { name: string; percentage: number }, key: string): Promise<string>;

  createCustomer(draft: { name: string; email: string; ourId: string }, key: string): Promise<ProviderCustomer>;
  findCustomer(id: string): Promise<ProviderCustomer | null>;
  /** Deletes a customer with its cards; its invoices stay. No effect if it was deleted before. */
  deleteCustomer(id: string): Promise<void>;
  /** @param choice the card, and when the newest of the cards that it was chosen among was saved */
  setDefaultMethod(
    id: string,
    choice: { methodId: string; amongUntil: number },
    key: string,
  ): Promise<ProviderCustomer>;

  createSetupIntent(customerId: string, key: string): Promise<ProviderIntent>;
  findIntent(id: string): Promise<ProviderIntent | null>;

  /** The newest first. */
  listMethods(customerId: string): Promise<ProviderMethod[]>;
  findMethod(id: string): Promise<ProviderMethod | null>;
  removeMethod(id: string, key: string): Promise<void>;

  /** Subscriptions of every status, newest first. */
  listSubscriptions(customerId: string): Promise<ProviderSubscription[]>;
  /** Starts as incomplete: its first invoice is to be paid in the browser. */
  createSubscription(draft: NewSubscription, key: string): Promise<ProviderSubscription>;
  /**
   * Charges the difference at once; if the charge fails, the change waits as `pendingPriceId` and the plan stays.
   * @param plan `prorationDate` is that of the preview; null: now
   */
  changePlan(
    subscription: { id: string; itemId: string },
    plan: { priceId: string; prorationDate: number | null },
    key: string,
  ): Promise<ProviderSubscription>;
  /** Changes nothing. Null if the subscription charges nothing any more. */
  previewInvoice(request: PreviewRequest): Promise<ProviderPreview | null>;
  /** The first sum of a subscription that does not exist yet, in minor units: less what the customer's credit pays. */
  previewFirstPayment(draft: Omit<NewSubscription, "orderId" | "subscriptionType">): Promise<number>;
  /** Moves the next payment to a time, and charges nothing before. @param pausedFrom the end of the paid time */
  pause(id: string, pause: { until: number; pausedFrom: number }, key: string): Promise<ProviderSubscription>;
  /** Begins a new period now and charges it; if the charge fails, the pause stays, as a pending change of the plan to itself. */
  resume(id: string, key: string): Promise<ProviderSubscription>;
  setCancelAtPeriodEnd(id: string, isCancelled: boolean, key: string): Promise<ProviderSubscription>;
  /** Moves the next payment to a time, seconds since the epoch, without charge or credit. */
  setNextPayment(id: string, at: number, key: string): Promise<ProviderSubscription>;
  setCoupon(id: string, discount: ProviderDiscount, key: string): Promise<ProviderSubscription>;
  setSubscriptionMethod(id: string, methodId: string, key: string): Promise<ProviderSubscription>;
  /** Takes effect at once; an open invoice can no longer be paid. A subscription that has ended already stays unchanged. */
  cancelSubscription(id: string, key: string): Promise<ProviderSubscription>;

  /** What was paid for a subscription, newest first; payments by a credit are none. */
  listPayments(subscriptionId: string): Promise<ProviderPayment[]>;
  /** All payments of a customer, the newest first, at most 100. */
  listCharges(customerId: string): Promise<ProviderCharge[]>;
  /**
   * Pays a part of a payment, or all of it, back to its card.
   * @param mark stored with the refund; one that has it already is not made again, also when the key has expired
   * @throws the provider's error if it was paid back already
   */
  refund(intentId: string, amount: number, key: string, mark?: string): Promise<void>;
  /** Refunds and disputes of a customer's payments, also those made at the provider; without failed refunds. */
  listReversals(customerId: string): Promise<ProviderReversal[]>;
  /** The customer of a payment; null if it has none, or does not exist. */
  findChargedCustomer(chargeId: string): Promise<string | null>;
  /** Ends what is left of a customer's credits. */
  clearCredit(customerId: string, key: string): Promise<void>;

  /** Charges an open invoice to the default card; it stays open if the bank requires confirmation. @throws for a declined card */
  payInvoice(id: string, key: string): Promise<void>;
  /** The invoice can no longer be paid, and the change that waits for it is dropped. */
  voidInvoice(id: string, key: string): Promise<void>;
  listInvoices(customerId: string): Promise<ProviderInvoice[]>;

  createCheckout(draft: NewSubscription & HostedPage, key: string): Promise<ProviderCheckout>;
  createCardCheckout(draft: { customerId: string } & HostedPage, key: string): Promise<ProviderCheckout>;
  findCheckout(id: string): Promise<ProviderCheckout | null>;
  /** The page can no longer be used to pay. @throws if it is complete */
  expireCheckout(id: string, key: string): Promise<void>;

  /** Events since a time, oldest first. */
  listEvents(since: number): Promise<ProviderEvent[]>;
  /** @throws StripeSignatureVerificationError for a body not signed with the secret, or signed more than five minutes ago */
  readEvent(rawBody: string, signature: string, secret: string): Promise<ProviderEvent>;
};

export type StripePorts = {
  /** @throws ServiceError 503 if the country has no keys */
  of(realm: Realm): StripePort;
  /** Whether the country has keys. */
  has(realm: Realm): boolean;
};
