import { type Currency, type Realm, realmRow } from "~/realms/realm";
import type { FamilyAccount } from "~/services/.server/directory/people/family-search";
import type { DueMailRow } from "~/services/.server/mail/due-mails-store";
import { mailTextsOf } from "~/services/.server/mail/mail-texts";
import { subjectOf } from "~/services/.server/mail/write-mail";
import type {
  ExtensionRefusal,
  FoundFamily,
  ManagedFamily,
  UnmatchedStatement,
} from "~/services/contracts/managed-families";
import type { Consent } from "~/services/contracts/payment";
import { isPaymentOf, refundableOf } from "./family-refunds";
import type { OrderRow } from "./orders-store";
import { chargedCard, distinctCards, isSubscriptionRunning, overdueInvoice, paidUntil } from "./rules";
import type { ProviderCharge, ProviderCustomer, ProviderMethod, ProviderSubscription } from "./stripe-port";
import type { ExtensionRow, listStatementsOf, RefundClaims, RefundRow, UnmatchedRow } from "./support-acts-store";
import { currencyOf, hasNextPayment, sortedSubscriptions } from "./views";

/** Converts what is stored and what the provider says of a family to the objects that super users read. */

const momentOf = (seconds: number) => new Date(seconds * 1000).toISOString();

export function foundFamilyView({
  uid,
  name,
  username,
  email,
  status,
  createdAt,
}: Omit<FamilyAccount, "isConfirmed" | "purgeAt" | "children" | "period">): FoundFamily {
  return { uid, name, username, email, status, createdAt: createdAt.toISOString() };
}

type StoredPart = {
  account: FamilyAccount;
  orders: OrderRow[];
  consents: Consent[];
  statements: Awaited<ReturnType<typeof listStatementsOf>>;
  mails: DueMailRow[];
  refunds: RefundRow[];
  extensions: ExtensionRow[];
  /** Names of the super users, by their uid. */
  namesOf: ReadonlyMap<string, string>;
};

/** What is stored here. */
export function storedView(realm: Realm, stored: StoredPart): Omit<ManagedFamily, "provider" | "isProviderDown"> {
  const { account } = stored;
  const consentOf = new Map(stored.consents.map(({ orderId, ...consent }) => [orderId, consent]));
  return {
    ...foundFamilyView(account),
    isConfirmed: account.isConfirmed,
    country: realm,
    children: account.children,
    purgeOn: account.purgeAt?.toISOString() ?? null,
    period: account.period,
    orders: stored.orders.map((order) => ({
      number: order.number,
      status: order.status,
      amount: order.amount,
      currency: order.currency,
      couponCode: order.couponCode ?? order.couponId,
      createdAt: order.createdAt.toISOString(),
      consent: consentOf.get(order.id) ?? null,
    })),
    statements: stored.statements.map(
      ({ statement: { id, kind, status, refund, receivedAt, stated }, orderNumber, currency }) => ({
        ...{ id, kind, status, orderNumber, currency },
        ...{ type: stated?.type ?? null, reason: stated?.reason ?? null, endsOn: stated?.endsOn ?? null },
        refund: refund === null ? null : refund.paid - refund.kept,
        receivedAt: receivedAt.toISOString(),
      }),
    ),
    mails: stored.mails.map(({ kind, state, values, createdAt, sentAt }) => {
      const language = { realm, locale: realmRow(realm).locale };
      const subject = subjectOf(kind, language, mailTextsOf(values, language));
      return { kind, subject, state, createdAt: createdAt.toISOString(), sentAt: sentAt?.toISOString() ?? null };
    }),
    refunds: stored.refunds.map((row) => ({ ...refundView(row), by: stored.namesOf.get(row.madeBy) ?? null })),
    extensions: stored.extensions.map((row) => ({ ...extensionView(row), by: stored.namesOf.get(row.madeBy) ?? null })),
  };
}

