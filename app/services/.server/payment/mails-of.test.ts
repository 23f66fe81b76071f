import { describe, expect, it } from "vitest";
import { mailsOf, type SubscriptionBefore, type SubscriptionSettled } from "./mails-of";
import type { ProviderInvoice, ProviderSubscription } from "./stripe-port";

const secondsOf = (day: string) => new Date(`${day}T10:00:00Z`).getTime() / 1000;

const paid: ProviderInvoice = {
  ...{
    id: "in_1",
    subscriptionId: "sub_1",
    number: "F-1",
    status: "paid",
    total: 7900,
    tax: 1580,
    credit: 0,
    amountDue: 7900,
    currency: "sek",
  },
  ...{
    createdAt: secondsOf("2026-11-30"),
    startsAt: secondsOf("2026-11-30"),
    endsAt: secondsOf("2026-12-30"),
    pdfUrl: null,
    isForChange: false,
    isRenewal: false,
  },
  ...{ pageUrl: "https://pay.example/in_1", attempts: 1, nextAttemptAt: null, clientSecret: null },
};
const open: ProviderInvoice = { ...paid, id: "in_2", status: "open", nextAttemptAt: secondsOf("2026-12-03") };
const active: ProviderSubscription = {
  ...{ id: "sub_1", customerId: "cus_1", status: "active", orderId: null, subscriptionType: null, itemId: "si_1" },
  ...{ priceId: "price_month", productId: "prod_1", quantity: 1, amount: 7900, currency: "sek", interval: "month" },
  ...{ startedAt: secondsOf("2026-11-30"), periodStart: secondsOf("2026-11-30"), periodEnd: secondsOf("2026-12-30") },
  ...{
    cancelAtPeriodEnd: false,
    pausedFrom: null,
    endedAt: null,
    defaultPaymentMethodId: null,
    coupon: null,
    couponEndsAt: null,
    pendingPriceId: null,
  },
  latestInvoice: paid,
};
const paidYear: ProviderInvoice = { ...paid, startsAt: secondsOf("2025-12-30") };
const yearly: ProviderSubscription = {
  ...{ ...active, priceId: "price_year", interval: "year", amount: 79_000, latestInvoice: paidYear },
};
const before: NonNullable<SubscriptionBefore> = {
  status: "active",
  priceId: "price_month",
  cancelAtPeriodEnd: false,
  pausedFrom: null,
  interval: "month",
};
const settled: SubscriptionSettled = {
  ...{ realm: "se", uid: "6f0e7a52-6c7e-4f0e-9d39-2f8c6f3b8a11", look: 7, now: new Date("2026-11-30T11:00:00Z") },
  ...{ nextAmount: 7900, orderNumber: "4F7A-01C2-99B0-7E5D-A3F1", opensUntil: "2026-12-01", earlyEnding: null },
};
const overdue: ProviderSubscription = { ...active, status: "past_due", latestInvoice: open };

/** Kinds and keys of the mails; the receipt of an invoice that was paid before comes again, and its key keeps it from being sent. */
function kindsOf(
  stored: SubscriptionBefore,
  after: ProviderSubscription,
  changes: Partial<SubscriptionSettled> = {},
): string[] {
  const { mails } = mailsOf(stored, after, { ...settled, ...changes });
  return mails.filter(({ kind }) => kind !== "payment-receipt").map(({ kind, key }) => `${kind} ${key}`);
}

