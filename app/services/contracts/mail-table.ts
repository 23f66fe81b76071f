import type { CouponTerms } from "~/realms/coupon-text";
import type { Currency } from "~/realms/realm";

/**
 * The mails that follow from events: for each kind what its mail says, who gets it, and whether the person chooses it. The text of a kind is
 * `templates/mail/{locale}/{kind}.md`, whose placeholders are the kind's values. A kind is written by `queueMail` in the transaction of
 * its event. Decision 82.
 */

/** Money in the currency's minor unit. */
export type MailMoney = {
  amount: number;
  currency: Currency;
  /** The VAT in it; by the country's rate if absent. */
  vat?: number;
};
/** An ISO 8601 day, as the country counts days. */
export type MailDay = { day: string };
/** A month as `2027-01`. */
export type MailMonth = { month: string };
/** A moment, as ISO 8601 in UTC. The mail shows it in the country's time zone, which it names. */
export type MailMoment = { moment: string };
/** A plan by its interval. */
export type MailPlan = { plan: "month" | "year" };
/** What children read: a line each. */
export type MailReading = { reading: Array<{ name: string; minutes: number; days: number; books: number }> };
/** What a coupon takes off, and of which payments. */
export type MailCoupon = { coupon: CouponTerms };
/** null: the lines of the text that need the value are left out. */
export type MailValue =
  | string
  | number
  | MailMoney
  | MailDay
  | MailMonth
  | MailMoment
  | MailPlan
  | MailReading
  | MailCoupon
  | null;

/** Writes a line of the text, or leaves it out; the line begins with the placeholder. */
type MailMark = "" | null;

type MoneyOrNone = MailMoney | null;
type PlanOrNone = MailPlan | null;

/** With the first payment of a contract what the law wants on a durable medium; else each is null. */
export type MailContract = {
  /** Of the plan, without coupon. */
  price: MoneyOrNone;
  /** In words, or the code of one that was used up by this payment. */
  coupon: MailCoupon | string | null;
  firstMonth: MailMark;
  firstYear: MailMark;
  /** When the family asked that the plan starts at once. */
  consentedOn: MailMoment | null;
  unconsented: MailMark;
  /** The last day on which it may withdraw. */
  withdrawBy: MailDay | null;
  nextAmount: MoneyOrNone;
  nextOn: MailDay | null;
};