type ProviderPart = {
  subscriptions: ProviderSubscription[];
  charges: ProviderCharge[];
  orders: OrderRow[];
  methods: ProviderMethod[];
  customer: ProviderCustomer | null;
  claims: RefundClaims;
  nextAmount: number | null;
  /** When the plan ends that is cancelled; null for one that goes on. */
  endsOn: string | null;
  extensionRefusal: ExtensionRefusal | null;
};

/** What the provider says. */
export function providerView(
  realm: Realm,
  { subscriptions, charges, orders, methods, customer, claims, nextAmount, endsOn, extensionRefusal }: ProviderPart,
): NonNullable<ManagedFamily["provider"]> {
  const plan = shownPlan(subscriptions);
  const charged = customer && chargedCard(customer, plan && isSubscriptionRunning(plan) ? plan : null);
  return {
    plan: plan && {
      subscriptionId: plan.id,
      status: plan.pausedFrom === null || plan.endedAt !== null ? plan.status : "paused",
      interval: plan.interval,
      amount: plan.amount,
      currency: currencyOf(plan.currency, realm),
      // A plan that was cancelled and then withdrawn from has ended, and is not ending.
      isEnding: plan.endedAt === null && (plan.cancelAtPeriodEnd || endsOn !== null),
      endsOn,
      isChanging: plan.pendingPriceId !== null,
      startedAt: momentOf(plan.startedAt),
      paidUntil: momentOf(paidUntil(plan)),
      nextPaymentAt: hasNextPayment(plan) ? momentOf(plan.periodEnd) : null,
      nextPaymentAmount: hasNextPayment(plan) ? nextAmount : null,
      overdueAmount: overdueInvoice(plan)?.amountDue ?? null,
      couponName: plan.coupon?.name ?? plan.coupon?.id ?? null,
      endedAt: plan.endedAt === null ? null : momentOf(plan.endedAt),
    },
    payments: charges.map((charge) => ({
      id: charge.intentId,
      amount: charge.amount,
      refunded: charge.refunded,
      dispute: charge.dispute,
      left: refundableOf(charge, claims),
      currency: currencyOf(charge.currency, realm),
      paidAt: momentOf(charge.paidAt),
      status: charge.status,
      invoiceNumber: charge.invoiceNumber,
      orderNumber: orders.find((order) => isPaymentOf(order, charge))?.number ?? null,
      receiptUrl: charge.receiptUrl,
      card: charge.card,
      refunds: charge.refunds.map(({ createdAt, ...refund }) => ({ ...refund, createdAt: momentOf(createdAt) })),
    })),
    cards: distinctCards(methods, charged).flatMap(({ id, card }) => {
      if (!card) return [];
      const { brand, last4, exp_month: expMonth, exp_year: expYear } = card;
      return [{ brand, last4, expMonth, expYear, isCharged: id === charged }];
    }),
    extensionRefusal,
  };
}

/** The running subscription, else the last one that was paid for; null if there is none. */
export function shownPlan(subscriptions: readonly ProviderSubscription[]): ProviderSubscription | null {
  return sortedSubscriptions([...subscriptions])[0] ?? null;
}

export function refundView({ id, intentId, amount, currency, reason, state, createdAt }: RefundRow) {
  return {
    id,
    paymentId: intentId,
    amount,
    currency: currency as Currency,
    reason,
    state,
    createdAt: createdAt.toISOString(),
  };
}

export function extensionView({ id, days, paidUntil, reason, state, createdAt }: ExtensionRow) {
  return { id, days, paidUntil: paidUntil.toISOString(), reason, state, createdAt: createdAt.toISOString() };
}

export function unmatchedView({
  id,
  kind,
  stated,
  status,
  receivedAt,
  reviewedAt,
  reviewNote,
}: UnmatchedRow): UnmatchedStatement {
  const { name = "", orderNumber = "", email = "", type = "ordinary", reason = null, endsOn = null } = stated ?? {};
  return {
    ...{ id, kind, name, orderNumber, email, type, reason, endsOn },
    isRefundRefused: status === "failed",
    receivedAt: receivedAt.toISOString(),
    reviewedAt: reviewedAt?.toISOString() ?? null,
    note: reviewNote,
  };
}
