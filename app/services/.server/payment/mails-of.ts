import { vatIn } from "~/realms/money";
import { addDays, type Currency, dayIn, type Realm } from "~/realms/realm";
import type { NewDueMail } from "~/services/.server/mail/queue-mail";
import type { DueMailKind, MailContract, MailDay, MailMoney, MailPlan } from "~/services/contracts/mail-table";
import { couponTermsOf, isSubscriptionRunning, overdueInvoice, paidUntil } from "./rules";
import type { ProviderInvoice, ProviderSubscription } from "./stripe-port";
import type { DecidedRefund } from "./tables";
import { firstYearByChange, lastWithdrawalDay } from "./withdrawal-rules";

/**
 * Which mails follow from what the provider says about a subscription, beside what was stored of it before. No database, no network. Each
 * has a key of its event, so that a settlement that comes again writes none. decision 82.
 */

/** What was stored of a subscription before; null for one that was unknown. */
export type SubscriptionBefore = {
  status: string;
  priceId: string;
  cancelAtPeriodEnd: boolean;
  pausedFrom: Date | null;
  interval: "month" | "year" | null;
} | null;

export type SubscriptionSettled = {
  realm: Realm;
  /** Who gets the mails. */
  uid: string;
  /** Number of the settlement, for events that the provider gives no id: of two settlements only the later one sees them. */
  look: number;
  now: Date;
  /** What the next payment takes, with credit and coupons, in minor units. */
  nextAmount: number;
  /** Names the contract to somebody who is not signed in; null if the subscription is of no order. */
  orderNumber: string | null;
  /** The coupon of the order, as the family typed it; null for none. */
  couponCode?: string | null;
  /** When the family asked that the plan starts at once, ISO 8601; null if it did not. */
  consentedAt?: string | null;
  /** The last day that the subscription opens books on; null while nothing was paid. */
  opensUntil: string | null;
  /** When a cancelled plan ends before its paid time, and what is paid back then; null for any other. */
  earlyEnding: { endsAt: Date; refund: DecidedRefund } | null;
  /** All of the customer; may be empty if the latest of each subscription is all there is. */
  invoices?: readonly ProviderInvoice[];
};

export type SubscriptionMails = {
  mails: NewDueMail[];
  /** Mails that are not true any more, if they are not sent yet. */
  withheld: Array<{ kind: DueMailKind; key: string }>;
};

/** Days before the renewal of a yearly plan when its mail is written. */
export const renewalNoticeDays = 35;
/** Days before the first payment after a pause when its mail is written. */
export const pauseNoticeDays = 7;
/** Days after a failed payment when the second notice is due, if the provider does not try again before. */
const secondNoticeDays = 3;
const daySeconds = 24 * 60 * 60;