describe("mails that follow from two states of a subscription", () => {
  it.each<[string, SubscriptionBefore, ProviderSubscription, string[]]>([
    ["nothing has changed", before, active, []],
    ["a new plan", null, active, []],
    ["a plan that is not paid yet", null, { ...active, status: "incomplete", latestInvoice: open }, []],
    ["another plan", before, { ...yearly, periodEnd: secondsOf("2027-11-30") }, ["plan-changed sub_1 7"]],
    ["another plan that waits for its payment", before, { ...active, pendingPriceId: "price_year" }, []],
    ["a cancellation", before, { ...active, cancelAtPeriodEnd: true }, ["subscription-cancelled sub_1 7"]],
    [
      "a cancellation that was seen before",
      { ...before, cancelAtPeriodEnd: true },
      { ...active, cancelAtPeriodEnd: true },
      [],
    ],
    [
      "a plan that was never stored, cancelled",
      null,
      { ...active, cancelAtPeriodEnd: true },
      ["subscription-cancelled sub_1 7"],
    ],
    ["a cancellation that was undone", { ...before, cancelAtPeriodEnd: true }, active, ["cancellation-undone sub_1 7"]],
    ["a failed renewal", before, overdue, ["payment-failed in_2", "payment-failed-again in_2"]],
    ["a failed change of plan", before, { ...overdue, latestInvoice: { ...open, isForChange: true } }, []],
    ["a renewal that was paid at last", { ...before, status: "past_due" }, active, []],
    [
      "the end of a cancelled plan",
      { ...before, cancelAtPeriodEnd: true },
      { ...active, status: "canceled", cancelAtPeriodEnd: true },
      ["subscription-ended sub_1"],
    ],
    ["the end at once", before, { ...active, status: "canceled" }, ["subscription-ended sub_1"]],
    [
      "the end after the last retry",
      { ...before, status: "past_due" },
      { ...overdue, status: "canceled", latestInvoice: { ...open, status: "void" } },
      ["subscription-ended-unpaid sub_1"],
    ],
    [
      "the end after the last retry, of which no failure was seen",
      before,
      { ...overdue, status: "canceled" },
      ["subscription-ended-unpaid sub_1"],
    ],
    [
      "the end of a cancelled plan whose last payment failed",
      { ...before, status: "past_due", cancelAtPeriodEnd: true },
      { ...overdue, status: "canceled", cancelAtPeriodEnd: true },
      ["subscription-ended sub_1"],
    ],
    ["an end that was seen before", { ...before, status: "canceled" }, { ...active, status: "canceled" }, []],
    ["an order that was given up", { ...before, status: "incomplete" }, { ...active, status: "canceled" }, []],
  ])("%s", (_, stored, after, expected) => {
    expect(kindsOf(stored, after)).toEqual(expected);
  });

  it.each<[string, ProviderSubscription, string, string[]]>([
    ["36 days before", yearly, "2026-11-24", []],
    ["35 days before", yearly, "2026-11-25", [`yearly-renewal sub_1 ${yearly.periodEnd}`]],
    ["on the day before", yearly, "2026-12-29", [`yearly-renewal sub_1 ${yearly.periodEnd}`]],
    ["after it", yearly, "2026-12-31", []],
    ["of a cancelled plan", { ...yearly, cancelAtPeriodEnd: true }, "2026-11-25", []],
    ["of a monthly plan", active, "2026-11-25", []],
  ])("the renewal of a yearly plan, %s", (_, after, day, expected) => {
    const stored = { ...before, priceId: after.priceId, cancelAtPeriodEnd: after.cancelAtPeriodEnd };
    expect(kindsOf(stored, after, { now: new Date(`${day}T10:00:00Z`) })).toEqual(expected);
  });

  it("a receipt says plan, period, sum and number; it comes for the invoice, not for the state before", () => {
    const { mails } = mailsOf(before, active, settled);
    expect(mails).toEqual([
      {
        ...{ realm: "se", kind: "payment-receipt", key: "in_1", to: { uid: settled.uid } },
        values: {
          ...{
            amount: { amount: 7900, currency: "SEK", vat: 1580 },
            paidOn: { day: "2026-11-30" },
            plan: { plan: "month" },
          },
          ...{
            from: { day: "2026-11-30" },
            until: { day: "2026-12-30" },
            orderNumber: "4F7A-01C2-99B0-7E5D-A3F1",
            number: "F-1",
            invoice: paid.pageUrl,
            credit: null,
          },
          ...{ consentedOn: null, unconsented: "", withdrawBy: { day: "2026-12-14" } },
          ...{ price: { amount: 7900, currency: "SEK" }, coupon: null, firstMonth: "", firstYear: null },
          ...{ nextAmount: { amount: 7900, currency: "SEK" }, nextOn: { day: "2026-12-30" } },
        },
      },
    ]);
  });

  it("a plan whose first payment a coupon takes away begins with a mail of its own that has the whole contract", () => {
    const coupon = {
      ...{ id: "all", name: "100 % × 3", isValid: true, isUsedUp: false, amountOff: null, percentOff: 100 },
      ...{ currency: null, duration: "repeating", months: 3, products: null },
    };
    const free = { ...active, coupon, latestInvoice: { ...paid, total: 0, tax: 0, amountDue: 0 } };
    const { mails } = mailsOf(null, free, { ...settled, nextAmount: 0 });
    expect(mails).toMatchObject([
      {
        ...{ kind: "plan-started", key: "sub_1" },
        values: {
          ...{ plan: { plan: "month" }, amount: { amount: 0 }, orderNumber: settled.orderNumber },
          ...{ price: { amount: 7900 }, coupon: { coupon: { percentOff: 100, duration: "repeating", months: 3 } } },
          ...{
            firstMonth: "",
            withdrawBy: { day: "2026-12-14" },
            nextAmount: { amount: 0 },
            nextOn: { day: "2026-12-30" },
          },
        },
      },
    ]);
    expect(mailsOf({ ...before, status: "incomplete" }, free, settled).mails).toHaveLength(1);
    expect(mailsOf(before, free, settled).mails).toEqual([]);
    const renewed = { ...free, latestInvoice: { ...free.latestInvoice, isRenewal: true } };
    expect(mailsOf(null, renewed, settled).mails).toEqual([]);
  });

  const forChange = { ...paid, id: "in_3", isForChange: true };
  const toYear = { ...yearly, periodEnd: secondsOf("2027-11-30") };
  it.each<[string, ProviderSubscription, object]>([
    [
      "is charged",
      { ...toYear, latestInvoice: { ...forChange, total: 71_100, tax: 14_220, credit: 7900, amountDue: 71_100 } },
      { charged: { amount: 71_100 }, chargedVat: { amount: 14_220 }, credit: { amount: 7900 }, balance: null },
    ],
    [
      "is credited",
      { ...active, latestInvoice: { ...forChange, total: -60_000, tax: -12_000, credit: 67_900, amountDue: 0 } },
      { charged: { amount: 0 }, chargedVat: null, credit: { amount: 67_900 }, balance: { amount: 60_000 } },
    ],
    [
      "is charged later",
      { ...toYear, status: "trialing" },
      { charged: { amount: 0 }, chargedVat: null, credit: null, balance: null, readsOn: "" },
    ],
    ["has no invoice", toYear, { charged: null, chargedVat: null, credit: null, balance: null }],
  ])("a change of plan that %s says what was charged and credited, from which plan to which", (_, after, sums) => {
    const stored = { ...before, priceId: "price_other", interval: "year" as const };
    const mail = mailsOf(stored, after, settled).mails.find(({ kind }) => kind === "plan-changed");
    expect(mail?.values).toMatchObject({ ...sums, previous: { plan: "year" }, plan: { plan: after.interval } });
    expect(mail?.values).toMatchObject({ amount: { amount: 7900 }, nextOn: expect.anything() });
  });

  it("the first payment of a year, after months that were paid, is no renewal", () => {
    const changed = { ...yearly, status: "trialing", latestInvoice: paid };
    const stored = { ...before, status: "trialing", priceId: "price_year", interval: "year" as const };
    expect(kindsOf(stored, changed)).toEqual([`yearly-first-payment sub_1 ${yearly.periodEnd}`]);
    const years = [{ ...paidYear, id: "in_0" }];
    expect(kindsOf(stored, changed, { invoices: years })).toEqual([`yearly-renewal sub_1 ${yearly.periodEnd}`]);
  });

  it("a plan that becomes one of years less than 35 days before its payment has one mail, of the change", () => {
    const changed = { ...yearly, status: "trialing", latestInvoice: paid };
    const { mails, withheld } = mailsOf({ ...before, status: "trialing" }, changed, settled);
    expect(mails.map(({ kind }) => kind)).toEqual(["payment-receipt", "plan-changed"]);
    expect(withheld).toEqual([{ kind: "yearly-first-payment", key: `sub_1 ${yearly.periodEnd}` }]);
  });

  it("the receipt of a change to a year names the credit, and what belongs to a new contract", () => {
    const year = { ...forChange, total: 71_100, credit: 7900, amountDue: 71_100, endsAt: secondsOf("2027-11-30") };
    const consented = { ...settled, consentedAt: "2026-11-30T09:59:00Z", nextAmount: 79_000, invoices: [paid] };
    const receiptOf = (after: ProviderSubscription, changes = {}) =>
      mailsOf(before, after, { ...consented, ...changes }).mails.find(({ key }) => key === "in_3")?.values;
    expect(receiptOf({ ...toYear, latestInvoice: year })).toMatchObject({
      ...{ amount: { amount: 71_100 }, credit: { amount: 7900 }, price: { amount: 79_000 }, firstYear: "" },
      ...{ consentedOn: null, unconsented: null, withdrawBy: null },
      ...{ nextAmount: { amount: 79_000 }, nextOn: { day: "2027-11-30" } },
    });
    // A year after a pause is no new contract.
    const resumed = receiptOf(
      { ...toYear, latestInvoice: year },
      { invoices: [{ ...paidYear, id: "in_0", createdAt: 0 }] },
    );
    expect(resumed).toMatchObject({ price: null, withdrawBy: null });
  });

  it("a cancellation that is undone while a pause is ahead names the pause", () => {
    const paused = { ...active, pausedFrom: secondsOf("2026-12-30"), periodEnd: secondsOf("2027-02-28") };
    const stored = { ...before, cancelAtPeriodEnd: true, pausedFrom: new Date("2026-12-30T10:00:00Z") };
    const undone = mailsOf(stored, paused, settled).mails.find(({ kind }) => kind === "cancellation-undone");
    expect(undone?.values).toMatchObject({ pausedFrom: { day: "2026-12-30" }, nextOn: { day: "2027-02-28" } });
  });

  it.each([
    ["the first payment", {}, { consentedOn: { moment: "2026-11-30T09:59:00Z" }, withdrawBy: { day: "2026-12-14" } }],
    ["a renewal", { isRenewal: true }, { consentedOn: null, withdrawBy: null }],
    ["a change of plan", { isForChange: true }, { consentedOn: null, withdrawBy: null }],
  ])("the receipt of %s says what belongs to the contract's beginning, or does not", (_, changes, expected) => {
    const after = { ...active, latestInvoice: { ...paid, ...changes } };
    const { mails } = mailsOf(null, after, { ...settled, consentedAt: "2026-11-30T09:59:00Z" });
    expect(mails[0]?.values).toMatchObject(expected);
  });

  const pausedFrom = secondsOf("2026-12-30");
  const paused = { ...active, status: "trialing", pausedFrom, periodEnd: secondsOf("2027-02-28") };
  const wasPaused = { ...before, status: "trialing", pausedFrom: new Date(pausedFrom * 1000) };
  it.each<[string, SubscriptionBefore, ProviderSubscription, string, string[]]>([
    ["begins", before, paused, "2026-12-01", ["plan-paused sub_1 7"]],
    ["is seen again", wasPaused, paused, "2026-12-02", []],
    ["is seven days from its end", wasPaused, paused, "2027-02-22", [`pause-ending sub_1 ${paused.periodEnd}`]],
    [
      "is cancelled",
      wasPaused,
      { ...paused, cancelAtPeriodEnd: true },
      "2026-12-02",
      ["subscription-cancelled sub_1 7"],
    ],
    ["is taken back", wasPaused, { ...active, status: "trialing" }, "2026-12-02", ["pause-undone sub_1 7"]],
    ["has ended with a payment", wasPaused, active, "2027-02-28", []],
  ])("a pause that %s", (_, stored, after, day, expected) => {
    expect(kindsOf(stored, after, { now: new Date(`${day}T11:00:00Z`) })).toEqual(expected);
  });

  it("a receipt for each payment, also one that another followed before it was seen; it says what the card was charged", () => {
    const year = { ...paid, id: "in_0", amountDue: 71_100, total: 79_000, endsAt: secondsOf("2027-11-30") };
    const all = [
      paid,
      year,
      { ...paid, id: "in_other", subscriptionId: "sub_2" },
      { ...paid, id: "in_free", amountDue: 0 },
    ];
    const { mails } = mailsOf(before, active, { ...settled, invoices: all });
    expect(mails.map(({ key }) => key)).toEqual(["in_1", "in_0"]);
    expect(mails[1]?.values).toMatchObject({
      ...{ amount: { amount: 71_100, vat: 14_220 }, plan: { plan: "year" } },
      until: { day: "2027-11-30" },
    });
  });

  it("a failed payment says what happens when; the second notice comes with the next failure, or after three days", () => {
    const [first, second] = mailsOf(before, overdue, settled).mails;
    expect(first).toMatchObject({
      values: {
        ...{
          amount: { amount: 7900, currency: "SEK" },
          retryOn: { day: "2026-12-03" },
          closesOn: { day: "2026-12-02" },
        },
        invoice: paid.pageUrl,
      },
    });
    expect(second).toMatchObject({ after: 3 * 24 * 3600, values: { retryOn: null } });
    const again = { ...overdue, latestInvoice: { ...open, attempts: 2, nextAttemptAt: secondsOf("2026-12-08") } };
    const later = mailsOf({ ...before, status: "past_due" }, again, settled).mails[1];
    expect(later).not.toHaveProperty("after");
    expect(later).toMatchObject({
      kind: "payment-failed-again",
      key: "in_2",
      values: { retryOn: { day: "2026-12-08" } },
    });
  });

  it("a payment that arrives, and a plan that ends, withhold the notices that were not sent yet", () => {
    const notices = [
      { kind: "payment-failed", key: "in_2" },
      { kind: "payment-failed-again", key: "in_2" },
    ];
    const stored = { ...before, status: "past_due" };
    expect(mailsOf(stored, { ...active, latestInvoice: { ...open, status: "paid" } }, settled).withheld).toEqual(
      notices,
    );
    expect(mailsOf(stored, { ...overdue, status: "canceled" }, settled).withheld).toEqual(notices);
    expect(mailsOf(stored, overdue, settled).withheld).toEqual([]);
    expect(mailsOf(before, active, settled).withheld).toEqual([]);
  });

  it("days are the country's", () => {
    const late = { ...active, cancelAtPeriodEnd: true, periodEnd: secondsOf("2026-12-30") + 13.5 * 3600 };
    const untilIn = (realm: "se" | "us") => mailsOf(before, late, { ...settled, realm }).mails.at(-1)?.values;
    expect(untilIn("se")).toMatchObject({ until: { day: "2026-12-31" } });
    expect(untilIn("us")).toMatchObject({ until: { day: "2026-12-30" } });
  });
});