/** What each mail says, beside `name` and `brand`. The row in `mailTable` adds the page that its button leads to, as `page`. */
export type DueMailValues = {
  /** `address`: what the family logs in with. */
  welcome: { address: string };
  "trial-started": { until: MailDay };
  "trial-ending": { until: MailDay };
  /** `from` and `until`: the period that was paid. `vat` and `rate` are added by the country's rate. `invoice`: the provider's page. */
  "payment-receipt": {
    amount: MailMoney;
    paidOn: MailDay;
    plan: PlanOrNone;
    from: MailDay | null;
    until: MailDay | null;
    number: string | null;
    orderNumber: string | null;
    invoice: string | null;
    /** For unused time of the plan before, by a change of plan. */
    credit: MoneyOrNone;
  } & MailContract;
  /** A plan whose first payment a coupon takes away; others begin with a receipt. */
  "plan-started": {
    amount: MailMoney;
    plan: PlanOrNone;
    from: MailDay;
    until: MailDay;
    orderNumber: string | null;
  } & MailContract;
  /** `invoice`: the provider's page, where one pays or confirms at the bank. `closesOn`: the first day without books. */
  "payment-failed": {
    amount: MailMoney;
    plan: PlanOrNone;
    retryOn: MailDay | null;
    closesOn: MailDay;
    invoice: string;
  };
  "payment-failed-again": {
    amount: MailMoney;
    plan: PlanOrNone;
    retryOn: MailDay | null;
    closesOn: MailDay;
    invoice: string;
  };
  /** `charged` and `credit` for unused time: by the change. `balance`: what is left of the credit for later payments. `amount`: the next one. */
  "plan-changed": {
    previous: PlanOrNone;
    plan: PlanOrNone;
    charged: MoneyOrNone;
    chargedVat: MoneyOrNone;
    credit: MoneyOrNone;
    balance: MoneyOrNone;
    /** Nothing changes for readers until the new plan is paid. */
    readsOn: MailMark;
    amount: MoneyOrNone;
    nextOn: MailDay;
  };
  /**
   * `refund`: paid back when the plan ends, before its paid time does; null if it ends with that. `soonest` or `renews`: whether it ends as soon
   * as possible, or on a later day that was wished, and renews until then.
   */
  "subscription-cancelled": {
    soonest: "" | null;
    renews: "" | null;
    plan: PlanOrNone;
    orderNumber: string | null;
    receivedOn: MailMoment;
    until: MailDay;
    refund: MoneyOrNone;
  };
  /** The receipt of a cancellation without signing in: what it says, when it arrived, and when the contract ends. */
  "cancellation-received": {
    plan: PlanOrNone;
    number: string;
    statedName: string;
    receivedAt: MailMoment;
    ordinary: MailMark;
    extraordinary: MailMark;
    reason: string | null;
    wishedOn: MailDay | null;
    soonest: MailMark;
    endsOn: MailDay;
    /** The paid time reaches the day that was wished only later. */
    afterWish: MailMark;
    refund: MoneyOrNone;
  };
  /** `pausedFrom`: of a pause that stays. */
  "cancellation-undone": { plan: PlanOrNone; pausedFrom: MailDay | null; amount: MoneyOrNone; nextOn: MailDay };
  "subscription-ended": { plan: PlanOrNone; endedOn: MailDay; refund: MoneyOrNone };
  /** `until`: the last day with books. */
  "plan-paused": { plan: PlanOrNone; until: MailDay; amount: MoneyOrNone; nextOn: MailDay };
  "pause-undone": { plan: PlanOrNone; amount: MoneyOrNone; nextOn: MailDay };
  "pause-ending": { plan: PlanOrNone; amount: MoneyOrNone; nextOn: MailDay };
  /** The plan ended because a renewal was not paid. */
  "subscription-ended-unpaid": { plan: PlanOrNone; amount: MoneyOrNone; endedOn: MailDay };
  /** `kept`: for the days used; null if everything is paid back. */
  /** `statedName`: who has withdrawn. `refund` and `refunded` null: nothing is paid back. */
  withdrawn: {
    plan: PlanOrNone;
    number: string;
    statedName: string;
    receivedAt: MailMoment;
    refund: MoneyOrNone;
    refunded: "" | null;
    kept: MoneyOrNone;
  };
  /** To super users: a family's bank disputes a payment. `path`: of the family's page. */
  "dispute-opened": { disputed: MailMoney; openedOn: MailMoment; familyName: string | null; path: string };
  /** Support has paid back a part of a payment, or all of it. `number`: of the invoice; `last4`: of the card that it goes to. */
  refunded: {
    refund: MailMoney;
    payment: MailMoney;
    paidOn: MailDay;
    orderNumber: string | null;
    number: string | null;
    last4: string | null;
  };
  /** Support has moved the next payment. */
  extended: { days: number; amount: MoneyOrNone; nextOn: MailDay };
  "yearly-renewal": { amount: MailMoney; renewsOn: MailDay };
  /** The first year of a plan of months that became one of years, and is paid later, e.g. after an extension. */
  "yearly-first-payment": { amount: MailMoney; renewsOn: MailDay };
  /** Seven days, both inclusive. */
  "reading-week": { from: MailDay; until: MailDay; children: MailReading };
  "card-expiring": { card: string; last4: string; month: MailMonth };
  /** To the old and to the new address; `address` is the new one, masked. */
  "email-changed": { address: string; changedOn: MailMoment };
  "password-changed": { changedOn: MailMoment };
  /** `device` as a browser calls itself, or null. */
  "new-device": { device: string | null; signedInOn: MailMoment };
  /** A parent has joined a device to a child. `device` as the parent calls it. */
  "device-joined": { device: string; child: string; joinedOn: MailMoment };
};
export type DueMailKind = keyof DueMailValues;

