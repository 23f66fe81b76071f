import { vatIn } from "~/realms/money";
import { addDays, type Currency, dayIn, type Realm } from "~/realms/realm";
import type { NewDueMail } from "~/services/.server/mail/queue-mail";
import type { DueMailKind, MailDay, MailPlan } from "~/services/contracts/mail-table";
import { isSubscriptionRunning, overdueInvoice } from "./rules";
import type { ProviderInvoice, ProviderSubscription } from "./stripe-port";

/**
 * Which mails follow from what the provider says about a subscription, beside what was stored of it before. No database, no network. Each
 * has a key of its event, so that a settlement that comes again writes none. decision 82.
 */

/** What was stored of a subscription before; null for one that was unknown. */
export type SubscriptionBefore = { status: string; priceId: string; cancelAtPeriodEnd: boolean } | null;

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
  /** The last day that the subscription opens books on; null while nothing was paid. */
  opensUntil: string | null;
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
  const wasRunning = before !== null && isSubscriptionRunning(before);
  const isRunning = isSubscriptionRunning(after);

  mails.push(...paidInvoices(after, settled.invoices ?? []).map(receiptMail));
  mails.push(...failureMails());
  if (isRunning && wasRunning && before.priceId !== after.priceId) {
    mails.push({ ...event, kind: "plan-changed", values: { plan, ...next() } });
  }
  if (isRunning && after.cancelAtPeriodEnd && before?.cancelAtPeriodEnd !== true) {
    mails.push({ ...event, kind: "subscription-cancelled", values: { plan, until: dayAt(after.periodEnd) } });
  }
  if (isRunning && !after.cancelAtPeriodEnd && before?.cancelAtPeriodEnd === true) {
    mails.push({ ...event, kind: "cancellation-undone", values: { plan, ...next() } });
  }
  if (wasRunning && after.status === "canceled") mails.push(endMail());
  if (renewsSoon(after, settled.now)) {
    const values = { amount: money(settled.nextAmount), renewsOn: dayAt(after.periodEnd) };
    mails.push({ realm, to, kind: "yearly-renewal", key: `${after.id} ${after.periodEnd}`, values });
  }
  return { mails, withheld: withheldMails() };

  /** Says what the card was charged: a credit from an earlier plan may have paid a part of the invoice. */
  function receiptMail(invoice: ProviderInvoice): NewDueMail {
    const { amountDue, total, tax, number } = invoice;
    const isLatest = invoice.id === after.latestInvoice?.id;
    const values = {
      amount: { ...money(amountDue), vat: amountDue === total ? tax : vatIn(amountDue, realm) },
      ...{ paidOn: dayAt(invoice.createdAt), plan: isLatest ? plan : planOfPeriod(invoice), number },
      orderNumber: settled.orderNumber,
      from: dayAt(invoice.startsAt),
      until: dayAt(isLatest ? after.periodEnd : invoice.endsAt),
      invoice: invoice.pageUrl,
    };
    return { realm, to, kind: "payment-receipt", key: invoice.id, values };
  }

  function next() {
    return { amount: money(settled.nextAmount), nextOn: dayAt(after.periodEnd) };
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
    if (!isUnpaid || after.cancelAtPeriodEnd) return { ...ends, kind: "subscription-ended", values: { plan, endedOn } };
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
  const isChanged = before !== null && (before.priceId !== after.priceId || before.cancelAtPeriodEnd);
  return !after.cancelAtPeriodEnd && (isChanged || renewsSoon(after, now));
}

function renewsSoon({ interval, status, cancelAtPeriodEnd, periodEnd }: ProviderSubscription, now: Date): boolean {
  const left = periodEnd - now.getTime() / 1000;
  const isSoon = left > 0 && left <= renewalNoticeDays * daySeconds;
  return interval === "year" && status === "active" && !cancelAtPeriodEnd && isSoon;
}