export function mailsOf(
  before: SubscriptionBefore,
  after: ProviderSubscription,
  settled: SubscriptionSettled,
): SubscriptionMails {
  const { realm, uid, look } = settled;
  const to = { uid };
  const event = { realm, to, key: `${after.id} ${look}` };
  const plan: MailPlan | null = after.interval === null ? null : { plan: after.interval };
  const dayAt = (seconds: number): MailDay => ({ day: dayIn(realm, new Date(seconds * 1000)) });
  const money = (amount: number) => ({ amount, currency: after.currency.toUpperCase() as Currency });
  const mails: NewDueMail[] = [];
  const withheld: SubscriptionMails["withheld"] = [];
  const wasRunning = before !== null && isSubscriptionRunning(before);
  const isRunning = isSubscriptionRunning(after);
  const hasChangedPlan = isRunning && wasRunning && before.priceId !== after.priceId;

  mails.push(...paidInvoices(after, settled.invoices ?? []).map(receiptMail));
  if (isRunning && !wasRunning && isFreeStart(after)) mails.push(freeStartMail(after.latestInvoice));
  mails.push(...failureMails());
  if (hasChangedPlan) {
    const previous: MailPlan | null = before.interval === null ? null : { plan: before.interval };
    // While the provider sees a trial, reading goes on and the new plan is paid at its end.
    const readsOn = after.status === "trialing" ? "" : null;
    mails.push({ ...event, kind: "plan-changed", values: { previous, plan, ...changeSums(), readsOn, ...next() } });
  }
  if (isRunning && after.cancelAtPeriodEnd && before?.cancelAtPeriodEnd !== true) {
    const endsAt = settled.earlyEnding ? settled.earlyEnding.endsAt.getTime() / 1000 : paidUntil(after);
    const received = { orderNumber: settled.orderNumber, receivedOn: { moment: settled.now.toISOString() } };
    const values = { plan, ...received, soonest: "" as const, renews: null, until: dayAt(endsAt), refund: refund() };
    mails.push({ ...event, kind: "subscription-cancelled", values });
  }
  if (isRunning && !after.cancelAtPeriodEnd && before?.cancelAtPeriodEnd === true) {
    const pausedFrom = after.pausedFrom === null ? null : dayAt(after.pausedFrom);
    mails.push({ ...event, kind: "cancellation-undone", values: { plan, pausedFrom, ...next() } });
  }
  mails.push(...pauseMails());
  if (wasRunning && after.status === "canceled") mails.push(endMail());
  if (renewsSoon(after, settled.now)) {
    const values = { amount: money(settled.nextAmount), renewsOn: dayAt(after.periodEnd) };
    const kind = wasPaidByYear(after, settled.invoices ?? []) ? "yearly-renewal" : "yearly-first-payment";
    const key = `${after.id} ${after.periodEnd}`;
    // The mail of the change says the same, also to those who read it weeks later.
    if (kind === "yearly-first-payment" && hasChangedPlan) withheld.push({ kind, key });
    else mails.push({ realm, to, kind, key, values });
  }
  return { mails, withheld: [...withheld, ...withheldMails()] };

  /** Says what the card was charged: a credit from an earlier plan may have paid a part of the invoice. */
  function receiptMail(invoice: ProviderInvoice): NewDueMail {
    const { amountDue, number } = invoice;
    const isLatest = invoice.id === after.latestInvoice?.id;
    const values = {
      amount: { ...money(amountDue), vat: vatOf(invoice) },
      ...{ paidOn: dayAt(invoice.createdAt), plan: isLatest ? plan : planOfPeriod(invoice), number },
      orderNumber: settled.orderNumber,
      credit: invoice.credit > 0 ? money(invoice.credit) : null,
      ...contractOf(invoice),
      from: dayAt(invoice.startsAt),
      until: dayAt(invoice.endsAt),
      invoice: invoice.pageUrl,
    };
    return { realm, to, kind: "payment-receipt", key: invoice.id, values };
  }

  /** A contract whose first payment a coupon takes away has no receipt, so this mail is the record of it. */
  function freeStartMail(invoice: ProviderInvoice): NewDueMail {
    const { orderNumber } = settled;
    const period = { from: dayAt(invoice.startsAt), until: dayAt(invoice.endsAt) };
    const values = { plan, orderNumber, ...period, amount: money(0), ...contractOf(invoice) };
    return { realm, to, kind: "plan-started", key: after.id, values };
  }

  /** With the first payment of a contract: its terms, what the family asked for, and how long it may withdraw. */
  function contractOf({ id, isRenewal, isForChange, createdAt }: ProviderInvoice): MailContract {
    const own = [...(settled.invoices ?? []), ...(after.latestInvoice ? [after.latestInvoice] : [])];
    const isNewYear = isForChange && firstYearByChange(after.id, own)?.id === id;
    if (isRenewal || (isForChange && !isNewYear)) return noContract;
    const { consentedAt } = settled;
    const { interval, amount, coupon, cancelAtPeriodEnd } = after;
    const goesOn = isRunning && !cancelAtPeriodEnd;
    return {
      price: money(amount),
      // One for the first payment only is not on the subscription any more.
      coupon: coupon === null ? (isNewYear ? null : (settled.couponCode ?? null)) : { coupon: couponTermsOf(coupon) },
      firstMonth: interval === "month" ? "" : null,
      firstYear: interval === "year" ? "" : null,
      // The days to withdraw count from the first purchase, whose receipt has named the last one.
      consentedOn: consentedAt && !isNewYear ? { moment: consentedAt } : null,
      unconsented: consentedAt || isNewYear ? null : "",
      withdrawBy: isNewYear ? null : { day: lastWithdrawalDay(realm, dayAt(createdAt).day) },
      nextAmount: goesOn ? money(settled.nextAmount) : null,
      nextOn: goesOn ? dayAt(after.periodEnd) : null,
    };
  }

  /** What a change of plan has charged and credited; null where the provider's invoice of it is not known. */
  function changeSums() {
    const nothing = { charged: null, chargedVat: null, credit: null, balance: null };
    // While the paid time was extended, a change is charged with the next payment.
    if (after.status === "trialing") return { ...nothing, charged: money(0) };
    const own = [after.latestInvoice, ...(settled.invoices ?? [])].filter((each) => each?.subscriptionId === after.id);
    const [invoice] = own
      .filter((each) => each !== null)
      .filter(({ isForChange, status }) => isForChange && status === "paid")
      .toSorted((one, other) => other.createdAt - one.createdAt);
    if (!invoice) return nothing;
    const moneyOrNone = (amount: number) => (amount > 0 ? money(amount) : null);
    return {
      charged: money(invoice.amountDue),
      chargedVat: moneyOrNone(vatOf(invoice)),
      credit: moneyOrNone(invoice.credit),
      balance: moneyOrNone(-invoice.total),
    };
  }

  /** The VAT in what the card was charged. */
  function vatOf({ amountDue, total, tax }: ProviderInvoice): number {
    return amountDue === total ? tax : vatIn(amountDue, realm);
  }

  function next() {
    return { amount: money(settled.nextAmount), nextOn: dayAt(after.periodEnd) };
  }

  /** What the end of a plan before its paid time pays back. */
  function refund(): MailMoney | null {
    const { paid = 0, kept = 0 } = settled.earlyEnding?.refund ?? {};
    return paid > kept ? money(paid - kept) : null;
  }

  function pauseMails(): NewDueMail[] {
    const { pausedFrom, periodEnd, cancelAtPeriodEnd } = after;
    if (!isRunning || cancelAtPeriodEnd) return [];
    const wasPaused = before !== null && before.pausedFrom !== null;
    // A pause that ends by its time, or by a payment, is followed by the receipt.
    if (pausedFrom === null) {
      return wasPaused && after.status === "trialing"
        ? [{ ...event, kind: "pause-undone", values: { plan, ...next() } }]
        : [];
    }
    const begun: NewDueMail[] = wasPaused
      ? []
      : [{ ...event, kind: "plan-paused", values: { plan, until: dayAt(pausedFrom), ...next() } }];
    const key = `${after.id} ${periodEnd}`;
    return isNear(periodEnd, settled.now, pauseNoticeDays)
      ? [...begun, { realm, to, kind: "pause-ending", key, values: { plan, ...next() } }]
      : begun;
  }

  /** The first notice at once; the second when the provider has tried again without success, or after three days. */
  function failureMails(): NewDueMail[] {
    const invoice = overdueInvoice(after);
    if (!invoice?.pageUrl || !isRunning) return [];
    const { attempts, nextAttemptAt } = invoice;
    const closesOn = { day: addDays(settled.opensUntil ?? dayIn(realm, settled.now), 1) };
    const retryOn = nextAttemptAt === null ? null : dayAt(nextAttemptAt);
    const values = { amount: money(invoice.amountDue), plan, retryOn, closesOn, invoice: invoice.pageUrl };
    const again = { ...{ realm, to, key: invoice.id }, kind: "payment-failed-again" as const };
    return [
      { realm, to, kind: "payment-failed", key: invoice.id, values },
      attempts > 1
        ? { ...again, values }
        : // The attempt of that day may have come and gone when this one is sent.
          { ...again, values: { ...values, retryOn: null }, after: secondNoticeDays * daySeconds },
    ];
  }

  function endMail(): NewDueMail {
    const endedOn = dayAt(after.endedAt ?? Math.floor(settled.now.getTime() / 1000));
    const { latestInvoice } = after;
    const ends = { realm, to, key: after.id };
    const isUnpaid = latestInvoice !== null && latestInvoice.status !== "paid" && !latestInvoice.isForChange;
    if (!isUnpaid || after.cancelAtPeriodEnd)
      return { ...ends, kind: "subscription-ended", values: { plan, endedOn, refund: refund() } };
    const values = { plan, amount: money(latestInvoice.total), endedOn };
    return { ...ends, kind: "subscription-ended-unpaid", values };
  }

  function withheldMails(): SubscriptionMails["withheld"] {
    const wasOverdue = before !== null && ["past_due", "unpaid"].includes(before.status);
    if (!wasOverdue || after.latestInvoice === null || overdueInvoice(after)) return [];
    const { id: key } = after.latestInvoice;
    return [
      { kind: "payment-failed", key },
      { kind: "payment-failed-again", key },
    ];
  }
}