/** Mails that a person may switch on and off, as members of the account's settings, with what holds until then. */
export const mailsByDefault = { cardExpiry: true, readingWeek: false } as const;
export type MailChoice = keyof typeof mailsByDefault;

/** What the profile says about which mails come. */
export const mailLines = ["account", "trial", "payments", "plan", "reading"] as const;
export type MailLine = (typeof mailLines)[number];

type MailRow = {
  /** `account`: the account's address at the time of sending. `address`: one that the event names. */
  to: "account" | "address";
  /** null: the mail is sent whatever the person wishes. */
  choice: MailChoice | null;
  /** null: it is not for families. */
  line: MailLine | null;
  /** Whether what it says is removed once it is sent: it is about others than its recipient. */
  isForgotten?: true;
  /** Path of the page that the mail's button opens, `{{page}}` in its text, unless the event has a `path` of its own; null if it has none. */
  page: string | null;
};

export const mailTable: Record<DueMailKind, MailRow> = {
  welcome: { to: "account", choice: null, line: "account", page: "/" },
  "trial-started": { to: "account", choice: null, line: "trial", page: "/subscription" },
  "trial-ending": { to: "account", choice: null, line: "trial", page: "/subscription" },
  "payment-receipt": { to: "account", choice: null, line: "payments", page: null },
  "plan-started": { to: "account", choice: null, line: "plan", page: "/subscription" },
  "payment-failed": { to: "account", choice: null, line: "payments", page: "/subscription" },
  "payment-failed-again": { to: "account", choice: null, line: "payments", page: "/subscription" },
  "plan-changed": { to: "account", choice: null, line: "plan", page: "/subscription" },
  "subscription-cancelled": { to: "account", choice: null, line: "plan", page: "/subscription" },
  "cancellation-received": { to: "account", choice: null, line: "plan", page: "/subscription" },
  "cancellation-undone": { to: "account", choice: null, line: "plan", page: "/subscription" },
  "subscription-ended": { to: "account", choice: null, line: "plan", page: "/subscription" },
  "subscription-ended-unpaid": { to: "account", choice: null, line: "plan", page: "/subscription" },
  "plan-paused": { to: "account", choice: null, line: "plan", page: "/subscription" },
  "pause-undone": { to: "account", choice: null, line: "plan", page: "/subscription" },
  "pause-ending": { to: "account", choice: null, line: "plan", page: "/subscription" },
  withdrawn: { to: "account", choice: null, line: "plan", page: null },
  "dispute-opened": { to: "account", choice: null, line: null, isForgotten: true, page: "/controlpanel/families" },
  refunded: { to: "account", choice: null, line: "payments", page: null },
  extended: { to: "account", choice: null, line: "plan", page: "/subscription" },
  "yearly-renewal": { to: "account", choice: null, line: "plan", page: "/subscription" },
  "yearly-first-payment": { to: "account", choice: null, line: "plan", page: "/subscription" },
  "card-expiring": { to: "account", choice: "cardExpiry", line: "payments", page: "/subscription" },
  "reading-week": { to: "account", choice: "readingWeek", line: "reading", isForgotten: true, page: "/children" },
  "email-changed": { to: "address", choice: null, line: "account", page: null },
  "password-changed": { to: "account", choice: null, line: "account", page: "/login/forgot" },
  "new-device": { to: "account", choice: null, line: "account", page: "/profile" },
  "device-joined": { to: "account", choice: null, line: "account", isForgotten: true, page: "/profile" },
};

export function isDueMailKind(kind: string): kind is DueMailKind {
  return Object.hasOwn(mailTable, kind);
}
