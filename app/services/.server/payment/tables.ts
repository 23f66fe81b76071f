import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { Currency, Realm } from "~/realms/realm";
import type { CancellationType } from "~/services/contracts/contract-statements";
import type { Order } from "~/services/contracts/payment";
import type { ProviderError } from "~/services/contracts/service-error";

/** Tables of the payment service (migration 0610); constraints and indexes are defined only there. */

const payment = pgSchema("payment");

const moment = (name: string) => timestamp(name, { withTimezone: true });
const realm = () => text("realm").$type<Realm>().notNull();

/** The subscription period that a family has paid for; days, the last one inclusive. */
export type PaidPeriod = { type: string; startsOn: string; endsOn: string };

export const customers = payment.table("customers", {
  id: uuid("id").primaryKey().defaultRandom(),
  realm: realm(),
  userUid: uuid("user_uid"),
  stripeId: text("stripe_id"),
  looks: bigint("looks", { mode: "number" }).notNull().default(0),
  appliedRead: bigint("applied_look", { mode: "number" }).notNull().default(0),
  /** As `appliedRead`, for reads that have refunds and disputes (migration 1210). */
  appliedReversals: bigint("applied_reversals", { mode: "number" }).notNull().default(0),
  period: jsonb("period").$type<PaidPeriod>(),
  /** The last day on which it was looked whether the card expires; null before the first. */
  cardLookedOn: date("card_looked_on"),
  createdAt: moment("created_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

export const orders = payment.table("orders", {
  id: uuid("id").primaryKey().defaultRandom(),
  realm: realm(),
  customerId: uuid("customer_id").notNull(),
  number: text("number").notNull().default(sql`payment.new_order_number()`),
  status: text("status").$type<Order["status"]>().notNull().default("created"),
  kind: text("kind").$type<"card" | "hosted">().notNull(),
  priceId: text("price_id").notNull(),
  quantity: integer("quantity").notNull(),
  couponId: text("coupon_id"),
  /** The coupon as the family typed it. */
  couponCode: text("coupon_code"),
  /** The provider's promotion code that this order redeems; null if an earlier order of the family did. */
  promotionCode: text("promotion_code"),
  subscriptionType: text("subscription_type").notNull(),
  amount: integer("amount").notNull(),
  currency: text("currency").$type<Currency>().notNull(),
  name: text("name"),
  email: text("email"),
  message: text("message"),
  subscriptionId: text("subscription_id"),
  paymentIntentId: text("payment_intent_id"),
  checkoutSessionId: text("checkout_session_id"),
  error: jsonb("error").$type<ProviderError>(),
  createdAt: moment("created_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

/** Whether a family asked that the ordered plan starts before the time for withdrawal has passed (migration 1110). */
export const consents = payment.table(
  "consents",
  {
    realm: realm(),
    customerId: uuid("customer_id").notNull(),
    orderId: uuid("order_id").notNull(),
    version: text("version").notNull(),
    consentedAt: moment("consented_at"),
    recordedAt: moment("recorded_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.orderId] })],
);

export const subscriptions = payment.table(
  "subscriptions",
  {
    realm: realm(),
    id: text("id").notNull(),
    customerId: uuid("customer_id").notNull(),
    status: text("status").notNull(),
    subscriptionType: text("subscription_type").notNull(),
    priceId: text("price_id").notNull(),
    currentPeriodEnd: moment("current_period_end").notNull(),
    cancelAtPeriodEnd: boolean("cancel_at_period_end").notNull(),
    /** null for other intervals, and where an older version wrote the row. */
    interval: text("interval").$type<"month" | "year">(),
    opensUntil: date("opens_until"),
    /** End of the paid time, for a plan that is paused. */
    pausedFrom: moment("paused_from"),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.id] })],
);

export const events = payment.table(
  "events",
  {
    realm: realm(),
    id: text("id").notNull(),
    type: text("type").notNull(),
    handledAt: moment("handled_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.id] })],
);

export const receipts = payment.table(
  "receipts",
  {
    realm: realm(),
    invoiceId: text("invoice_id").notNull(),
    customerId: uuid("customer_id").notNull(),
    number: text("number"),
    amount: integer("amount").notNull(),
    currency: text("currency").$type<Currency>().notNull(),
    paidOn: date("paid_on").notNull(),
    link: text("link"),
    sentAt: moment("sent_at"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.invoiceId] })],
);

/** Refunds and disputes of payments (migration 1170). */
export const reversals = payment.table(
  "reversals",
  {
    realm: realm(),
    id: text("id").notNull(),
    customerId: uuid("customer_id").notNull(),
    kind: text("kind").$type<"refund" | "dispute">().notNull(),
    invoiceId: text("invoice_id"),
    paymentIntentId: text("payment_intent_id"),
    amount: integer("amount").notNull(),
    currency: text("currency").$type<Currency>().notNull(),
    /** The provider's. */
    status: text("status").notNull(),
    reason: text("reason"),
    madeAt: moment("made_at").notNull(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    /** When a lost dispute has ended its plan. */
    handledAt: moment("handled_at"),
  },
  (table) => [primaryKey({ columns: [table.realm, table.id] })],
);

/** A change of a subscription that a preview is about; null for what stays. */
export type PreviewedChange = {
  priceId: string | null;
  couponId: string | null;
  goesOn: boolean;
  /** Months of a pause. */
  pauseMonths: number | null;
  /** Whether a pause ends. */
  resumes: boolean;
};

/** Sums of a preview in minor units; the time in seconds since the epoch. */
export type PreviewedSums = {
  amount: number;
  /** null: by the country's rate. */
  tax: number | null;
  credit: number;
  balance: number;
  /** Name of a coupon that does not apply to the new plan. */
  suspendedCoupon: string | null;
  nextPaymentAt: number | null;
  nextPaymentAmount: number | null;
  /** The day on which the plan will end that is cancelled for a later day. */
  cancelledTo?: string | null;
};

export const subscriptionPreviews = payment.table("subscription_previews", {
  id: uuid("id").primaryKey().defaultRandom(),
  customerId: uuid("customer_id").notNull(),
  subscriptionId: text("subscription_id").notNull(),
  request: jsonb("request").$type<PreviewedChange>().notNull(),
  prorationDate: bigint("proration_date", { mode: "number" }),
  sums: jsonb("sums").$type<PreviewedSums>().notNull(),
  createdAt: moment("created_at").notNull().defaultNow(),
  usedAt: moment("used_at"),
});

/** A payment that is paid back, in minor units. */
export type PlannedRefund = { intentId: string; amount: number };

/** What a withdrawal, or a plan that ends early, pays back, in minor units. */
export type DecidedRefund = { paid: number; kept: number; refunds: PlannedRefund[] };

/** What somebody who is not signed in states to name a contract, and how to cancel it. */
export type StatedContract = {
  name: string;
  orderNumber: string;
  email: string;
  /** Of a cancellation; absent from earlier rows. */
  type?: CancellationType;
  reason?: string | null;
  endsOn?: string | null;
};

export const contractStatements = payment.table("contract_statements", {
  id: uuid("id").primaryKey().defaultRandom(),
  realm: realm(),
  kind: text("kind").$type<"withdrawal" | "cancellation">().notNull(),
  orderId: uuid("order_id"),
  stated: jsonb("stated").$type<StatedContract>(),
  receivedAt: moment("received_at").notNull().defaultNow(),
  status: text("status")
    .$type<"received" | "done" | "late" | "unknown" | "repeated" | "failed" | "undone" | "replaced">()
    .notNull()
    .default("received"),
  refund: jsonb("refund").$type<DecidedRefund>(),
  doneAt: moment("done_at"),
  /** What a super user has done about a statement that matches no order (migration 1160). */
  reviewedAt: moment("reviewed_at"),
  reviewedBy: uuid("reviewed_by"),
  reviewNote: text("review_note"),
});

const actOfSuperUser = () => ({
  id: uuid("id").primaryKey(),
  realm: realm(),
  customerId: uuid("customer_id").notNull(),
  /** null once the family is purged. */
  reason: text("reason"),
  madeBy: uuid("made_by").notNull(),
  state: text("state").$type<"decided" | "done" | "failed">().notNull().default("decided"),
  createdAt: moment("created_at").notNull().defaultNow(),
  doneAt: moment("done_at"),
});

/** What super users pay back (migration 1160). */
export const refunds = payment.table("refunds", {
  ...actOfSuperUser(),
  intentId: text("intent_id").notNull(),
  amount: integer("amount").notNull(),
  currency: text("currency").$type<Currency>().notNull(),
});

/** How super users extend the paid time (migration 1160). */
export const extensions = payment.table("extensions", {
  ...actOfSuperUser(),
  subscriptionId: text("subscription_id").notNull(),
  days: integer("days").notNull(),
  paidUntil: moment("paid_until").notNull(),
});

/** Plans that end before their paid time does (migration 1180). */
export const earlyEndings = payment.table(
  "early_endings",
  {
    realm: realm(),
    subscriptionId: text("subscription_id").notNull(),
    customerId: uuid("customer_id").notNull(),
    endsAt: moment("ends_at").notNull(),
    refund: jsonb("refund").$type<DecidedRefund>().notNull(),
    doneAt: moment("done_at"),
  },
  (table) => [primaryKey({ columns: [table.realm, table.subscriptionId] })],
);

export const removedMethods = payment.table(
  "removed_methods",
  { customerId: uuid("customer_id").notNull(), stripeId: text("stripe_id").notNull() },
  (table) => [primaryKey({ columns: [table.customerId, table.stripeId] })],
);

export const trials = payment.table(
  "trials",
  {
    realm: realm(),
    emailDigest: text("email_digest").notNull(),
    startsOn: date("starts_on").notNull(),
    endsOn: date("ends_on").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.emailDigest] })],
);