const noContract: MailContract = {
  ...{ price: null, coupon: null, firstMonth: null, firstYear: null, consentedOn: null, unconsented: null },
  ...{ withdrawBy: null, nextAmount: null, nextOn: null },
};

/** Whether a plan has begun with an invoice of nothing, e.g. by a coupon of 100 %. */
function isFreeStart(after: ProviderSubscription): after is ProviderSubscription & { latestInvoice: ProviderInvoice } {
  const { latestInvoice: invoice } = after;
  if (invoice === null || invoice.status !== "paid" || invoice.amountDue > 0) return false;
  return !invoice.isRenewal && !invoice.isForChange;
}

/** Whether a year was paid for before: the next payment is then a renewal. Pauses have invoices of nothing, of three months at most. */
function wasPaidByYear({ id, latestInvoice }: ProviderSubscription, invoices: readonly ProviderInvoice[]): boolean {
  const own = [...invoices.filter((each) => each.subscriptionId === id), ...(latestInvoice ? [latestInvoice] : [])];
  const isYear = ({ status, startsAt, endsAt }: ProviderInvoice) =>
    status === "paid" && endsAt - startsAt > 300 * daySeconds;
  return own.length === 0 || own.some(isYear);
}

/** The invoices of a subscription that a card has paid: a word about one may arrive after the next was made. */
function paidInvoices(
  { id, latestInvoice }: ProviderSubscription,
  invoices: readonly ProviderInvoice[],
): ProviderInvoice[] {
  const others = invoices.filter((each) => each.subscriptionId === id && each.id !== latestInvoice?.id);
  const all = latestInvoice === null ? others : [latestInvoice, ...others];
  return all.filter(({ status, amountDue, pageUrl }) => status === "paid" && amountDue > 0 && pageUrl);
}

/** The plan of an earlier period, which may be another than the present one. */
function planOfPeriod({ startsAt, endsAt }: ProviderInvoice): MailPlan {
  return { plan: endsAt - startsAt > 40 * daySeconds ? "year" : "month" };
}

/** Whether a mail of this change says what the next payment takes. */
export function namesNextSum(before: SubscriptionBefore, after: ProviderSubscription, now: Date): boolean {
  const isMoved = (before?.pausedFrom ?? null) !== null || after.pausedFrom !== null;
  const isChanged = before !== null && (before.priceId !== after.priceId || before.cancelAtPeriodEnd || isMoved);
  const begins = before === null || !isSubscriptionRunning(before);
  return !after.cancelAtPeriodEnd && (begins || isChanged || renewsSoon(after, now));
}

function renewsSoon({ interval, status, cancelAtPeriodEnd, periodEnd }: ProviderSubscription, now: Date): boolean {
  const isPaid = status === "active" || status === "trialing";
  return interval === "year" && isPaid && !cancelAtPeriodEnd && isNear(periodEnd, now, renewalNoticeDays);
}

function isNear(seconds: number, now: Date, days: number): boolean {
  const left = seconds - now.getTime() / 1000;
  return left > 0 && left <= days * daySeconds;
}
